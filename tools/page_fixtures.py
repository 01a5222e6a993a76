"""Write fixtures for the tests of the page: real server answers for selected states.

    python tools/page_fixtures.py web/tests/fixtures

Each file holds a scene with its choices, and previews of some actions. The page knows no rules, so its tests must
not invent any.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import msgspec

from neurohex.model.reading import DECISIONS
from neurohex.notation.action import parse_action
from neurohex.notation.compact import parse_line
from neurohex.players.check import moments_of_every_kind
from neurohex.rules.engine import Game, Random, State, fresh_buffer, is_chance, new_state, play, random_action
from neurohex.rules.layout import P_ENERGY
from neurohex.server.looks import look_at
from neurohex.session import Session
from neurohex.tiles import ARMIES
from neurohex.view import (
    analysis_state,
    battle_preview,
    battle_preview_states,
    battles_of,
    catalogue,
    choices,
    preview,
    scene,
    story,
    unit_card,
)
from neurohex.view.forms import Battle, Choice, HexChoice
from neurohex.view.tree import leaves
from neurohex.wire.views import Look

TABLE: Final = "outpost hegemony:18 | C3=0.HQ C2=1.Runner/S A1=1.HQ B3=0.Commando/SW B2=1.Net_Fighter"
FREED: Final = "outpost hegemony | C3=0.HQ B1=0.Runner B3=0.Commando/SW B2=1.Net_Fighter/NW E3=1.HQ"
"""For a Battle: B1 is netted until B2 is destroyed in the first phase."""
MOVERS: Final = "hegemony borgo | C3=0.Runner B3=0.Transport/NE E3=0.HQ A1=1.HQ D2=1.Mutant"
PUSHERS: Final = "moloch outpost | C3=0.HQ C2=1.Runner A1=1.HQ"
SWAPPERS: Final = "vegas outpost | C3=0.HQ C4=0.Guard C5=0.Guard A1=1.HQ C2=1.Runner"
BOMBED: Final = "doomsday borgo | C3=0.HQ C1=1.Mutant C2=1.Mutant D1=1.Mutant A1=1.HQ"
LINKS: Final = "duel smart vegas | A2=0.HQ B1=0.Officer C3=0.Cyborg D2=1.HQ C1=1.Guard C4=1.Guard"
WEAPONS: Final = (
    "duel smart vegas | "
    "A1=0.HQ A2=0.Officer B4=0.Officer C3=0.Cyborg E2=0.Scout B3=1.Guard D3=1.Guard D1=1.Guard E1=1.HQ"
)
"""For the procedures that destroy: D3 between two Links, B3 next to three, D1 on a Terminal."""
SET_UP: Final[dict[str, tuple[str, list[str]]]] = {
    "placing": (TABLE, ["Runner", "Commando", "Battle"]),
    "equal tiles": (TABLE, ["Commando", "Runner", "Commando"]),
    "sniper": (
        "outpost vegas | C3=0.HQ C1=1.Guard C2=1.Guard A1=1.HQ | C1=1.Mine",
        ["Sniper"],
    ),
    "moving": (MOVERS, ["Move", "Runner"]),
    "pushing": (PUSHERS, ["Push Back"]),
    "pushing a bomber": ("moloch outpost | C3=0.HQ C2=-.Mad_Bomber A1=1.HQ", ["Push Back"]),
    "grenade": ("borgo outpost | C3=0.HQ C2=1.Runner D2=1.Commando A1=1.HQ", ["Grenade"]),
    "air strike": ("moloch hegemony | C3=0.HQ C4=1.Runner A1=1.HQ", ["Air Strike"]),
    "small bomb": (BOMBED, ["Small Bomb"]),
    "castling": (SWAPPERS, ["Castling", "Rotation", "Mine"]),
    "transporter": ("smart borgo | C3=0.Transporter A1=0.HQ E3=1.HQ", ["Cyborg", "Terror"]),
}
"""Boards and the first player's hand, by file name."""
STEPS: Final = 3
"""Number of hexes for which facings are previewed."""


def look(state: State) -> Look:
    """A state as the server sends it to the page."""
    return look_at(state, "en", step=0, steps=0, undo=None, event=None, piles=None)


def first_actions(tree: Choice) -> list[int]:
    """Actions on the first few hexes of a choice tree."""
    if not isinstance(tree, HexChoice):
        return leaves(tree)[:12]
    return [action for then in list(tree.hexes.values())[:STEPS] for action in leaves(then)[:6]]


def fixture(state: State) -> dict[str, object]:
    """A state, previews of some actions, and the cards of all units."""
    offers = choices(state).offers
    at_once = [offer.then for offer in offers if isinstance(offer.then, int)]
    others = [action for offer in offers for action in first_actions(offer.then) if action not in at_once]
    actions = [] if is_chance(state) else at_once + others[:36]
    index = state.game.board.index
    return {
        "look": look(state),
        "previews": {action: preview(state, action) for action in actions},
        "units": {unit.hex: unit_card(state, index[unit.hex]) for unit in scene(state).standing.units},
    }


