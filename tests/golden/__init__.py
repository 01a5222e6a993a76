"""Golden games: records that are part of the project and must replay, and be played again, to the last byte.

`python -m tests.golden` plays all of them again and rewrites those that have changed.
"""
