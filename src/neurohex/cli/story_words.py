"""Words that commands print around the sentences of `explain`: headings, marks of a board, remarks."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import Final

from neurohex.explain import LANGUAGES, Language, language_of

TEXTS: Final = {
    "en": {
        # A Battle and a game as tables
        "head.phase": "phase",
        "head.happens": "what happens",
        "head.ruling": "ruling",
        "game": "{mode} on the {board} board, ruleset {ruleset}",
        "game.against": " against ",
        "game.turn": "Turn {number}",
        "game.result": "Result: {result}",
        "battle.nothing": "nothing is destroyed and no HQ is hit",
        # Units as a table
        "head.hex": "hex",
        "head.unit": "unit",
        "head.owner": "owner",
        "head.acts": "acts in",
        "head.melee": "melee",
        "head.ranged": "ranged",
        "head.gauss": "Gauss",
        "head.state": "state",
        "state.netted": "netted",
        "state.taken": "taken by",
        "edges.all": "all round",
        # A hint
        "head.wins": "wins",
        "head.tried": "tried",
        "head.action": "action",
        "head.then": "and then",
        "hint.decides": "is to decide.",
        "hint.why": "What speaks for (+) and against (−) the first one:",
        # Below a board
        "points.lost": "(lost {n})",
        "mark.melee": "melee 2",
        "mark.ranged": "ranged 1",
        "mark.gauss": "Gauss",
        "mark.armour": "armour",
        "mark.net": "net",
        "mark.link": "link",
        "mark.long_link": "long link",
        "mark.in": "takes shots in",
        "mark.out": "sends them out",
        "mark.trigger": "sets it off",
        "mark.facing": "its printed N faces S",
        "mark.phase": "acts in phase 3",
        "mark.life": "1 of 2 lives left",
        "mark.mobile": "mobile",
        "mark.netted": "held by a net",
        "mark.taken": "of player {owner}, taken by {taker}",
        "mark.taken_seat": "of seat {owner}, taken by {taker}",
        "mark.terminal": "Terminal",
        "mark.main": "main field (expanded board)",
    },
    "pl": {
        "head.phase": "faza",
        "head.happens": "co się dzieje",
        "head.ruling": "orzeczenie",
        "game": "tryb {mode}, plansza {board}, zasady {ruleset}",
        "game.against": " przeciw ",
        "game.turn": "Tura {number}",
        "game.result": "Wynik: {result}",
        "battle.nothing": "nic nie jest zniszczone i żaden sztab nie jest trafiony",
        "head.hex": "heks",
        "head.unit": "jednostka",
        "head.owner": "właściciel",
        "head.acts": "działa w",
        "head.melee": "ciosy",
        "head.ranged": "strzały",
        "head.gauss": "Gauss",
        "head.state": "stan",
        "state.netted": "w sieci",
        "state.taken": "przejmuje",
        "edges.all": "dookoła",
        "head.wins": "wygrywa",
        "head.tried": "prób",
        "head.action": "akcja",
        "head.then": "a potem",
        "hint.decides": "podejmuje decyzję.",
        "hint.why": "Co przemawia za pierwszą (+) i przeciw niej (−):",
        "points.lost": "(strata {n})",
        "mark.melee": "cios 2",
        "mark.ranged": "strzał 1",
        "mark.gauss": "Gauss",
        "mark.armour": "pancerz",
        "mark.net": "sieć",
        "mark.link": "połączenie",
        "mark.long_link": "długie połączenie",
        "mark.in": "tu wpadają strzały",
        "mark.out": "tu wylatują",
        "mark.trigger": "tu się uruchamia",
        "mark.facing": "nadrukowane N patrzy na S",
        "mark.phase": "działa w fazie 3",
        "mark.life": "zostało 1 życie z 2",
        "mark.mobile": "Mobilność",
        "mark.netted": "w sieci",
        "mark.taken": "gracza {owner}, przejęte przez {taker}",
        "mark.taken_seat": "miejsca {owner}, przejęte przez {taker}",
        "mark.terminal": "Terminal",
        "mark.main": "pole główne (plansza rozszerzona)",
    },
}
COUNTED: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "en": {
        "points": ("{n} HQ point", "{n} HQ points"),
        "choices": (
            "{n} choice was made by the default policy; --choose ask lets you choose.",
            "{n} choices were made by the default policy; --choose ask lets you choose.",
        ),
    },
    "pl": {
        "points": ("{n} punkt sztabu", "{n} punkty sztabu", "{n} punktów sztabu"),
        "choices": (
            "{n} wybór rozstrzygnięto domyślnie; z --choose ask wybierasz samodzielnie.",
            "{n} wybory rozstrzygnięto domyślnie; z --choose ask wybierasz samodzielnie.",
            "{n} wyborów rozstrzygnięto domyślnie; z --choose ask wybierasz samodzielnie.",
        ),
    },
}


def words_of(lang: str) -> Language:
    """A language of `explain` with the commands' words added. Raises `UnknownLanguage`."""
    language = language_of(lang)
    return replace(
        language,
        texts={**language.texts, **TEXTS[lang]},
        counted={**language.counted, **COUNTED[lang]},
    )


ENGLISH: Final = words_of("en")


def add_language_option(parser: argparse.ArgumentParser) -> None:
    """Add --lang, the same for every command that prints sentences."""
    parser.add_argument("--lang", choices=tuple(LANGUAGES), default="en", help="language of the sentences (en)")
