"""Every event has its sentence, every unit its reasons, every tile its description."""

from __future__ import annotations

import doctest
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from neurohex.board import DIRECTIONS
from neurohex.explain import (
    LANGUAGES,
    Line,
    NoUnit,
    UnknownLanguage,
    battle,
    describe_tile,
    explain,
    player_name,
    tiles,
    unit,
    unit_name,
    why,
)
from neurohex.explain.reasons import attacks, gifts, is_netted, routes, strength_parts, units
from neurohex.explain.scene import Scene
from neurohex.notation.action import parse_action
from neurohex.notation.bridge import state_of
from neurohex.notation.compact import parse_line
from neurohex.notation.report import fight, unit_now
from neurohex.rules import events as ev
from neurohex.rules.actions import FROM_MOBILITY, FROM_TILE, HQ_TURN, MOVE, SECOND
from neurohex.rules.battle import begin_battle
from neurohex.rules.engine import (
    Game,
    Log,
    Random,
    State,
    apply,
    default_choice,
    empty_state,
    fresh_buffer,
    legal_actions,
    new_state,
    play,
    random_action,
)
from neurohex.rules.flow import fight_alone
from neurohex.rules.layout import (
    ASIDE,
    BY_TILE,
    F_TILE,
    LEFT,
    P_HQ,
    PLAYER_SIZE,
    ST_MAIN,
    SUPPLY,
    U_CTRL,
    U_FLAGS,
    U_OWNER,
    U_ROT,
    U_TILE,
    U_WOUNDS,
)
from neurohex.rules.strikes import (
    CONVERTERS,
    EXTRAS,
    MELEE_BONUS,
    RANGED_BONUS,
    SPEED,
    VALUES,
    bonuses,
    set_values,
    strength,
)
from neurohex.tiles import ARMIES, MODULE_EFFECTS, Tile
from neurohex.tiles import EXTRAS as EXTRA_TILES
from tests.rules.table import Table

PAGE = Path(__file__).parents[1] / "docs" / "rulings.md"
Story = tuple[State, list[tuple[int, ...]]]
"""A state, and the events that followed."""


def known_rulings() -> set[str]:
    """The numbers of docs/rulings.md."""
    numbers = set()
    section = ""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if heading := re.match(r"## (\d+)\. ", line):
            section = heading[1]
        numbers |= {match[1] for match in re.finditer(r"^(?:- |\| )(R\d+\.\d+) ", line)}
        if section == "7" and (item := re.match(r"(\d+)\. ", line)):
            numbers.add(f"7.{item[1]}")
    return numbers | {"8"}


RULINGS = known_rulings()
CODES = {
    value: name
    for name, value in vars(ev).items()
    if name.isupper()
    and isinstance(value, int)
    and name not in ("NONE", "DESTROYS", "ENDLESS")
    # The kinds of hits are numbered from 0 in the same module.
    and name not in ("MELEE", "RANGED", "GAUSS", "MIXED", "EXPLOSION", "INSTANT", "PROCEDURE_HIT")
}


# --- situations -----------------------------------------------------------------------------------
def fought(line: str, *choices: str) -> Story:
    """One Battle on a position, with choices in words, then by the default policy."""
    st = state_of(parse_line(line))
    before, log, left = st.copy(), Log(), list(choices)
    fight(st, log, lambda s: parse_action(s, left.pop(0)) if left else default_choice(s))
    assert not left, f"choices that never came up: {left}"
    return before, log.events


def played(table: Table, *texts: str) -> Story:
    """Actions in words."""
    before = table.st.copy()
    table.do(*texts)
    return before, table.log.events


def hired() -> Story:
    st = new_state(Game(("borgo", "moloch"), mercenaries=1))
    before, log = st.copy(), Log()
    apply(st, parse_action(st, "hire Harpooner"), log)
    return before, log.events


def scored() -> Story:
    game = Game(("outpost", "hegemony", "borgo"), score=True)
    st = empty_state(game)
    at = game.board.index
    st.put(at["C3"], int(game.base[0]), 0, 0)
    runner = [tile.name for tile in ARMIES["hegemony"].tiles].index("Runner")
    st.put(at["C2"], int(game.base[1]) + runner, 1, 3)
    before, log = st.copy(), Log()
    st.log = log
    begin_battle(st, BY_TILE, 1)
    assert fight_alone(st)
    return before, log.events


def last_turn(line: str) -> Story:
    """The last turn before the Final Battle ends."""
    table = Table(*line.split(" | ")).turn(0)
    table.st.b[SUPPLY] = 1
    table.st.b[LEFT] = 1
    return played(table, "end turn")


def bomber_two() -> Story:
    table = Table("borgo outpost", "A1=0.HQ E3=1.HQ").hand(0, "Move").turn(0)
    table.st.b[ASIDE] = 1
    return played(table, "bomber C3 discarding Move")


def draws(pile: tuple[str, ...], *drawn: str) -> Story:
    table = Table("outpost borgo", "A1=0.HQ E3=1.HQ").pile(0, *pile).begin_turn(0)
    return played(table, *(f"draw {name}" for name in drawn))


def unlucky() -> Story:
    table = Table("outpost borgo", "A1=0.HQ E3=1.HQ").pile(0, "Move", "Move", "Move", "Scout", "Scout").begin_turn(0)
    table.do("draw Move", "draw Move", "draw Move")
    table.log = Log()
    return played(table, "redraw")


DUEL = "living duel smart vegas"
Situation = Callable[[], Story]

