"""States as arrays of bytes for learning programs: actions, observations and batches of games. Compiled with the rules.

`neurohex.lab` is the way in; docs/lab.md describes the numbers.
"""
