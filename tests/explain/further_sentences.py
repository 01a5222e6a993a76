"""Expected sentences about what only armies with more than the basic rules do."""

from __future__ import annotations

from neurohex import events as ev
from tests.explain.stories import Sentence, fought, played
from tests.rules.table import Table

BOARD = "C3=1.Runner C4=1.Scout A1=0.HQ E3=1.HQ"

SENTENCES: list[Sentence] = [
    # --- before the hits ---
    (
        ev.Aimed,
        lambda: fought("newyork borgo | C5=0.Sharpshooter C4=1.Scout C2=1.Officer A1=0.HQ E1=1.HQ", "aim C5 at C2"),
        "Sharpshooter C5 aims at Officer C2",
        "R13.6",
    ),
    (
        ev.Held,
        lambda: fought("sharrash hegemony | C3=0.Mutant C2=1.Guard/S A1=0.HQ E3=1.HQ"),
        "Guard C2 does not act: it is paralysed",
        "R23.1, R6.1",
    ),
    # --- hits ---
    (
        ev.Reflected,
        lambda: fought("steelpolice hegemony | C3=0.Judge C4=1.Runner A1=0.HQ E3=1.HQ"),
        "Judge C3 sends the attack of Runner C4 N back at Runner C4",
        "R18.1",
    ),
    (
        ev.Hit,
        lambda: fought("steelpolice hegemony | C3=0.Judge C4=1.Runner A1=0.HQ E3=1.HQ"),
        "The attack of Runner C4 N comes back and hits Runner C4 for 1 → destroyed",
        "R6.2, R18.1",
    ),
    (
        ev.FoundationBlew,
        lambda: fought("mississippi borgo | A1=0.HQ E3=1.HQ | A2=0.Toxic_Bomb"),
        "Toxic Bomb A2 explodes: 1 wound to each unit on its hex and next to it, and it is gone",
        "R28.7",
    ),
    (
        ev.Hit,
        lambda: fought("mississippi borgo | A1=0.HQ E3=1.HQ | A2=0.Toxic_Bomb"),
        "The explosion on A2 hits HQ A1 for 1 → 19 HQ points left",
        "R28.7, R6.7",
    ),
    (
        ev.Hit,
        lambda: fought("mississippi borgo | A1=0.HQ E3=1.HQ^v"),
        "Venom hits HQ E3 for 1 → 19 HQ points left",
        "R21.2",
    ),
    # --- markers ---
    (
        ev.Marked,
        lambda: fought("neojungle borgo | C3=0.Nightshade C2=1.HQ A3=0.HQ"),
        "HQ C2 gets a venom marker of Neojungle: 1 wound before every Battle",
        "R21.1",
    ),
    (
        ev.Marked,
        lambda: fought("sharrash hegemony | C3=0.Mutant C2=1.Guard/S A1=0.HQ E3=1.HQ"),
        "Guard C2 gets a paralysis marker of Sharrash: it does not attack",
        "R23.2",
    ),
    (
        ev.Unmarked,
        lambda: fought("sharrash hegemony | C3=0.Mutant C2=1.Guard/S A1=0.HQ E3=1.HQ"),
        "Guard C2 loses its paralysis marker of Sharrash: the Battle is over",
        "R23.2, R31.2",
    ),
    # --- a turn ---
    (
        ev.Paid,
        lambda: played(Table("steelpolice hegemony", BOARD).turn(0), "steel net C3"),
        "Steel Police pays 1 HQ point: 19 HQ points left",
        "R19.1",
    ),
    (
        ev.Marked,
        lambda: played(Table("steelpolice hegemony", BOARD).turn(0), "steel net C3"),
        "Steel Police throws the Steel Net over Runner C3",
        "R19.1",
    ),
    (
        ev.Netted,
        lambda: played(Table("steelpolice hegemony", BOARD).turn(0), "steel net C3"),
        "Runner C3 can do nothing: a Steel Net lies on it",
        "R19.2",
    ),
    (
        ev.DrawnIn,
        lambda: played(Table("sharrash hegemony", BOARD, "C2=0.Hole").turn(0), "draw C3 into C2"),
        "Sharrash draws Runner C3 into Hole C2",
        "R27.1",
    ),
    (
        ev.Transposed,
        lambda: played(
            Table("mississippi borgo", "C3=0.Guard D3=0.Boiler A1=0.HQ E3=1.HQ").hand(0, "Transposition").turn(0),
            "transpose C3 by D3",
        ),
        "Mississippi puts Boiler D3 on C3, without turning it",
        "R28.6",
    ),
    (
        ev.Turned,
        lambda: played(
            Table("mississippi borgo", "C3=-.Mad_Bomber A1=0.HQ E3=1.HQ").hand(0, "Smokescreen").turn(0),
            "smokescreen C3 facing S",
        ),
        "Mississippi turns Mad Bomber C3, now facing S, by a Smokescreen",
        "R28.5",
    ),
]
