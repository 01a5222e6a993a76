"""The family of errors that neurohex raises about what it was given."""


class NeurohexError(ValueError):
    """Something that was asked for cannot be: the base of all errors about games, actions, texts and names.

    Its message is one line for people: the place, and what was expected there.
    """