SENTENCES: list[tuple[int, Situation, str, str]] = [
    # --- a turn ---
    (ev.DRAWN, lambda: draws(("Runner", "Move"), "Runner"), "The Outpost draws Runner", "R4.2"),
    (
        ev.DISCARDED,
        lambda: played(
            Table("outpost borgo", "A1=0.HQ E3=1.HQ").pile(0, "Runner", "Move", "Scout", "HMG").begin_turn(0),
            "draw Runner",
            "draw Move",
            "draw Scout",
            "discard Move",
        ),
        "The Outpost discards Move: the hand is full, and one tile must go",
        "R4.2",
    ),
    (
        ev.DISCARDED,
        lambda: played(Table("outpost borgo", "A1=0.HQ E3=1.HQ").hand(0, "Runner").turn(0), "discard Runner"),
        "The Outpost discards Runner",
        "R4.3",
    ),
    (ev.DISCARDED, unlucky, "The Outpost discards Move as part of the Unlucky Draw", "R1.1"),
    (ev.DISCARDED, bomber_two, "Borgo discards Move to put down Mad Bomber II", "R12.2"),
    (
        ev.DISCARDED,
        lambda: played(Table(DUEL, "A1=0.HQ E3=1.HQ").hand(0, "Officer").turn(0), "sell Officer"),
        "Smart discards Officer to trade it for energy",
        "R9.2",
    ),
    (ev.UNLUCKY_DRAW, unlucky, "The Outpost holds only instants: an Unlucky Draw, the hand is discarded", "R1.1"),
    (
        ev.SUPPLY_ENDED,
        lambda: draws(("Runner",), "Runner"),
        "The Outpost has drawn the last tile of the pile: no Battle tile may be played any more, and after one more turn",
        "R4.4",
    ),
    (
        ev.TURN_ENDED,
        lambda: played(Table("outpost borgo", "A1=0.HQ E3=1.HQ").turn(0), "end turn"),
        "The Outpost ends the turn",
        "R4.3",
    ),
    (
        ev.TURN_ENDED,
        lambda: played(Table("outpost borgo", "A1=0.HQ E3=1.HQ").hand(0, "Battle").turn(0), "battle"),
        "The Battle has ended the turn of The Outpost",
        "R4.5",
    ),
    (
        ev.TURN_BEGAN,
        lambda: played(Table("outpost borgo", "A1=0.HQ E3=1.HQ").turn(0), "end turn"),
        "Turn 10: Borgo",
        "R4.3",
    ),
    (ev.HIRED, hired, "Borgo chooses the mercenary Harpooner and lays it aside", "R12.1"),
    # --- tiles ---
    (
        ev.PLACED,
        lambda: played(
            Table("outpost borgo", "A1=0.HQ E3=1.HQ").hand(0, "Runner").turn(0), "place Runner C2 facing SE"
        ),
        "The Outpost places Runner on C2, facing SE",
        "R4.3",
    ),
    (
        ev.PLACED,
        lambda: played(Table("vegas borgo", "A1=0.HQ E3=1.HQ").hand(0, "Mine").turn(0), "place Mine B2"),
        "Vegas lays Mine on B2",
        "R5.5",
    ),
    (
        ev.PLACED,
        lambda: played(
            Table("smart borgo", "A1=0.HQ E3=1.HQ C2=0.Transporter").hand(0, "Cyborg").turn(0),
            "deploy Cyborg at C2 facing N",
        ),
        "Smart places Cyborg on C2, facing N, in place of Transporter",
        "R5.4",
    ),
    (
        ev.DESTROYED,
        lambda: played(
            Table("smart borgo", "A1=0.HQ E3=1.HQ C2=0.Transporter").hand(0, "Cyborg").turn(0),
            "deploy Cyborg at C2 facing N",
        ),
        "Transporter C2 gives up its hex; it goes to the discard pile of Smart",
        "R5.4",
    ),
    (ev.PLACED, bomber_two, "Borgo puts Mad Bomber II from beside the board on C3: it belongs to nobody", "R12.2"),
    (
        ev.PLAYED,
        lambda: played(Table("smart borgo", "A1=0.HQ E3=1.HQ").hand(0, "Terror").turn(0), "terror"),
        "Smart plays Terror: until its next turn nobody else may put a tile on a free hex",
        "R5.6",
    ),
    (
        ev.PLAYED,
        lambda: played(Table("outpost borgo", "A1=0.HQ C3=1.Mutant E3=1.HQ").hand(0, "Sniper").turn(0), "snipe C3"),
        "The Outpost plays Sniper",
        "8",
    ),
    # --- about the board ---
    (
        ev.MOVED,
        lambda: played(
            Table("outpost borgo", "A1=0.HQ E3=1.HQ C3=0.Commando").hand(0, "Move").turn(0),
            "move C3 to C4 facing S by Move",
        ),
        "The Outpost moves Commando from C3 to C4, facing S, by the Move tile",
        "R5.1",
    ),
    (
        ev.MOVED,
        lambda: played(Table("outpost borgo", "A1=0.HQ E3=1.HQ C3=0.Runner").turn(0), "turn C3 facing S by mobility"),
        "The Outpost turns Runner C3, now facing S, by its own Mobility",
        "R5.1",
    ),
    (
        ev.MOVED,
        lambda: played(
            Table("hegemony borgo", "A1=0.HQ E3=1.HQ C3=0.Ganger B3=0.Transport").turn(0),
            "move C3 to C4 facing N by Transport B3",
        ),
        "Hegemony moves Ganger from C3 to C4, facing N, by Transport B3",
        "R5.1",
    ),
    (
        ev.MOVED,
        lambda: played(
            Table("outpost borgo", "A1=0.HQ E3=1.HQ C3=0.Runner B3=0.Recon_Center").turn(0),
            "move C3 to C4 facing N by mobility",
            "then to C5 facing N",
        ),
        "The Outpost moves Runner from C4 to C5, facing N, as the second step of a Recon move",
        "R1.5, R5.7",
    ),
    (
        ev.TURNED,
        lambda: played(
            Table("vegas borgo", "A1=0.HQ E3=1.HQ C3=0.Bodyguard").hand(0, "Rotation").turn(0), "rotate C3 facing S"
        ),
        "Vegas turns Bodyguard C3, now facing S, by the Rotation tile",
        "R5.3",
    ),
    (
        ev.TURNED,
        lambda: played(Table("doomsday borgo", "A1=0.HQ E3=1.HQ C3=0.Tripler").turn(0), "turn C3 facing S by HQ"),
        "Doomsday Machine turns Tripler C3, now facing S, by the rotation that its HQ grants once a turn",
        "R5.3",
    ),
    (
        ev.TURNED,
        lambda: played(
            Table("vegas borgo", "A1=0.HQ E3=1.HQ C3=1.Mutant").hand(0, "Agitator").turn(0),
            "place Agitator C4 facing N",
            "captive C3 facing S",
        ),
        "Vegas turns Mutant C3, now facing S, as its taker may once",
        "R3.3",
    ),
    (
        ev.TURNED,
        lambda: played(
            Table(DUEL, "A1=0.HQ E3=1.HQ C3=0.Ripper").energy(0, 1).turn(0), "procedure rotation C3 facing S"
        ),
        "Smart turns Ripper C3, now facing S, by the procedure Rotation",
        "R9.3",
    ),
    (
        ev.PUSHED,
        lambda: played(
            Table("moloch borgo", "A1=0.HQ E3=1.HQ C3=0.Blocker D3=1.Mutant").hand(0, "Push Back").turn(0),
            "push D3 from C3",
            "yield to E2",
        ),
        "Blocker C3 pushes Mutant D3 back to E2",
        "R5.2",
    ),
    (
        ev.SWAPPED,
        lambda: played(
            Table("vegas borgo", "A1=0.HQ E3=1.HQ C3=0.Guard C4=0.Marksman").hand(0, "Castling").turn(0), "castle C3 C4"
        ),
        "Vegas lets Marksman C4 and Guard C3 change places",
        "R5.3",
    ),
    (
        ev.SWAPPED,
        lambda: played(
            Table(DUEL, "A1=0.HQ E3=1.HQ C3=0.Ripper B1=0.Cyborg").energy(0, 2).turn(0),
            "procedure swap B1 facing N with C3 facing S",
        ),
        "Smart lets Cyborg B1 and Ripper C3 change places",
        "R9.3",
    ),
    (
        ev.PROCEDURE,
        lambda: played(
            Table(DUEL, "A1=0.HQ E3=1.HQ C3=0.Ripper").energy(0, 3).turn(0), "procedure rotation C3 facing S"
        ),
        "Smart starts the procedure Rotation for 1 energy: 2 left",
        "R9.3",
    ),
    (
        ev.ENERGY,
        lambda: played(Table(DUEL, "A1=0.HQ E3=1.HQ").hand(0, "Officer").turn(0), "sell Officer"),
        "Smart gains 1 energy for the tile: 1 now",
        "R9.2",
    ),
    (
        ev.ENERGY,
        lambda: played(Table(DUEL, "A1=0.HQ E3=1.HQ").turn(0), "sell HQ point"),
        "Smart trades 1 HQ point for 1 energy: 1 energy now, 19 HQ points left",
        "R9.2",
    ),
    (
        ev.MINE_BLEW,
        lambda: played(
            Table("outpost vegas", "A1=0.HQ E3=1.HQ C3=0.Runner", "C4=1.Mine").turn(0),
            "move C3 to C4 facing N by mobility",
        ),
        "Mine C4 blows up under Runner",
        "R5.5",
    ),
    (
        ev.MINE_BLEW,
        lambda: played(
            Table("outpost vegas", "B3=0.HQ E3=1.HQ", "C4=1.Mine").hand(0, "Move").turn(0),
            "move B3 to C4 facing N by Move",
        ),
        "Mine C4 blows up under HQ, which it does not harm",
        "R5.5",
    ),
    (
        ev.DESTROYED,
        lambda: played(
            Table("outpost vegas", "A1=0.HQ E3=1.HQ C3=0.Runner", "C4=1.Mine").turn(0),
            "move C3 to C4 facing N by mobility",
        ),
        "Runner C4 is destroyed by the mine, and no Medic helps; it goes to the discard pile of The Outpost",
        "R5.5",
    ),
    (
        ev.FOUNDATION_GONE,
        lambda: played(
            Table("outpost vegas", "A1=0.HQ E3=1.HQ", "C4=1.Mine").hand(0, "Sniper").turn(0), "snipe foundation C4"
        ),
        "Mine C4 is removed by the Sniper",
        "R5.5, 8",
    ),
    # --- nets and takeovers ---
    (
        ev.NETTED,
        lambda: played(
            Table("hegemony borgo", "A1=0.HQ E3=1.HQ C4=1.Mutant").hand(0, "Net Fighter").turn(0),
            "place Net Fighter B4 facing N",
        ),
        "Mutant C4 is netted by Net Fighter B4 and can do nothing",
        "R3.1",
    ),
    (
        ev.UNNETTED,
        lambda: played(
            Table("hegemony borgo", "A1=0.HQ E3=1.HQ C4=1.Mutant B4=0.Net_Fighter").hand(0, "Move").turn(0),
            "turn B4 facing S by Move",
        ),
        "Mutant C4 is out of the net: Net Fighter B4 holds it no longer",
        "R3.1",
    ),
    (
        ev.UNNETTED,
        lambda: fought("hegemony borgo | C3=0.Net_Fighter D2=1.Mutant D3=1.Brawler/NW A1=0.HQ"),
        "Mutant D2 is out of the net: Net Fighter C3 is gone",
        "R3.1",
    ),
    (
        ev.TAKEN,
        lambda: played(
            Table("vegas borgo", "A1=0.HQ E3=1.HQ C3=1.Mutant").hand(0, "Agitator").turn(0),
            "place Agitator C4 facing N",
        ),
        "Mutant C3 is taken over by Vegas: the takeover link of Agitator C4 holds it",
        "R3.2",
    ),
    (
        ev.FREED,
        lambda: played(
            Table("vegas borgo", "A1=0.HQ E3=1.HQ C3=1.Mutant C4=0.Agitator").hand(0, "Move").turn(0),
            "turn C4 facing S by Move",
        ),
        "Mutant C3 is free and belongs to Borgo again: Agitator C4 is not linked to it any more",
        "R3.2, R3.3",
    ),
    (
        ev.FREED,
        lambda: played(
            Table("vegas borgo", "A1=0.HQ E3=1.HQ C3=1.Assassin C4=0.Agitator").turn(0),
            "move C3 to C2 facing N by mobility",
        ),
        "Assassin C2 is free and belongs to Borgo again: Agitator C4 is not linked to it any more",
        "R3.2, R3.3",
    ),
    (
        ev.FREED,
        lambda: played(
            Table("borgo vegas", "A1=0.HQ E3=1.HQ C3=0.Mutant C4=1.Agitator").hand(0, "Net Fighter").turn(0),
            "place Net Fighter B3 facing N",
        ),
        "Mutant C3 is free and belongs to Borgo again: Agitator C4 is netted",
        "R3.2, R3.3",
    ),
    # --- a Battle ---
    (
        ev.BATTLE_BEGAN,
        lambda: fought("outpost* hegemony | B3=0.Commando/SW"),
        "Battle, begun by The Outpost with a Battle tile",
        "R6.9",
    ),
    (
        ev.BATTLE_BEGAN,
        lambda: last_turn("outpost borgo | A1=0.HQ E3=1.HQ"),
        "Final Battle; The Outpost drew the last tile and counts as the one who began it",
        "R4.4, R6.9",
    ),
    (ev.PHASE_BEGAN, lambda: fought("outpost hegemony | B3=0.Commando"), "Phase 3", "R6.1"),
    (
        ev.ACTED,
        lambda: fought("outpost hegemony | B3=0.Commando"),
        "Commando B3 acts at 3: printed 3; it finds no target",
        "R6.1",
    ),
    (
        ev.ACTED,
        lambda: fought("hegemony outpost | C2=0.Runner/S B2=0.Boss/SE C3=1.HQ"),
        "Runner C2 acts at 3: printed 2, Boss B2 +1",
        "R6.1, R3.6",
    ),
    (
        ev.ACTED,
        lambda: fought("hegemony outpost | C2=0.Runner/S C1=1.Saboteur C3=1.HQ"),
        "Runner C2 acts at 1: printed 2, Saboteur C1 −1",
        "R6.1, R3.6",
    ),
    (
        ev.ACTED,
        lambda: fought("outpost hegemony | C2=0.Commando C3=0.HQ D3=1.Guard/S"),
        "Commando C2 acts at 2: extra attack at 2 by HQ C3",
        "R6.1, R1.4",
    ),
    (
        ev.HELD,
        lambda: fought("hegemony borgo | B2=0.Ganger B3=1.Net_Fighter/SW"),
        "Ganger B2 does not act: netted by Net Fighter B3",
        "R3.1, R6.1",
    ),
    (
        ev.HIT,
        lambda: fought("outpost hegemony | C4=0.Commando/SW B3=1.HQ C3=1.Net_Fighter/S"),
        "Commando C4 shoots N: hits Net Fighter C3 for 1 → destroyed",
        "R6.2",
    ),
    (
        ev.HIT,
        lambda: fought("hegemony outpost | C2=0.Runner/S B2=0.Boss/SE C3=1.HQ"),
        "Runner C2 strikes S: hits HQ C3 for 2 (printed 1, Boss B2 +1) → 18 HQ points left",
        "R6.2, R3.5",
    ),
    (
        ev.HIT,
        lambda: fought("vegas moloch | A3=0.Mercenary C3=1.Juggernaut"),
        "Mercenary A3 shoots NE: hits Juggernaut C3 for 1 (printed 2, armour −1) → 1 wound, toughness 1",
        "R6.2, R6.3",
    ),
    (
        ev.HIT,
        lambda: fought("smart moloch | C5=0.Gauss_Cannon/NW C2=1.HQ C1=1.Blocker"),
        "Gauss Cannon C5 fires its Gauss shot N: hits Blocker C1 for 1 → 1 wound, toughness 2",
        "R6.2",
    ),
    (
        ev.HIT,
        lambda: fought("hegemony vegas | C3=0.Universal_Soldier/NE C2=1.Guard C4=0.HQ"),
        "Universal Soldier C3 strikes and shoots N: hits Guard C2 for 3 "
        "(melee printed 1, HQ C4 +1; ranged printed 1) → destroyed",
        "R6.2, R6.4, R3.5",
    ),
    (
        ev.HIT,
        lambda: fought("hegemony vegas | C3=0.Universal_Soldier/NE C2=1.Guard/S C4=0.HQ"),
        "Universal Soldier C3 strikes N: hits Guard C2 for 2 "
        "(melee printed 1, HQ C4 +1; armour stops its shot) → destroyed",
        "R6.2, R6.4, R3.5, R6.3",
    ),
    (
        ev.HIT,
        lambda: fought("hegemony outpost | C3=0.Ganger C4=0.Quartermaster A1=1.Commando/S", "change C3 NW to ranged"),
        "Ganger C3 shoots NW: hits Commando A1 for 1 (printed 1, changed from melee to ranged) → destroyed",
        "R6.2, R6.8",
    ),
    (
        ev.HIT,
        lambda: fought("doomsday outpost | C5=0.Omega_Shooter C4=0.Fireblast/NE B4=0.Officer/SE D3=1.HMG"),
        "Omega Shooter C5 shoots N, turned to NE by Fireblast C4: hits HMG D3 for 2 (printed 1, Officer B4 +1)",
        "R6.2, R11.1, R3.5",
    ),
    (
        ev.HIT,
        lambda: fought("outpost borgo | C3=0.HQ B3=0.Medic/SE D3=1.Brawler/NW"),
        "Brawler D3 strikes NW: hits HQ C3 for 2 → cancelled by Medic B3",
        "R6.2, 7.2",
    ),
    (
        ev.HIT,
        lambda: fought("moloch hegemony | C3=0.Clown C2=1.Guard", "clown C3 explodes"),
        "The explosion of Clown C3 hits Guard C2 for 1 → 1 wound, toughness 1",
        "R6.7",
    ),
    (
        ev.HIT,
        lambda: played(Table("outpost borgo", "A1=0.HQ C3=1.Mutant E3=1.HQ").hand(0, "Sniper").turn(0), "snipe C3"),
        "The Sniper hits Mutant C3 for 1 → destroyed",
        "8",
    ),
    (
        ev.HIT,
        lambda: played(Table("borgo outpost", "B2=0.HQ B3=1.Runner E3=1.HQ").hand(0, "Grenade").turn(0), "grenade B3"),
        "The Grenade hits Runner B3 → destroyed",
        "8",
    ),
    (
        ev.HIT,
        lambda: played(
            Table(DUEL, "A1=0.HQ E3=1.HQ A2=0.Ripper E2=0.Cyborg/S B2=0.Golem_MK3 C2=1.Guard C3=1.Bodyguard")
            .energy(0, 4)
            .turn(0),
            "procedure detonation",
        ),
        "The Detonation hits Bodyguard C3 → destroyed",
        "R9.3",
    ),
    (
        ev.STOPPED,
        lambda: fought("moloch moloch | C4=0.Hybrid C2=1.Blocker/S"),
        "Armour on Blocker C2 stops the shot of Hybrid C4 N",
        "R6.3",
    ),
    (
        ev.STOPPED,
        lambda: fought("smart moloch | C5=0.Gauss_Cannon/NW C3=1.Juggernaut/S"),
        "Armour on Juggernaut C3 stops the Gauss shot of Gauss Cannon C5 N",
        "R6.3",
    ),
    (
        ev.CONVERTED,
        lambda: fought("hegemony outpost | C3=0.Ganger C4=0.Quartermaster A1=1.Commando/S", "change C3 NW to ranged"),
        "Quartermaster C4 lets Ganger C3 change its melee attack NW to ranged in this phase",
        "R6.8",
    ),
    (
        ev.EXPLODED,
        lambda: fought("moloch hegemony | C3=0.Clown C2=1.Guard", "clown C3 explodes"),
        "Clown C3 explodes instead of attacking: 1 wound to each neighbour of any side",
        "R6.7, R6.6",
    ),
    (
        ev.EXPLODED,
        lambda: fought("doomsday hegemony | C3=0.Trap C2=1.Runner/S"),
        "Trap C3 explodes: 1 wound to each neighbour of any side",
        "R6.7, R11.3",
    ),
    (
        ev.EXPLODED,
        lambda: fought("borgo outpost | C3=-.Mad_Bomber C2=0.Brawler/S"),
        "Mad Bomber C3 explodes: 1 wound to each neighbour, HQs excepted",
        "R6.7, R12.2",
    ),
    (
        ev.EXPLODED,
        lambda: fought("borgo outpost | C3=1.Mad_Bomber C2=0.Brawler/S"),
        "Mad Bomber C3 explodes: 1 wound to each neighbour hostile to its controller, HQs too",
        "R6.7, R12.3",
    ),
    (
        ev.SET_OFF,
        lambda: fought("borgo outpost | C3=-.Mad_Bomber C2=0.Brawler/S"),
        "A hit of Brawler C2 sets off Mad Bomber C3",
        "R12.2",
    ),
    (
        ev.SET_OFF,
        lambda: fought("borgo outpost | C3=-.Mad_Bomber C2=0.Brawler/S C4=-.Mad_Bomber_II"),
        "The explosion of Mad Bomber C3 sets off Mad Bomber II C4",
        "R6.7, R12.2",
    ),
    (
        ev.SET_OFF,
        lambda: fought("doomsday hegemony | C3=0.Trap C2=1.Runner/S"),
        "A hit of Runner C2 sets off Trap C3",
        "R11.3",
    ),
    (
        ev.HEALED,
        lambda: fought("outpost borgo | C3=0.HQ B3=0.Medic/SE D3=1.Brawler/NW"),
        "Medic B3 is spent: it cancels the 2 wounds that Brawler D3 dealt to HQ C3",
        "7.2",
    ),
    (
        ev.HEALED,
        lambda: fought("outpost borgo | C3=0.HQ C4=0.Medic B4=0.Medic/SE D3=1.Brawler/NW"),
        "Medic B4 is spent in place of Medic C4: it cancels the 2 wounds that Brawler D3 dealt to HQ C3",
        "7.3, 7.2",
    ),
    (
        ev.HEALED,
        lambda: played(
            Table("borgo outpost", "B2=0.HQ B3=1.Runner B4=1.Medic E3=1.HQ").hand(0, "Grenade").turn(0), "grenade B3"
        ),
        "Medic B4 is spent: it saves Runner B3 from destruction by the Grenade",
        "7.2",
    ),
    (
        ev.WOUNDED,
        lambda: fought("vegas moloch | A3=0.Mercenary C3=1.Juggernaut"),
        "Juggernaut C3 now has 1 wound, its toughness is 1",
        "R6.5",
    ),
    (
        ev.HQ_WOUNDED,
        lambda: fought("hegemony outpost | C2=0.Runner/S B2=0.Boss/SE C3=1.HQ"),
        "The HQ of The Outpost loses 2 points: 18 left",
        "R6.5",
    ),
    (
        ev.HQ_WOUNDED,
        lambda: fought("hegemony outpost:1 borgo | C2=0.Runner/S C3=1.HQ"),
        "The HQ of The Outpost loses 1 point: 0 left, it stays to the end of the Battle",
        "R6.5, R10.1",
    ),
    (ev.SCORED, scored, "Hegemony scores 1 point for wounds on a hostile HQ", "R10.5"),
    (
        ev.DESTROYED,
        lambda: fought("outpost hegemony | C4=0.Commando/SW C3=1.Net_Fighter/S"),
        "Net Fighter C3 is destroyed: 1 wound, toughness 0; it goes to the discard pile of Hegemony",
        "R6.5",
    ),
    (
        ev.DESTROYED,
        lambda: fought("outpost borgo | C3=0.HQ B3=0.Medic/SE D3=1.Brawler/NW"),
        "Medic B3 leaves the board, spent; it goes to the discard pile of The Outpost",
        "7.2",
    ),
    (
        ev.DESTROYED,
        lambda: fought("moloch hegemony | C3=0.Clown C2=1.Guard", "clown C3 explodes"),
        "Clown C3 is gone, as every tile that explodes; it goes to the discard pile of Moloch",
        "R6.7",
    ),
    (
        ev.DESTROYED,
        lambda: fought("borgo outpost | C3=-.Mad_Bomber C2=0.Brawler/S C4=1.Runner/NE"),
        "Mad Bomber C3 is gone and out of the game: several players hit it at once",
        "R6.7, R12.2",
    ),
    (
        ev.DESTROYED,
        lambda: fought("hegemony outpost:1 | C2=0.Runner/S C3=1.HQ"),
        "The HQ of The Outpost on C3 is destroyed",
        "R6.5",
    ),
    (
        ev.DESTROYED,
        lambda: played(Table("borgo outpost", "B2=0.HQ B3=1.Runner E3=1.HQ").hand(0, "Grenade").turn(0), "grenade B3"),
        "Runner B3 is destroyed outright; it goes to the discard pile of The Outpost",
        "8, R6.5",
    ),
    (
        ev.RETURNED,
        lambda: fought("borgo smart | C3=1.Bio-droid C2=0.Brawler/S"),
        "Bio-droid goes on top of the pile of Smart, its owner",
        "R3.3",
    ),
    (
        ev.RETURNED,
        lambda: fought("borgo smart | C3=-.Mad_Bomber C2=0.Brawler/S"),
        "Mad Bomber goes on top of the pile of Smart, the next player",
        "R12.2",
    ),
    (
        ev.PHASE_ENDED,
        lambda: fought("outpost hegemony | C4=0.Commando/SW C3=1.Net_Fighter/S"),
        "Phase 3 ends: Net Fighter C3 left the board",
        "R6.5",
    ),
    (
        ev.PHASE_ENDED,
        lambda: fought("outpost hegemony | C4=0.Commando"),
        "Phase 3 ends: nothing left the board",
        "R6.5",
    ),
    (ev.BATTLE_ENDED, lambda: fought("outpost hegemony | C4=0.Commando"), "The Battle is over", "R6.1"),
    # --- the end of a game ---
    (
        ev.EXTRA_TURNS,
        lambda: last_turn("outpost borgo | A1=0.HQ E3=1.HQ"),
        "The lead is shared after the Final Battle: all who share it have one more turn, then an Additional Battle",
        "R1.2",
    ),
    (
        ev.ELIMINATED,
        lambda: fought("hegemony outpost:1 borgo | C2=0.Runner/S C3=1.HQ A1=1.Commando"),
        "The Outpost is out of the game: its HQ has fallen, and its units leave the board",
        "R10.1",
    ),
    (
        ev.REMOVED,
        lambda: fought("hegemony outpost:1 borgo | C2=0.Runner/S C3=1.HQ A1=1.Commando"),
        "Commando A1 leaves the board with its army, The Outpost, as nobody else controls it",
        "R10.1",
    ),
    (
        ev.GAME_OVER,
        lambda: last_turn("outpost borgo:18 | A1=0.HQ E3=1.HQ"),
        "The Outpost wins the game: most HQ points after the Final Battle",
        "R4.4",
    ),
    (
        ev.GAME_OVER,
        lambda: last_turn("2008 outpost borgo | A1=0.HQ E3=1.HQ"),
        "The game ends in a draw: equal HQ points after the Final Battle",
        "R1.2",
    ),
    (
        ev.GAME_OVER,
        lambda: played(
            Table("hegemony outpost:1", "A1=0.HQ C2=0.Runner/S C3=1.HQ").hand(0, "Battle").turn(0), "battle"
        ),
        "Hegemony wins the game: the HQ of The Outpost is destroyed",
        "R6.5",
    ),
]


