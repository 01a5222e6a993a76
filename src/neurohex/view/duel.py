"""The Duel board (section 9): Terminals, Links, energy and procedures, and what a player lacks for each.

The rules supply the costs, the Links and the legal actions; this module contains none of them.
"""

from __future__ import annotations

from typing import Final

from neurohex.board import BOARDS
from neurohex.model import Player, Table
from neurohex.model.duel import MAX_ENERGY, PROCEDURES, duel_side
from neurohex.model.rulings import DUEL
from neurohex.view.forms import DuelForm, DuelSide, Explained, ProcedureForm, ProcedureNow, Sentence
from neurohex.view.texts import TEXTS, say

ENERGY: Final = {f"procedure {key}": cost for key, cost in PROCEDURES.items()}
"""Costs of the procedures, by their kind of action."""
TERMS: Final = ("terminal", "link", "energy", "procedure")
"""The board's other features, in a good order to explain them."""
_TERMINALS: Final = max(len(board.terminals) for board in BOARDS.values())


# --- what there is --------------------------------------------------------------------------------
def duel_form(lang: str) -> DuelForm:
    """Everything special about the Duel board. Raises `UnknownLanguage`."""
    return DuelForm(
        most=MAX_ENERGY,
        terms=[_term(key, lang) for key in TERMS],
        procedures=[_procedure(key, lang) for key in PROCEDURES],
    )


def _term(key: str, lang: str) -> Explained:
    return Explained(key=key, name=say(f"duel.{key}", lang), sentences=_sentences(f"duel.{key}", lang))


def _procedure(key: str, lang: str) -> ProcedureForm:
    cost = ENERGY[f"procedure {key}"]
    name = f"procedure.{key}"
    return ProcedureForm(key=key, name=say(name, lang), cost=cost, sentences=_sentences(name, lang))


def _sentences(key: str, lang: str) -> list[Sentence]:
    """The sentences `key.1`, `key.2` …, with their rulings."""
    return [
        Sentence(words=say(name, lang, most=MAX_ENERGY, terminals=_TERMINALS), rulings=list(DUEL[name]))
        for name in _numbered(key, lang)
    ]


def _numbered(key: str, lang: str) -> list[str]:
    names = [f"{key}.{number}" for number in range(1, 10)]
    return [name for name in names if name in TEXTS[lang]]


# --- what holds now -------------------------------------------------------------------------------
def duel_form_of(table: Table, player: Player, lang: str) -> DuelSide | None:
    """A player's Links, and what the player lacks for each procedure; None on other boards."""
    if not table.game.is_duel:
        return None
    side = duel_side(table.state(), player.seat)
    awaited = table.awaited
    main = awaited is not None and awaited.stage == "main" and awaited.player == player.seat
    procedures: list[ProcedureNow] = []
    for key, cost in PROCEDURES.items():
        lacks = []
        missing = cost - player.energy
        if missing > 0:
            lacks.append(say("lacks.energy", lang, missing=missing))
        if key not in side.possible:
            # Without a Link there is nothing more to say; Detonation needs none (R9.3).
            no_link = not side.links and key != "detonation"
            lacks.append(say("lacks.rotation" if no_link else f"lacks.{key}", lang))
        procedures.append(ProcedureNow(key=key, now=main and not lacks, lacks=lacks))
    return DuelSide(links=list(side.links), procedures=procedures)
