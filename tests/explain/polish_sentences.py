"""Expected Polish sentences, by the English ones."""

from __future__ import annotations

EVENTS: dict[str, str] = {
    # --- a turn ---
    "Turn 10: Borgo": "Tura 10: Borgo",
    "The Outpost draws Runner": "Posterunek dobiera: Biegacz",
    "The Outpost discards Move: the hand is full, and one tile must go": (
        "Posterunek odrzuca Ruch: ręka jest pełna i jeden żeton trzeba odrzucić"
    ),
    "Smart discards Officer to trade it for energy": "Smart odrzuca Oficera, by wymienić żeton na energię",
    "The Battle has ended the turn of The Outpost": "Bitwa kończy turę Posterunku",
    "The Outpost ends the turn": "Posterunek kończy turę",
    "Borgo chooses the mercenary Harpooner and lays it aside": (
        "Borgo wybiera najemnika (Harpunnik) i odkłada go na bok"
    ),
    "Smart starts the procedure Rotation for 1 energy: 2 left": (
        "Smart uruchamia procedurę Rotacja za 1 punkt energii: energia teraz 2"
    ),
    "Smart trades 1 HQ point for 1 energy: 1 energy now, 19 HQ points left": (
        "Smart wymienia 1 punkt sztabu na 1 punkt energii: energia teraz 1, zostaje 19 punktów sztabu"
    ),
    # --- about the board ---
    "The Outpost places Runner on C2, facing SE": "Posterunek stawia Biegacza na C2, zwrot SE",
    "Smart places Cyborg on C2, facing N, in place of Transporter": (
        "Smart stawia Cyborga na C2, zwrot N, w miejsce Transportera"
    ),
    "The Outpost moves Commando from C3 to C4, facing S, by the Move tile": (
        "Posterunek przesuwa Komandosa z C3 na C4, zwrot S, żetonem Ruchu"
    ),
    "The Outpost moves Runner from C4 to C5, facing N, as the second step of a Recon move": (
        "Posterunek przesuwa Biegacza z C4 na C5, zwrot N, jako drugi krok ruchu ze Zwiadem"
    ),
    "Vegas turns Mutant C3, now facing S, as its taker may once": (
        "Vegas obraca Mutka C3, teraz zwrot S, co po przejęciu wolno jeden raz"
    ),
    "Blocker C3 pushes Mutant D3 back to E2": "Bloker C3 odpycha Mutka D3 na E2",
    "Mine C4 blows up under HQ, which it does not harm": "Mina C4 wybucha pod Sztabem i nic mu nie robi",
    "Mutant C4 is netted by Net Fighter B4 and can do nothing": (
        "Mutek C4 jest w sieci (Sieciarz B4) i nie może nic zrobić"
    ),
    "Mutant D2 is out of the net: Net Fighter C3 is gone": "Mutek D2 wychodzi z sieci: nie ma już Sieciarza C3",
    "Mutant C3 is taken over by Vegas: the takeover link of Agitator C4 holds it": (
        "Vegas przejmuje Mutka C3: trzyma tę jednostkę połączenie przejęcia (Agitator C4)"
    ),
    "Mutant C3 is free and belongs to Borgo again: Agitator C4 is netted": (
        "Mutek C3 jest na wolności i znów należy do Borgo: Agitator C4 jest w sieci"
    ),
    # --- a Battle ---
    "Final Battle; The Outpost drew the last tile and counts as the one who began it": (
        "Ostatnia Bitwa; ostatni żeton stosu ma Posterunek i liczy się jako gracz rozpoczynający"
    ),
    "Phase 3": "Faza 3",
    "Commando B3 acts at 3: printed 3; it finds no target": (
        "Komandos B3 działa w fazie 3: na żetonie 3; nie znajduje celu"
    ),
    "HQ C4 acts at 0: printed 0; it finds no target, as an HQ never harms an HQ": (
        "Sztab C4 działa w fazie 0: na żetonie 0; nie znajduje celu, bo sztab nigdy nie rani sztabu"
    ),
    "Commando C2 acts at 2: extra attack at 2 by HQ C3; it finds no target": (
        "Komandos C2 działa w fazie 2: dodatkowy atak 2 od Sztabu C3; nie znajduje celu"
    ),
    "Ganger B2 does not act: netted by Net Fighter B3": "Ganger B2 nie działa: jest w sieci (Sieciarz B3)",
    "Commando C4 shoots N: hits Net Fighter C3 for 1 → destroyed": (
        "Komandos C4 strzela na N: trafia Sieciarza C3, 1 rana → zniszczenie"
    ),
    "Runner C2 strikes S: hits HQ C3 for 2 (printed 1, Boss B2 +1) → 18 HQ points left": (
        "Biegacz C2 uderza na S: trafia Sztab C3, 2 rany (na żetonie 1, Boss B2 +1) → zostaje 18 punktów sztabu"
    ),
    "Mercenary A3 shoots NE: hits Juggernaut C3 for 1 (printed 2, armour −1) → 1 wound, toughness 1": (
        "Najemnik A3 strzela na NE: trafia Juggernauta C3, 1 rana (na żetonie 2, pancerz −1) "
        "→ razem 1 rana, wytrzymałość 1"
    ),
    "Ganger C3 shoots NW: hits Commando A1 for 1 (printed 1, changed from melee to ranged) → destroyed": (
        "Ganger C3 strzela na NW: trafia Komandosa A1, 1 rana (na żetonie 1, cios zmieniony w strzał) → zniszczenie"
    ),
    "Brawler D3 strikes NW: hits HQ C3 for 2 → cancelled by Medic B3": (
        "Siłacz D3 uderza na NW: trafia Sztab C3, 2 rany → znosi to Medyk B3"
    ),
    "The Grenade hits Runner B3 → destroyed": "Granat trafia Biegacza B3 → zniszczenie",
    "Armour on Juggernaut C3 stops the Gauss shot of Gauss Cannon C5 N": (
        "Pancerz Juggernauta C3 zatrzymuje strzał Gaussa Działka Gaussa C5 na N"
    ),
    "Clown C3 explodes instead of attacking: 1 wound to each neighbour of any side": (
        "Klaun C3 wybucha, zamiast atakować: 1 rana każdemu sąsiadowi, swojemu i wrogiemu"
    ),
    "Medic B4 is spent in place of Medic C4: it cancels the 2 wounds that Brawler D3 dealt to HQ C3": (
        "Medyk B4 poświęca się (zamiast: Medyk C4): znosi 2 rany, które Siłacz D3 zadaje Sztabowi C3"
    ),
    "Juggernaut C3 now has 1 wound, its toughness is 1": "Juggernaut C3 ma teraz 1 ranę, wytrzymałość 1",
    "The HQ of The Outpost loses 2 points: 18 left": "Sztab Posterunku traci 2 punkty i ma teraz 18",
    "Hegemony scores 1 point for wounds on a hostile HQ": "Hegemonia zdobywa 1 punkt za rany wrogiego sztabu",
    "Net Fighter C3 is destroyed: 1 wound, toughness 0; it goes to the discard pile of Hegemony": (
        "Zniszczono: Sieciarz C3, 1 rana, wytrzymałość 0; żeton trafia na stos odrzuconych Hegemonii"
    ),
    "Phase 3 ends: nothing left the board": "Koniec fazy 3, z planszy nic nie ubywa",
    "The Battle is over": "Bitwa skończona",
    # --- the end of a game ---
    "The Outpost wins the game: most HQ points after the Final Battle": (
        "Posterunek wygrywa grę: największa liczba punktów sztabu po Ostatniej Bitwie"
    ),
    "Hegemony wins the game: the HQ of The Outpost is destroyed": (
        "Hegemonia wygrywa grę: zniszczono sztab Posterunku"
    ),
    "The game ends in a draw: equal HQ points after the Final Battle": (
        "Gra kończy się remisem: równa liczba punktów sztabu po Ostatniej Bitwie"
    ),
    # --- Uranopolis ---
    "Inferno C3 can do nothing: it has no power": "Inferno C3 nie może nic zrobić: nie ma zasilania",
    "Inferno C3 does not act: it has no power": "Inferno C3 nie działa: brak zasilania",
    "Mutant D4 is out of the net: Electro Net Fighter C4 has no power": (
        "Mutek D4 wychodzi z sieci: Elektrosieciarz C4 nie ma zasilania"
    ),
    "Mercenary B3 strikes NE: hits Blocker C3 for 2 (printed 1, Wastes +1) → 2 wounds, toughness 2": (
        "Najemnik B3 uderza na NE: trafia Blokera C3, 2 rany (na żetonie 1, Odpady +1) → razem 2 rany, wytrzymałość 2"
    ),
    "Ravager B3 crushes the hex beyond: hits Blocker D3 for 1 → 1 wound, toughness 2": (
        "Wyburzacz B3 miażdży pole dalej: trafia Blokera D3, 1 rana → razem 1 rana, wytrzymałość 2"
    ),
    "Gauss Transformer D4 lets Inferno C5 fire its ranged attack N as a Gauss shot in this phase": (
        "Transformator Gaussa D4 pozwala Infernu C5 oddać w tej fazie strzał na N jako strzał Gaussa"
    ),
}