@pytest.mark.parametrize(("code", "situation", "text", "ruling"), SENTENCES, ids=[entry[2][:60] for entry in SENTENCES])
def test_sentence(code: int, situation: Situation, text: str, ruling: str) -> None:
    lines = [line for line in explain(*situation()) if line.code == code]
    found = [line for line in lines if line.text.startswith(text)]
    assert found, [line.text for line in lines]
    assert found[0].ruling == ruling


def test_every_event_has_a_sentence_test() -> None:
    assert {entry[0] for entry in SENTENCES} == set(CODES)
    assert set(battle.TELLERS) == set(CODES)


# --- lines ----------------------------------------------------------------------------------------
def test_lines_know_their_phase_and_headings() -> None:
    lines = explain(*fought("hegemony borgo | B2=0.Ganger B3=1.Net_Fighter/SW C4=0.HQ"))
    assert [(line.text, line.phase) for line in lines if line.is_heading] == [
        ("Battle, begun by Hegemony with a Battle tile", None),
        ("Phase 3", 3),
        ("Phase 1", 1),
        ("Phase 0", 0),
    ]
    phases = [line.phase for line in lines]
    assert phases == [None, 3, 3, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, None]


def test_a_log_may_be_handed_in_as_it_is() -> None:
    st = state_of(parse_line("outpost hegemony | B3=0.Commando"))
    before, log = st.copy(), Log()
    fight(st, log)
    data = before.to_bytes()
    assert explain(before, log) == explain(before, log.events)
    assert before.to_bytes() == data


