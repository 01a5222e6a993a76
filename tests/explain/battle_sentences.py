"""Expected sentences about Battles and other hits."""

from __future__ import annotations

from neurohex import events as ev
from tests.explain.stories import Sentence, fought, last_turn, played, scored
from tests.rules.table import Table

DUEL = "living duel smart vegas"
GAUSS = "uranopolis moloch | C5=0.Inferno/SE C4=1.Blocker C3=1.Blocker D4=0.Gauss_Transformer/SW B4=0.Mechanic/S"

SENTENCES: list[Sentence] = [
    (
        ev.BattleBegan,
        lambda: fought("outpost* hegemony | B3=0.Commando/SW"),
        "Battle, begun by The Outpost with a Battle tile",
        "R6.9",
    ),
    (
        ev.BattleBegan,
        lambda: last_turn("outpost borgo | A1=0.HQ E3=1.HQ"),
        "Final Battle; The Outpost drew the last tile and counts as the one who began it",
        "R4.4, R6.9",
    ),
    (ev.PhaseBegan, lambda: fought("outpost hegemony | B3=0.Commando"), "Phase 3", "R6.1"),
    (
        ev.Acted,
        lambda: fought("outpost hegemony | B3=0.Commando"),
        "Commando B3 acts at 3: printed 3; it finds no target",
        "R6.1",
    ),
    (
        ev.Acted,
        lambda: fought("borgo hegemony | C4=0.HQ C3=1.HQ"),
        "HQ C4 acts at 0: printed 0; it finds no target, as an HQ never harms an HQ",
        "R6.1, R6.2",
    ),
    (
        ev.Acted,
        lambda: fought("vegas hegemony | C4=0.HQ D4=1.HQ"),  # the one edge of it that strikes nobody
        "HQ C4 acts at 0: printed 0; it finds no target",
        "R6.1",
    ),
    (
        ev.Acted,
        lambda: fought("borgo hegemony outpost vegas teams=0+1,2+3 | C4=0.HQ C3=1.HQ"),
        "HQ C4 acts at 0: printed 0; it finds no target",
        "R6.1",
    ),
    (
        ev.Acted,
        lambda: fought("hegemony outpost | C2=0.Runner/S B2=0.Boss/SE C3=1.HQ"),
        "Runner C2 acts at 3: printed 2, Boss B2 +1",
        "R6.1, R3.6",
    ),
    (
        ev.Acted,
        lambda: fought("hegemony outpost | C2=0.Runner/S C1=1.Saboteur C3=1.HQ"),
        "Runner C2 acts at 1: printed 2, Saboteur C1 −1",
        "R6.1, R3.6",
    ),
    (
        ev.Acted,
        lambda: fought("outpost hegemony | C2=0.Commando C3=0.HQ D3=1.Guard/S"),
        "Commando C2 acts at 2: extra attack at 2 by HQ C3",
        "R6.1, R1.4",
    ),
    (
        ev.Missed,
        lambda: fought("moloch hegemony | C3=0.Clown C1=1.Guard", "clown C3 attacks"),
        "Clown C3 finds no target",
        "R6.2",
    ),
    (
        ev.Held,
        lambda: fought("hegemony borgo | B2=0.Ganger B3=1.Net_Fighter/SW"),
        "Ganger B2 does not act: netted by Net Fighter B3",
        "R3.1, R6.1",
    ),
    (
        ev.Hit,
        lambda: fought("outpost hegemony | C4=0.Commando/SW B3=1.HQ C3=1.Net_Fighter/S"),
        "Commando C4 shoots N: hits Net Fighter C3 for 1 → destroyed",
        "R6.2",
    ),
    (
        ev.Hit,
        lambda: fought("hegemony outpost | C2=0.Runner/S B2=0.Boss/SE C3=1.HQ"),
        "Runner C2 strikes S: hits HQ C3 for 2 (printed 1, Boss B2 +1) → 18 HQ points left",
        "R6.2, R3.5",
    ),
    (
        ev.Hit,
        lambda: fought("vegas moloch | A3=0.Mercenary C3=1.Juggernaut"),
        "Mercenary A3 shoots NE: hits Juggernaut C3 for 1 (printed 2, armour −1) → 1 wound, toughness 1",
        "R6.2, R6.3",
    ),
    (
        ev.Hit,
        lambda: fought("smart moloch | C5=0.Gauss_Cannon/NW C2=1.HQ C1=1.Blocker"),
        "Gauss Cannon C5 fires its Gauss shot N: hits Blocker C1 for 1 → 1 wound, toughness 2",
        "R6.2",
    ),
    (
        ev.Hit,
        lambda: fought("hegemony vegas | C3=0.Universal_Soldier/NE C2=1.Guard C4=0.HQ"),
        "Universal Soldier C3 strikes and shoots N: hits Guard C2 for 3 (melee printed 1, HQ C4 +1; ranged printed 1)",
        "R6.2, R6.4, R3.5",
    ),
    (
        ev.Hit,
        lambda: fought("hegemony vegas | C3=0.Universal_Soldier/NE C2=1.Guard/S C4=0.HQ"),
        (
            "Universal Soldier C3 strikes and shoots N: hits Guard C2 for 2 "
            "(melee printed 1, HQ C4 +1; ranged printed 1, armour −1)"
        ),
        "R6.2, R6.4, R3.5, R6.3",
    ),
    (
        ev.Hit,
        lambda: fought("hegemony outpost | C3=0.Ganger C4=0.Quartermaster A1=1.Commando/S", "change C3 NW to ranged"),
        "Ganger C3 shoots NW: hits Commando A1 for 1 (printed 1, changed from melee to ranged) → destroyed",
        "R6.2, R6.8",
    ),
    (
        ev.Hit,
        lambda: fought("doomsday outpost | C5=0.Omega_Shooter C4=0.Fireblast/NE B4=0.Officer/SE D3=1.HMG"),
        "Omega Shooter C5 shoots N, turned to NE by Fireblast C4: hits HMG D3 for 2 (printed 1, Officer B4 +1)",
        "R6.2, R11.1, R3.5",
    ),
    (
        ev.Hit,
        lambda: fought("outpost borgo | C3=0.HQ B3=0.Medic/SE D3=1.Brawler/NW"),
        "Brawler D3 strikes NW: hits HQ C3 for 2 → cancelled by Medic B3",
        "R6.2, R7.2",
    ),
    (
        ev.Hit,
        lambda: fought("moloch hegemony | C3=0.Clown C2=1.Guard", "clown C3 explodes"),
        "The explosion of Clown C3 hits Guard C2 for 1 → 1 wound, toughness 1",
        "R6.7",
    ),
    (
        ev.Hit,
        lambda: played(Table("outpost borgo", "A1=0.HQ C3=1.Mutant E3=1.HQ").hand(0, "Sniper").turn(0), "snipe C3"),
        "The Sniper hits Mutant C3 for 1 → destroyed",
        "R8.3",
    ),
    (
        ev.Hit,
        lambda: played(Table("borgo outpost", "B2=0.HQ B3=1.Runner E3=1.HQ").hand(0, "Grenade").turn(0), "grenade B3"),
        "The Grenade hits Runner B3 → destroyed",
        "R8.2",
    ),
    (
        ev.Hit,
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
        ev.Stopped,
        lambda: fought("moloch moloch | C4=0.Hybrid C2=1.Blocker/S"),
        "Armour on Blocker C2 stops the shot of Hybrid C4 N",
        "R6.3",
    ),
    (
        ev.Stopped,
        lambda: fought("smart moloch | C5=0.Gauss_Cannon/NW C3=1.Juggernaut/S"),
        "Armour on Juggernaut C3 stops the Gauss shot of Gauss Cannon C5 N",
        "R6.3",
    ),
    (
        ev.Converted,
        lambda: fought("hegemony outpost | C3=0.Ganger C4=0.Quartermaster A1=1.Commando/S", "change C3 NW to ranged"),
        "Quartermaster C4 lets Ganger C3 change its melee attack NW to ranged in this phase",
        "R6.8",
    ),
    (
        ev.Exploded,
        lambda: fought("moloch hegemony | C3=0.Clown C2=1.Guard", "clown C3 explodes"),
        "Clown C3 explodes instead of attacking: 1 wound to each neighbour of any side",
        "R6.7, R6.6",
    ),
    (
        ev.Exploded,
        lambda: fought("doomsday hegemony | C3=0.Trap C2=1.Runner/S"),
        "Trap C3 explodes: 1 wound to each neighbour of any side",
        "R6.7, R11.3",
    ),
    (
        ev.Exploded,
        lambda: fought("borgo outpost | C3=-.Mad_Bomber C2=0.Brawler/S"),
        "Mad Bomber C3 explodes: 1 wound to each neighbour, HQs excepted",
        "R6.7, R12.2",
    ),
    (
        ev.Exploded,
        lambda: fought("borgo outpost | C3=1.Mad_Bomber C2=0.Brawler/S"),
        "Mad Bomber C3 explodes: 1 wound to each neighbour hostile to its controller, HQs too",
        "R6.7, R12.3",
    ),
    (
        ev.SetOff,
        lambda: fought("borgo outpost | C3=-.Mad_Bomber C2=0.Brawler/S"),
        "A hit of Brawler C2 sets off Mad Bomber C3",
        "R12.2",
    ),
    (
        ev.SetOff,
        lambda: fought("borgo outpost | C3=-.Mad_Bomber C2=0.Brawler/S C4=-.Mad_Bomber_II"),
        "The explosion of Mad Bomber C3 sets off Mad Bomber II C4",
        "R6.7, R12.2",
    ),
    (
        ev.SetOff,
        lambda: fought("doomsday hegemony | C3=0.Trap C2=1.Runner/S"),
        "A hit of Runner C2 sets off Trap C3",
        "R11.3",
    ),
    (
        ev.Healed,
        lambda: fought("outpost borgo | C3=0.HQ B3=0.Medic/SE D3=1.Brawler/NW"),
        "Medic B3 is spent: it cancels the 2 wounds that Brawler D3 dealt to HQ C3",
        "R7.2",
    ),
    (
        ev.Healed,
        lambda: fought("outpost borgo | C3=0.HQ C4=0.Medic B4=0.Medic/SE D3=1.Brawler/NW"),
        "Medic B4 is spent in place of Medic C4: it cancels the 2 wounds that Brawler D3 dealt to HQ C3",
        "R7.3, R7.2",
    ),
    (
        ev.Healed,
        lambda: played(
            Table("borgo outpost", "B2=0.HQ B3=1.Runner B4=1.Medic E3=1.HQ").hand(0, "Grenade").turn(0), "grenade B3"
        ),
        "Medic B4 is spent: it saves Runner B3 from destruction by the Grenade",
        "R7.2",
    ),
    (
        ev.Wounded,
        lambda: fought("vegas moloch | A3=0.Mercenary C3=1.Juggernaut"),
        "Juggernaut C3 now has 1 wound, its toughness is 1",
        "R6.5",
    ),
    (
        ev.HqWounded,
        lambda: fought("hegemony outpost | C2=0.Runner/S B2=0.Boss/SE C3=1.HQ"),
        "The HQ of The Outpost loses 2 points: 18 left",
        "R6.5",
    ),
    (
        ev.HqWounded,
        lambda: fought("hegemony outpost:1 borgo | C2=0.Runner/S C3=1.HQ"),
        "The HQ of The Outpost loses 1 point: 0 left, it stays to the end of the Battle",
        "R6.5, R10.1",
    ),
    (ev.Scored, scored, "Hegemony scores 1 point for wounds on a hostile HQ", "R10.5"),
    (
        ev.Destroyed,
        lambda: fought("outpost hegemony | C4=0.Commando/SW C3=1.Net_Fighter/S"),
        "Net Fighter C3 is destroyed: 1 wound, toughness 0; it goes to the discard pile of Hegemony",
        "R6.5",
    ),
    (
        ev.Destroyed,
        lambda: fought("outpost borgo | C3=0.HQ B3=0.Medic/SE D3=1.Brawler/NW"),
        "Medic B3 leaves the board, spent; it goes to the discard pile of The Outpost",
        "R7.2",
    ),
    (
        ev.Destroyed,
        lambda: fought("moloch hegemony | C3=0.Clown C2=1.Guard", "clown C3 explodes"),
        "Clown C3 is gone, as every tile that explodes; it goes to the discard pile of Moloch",
        "R6.7",
    ),
    (
        ev.Destroyed,
        lambda: fought("borgo outpost | C3=-.Mad_Bomber C2=0.Brawler/S C4=1.Runner/NE"),
        "Mad Bomber C3 is gone and out of the game: several players hit it at once",
        "R6.7, R12.2",
    ),
    (
        ev.Destroyed,
        lambda: fought("hegemony outpost:1 | C2=0.Runner/S C3=1.HQ"),
        "The HQ of The Outpost on C3 is destroyed",
        "R6.5",
    ),
    (
        ev.Destroyed,
        lambda: played(Table("borgo outpost", "B2=0.HQ B3=1.Runner E3=1.HQ").hand(0, "Grenade").turn(0), "grenade B3"),
        "Runner B3 is destroyed outright; it goes to the discard pile of The Outpost",
        "R8.2, R6.5",
    ),
    (
        ev.Returned,
        lambda: fought("borgo smart | C3=1.Bio-droid C2=0.Brawler/S"),
        "Bio-droid goes on top of the pile of Smart, its owner",
        "R3.3",
    ),
    (
        ev.Returned,
        lambda: fought("borgo smart | C3=-.Mad_Bomber C2=0.Brawler/S"),
        "Mad Bomber goes on top of the pile of Smart, the next player",
        "R12.2",
    ),
    (
        ev.PhaseEnded,
        lambda: fought("outpost hegemony | C4=0.Commando/SW C3=1.Net_Fighter/S"),
        "Phase 3 ends: Net Fighter C3 left the board",
        "R6.5",
    ),
    (
        ev.PhaseEnded,
        lambda: fought("outpost hegemony | C4=0.Commando"),
        "Phase 3 ends: nothing left the board",
        "R6.5",
    ),
    (ev.BattleEnded, lambda: fought("outpost hegemony | C4=0.Commando"), "The Battle is over", "R6.1"),
    (
        ev.Netted,
        lambda: fought("uranopolis uranopolis | C4=0.Transport C3=0.Inferno C5=1.Mercenary/NW A1=0.HQ E3=1.HQ"),
        "Inferno C3 can do nothing: it has no power",
        "R29.1",
    ),
    (
        ev.Held,
        lambda: fought("uranopolis uranopolis | C4=0.Transport C3=0.Inferno C5=1.Mercenary/NW A1=0.HQ E3=1.HQ"),
        "Inferno C3 does not act: it has no power",
        "R29.1, R6.1",
    ),
    (
        ev.Unnetted,
        lambda: played(
            Table("uranopolis borgo", "C4=0.Electro_Net_Fighter/NE C5=0.Transport D4=1.Mutant A1=0.HQ E3=1.HQ").turn(0),
            "turn C5 facing NE by itself",
        ),
        "Mutant D4 is out of the net: Electro Net Fighter C4 has no power",
        "R3.1",
    ),
    (
        ev.Unnetted,
        lambda: played(
            Table("uranopolis vegas", "C3=0.Guard A1=0.HQ E3=1.HQ").hand(1, "Agitator").turn(1),
            "place Agitator C4 facing N",
        ),
        "Guard C3 can act again",
        "R29.2",
    ),
    (
        ev.Hit,
        lambda: fought("uranopolis moloch | C3=1.Blocker C4=0.Wastes B3=0.Mercenary A1=0.HQ E1=1.HQ"),
        "Mercenary B3 strikes NE: hits Blocker C3 for 2 (printed 1, Wastes +1) → 2 wounds, toughness 2",
        "R6.2, R30.1",
    ),
    (
        ev.Hit,
        lambda: played(
            Table("uranopolis moloch", "C3=1.Blocker C4=0.Wastes A1=0.HQ E1=1.HQ").hand(0, "Ray").turn(0), "ray C1 S"
        ),
        "The Ray hits Blocker C3 for 2 (Wastes +1) → 2 wounds, toughness 2",
        "R30.4, R30.1",
    ),
    (
        ev.Hit,
        lambda: fought("uranopolis moloch | B3=0.Ravager A3=0.HQ D3=1.Blocker E1=1.HQ"),
        "Ravager B3 crushes the hex beyond: hits Blocker D3 for 1 → 1 wound, toughness 2",
        "R30.3",
    ),
    (
        ev.Converted,
        lambda: fought(GAUSS, "change C5 N to gauss"),
        "Gauss Transformer D4 lets Inferno C5 fire its ranged attack N as a Gauss shot in this phase",
        "R30.2",
    ),
    (
        ev.Hit,
        lambda: fought(GAUSS, "change C5 N to gauss"),
        "Inferno C5 fires its Gauss shot N: hits Blocker C3 for 2 → 2 wounds, toughness 2",
        "R6.2, R30.2",
    ),
]
