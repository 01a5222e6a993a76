"""Expected sentences outside the phases of a Battle."""

from __future__ import annotations

from neurohex import events as ev
from tests.explain.stories import Sentence, bomber_two, draws, fought, hired, last_turn, played, unlucky
from tests.rules.table import Table

DUEL = "living duel smart vegas"

SENTENCES: list[Sentence] = [
    # --- a turn ---
    (ev.Drawn, lambda: draws(("Runner", "Move"), "Runner"), "The Outpost draws Runner", "R4.2"),
    (
        ev.Discarded,
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
        ev.Discarded,
        lambda: played(Table("outpost borgo", "A1=0.HQ E3=1.HQ").hand(0, "Runner").turn(0), "discard Runner"),
        "The Outpost discards Runner",
        "R4.3",
    ),
    (ev.Discarded, unlucky, "The Outpost discards Move as part of the Unlucky Draw", "R1.1"),
    (ev.Discarded, bomber_two, "Borgo discards Move to put down Mad Bomber II", "R12.2"),
    (
        ev.Discarded,
        lambda: played(Table(DUEL, "A1=0.HQ E3=1.HQ").hand(0, "Officer").turn(0), "sell Officer"),
        "Smart discards Officer to trade it for energy",
        "R9.2",
    ),
    (ev.UnluckyDraw, unlucky, "The Outpost holds only instants: an Unlucky Draw, the hand is discarded", "R1.1"),
    (
        ev.SupplyEnded,
        lambda: draws(("Runner",), "Runner"),
        "The Outpost has drawn the last tile of the pile: no Battle tile may be played any more",
        "R4.4",
    ),
    (
        ev.TurnEnded,
        lambda: played(Table("outpost borgo", "A1=0.HQ E3=1.HQ").turn(0), "end turn"),
        "The Outpost ends the turn",
        "R4.3",
    ),
    (
        ev.TurnEnded,
        lambda: played(Table("outpost borgo", "A1=0.HQ E3=1.HQ").hand(0, "Battle").turn(0), "battle"),
        "The Battle has ended the turn of The Outpost",
        "R4.5",
    ),
    (
        ev.TurnBegan,
        lambda: played(Table("outpost borgo", "A1=0.HQ E3=1.HQ").turn(0), "end turn"),
        "Turn 10: Borgo",
        "R4.3",
    ),
    (ev.Hired, hired, "Borgo chooses the mercenary Harpooner and lays it aside", "R12.1"),
    # --- tiles ---
    (
        ev.Placed,
        lambda: played(
            Table("outpost borgo", "A1=0.HQ E3=1.HQ").hand(0, "Runner").turn(0), "place Runner C2 facing SE"
        ),
        "The Outpost places Runner on C2, facing SE",
        "R4.3",
    ),
    (
        ev.Placed,
        lambda: played(Table("vegas borgo", "A1=0.HQ E3=1.HQ").hand(0, "Mine").turn(0), "place Mine B2"),
        "Vegas lays Mine on B2",
        "R5.5",
    ),
    (
        ev.Placed,
        lambda: played(
            Table("smart borgo", "A1=0.HQ E3=1.HQ C2=0.Transporter").hand(0, "Cyborg").turn(0),
            "deploy Cyborg at C2 facing N",
        ),
        "Smart places Cyborg on C2, facing N, in place of Transporter",
        "R5.4",
    ),
    (
        ev.Destroyed,
        lambda: played(
            Table("smart borgo", "A1=0.HQ E3=1.HQ C2=0.Transporter").hand(0, "Cyborg").turn(0),
            "deploy Cyborg at C2 facing N",
        ),
        "Transporter C2 gives up its hex; it goes to the discard pile of Smart",
        "R5.4",
    ),
    (ev.Placed, bomber_two, "Borgo puts Mad Bomber II from beside the board on C3: it belongs to nobody", "R12.2"),
    (
        ev.Played,
        lambda: played(Table("smart borgo", "A1=0.HQ E3=1.HQ").hand(0, "Terror").turn(0), "terror"),
        "Smart plays Terror: until its next turn nobody else may put a tile on a free hex",
        "R5.6",
    ),
    (
        ev.Played,
        lambda: played(Table("outpost borgo", "A1=0.HQ C3=1.Mutant E3=1.HQ").hand(0, "Sniper").turn(0), "snipe C3"),
        "The Outpost plays Sniper",
        "R8.3",
    ),
    # --- about the board ---
    (
        ev.Moved,
        lambda: played(
            Table("outpost borgo", "A1=0.HQ E3=1.HQ C3=0.Commando").hand(0, "Move").turn(0),
            "move C3 to C4 facing S by Move",
        ),
        "The Outpost moves Commando from C3 to C4, facing S, by the Move tile",
        "R5.1",
    ),
    (
        ev.Moved,
        lambda: played(Table("outpost borgo", "A1=0.HQ E3=1.HQ C3=0.Runner").turn(0), "turn C3 facing S by mobility"),
        "The Outpost turns Runner C3, now facing S, by its own Mobility",
        "R5.1",
    ),
    (
        ev.Moved,
        lambda: played(
            Table("hegemony borgo", "A1=0.HQ E3=1.HQ C3=0.Ganger B3=0.Transport").turn(0),
            "move C3 to C4 facing N by Transport B3",
        ),
        "Hegemony moves Ganger from C3 to C4, facing N, by Transport B3",
        "R5.1",
    ),
    (
        ev.Moved,
        lambda: played(
            Table("outpost borgo", "A1=0.HQ E3=1.HQ C3=0.Runner B3=0.Recon_Center").turn(0),
            "move C3 to C4 facing N by mobility",
            "then to C5 facing N",
        ),
        "The Outpost moves Runner from C4 to C5, facing N, as the second step of a Recon move",
        "R1.5, R5.7",
    ),
    (
        ev.Turned,
        lambda: played(
            Table("vegas borgo", "A1=0.HQ E3=1.HQ C3=0.Bodyguard").hand(0, "Rotation").turn(0), "rotate C3 facing S"
        ),
        "Vegas turns Bodyguard C3, now facing S, by the Rotation tile",
        "R5.3",
    ),
    (
        ev.Turned,
        lambda: played(Table("doomsday borgo", "A1=0.HQ E3=1.HQ C3=0.Tripler").turn(0), "turn C3 facing S by HQ"),
        "Doomsday Machine turns Tripler C3, now facing S, by the rotation that its HQ grants once a turn",
        "R5.3",
    ),
    (
        ev.Turned,
        lambda: played(
            Table("vegas borgo", "A1=0.HQ E3=1.HQ C3=1.Mutant").hand(0, "Agitator").turn(0),
            "place Agitator C4 facing N",
            "captive C3 facing S",
        ),
        "Vegas turns Mutant C3, now facing S, as its taker may once",
        "R3.3",
    ),
    (
        ev.Turned,
        lambda: played(
            Table(DUEL, "A1=0.HQ E3=1.HQ C3=0.Ripper").energy(0, 1).turn(0), "procedure rotation C3 facing S"
        ),
        "Smart turns Ripper C3, now facing S, by the procedure Rotation",
        "R9.3",
    ),
    (
        ev.Pushed,
        lambda: played(
            Table("moloch borgo", "A1=0.HQ E3=1.HQ C3=0.Blocker D3=1.Mutant").hand(0, "Push Back").turn(0),
            "push D3 from C3",
            "yield to E2",
        ),
        "Blocker C3 pushes Mutant D3 back to E2",
        "R5.2",
    ),
    (
        ev.Swapped,
        lambda: played(
            Table("vegas borgo", "A1=0.HQ E3=1.HQ C3=0.Guard C4=0.Marksman").hand(0, "Castling").turn(0), "castle C3 C4"
        ),
        "Vegas lets Marksman C4 and Guard C3 change places",
        "R5.3",
    ),
    (
        ev.Swapped,
        lambda: played(
            Table(DUEL, "A1=0.HQ E3=1.HQ C3=0.Ripper B1=0.Cyborg").energy(0, 2).turn(0),
            "procedure swap B1 facing N with C3 facing S",
        ),
        "Smart lets Cyborg B1 and Ripper C3 change places",
        "R9.3",
    ),
    (
        ev.ProcedureStarted,
        lambda: played(
            Table(DUEL, "A1=0.HQ E3=1.HQ C3=0.Ripper").energy(0, 3).turn(0), "procedure rotation C3 facing S"
        ),
        "Smart starts the procedure Rotation for 1 energy: 2 left",
        "R9.3",
    ),
    (
        ev.EnergyGained,
        lambda: played(Table(DUEL, "A1=0.HQ E3=1.HQ").hand(0, "Officer").turn(0), "sell Officer"),
        "Smart gains 1 energy for the tile: 1 now",
        "R9.2",
    ),
    (
        ev.EnergyGained,
        lambda: played(Table(DUEL, "A1=0.HQ E3=1.HQ").turn(0), "sell HQ point"),
        "Smart trades 1 HQ point for 1 energy: 1 energy now, 19 HQ points left",
        "R9.2",
    ),
    (
        ev.MineBlew,
        lambda: played(
            Table("outpost vegas", "A1=0.HQ E3=1.HQ C3=0.Runner", "C4=1.Mine").turn(0),
            "move C3 to C4 facing N by mobility",
        ),
        "Mine C4 blows up under Runner",
        "R5.5",
    ),
    (
        ev.MineBlew,
        lambda: played(
            Table("outpost vegas", "B3=0.HQ E3=1.HQ", "C4=1.Mine").hand(0, "Move").turn(0),
            "move B3 to C4 facing N by Move",
        ),
        "Mine C4 blows up under HQ, which it does not harm",
        "R5.5",
    ),
    (
        ev.Destroyed,
        lambda: played(
            Table("outpost vegas", "A1=0.HQ E3=1.HQ C3=0.Runner", "C4=1.Mine").turn(0),
            "move C3 to C4 facing N by mobility",
        ),
        "Runner C4 is destroyed by the mine, and no Medic helps; it goes to the discard pile of The Outpost",
        "R5.5",
    ),
    (
        ev.FoundationGone,
        lambda: played(
            Table("outpost vegas", "A1=0.HQ E3=1.HQ", "C4=1.Mine").hand(0, "Sniper").turn(0), "snipe foundation C4"
        ),
        "Mine C4 is removed by the Sniper",
        "R5.5, R8.3",
    ),
    # --- nets and takeovers ---
    (
        ev.Netted,
        lambda: played(
            Table("hegemony borgo", "A1=0.HQ E3=1.HQ C4=1.Mutant").hand(0, "Net Fighter").turn(0),
            "place Net Fighter B4 facing N",
        ),
        "Mutant C4 is netted by Net Fighter B4 and can do nothing",
        "R3.1",
    ),
    (
        ev.Unnetted,
        lambda: played(
            Table("hegemony borgo", "A1=0.HQ E3=1.HQ C4=1.Mutant B4=0.Net_Fighter").hand(0, "Move").turn(0),
            "turn B4 facing S by Move",
        ),
        "Mutant C4 is out of the net: Net Fighter B4 holds it no longer",
        "R3.1",
    ),
    (
        ev.Unnetted,
        lambda: fought("hegemony borgo | C3=0.Net_Fighter D2=1.Mutant D3=1.Brawler/NW A1=0.HQ"),
        "Mutant D2 is out of the net: Net Fighter C3 is gone",
        "R3.1",
    ),
    (
        ev.Taken,
        lambda: played(
            Table("vegas borgo", "A1=0.HQ E3=1.HQ C3=1.Mutant").hand(0, "Agitator").turn(0),
            "place Agitator C4 facing N",
        ),
        "Mutant C3 is taken over by Vegas: the takeover link of Agitator C4 holds it",
        "R3.2",
    ),
    (
        ev.Freed,
        lambda: played(
            Table("vegas borgo", "A1=0.HQ E3=1.HQ C3=1.Mutant C4=0.Agitator").hand(0, "Move").turn(0),
            "turn C4 facing S by Move",
        ),
        "Mutant C3 is free and belongs to Borgo again: Agitator C4 is not linked to it any more",
        "R3.2, R3.3",
    ),
    (
        ev.Freed,
        lambda: played(
            Table("vegas borgo", "A1=0.HQ E3=1.HQ C3=1.Assassin C4=0.Agitator").turn(0),
            "move C3 to C2 facing N by mobility",
        ),
        "Assassin C2 is free and belongs to Borgo again: Agitator C4 is not linked to it any more",
        "R3.2, R3.3",
    ),
    (
        ev.Freed,
        lambda: played(
            Table("borgo vegas", "A1=0.HQ E3=1.HQ C3=0.Mutant C4=1.Agitator").hand(0, "Net Fighter").turn(0),
            "place Net Fighter B3 facing N",
        ),
        "Mutant C3 is free and belongs to Borgo again: Agitator C4 is netted",
        "R3.2, R3.3",
    ),
    # --- the end of a game ---
    (
        ev.ExtraTurns,
        lambda: last_turn("outpost borgo | A1=0.HQ E3=1.HQ"),
        "The lead is shared after the Final Battle: all who share it have one more turn, then an Additional Battle",
        "R1.2",
    ),
    (
        ev.Eliminated,
        lambda: fought("hegemony outpost:1 borgo | C2=0.Runner/S C3=1.HQ A1=1.Commando"),
        "The Outpost is out of the game: its HQ has fallen, and its units leave the board",
        "R10.1",
    ),
    (
        ev.Removed,
        lambda: fought("hegemony outpost:1 borgo | C2=0.Runner/S C3=1.HQ A1=1.Commando"),
        "Commando A1 leaves the board with its army, The Outpost, as nobody else controls it",
        "R10.1",
    ),
    (
        ev.GameOver,
        lambda: last_turn("outpost borgo:18 | A1=0.HQ E3=1.HQ"),
        "The Outpost wins the game: most HQ points after the Final Battle",
        "R4.4",
    ),
    (
        ev.GameOver,
        lambda: last_turn("2008 outpost borgo | A1=0.HQ E3=1.HQ"),
        "The game ends in a draw: equal HQ points after the Final Battle",
        "R1.2",
    ),
    (
        ev.GameOver,
        lambda: played(
            Table("hegemony outpost:1", "A1=0.HQ C2=0.Runner/S C3=1.HQ").hand(0, "Battle").turn(0), "battle"
        ),
        "Hegemony wins the game: the HQ of The Outpost is destroyed",
        "R6.5",
    ),
]