def test_a_battle_in_pieces_reads_as_in_one() -> None:
    """Explained action by action, a Battle that stops for a choice keeps its phase, its Medics and its weapons."""
    table = Table("moloch hegemony", "C3=0.Clown C2=1.Guard A1=0.HQ E3=1.HQ").hand(0, "Battle").turn(0)
    whole_before = table.st.copy()
    pieces: list[Line] = []
    for text in ("battle", "clown C3 explodes"):
        before, table.log = table.st.copy(), Log()
        table.do(text)
        pieces += explain(before, table.log)
    again = Table("moloch hegemony", "C3=0.Clown C2=1.Guard A1=0.HQ E3=1.HQ").hand(0, "Battle").turn(0)
    again.do("battle", "clown C3 explodes")
    whole = explain(whole_before, again.log)
    # Who finds no target is known only where the phase comes to its end in the same log.
    assert [line.text.removesuffix("; it finds no target") for line in pieces] == [
        line.text.removesuffix("; it finds no target") for line in whole
    ]
    assert [line.phase for line in pieces] == [line.phase for line in whole]


def test_a_medic_chosen_later_is_told_of_the_same_weapon() -> None:
    board = "A1=0.HQ E3=1.HQ C3=1.Guard C2=1.Scout/S D2=1.Medic/SW B3=1.Medic/NE"
    table = Table("moloch vegas", board.replace("B3=1.Medic/NE", "")).hand(0, "Air Strike").turn(0)
    lines = explain(*played(table, "air strike C3"))
    healed = [line.text for line in lines if line.code == ev.HEALED]
    assert not healed or all("the Air Strike" in text for text in healed)