def set_up(line: str, hand: list[str]) -> State:
    """A study board with tiles of the first army in hand."""
    position = parse_line(line)
    army = position.players[0].army
    return analysis_state(position, [[f"{army}/{name.replace(' ', '_')}" for name in hand]], turn=0)


def states() -> dict[str, State]:
    """All states by file name."""
    found = {name: set_up(line, hand) for name, (line, hand) in SET_UP.items()}
    for name, line, energy in (("procedures", LINKS, 5), ("weapons", WEAPONS, 4)):
        found[name] = set_up(line, [])
        found[name].b[int(found[name].po) + P_ENERGY] = energy  # of the first player
    pushed = found["pushing"].copy()
    play(pushed, parse_action(pushed, "push C2 from C3"))
    found["pushed by somebody"] = pushed
    found["headquarters"] = new_state(Game(("borgo", "vegas")))
    for stage, state in moments_of_every_kind().items():
        found.setdefault(DECISIONS[stage], state)
    found["draw"] = drawing()
    found["bomber"] = with_a_bomber()
    return found


def drawing() -> State:
    """A state in which chance acts next."""
    state, random, buffer = new_state(Game(("borgo", "moloch"))), Random(1), fresh_buffer()
    while not is_chance(state):
        play(state, random_action(state, random, buffer))
    return state


def with_a_bomber() -> State:
    """A state in which a tile may be discarded for Mad Bomber II."""
    for seed in range(99):
        state, random, buffer = new_state(Game(("borgo", "moloch"), bomber_two=True)), Random(seed), fresh_buffer()
        while not state.is_over():
            kinds = {offer.kind for offer in choices(state).offers}
            if {"bomber", "place"} <= kinds:
                return state
            play(state, random_action(state, random, buffer))
    raise AssertionError("no game with Mad Bomber II came up")


def features(battle: Battle) -> set[str]:
    """The kinds of things that a Battle shows."""
    beats = [beat for phase in battle.phases for beat in phase.beats]
    seen = {beat.what for beat in beats} | {f"hit {beat.kind}" for beat in beats if beat.what == "hit"}
    seen |= {"redirected" for beat in beats if beat.via} | {"cancelled" for beat in beats if beat.by}
    seen |= {"unfinished"} if not battle.ended else {battle.cause}
    return seen | {f"then {beat.what}" for beat in battle.aftermath}


def random_game(seed: int) -> Session:
    """A random game of two armies; every third has the Mad Bomber."""
    armies = list(ARMIES)
    pair = (armies[seed % len(armies)], armies[(seed // len(armies) + seed + 1) % len(armies)])
    if pair[0] == pair[1]:
        pair = (pair[0], armies[(seed + 2) % len(armies)])
    session = Session(Game(pair, bomber="neutral" if seed % 3 == 2 else "none"), seed=seed)
    random, buffer = Random(seed), fresh_buffer()
    while not session.state.is_over():
        session.act(random_action(session.state, random, buffer))
    return session


def battles() -> list[dict[str, object]]:
    """Battles that together show everything found in a hundred games, each with its board and players."""
    found: list[dict[str, object]] = []
    seen: set[str] = set()

    def take(state: State, battle: Battle) -> None:
        fresh = features(battle) - seen
        if fresh:
            seen.update(fresh)
            table = scene(state)
            found.append({"features": sorted(fresh), "board": table.board, "players": table.players, "battle": battle})

    for seed in range(100):
        session = random_game(seed)
        steps = session.steps
        for battle in battles_of(steps):
            take(session.state, battle)
        if "unfinished" not in seen:
            waiting = [i for i, step in enumerate(steps) if DECISIONS.get(step.before.stage()) == "clown"]
            for i in waiting[:1]:
                take(steps[i].before, battles_of(steps[:i])[-1])
    return found


def battle_units() -> dict[str, object]:
    """A preview of a Battle, with the cards of all units at each step."""
    state = set_up(FREED, [])
    index = state.game.board.index
    cards = [
        {unit.hex: unit_card(then, index[unit.hex], fighting=True) for unit in scene(then).standing.units}
        for then in battle_preview_states(state)
    ]
    table = scene(state)
    return {
        "board": table.board,
        "players": table.players,
        "battle": battle_preview(state),
        "cards": cards,
    }


def logged_game() -> dict[str, object]:
    """A whole game as log entries, with its result."""
    session = random_game(0)
    return {"scene": scene(session.state), "story": story(session.steps)}


def main() -> None:
    """Write all fixtures into the named folder, replacing old ones."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, state in states().items():
        path = folder / f"{name.replace(' ', '-')}.json"
        path.write_bytes(msgspec.json.encode(fixture(state)))
    (folder / "catalogue.json").write_bytes(msgspec.json.encode(catalogue()))
    (folder / "battles.json").write_bytes(msgspec.json.encode(battles()))
    (folder / "battle-units.json").write_bytes(msgspec.json.encode(battle_units()))
    (folder / "story.json").write_bytes(msgspec.json.encode(logged_game()))


if __name__ == "__main__":
    main()
