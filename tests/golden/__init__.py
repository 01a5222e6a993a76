"""Golden games: records in the repository that must replay, and be played again, byte for byte.

`python -m tests.golden` plays all of them again and rewrites changed ones.
"""