def test_players_with_the_same_army_are_told_apart() -> None:
    game = Game(("borgo", "moloch", "borgo"))
    assert [player_name(game, p) for p in range(4)] == ["Borgo", "Moloch", "Borgo II", "nobody"]


def test_unit_name() -> None:
    st = state_of(parse_line("outpost hegemony | B3=0.Commando"))
    assert unit_name(st, st.game.board.index["B3"]) == "Commando B3"
    assert unit_name(st, st.game.board.index["B2"]) == "B2"


def test_events_may_say_more_than_they_must() -> None:
    """Later fields of an event settle what it otherwise leaves open."""
    table = Table("living duel outpost vegas", "A1=0.HQ E3=1.HQ C3=0.Runner B1=0.HMG")
    st, at = table.st, table.st.game.board.index
    scene = Scene(st, [(ev.SWAPPED, 0, at["B1"], at["C3"], 3, 5)])
    scene.begin(0)
    scene.end(0)
    assert [scene.st.unit(at[name], U_ROT) for name in ("B1", "C3")] == [2, 4]
    paid = [(ev.DISCARDED, 0, int(st.game.base[0]) + 1), (ev.ENERGY, 0, 1, 19)]
    assert explain(st, paid)[1].text == "The Outpost trades 1 HQ point for 1 energy: 1 energy now, 19 HQ points left"
    moved = [(ev.MOVED, 0, st.unit(at["C3"], U_TILE) - 1, at["C3"], at["C2"], 0, FROM_MOBILITY, 1)]
    assert explain(st, moved)[0].text.endswith("as the second step of a Recon move")
    assert explain(st, [(ev.GAME_OVER, 1, 1, 1)])[0].text.startswith("The game ends in a draw for The Outpost")


# --- the ways of shots ----------------------------------------------------------------------------
MIRRORS = "doomsday hegemony | C2=0.Tripler/S C3=0.Tripler/SW D2=0.Doom_Net_Fighter/SW D1=0.Omega_Shooter/SW B2=1.HQ"
LOOP = "doomsday hegemony | C3=0.Tripler/S D1=0.Tripler/NW C1=0.Fireblast/S D3=0.Doom_Net_Fighter/N E3=0.Omega_Shooter"


