"""Research environments on top of the rules: the extra `neurohex[lab]`.

    encoding     observations and a fixed space of actions, versioned
    batch        thousands of games at once, in arrays of the caller, on one or several cores
    pettingzoo   `neurohex.lab.pettingzoo.env(...)`: PettingZoo's AEC interface, with action masks
    gymnasium    `import neurohex.lab.gymnasium` registers `neurohex/Duel-v0`: one agent against a bot
    openspiel    `import neurohex.lab.openspiel` registers `python_neurohex` in OpenSpiel
    dataset      games as Parquet: positions, legal actions, choices, search values, results
    study        a balance study: armies against armies
    ppo, policy  masked PPO with numpy, and its networks as players
    seat         players of the lab as programs that the arena can seat

docs/lab.md describes them. Nothing here loads a package of the extra before it needs it.
"""
