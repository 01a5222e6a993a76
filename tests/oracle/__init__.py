"""A second, slow implementation of the rulings, to compare the engine with."""
