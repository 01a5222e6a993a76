"""neurohex: the board game Neuroshima Hex as exact rules, a table to play at and a field to study."""

__version__ = "0.1.0"
