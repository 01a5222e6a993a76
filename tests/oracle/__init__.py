"""A second, slow reading of the rulings, to hold the engine against."""