UNITS: list[tuple[str, str, str, str]] = [
    # A position, a hex, and what is told of the unit there in both languages.
    (
        "hegemony outpost | C2=0.Runner/S B2=0.Boss/SE C1=0.Scout/S C3=1.HQ",
        "C2",
        "It acts at 4: printed 2, Boss B2 +1, Scout C1 +1",
        "Działa w fazie 4: na żetonie 2, Boss B2 +1, Zwiadowca C1 +1",
    ),
    (
        "outpost vegas | C2=0.HQ C1=1.Saboteur",
        "C2",
        "Its melee attacks on all six sides each have strength 1: printed 1",
        "Ciosy na wszystkie sześć stron mają siłę 1: na żetonie 1",
    ),
    (
        "hegemony borgo | B2=0.Ganger B3=1.Net_Fighter/SW",
        "B2",
        "It is netted by Net Fighter B3: it does not act, net, link, move or turn",
        "Jest w sieci (Sieciarz B3): nie działa, nie sieciuje, nie łączy się, nie rusza się i nie obraca",
    ),
    (
        "hegemony borgo | B2=0.Ganger B3=1.Net_Fighter/SW",
        "B2",
        "It would act at 3: printed 3",
        "Gdyby mogła działać, działałaby w fazie 3: na żetonie 3",
    ),
    (
        "outpost borgo | C3=0.HQ B3=0.Medic/SE C4=0.Medic D3=0.Runner",
        "C3",
        "Medic B3 and Medic C4 answer hits on it",
        "Medyk B3 i Medyk C4 odpowiadają na trafienia tej jednostki",
    ),
    (
        "outpost borgo:3 | C3=0.HQ A1=1.HQ",
        "A1",
        "It has 3 HQ points left",
        "Ma jeszcze 3 punkty sztabu",
    ),
    (
        "moloch borgo | C3=0.Blocker~1",
        "C3",
        "It has toughness 2 and 1 wound: 2 more destroy it",
        "Wytrzymałość 2, 1 rana: zniszczą ją jeszcze 2 rany",
    ),
    (
        "borgo outpost | C3=0.Officer C2=0.Brawler C4=1.Scoper B2=1.Brawler/S",
        "C3",
        "It gives Brawler B2 +1 melee strength",
        "Daje Siłaczowi B2: +1 do siły ciosów",
    ),
    (
        "doomsday borgo | C3=0.Tripler B3=0.HQ",
        "C3",
        "It may still be turned this turn by the rotation of HQ B3",
        "W tej turze można tę jednostkę jeszcze obrócić: obrót, który daje Sztab B3",
    ),
    (
        "moloch hegemony | C2=0.Clown C3=1.Net_Fighter/NW C4=0.HQ A1=1.HQ",
        "C2",
        (
            "Instead of attacking it may explode: 1 wound to each neighbour of any side, and it is gone, but not while "
            "it is netted"
        ),
        (
            "Zamiast atakować może wybuchnąć: 1 rana każdemu sąsiadowi, swojemu i wrogiemu, a żeton znika, ale nie "
            "póki jest w sieci"
        ),
    ),
]