@pytest.mark.ruling("R11.1", "R11.2")
def test_each_path_of_a_shot_is_told_with_its_own_redirectors() -> None:
    texts = [line.text for line in explain(*fought(MIRRORS)) if line.code == ev.HIT and line.phase == 2]
    assert texts == [
        "Omega Shooter D1 shoots S, turned to NW by Doom Net Fighter D2 and then Tripler C3: hits HQ B2 for 1",
        "Omega Shooter D1 shoots SW, turned to NW by Tripler C2, Doom Net Fighter D2 and then Tripler C3: hits HQ B2 for 1",
        "Omega Shooter D1 shoots SW, turned to NW by Tripler C2 and then Tripler C3: hits HQ B2 for 1",
        "Omega Shooter D1 shoots SW, turned to SW by Tripler C2: hits HQ B2 for 1 → 16 HQ points left",
    ]


@pytest.mark.ruling("R11.2")
def test_an_endless_shot_is_told_as_one() -> None:
    lines = explain(*fought(f"{LOOP} C4=1.Gladiator/S A2=1.HQ"))
    told = {line.text: line.ruling for line in lines if "without end" in line.text}
    assert told == {
        "Omega Shooter E3 shoots NW, turned to SW by Doom Net Fighter D3 and then Tripler D1 in an endless loop: "
        "hits HQ A2 without end → 0 HQ points left": "R6.2, R11.2",
        "Omega Shooter E3 shoots NW, turned to S by Doom Net Fighter D3, Tripler D1, Fireblast C1 and then Tripler C3 "
        "in an endless loop: hits Gladiator C4 without end → destroyed": "R6.2, R11.2",
        "Gladiator C4 is destroyed by hits without end; it goes to the discard pile of Hegemony": "R6.5, R11.2",
    }


def test_a_straight_shot_has_no_route() -> None:
    st = state_of(parse_line("outpost hegemony | B3=0.Commando/SW B2=1.Net_Fighter"))
    at = st.game.board.index
    assert routes(st, at["B3"], 0, ev.RANGED, at["B2"], 0) == []


# --- whole games ----------------------------------------------------------------------------------
KEYS = tuple(ARMIES)
Games = Callable[[Random, str], Game]


def _armies(random: Random, count: int) -> tuple[str, ...]:
    return tuple(KEYS[int(random.below(len(KEYS)))] for _ in range(count))


MODES: dict[str, Games] = {
    "standard": lambda r, rules: Game(_armies(r, 2), ruleset=rules),
    "duel": lambda r, rules: Game(_armies(r, 2), ruleset=rules, board="duel"),
    "deathmatch": lambda r, rules: Game(_armies(r, 3), ruleset=rules),
    "score": lambda r, rules: Game(_armies(r, 3), ruleset=rules, score=True),
    "team": lambda r, rules: Game(_armies(r, 4), ruleset=rules, mode="team"),
    "team score": lambda r, rules: Game(_armies(r, 4), ruleset=rules, mode="team", score=True),
    "one-vs-two": lambda r, rules: Game(_armies(r, 3), ruleset=rules, mode="one-vs-two"),
    "mercenaries": lambda r, rules: Game(
        _armies(r, 2), ruleset=rules, mercenaries=2, bomber="mercenary", bomber_two=True
    ),
    "bombers": lambda r, rules: Game(("doomsday", "vegas", "smart"), ruleset=rules, bomber="neutral", bomber_two=True),
    "reinforcement": lambda r, rules: Game(("outpost", "vegas"), ruleset=rules, reinforcement=True),
    "expanded": lambda r, rules: Game(_armies(r, 5), ruleset=rules, board="expanded"),
}
RULES = ("2008", "3.0", "living")
NUMBERLESS = re.compile(r"None|\b(?:255|99|90)\b|-\d|\bplayer \d|[{}\[\]]|  |: ?$|^[a-z]")
"""What a sentence never has: a number that stands for something else, a gap, a small letter at its beginning."""


def random_game(mode: str, seed: int) -> State:
    random = Random(seed)
    st = new_state(MODES[mode](random, RULES[seed % 3]))
    if seed % 2:  # HQs that fall, too
        for p in range(len(st.game.armies)):
            st.b[int(st.po) + p * PLAYER_SIZE + P_HQ] = 3
    return st


def check(line: Line, event: tuple[int, ...]) -> None:
    assert line.code == event[0]
    assert not NUMBERLESS.search(line.text), line
    assert set(line.ruling.split(", ")) <= RULINGS, line


@pytest.mark.parametrize("mode", MODES)
def test_no_event_of_a_random_game_is_without_a_sentence(mode: str) -> None:
    buffer = fresh_buffer()
    for seed in range(20):
        st = random_game(mode, seed)
        before, random, log = st.copy(), Random(seed), Log()
        st.log = log
        while not st.is_over():
            play(st, random_action(st, random, buffer))
        lines = explain(before, log)
        assert len(lines) == len(log.events)
        for line, event in zip(lines, log.events, strict=True):
            check(line, event)


@pytest.mark.parametrize("mode", MODES)
def test_the_board_is_followed_action_by_action(mode: str) -> None:
    buffer = fresh_buffer()
    for seed in range(20, 24):
        st, random = random_game(mode, seed), Random(seed)
        while not st.is_over():
            before, log = st.copy(), Log()
            st.log = log
            play(st, random_action(st, random, buffer))
            st.log = None
            for line, event in zip(explain(before, log), log.events, strict=True):
                check(line, event)
            scene = Scene(before, log.events)
            for i in range(len(log.events)):
                scene.begin(i)
                scene.end(i)
            swapped = any(event[0] == ev.SWAPPED for event in log.events)
            assert board_of(scene.st, swapped) == board_of(st, swapped)
            assert scene.hands == [len(st.hand(p)) for p in range(len(st.game.armies))]


def board_of(st: State, swapped: bool) -> list[tuple[int, ...]]:
    """All that is followed of a state; the facing apart where a procedure may have turned what it swapped."""
    fields = (U_TILE, U_OWNER, U_CTRL, U_WOUNDS, F_TILE, *(() if swapped else (U_ROT,)))
    points = tuple(st.hq(p) for p in range(len(st.game.armies)))
    hexes = range(int(st.hexes))
    return [points, *((*(st.unit(h, field) for field in fields), st.unit(h, U_FLAGS) & 1) for h in hexes)]


# --- reasons --------------------------------------------------------------------------------------
def moments(mode: str, seed: int) -> Iterator[State]:
    """States of the main part of turns in one random game."""
    st, random, buffer = random_game(mode, seed), Random(seed), fresh_buffer()
    while not st.is_over():
        play(st, random_action(st, random, buffer))
        if st.stage() == ST_MAIN:
            yield st


@pytest.mark.parametrize("mode", ["standard", "deathmatch", "team", "bombers", "duel"])
def test_named_parts_add_up_to_what_the_rules_reckon(mode: str) -> None:
    for seed in range(40, 43):
        for st in moments(mode, seed):
            for h in units(st):
                given = gifts(st, h)
                bonuses(st)
                sums = {
                    effect: sum(gift.value for gift in given if gift.effect == effect)
                    for effect in ("initiative", "enemy_initiative", "melee", "ranged", "extra_attack", "quartermaster")
                }
                assert sums["initiative"] + sums["enemy_initiative"] == int(SPEED[h])
                assert sums["melee"] == int(MELEE_BONUS[h])
                assert sums["ranged"] == int(RANGED_BONUS[h])
                assert sums["extra_attack"] == int(EXTRAS[h])
                assert sums["quartermaster"] == int(CONVERTERS[h])
                set_values(st, h)
                values = sorted((int(VALUES[h * 8 + i]) for i in range(8) if VALUES[h * 8 + i] >= 0), reverse=True)
                found = attacks(st, h)
                assert [attack.value for attack in found] == values
                assert all(sum(part.value for part in attack.parts) == attack.value for attack in found)
                for d in range(6):
                    for convert in (0, 1 + d * 2, 2 + d * 2):
                        for kind in (ev.MELEE, ev.RANGED):
                            if convert and not _has_part(st, h, d, (convert - 1) % 2):
                                continue
                            parts = strength_parts(st, h, d, kind, convert)
                            bonuses(st)
                            assert sum(part.value for part in parts) == int(strength(st, h, d, kind, convert))


