"""Tournaments between bots, over armies, modes and rulesets. Fair by design and reproducible from a seed.

    tournament     the settings: bots, armies, number of games
    plan           every game in order: seats and shuffles
    play           play one game: fixture in, result out
    crew, cluster  run games in local processes or on a Ray cluster
    store          a crash-safe folder of results
    run            play and store the remaining games
    ratings        Bradley–Terry ratings
    summary        statistics of bots, armies, seats and game length
    sheets         the statistics as tables, for terminal and page
    plots, page    the statistics as plots and as one HTML page

The plan and each game are pure: where, when and in which order games run changes nothing. The store keeps each game
once. Heavy dependencies are imported only where they are used: pyarrow in `store`, numpy in `ratings` and `summary`,
matplotlib in `plots`, ray in `cluster`.
"""
