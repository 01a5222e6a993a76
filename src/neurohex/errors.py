"""The base class of neurohex's errors."""


class NeurohexError(ValueError):
    """Base of all errors about games, actions, texts and names.

    The message is one line for people: the place, and what was expected there.
    """
