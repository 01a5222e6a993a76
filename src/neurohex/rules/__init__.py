"""The law of the game. Pure: no clock, no input or output, no hidden randomness. Compiled by mypyc."""
