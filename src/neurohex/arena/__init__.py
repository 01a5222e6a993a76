"""Tournaments between bots: over armies, modes and rulesets, fair by design, and the same again from the same seed.

    tournament     what is to be played: bots, armies, games
    plan           every game of it, in order: who sits where, with which shuffle
    play           one game, from a fixture to its result
    crew, cluster  playing in local processes, or on a Ray cluster
    store          results in a folder, safe against every interruption
    run            what is left of a tournament, played and kept
    ratings        strength from results, by Bradley–Terry
    summary        what the results say of bots, armies, seats and the length of games
    sheets         the same as tables, for the terminal and the page
    plots, page    the same as pictures, and as one HTML page

The plan is pure and so is a game: where, when and in which order games are played changes nothing. The store keeps
each game once. What needs more than the standard library (`store` pyarrow, `ratings` and `summary` numpy, `plots`
matplotlib, `cluster` ray) is imported only where it is used.
"""
