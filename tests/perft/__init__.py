"""Perft: how many sequences of one, two, three … actions there are from a state, kept in text files.

A different count shows that legal actions, or their effects, have changed.
`python -m tests.perft` counts everything again and shows what differs.
"""
