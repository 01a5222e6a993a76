"""Perft: how many sequences of one, two, three … actions there are from a state, kept in text files.

A count that comes out otherwise shows that what may be done, or what an action leads to, has changed.
`python -m tests.perft` counts everything again and shows what differs.
"""