def _has_part(st: State, h: int, d: int, part: int) -> bool:
    return int(strength(st, h, d, part, 0)) > 0


MELEE_AND_RANGED = "moloch hegemony | C3=0.Juggernaut C4=0.Brain B4=1.Quartermaster/NE"


@pytest.mark.ruling("R1.9", "R6.8")
def test_a_changed_attack_names_the_bonuses_it_keeps() -> None:
    line = "moloch hegemony teams=0+1 | C3=0.Juggernaut C4=0.Brain A1=0.HQ"
    st = state_of(parse_line(line.replace("teams=0+1 ", "")))
    at = st.game.board.index
    changed = strength_parts(st, at["C3"], 0, ev.RANGED, 1)
    assert [part.text for part in changed] == [
        "printed 2, changed from melee to ranged",
        "Brain C4 +1",
        "Brain C4 +1",
    ]
    assert strength_parts(st, at["C3"], 0, ev.MELEE, 1) == []


# --- one unit -------------------------------------------------------------------------------------
def reasons(line: str, place: str) -> dict[str, str]:
    st = state_of(parse_line(line))
    return {told.text: told.ruling for told in why(st, st.game.board.index[place]).lines}


CAPTIVES = "vegas outpost | C3=0.HQ D2=0.Saboteur C4=0.Medic D3=1.Scoper E2=1.Runner/NW B2=1.HQ B3=1.Recon_Center"


def test_why_initiative_and_strength() -> None:
    told = reasons("hegemony outpost | C2=0.Runner/S B2=0.Boss/SE C1=0.Scout/S C3=1.HQ", "C2")
    assert told["It acts at 4: printed 2, Boss B2 +1, Scout C1 +1"] == "R3.6"
    assert told["Its melee attack S has strength 2: printed 1, Boss B2 +1"] == "R3.5"
    told = reasons("outpost hegemony | C2=0.HMG C3=0.HQ", "C2")
    assert told["It acts at 0: extra attack at 0 by HQ C3"] == "R3.6, R1.4"
    told = reasons("outpost vegas | C2=0.HMG C1=1.Saboteur", "C2")
    assert told["It acts at 0: printed 1, Saboteur C1 −1"] == "R3.6"
    told = reasons("outpost vegas | C2=0.HQ C1=1.Saboteur", "C2")
    assert told["It acts at 0: printed 0, Saboteur C1 −1, never below 0"] == "R3.6"
    assert told["Its melee attacks on all six sides each have strength 1: printed 1"] == "R3.5"


def test_why_netted() -> None:
    told = reasons("hegemony borgo | B2=0.Ganger B3=1.Net_Fighter/SW", "B2")
    assert told["It is netted by Net Fighter B3: it does not act, net, link, move or turn"] == "R3.1"
    assert told["It would act at 3: printed 3"] == "R6.1"
    assert reasons("hegemony borgo | B2=0.Ganger B3=1.Net_Fighter/SW", "B3")["Its net holds Ganger B2"] == "R3.1"
    assert reasons("hegemony borgo | B3=1.Net_Fighter/SW", "B3")["Its net holds nobody"] == "R3.1"


def test_why_taken_and_scoped() -> None:
    told = reasons(CAPTIVES, "D3")
    assert told["Scoper D3 belongs to The Outpost, but Vegas controls it: taken over by HQ C3"] == "R3.2, R3.3"
    assert told["Vegas may still turn it once"] == "R3.3"
    assert reasons(CAPTIVES, "C3")["Its takeover link holds Scoper D3"] == "R3.2"
    line = "borgo outpost | C3=0.Officer C2=0.Brawler C4=1.Scoper B2=1.Brawler/S"
    assert reasons(line, "C3")["It works for The Outpost: scoped by Scoper C4"] == "R3.4"
    assert reasons(line, "C4")["It scopes Officer C3"] == "R3.4"
    assert reasons(line, "C3")["It gives Brawler B2 +1 melee strength"] == "R3.5"
    assert not any("Brawler C2" in text for text in reasons(line, "C3"))


def test_why_medics_toughness_and_gifts() -> None:
    told = reasons("outpost borgo | C3=0.HQ B3=0.Medic/SE C4=0.Medic D3=0.Runner", "C3")
    assert told["Medic B3 and Medic C4 answer hits on it"] == "7.2"
    assert told["It gives Runner D3 one more attack"] == "R1.4, R3.5"
    assert told["It has 20 HQ points left"] == "R6.5"
    assert reasons("moloch borgo | C3=0.Blocker~1", "C3")["It has toughness 2 and 1 wound: 2 more destroy it"] == "R6.5"
    assert (
        reasons("moloch borgo | C3=0.Hybrid", "C3")["It has toughness 0 and no wounds: 1 wound destroys it"] == "R6.5"
    )
    told = reasons("outpost borgo | B3=0.Medic/SE C3=0.HQ", "B3")
    assert told["It gives HQ C3 a Medic for one hit"] == "7.2, R3.5"
    assert reasons("outpost borgo | A1=0.Medic", "A1")["Its links reach no unit"] == "R3.5"


def test_why_it_may_move() -> None:
    told = reasons(CAPTIVES, "E2")
    assert told["It may move in the turns of The Outpost by its own Mobility"] == "R5.1"
    assert told["A Recon Center makes each such move two"] == "R1.5"
    told = reasons("hegemony borgo | C3=0.Ganger B3=0.Transport", "C3")
    assert told["It may still move this turn by Transport B3"] == "R5.1"
    told = reasons("doomsday borgo | C3=0.Tripler B3=0.HQ", "C3")
    assert told["It may still be turned this turn by the rotation of HQ B3"] == "R5.3"
    table = Table("outpost borgo", "A1=0.HQ E3=1.HQ C3=0.Runner").turn(0).do("turn C3 facing S by mobility")
    facts = why(table.st, table.st.game.board.index["C3"])
    assert facts.moves == ()
    assert "It has used its own Mobility this turn" in [line.text for line in facts.lines]


def test_why_of_special_edges() -> None:
    told = reasons("doomsday borgo | C3=0.Tripler/S", "C3")
    assert told["It turns friendly shots that come to it at N, NE or NW and lets them out SE, S and SW"] == "R11.1"
    told = reasons("doomsday borgo | C3=0.Trap/NE", "C3")
    assert told["A hostile attack at NE in a Battle sets it off"] == "R11.3, R6.7"
    told = reasons("doomsday borgo | C3=-.Mad_Bomber", "C3")
    assert told["Mad Bomber C3 belongs to nobody and is hostile to all"] == "R12.2"
    assert told["A hostile attack at any edge in a Battle sets it off"] == "R12.2, R6.7"
    told = reasons("doomsday borgo | C3=0.Gauss_Cannon/S", "C3")
    assert told["Its Gauss shot S has strength 1: never strengthened"] == "R3.5"
    told = reasons("hegemony borgo | C3=0.Ganger C4=0.Quartermaster", "C3")
    assert told["Quartermaster C4 lets it change one attack's type once a Battle"] == "R6.8"


def test_why_asks_for_a_unit() -> None:
    st = state_of(parse_line("outpost hegemony | B3=0.Commando"))
    with pytest.raises(NoUnit, match="^B2: no unit stands there$"):
        why(st, st.game.board.index["B2"])
    with pytest.raises(NoUnit, match="^hex 99: expected a number from 0 to 18$"):
        why(st, 99)


@pytest.mark.parametrize("mode", MODES)
def test_why_agrees_with_the_rules(mode: str) -> None:
    for seed in range(50, 52):
        for n, st in enumerate(moments(mode, seed)):
            if n % 5:
                continue
            sources, turned = _legal_moves(st)
            data = st.to_bytes()
            for h in units(st):
                facts = why(st, h)
                for line in facts.lines:
                    check(line, (0,))
                bonuses(st)
                _compare(st, h, facts)
                if facts.controller == st.turn():
                    steps = [move for move in facts.moves if not move.startswith("the rotation")]
                    assert len(steps) == sources.get(h, 0)
                    assert (len(facts.moves) > len(steps)) == (h in turned)
            assert st.to_bytes() == data


def _legal_moves(st: State) -> tuple[dict[int, int], set[int]]:
    """By hex: how many sources of a move, apart from the tile, it has; and the hexes that an HQ's rotation may turn."""
    found: dict[int, set[int]] = {}
    turned = set()
    for action in legal_actions(st):
        if MOVE <= action < SECOND:
            source, h = divmod((action - MOVE) // 42, 37)
            if source != FROM_TILE:
                found.setdefault(h, set()).add(source)
        elif HQ_TURN <= action < HQ_TURN + 37 * 6:
            turned.add((action - HQ_TURN) // 6)
    return {h: len(sources) for h, sources in found.items()}, turned


def _compare(st: State, h: int, facts: unit.UnitFacts) -> None:
    """What `why` and `inspect` tell of a unit is the same."""
    now = unit_now(st, h)
    assert (facts.owner, facts.controller) == (now["player"], now["controller"])
    assert bool(facts.netted_by) == now["disabled"] == is_netted(st, h)
    assert bool(facts.taken_by) == (facts.owner != facts.controller)
    if not now["disabled"]:
        assert sorted({attack.value for attack in facts.attacks}, reverse=True) == now["initiative"]
        for kind, name in ((ev.MELEE, "melee"), (ev.RANGED, "ranged")):
            edges = {DIRECTIONS[edge.direction]: edge.strength for edge in facts.edges if edge.kind == kind}
            assert edges == now[name]
        assert [DIRECTIONS[edge.direction] for edge in facts.edges if edge.kind == ev.GAUSS] == now["gauss"]


# --- tiles ----------------------------------------------------------------------------------------
ALL_TILES = [tile for group in (ARMIES, EXTRA_TILES) for army in group.values() for tile in army.tiles]
KEY_WORDS = {
    "en": {
        "melee": "Melee attack of strength",
        "ranged": "Ranged attack of strength",
        "gauss": "Gauss shot at",
        "armor": "Armour at",
        "net": "Net at",
        "links": "Linked at",
        "long_links": "Long link at",
        "trigger": "sets it off",
        "redirect_in": "Redirector:",
        "toughness": "Toughness",
        "mobility": "Mobility:",
        "all": "all six edges",
        "any": "any edge",
    },
    "pl": {
        "melee": "Cios o sile",
        "ranged": "Strzał o sile",
        "gauss": "Strzał Gaussa na",
        "armor": "Pancerz na",
        "net": "Sieć na",
        "links": "Połączony na",
        "long_links": "Długie połączenie na",
        "trigger": "uruchamia",
        "redirect_in": "Przekierowanie:",
        "toughness": "Wytrzymałość",
        "mobility": "Mobilność:",
        "all": "wszystkich sześciu krawędziach",
        "any": "dowolnej krawędzi",
    },
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("tile", ALL_TILES, ids=[f"{tile.army}-{tile.name}" for tile in ALL_TILES])
def test_every_symbol_of_a_tile_is_described(tile: Tile, lang: str) -> None:
    told = describe_tile(tile, lang)
    words = KEY_WORDS[lang]
    assert tile.name in told[0]
    assert str(tile.count) in told[0]
    for name in tile.also_called:
        assert name in told[1]
    for sentence in told[1:]:
        assert sentence.endswith(".")
        assert not re.search(r"[{}]|None|  ", sentence)
    cited = set(re.findall(r"(?:R\d+\.\d+|\b7\.\d|\b8\b)(?=[,)])", " ".join(told)))
    assert cited <= RULINGS
    for field in ("gauss", "armor", "net", "links", "long_links", "trigger", "redirect_in"):
        edges = getattr(tile, field)
        found = [sentence for sentence in told if words[field] in sentence]
        assert bool(found) == any(edges), field
        if found:
            _names_edges(found[0], edges, words)
    for field in ("melee", "ranged"):
        edges = getattr(tile, field)
        found = [sentence for sentence in told if sentence.startswith(words[field])]
        assert len(found) == len(set(edges) - {0})
        for power in set(edges) - {0}:
            sentence = next(sentence for sentence in found if f"{words[field]} {power} " in sentence)
            _names_edges(sentence, tuple(int(value == power) for value in edges), words)
    assert any(sentence.startswith(words["toughness"]) for sentence in told) == bool(tile.toughness)
    if tile.toughness:
        assert any(f"{words['toughness']} {tile.toughness}:" in sentence for sentence in told)
    assert any(sentence.startswith(words["mobility"]) for sentence in told) == tile.mobility
    for value in tile.initiative:
        assert re.search(rf"(?:Initiative|Inicjatywa) [^:]*\b{value}\b", " ".join(told))
    table = LANGUAGES[lang]
    for effect in tile.module:
        assert any(sentence.endswith(table[f"module_{effect}"][8:]) for sentence in told), effect
    for ability in tile.abilities:
        assert table[f"ability_{ability}"] in told
    if not tile.is_unit:
        assert told[-1] == table[f"effect_{tile.effect}"]


def _names_edges(sentence: str, edges: tuple[int, ...], words: dict[str, str]) -> None:
    if all(edges):
        assert words["all"] in sentence or words["any"] in sentence
        return
    before = sentence.split(":")[0] if words["redirect_in"] not in sentence else sentence
    named = set(re.findall(r"\b(?:NE|NW|SE|SW|N|S)\b", before))
    wanted = {DIRECTIONS[edge] for edge in range(6) if edges[edge]}
    assert named >= wanted
    if words["redirect_in"] not in sentence:
        assert named == wanted


def test_languages_say_the_same() -> None:
    english, polish = LANGUAGES["en"], LANGUAGES["pl"]
    assert list(english) == list(polish)
    for key, text in english.items():
        marks = sorted(re.findall(r"\{\w+\}", text))
        # Numerals may be spelt out in one language and not in the other.
        if not key.startswith("count_"):
            assert sorted(re.findall(r"\{\w+\}", polish[key])) == marks, key
        cited = re.compile(r"R\d+\.\d+|\b7\.\d|\(8\)|\(8,")
        assert cited.findall(text) == cited.findall(polish[key]), key
    assert {key.removeprefix("module_") for key in english if key.startswith("module_")} == set(MODULE_EFFECTS)


def test_strengths_and_values_of_modules_are_told() -> None:
    assert "+1 strength to the melee attacks of linked friendly units (R3.5)." in describe_tile(
        ARMIES["hegemony"].tile("Boss")
    )
    assert any(text.startswith("−1 initiative") for text in describe_tile(ARMIES["vegas"].tile("Saboteur")))
    assert any(text.startswith("−1 do inicjatywy") for text in describe_tile(ARMIES["vegas"].tile("Saboteur"), "pl"))


def test_a_language_that_is_not_there() -> None:
    with pytest.raises(UnknownLanguage, match='^language: no words in "de"; there are en, pl$'):
        describe_tile(ARMIES["borgo"].tile("Mutant"), "de")


@pytest.mark.parametrize("module", [battle, tiles, unit])
def test_examples_in_the_text_of_modules(module: object) -> None:
    result = doctest.testmod(module)  # type: ignore[arg-type]  # a module is what it asks for
    assert result.attempted
    assert not result.failed
