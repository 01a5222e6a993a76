"""The Duel board (section 9): what its Terminals, Links, energy and procedures are, and what a player lacks for each.

What a procedure costs, who is a Link and what can be done are asked of the rules; nothing here knows it.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Final

from neurohex.board import BOARDS
from neurohex.compat import i64
from neurohex.rules.actions import P_DETONATE, P_ELIMINATE, P_LASER, P_PUSH, P_ROTATE, P_SWAP
from neurohex.rules.engine import State, fresh_buffer
from neurohex.rules.layout import P_ENERGY, PLAYER_SIZE, ST_MAIN
from neurohex.rules.procedures import (
    COST,
    MAX_ENERGY,
    PR_DETONATION,
    PR_ELIMINATION,
    PR_LASER,
    PR_PUSH,
    PR_ROTATION,
    PR_SWAP,
    list_procedures,
)
from neurohex.view.cards import sentence
from neurohex.view.forms import DuelForm, DuelSide, Explained, ProcedureForm, ProcedureNow, Sentence
from neurohex.view.texts import TEXTS, say

PROCEDURES: Final = {
    "rotation": int(PR_ROTATION),
    "swap": int(PR_SWAP),
    "push": int(PR_PUSH),
    "laser": int(PR_LASER),
    "elimination": int(PR_ELIMINATION),
    "detonation": int(PR_DETONATION),
}
"""Their numbers in the rules, by name."""
ENERGY: Final = {f"procedure {key}": int(COST[i64(number)]) for key, number in PROCEDURES.items()}
"""What they cost, by the kind of their actions."""
TERMS: Final = ("terminal", "link", "energy", "procedure")
"""What else the board has, in the order in which it is best told."""
_STARTS: Final = tuple(int(first) for first in (P_ROTATE, P_SWAP, P_PUSH, P_LASER, P_ELIMINATE, P_DETONATE))
"""The first action of each procedure, by its number."""
_TERMINALS: Final = max(len(board.terminals) for board in BOARDS.values())
_BUFFER: Final = fresh_buffer()


# --- what there is --------------------------------------------------------------------------------
def duel_form(lang: str) -> DuelForm:
    """All that is special about the Duel board, in a language. Raises `UnknownLanguage`."""
    return {
        "most": int(MAX_ENERGY),
        "terms": [_term(key, lang) for key in TERMS],
        "procedures": [_procedure(key, lang) for key in PROCEDURES],
    }


def _term(key: str, lang: str) -> Explained:
    return {"key": key, "name": say(f"duel.{key}", lang), "sentences": _sentences(f"duel.{key}", lang)}


def _procedure(key: str, lang: str) -> ProcedureForm:
    cost = ENERGY[f"procedure {key}"]
    name = f"procedure.{key}"
    return {"key": key, "name": say(name, lang), "cost": cost, "sentences": _sentences(name, lang)}


def _sentences(key: str, lang: str) -> list[Sentence]:
    """The sentences `key.1`, `key.2` …, with their rulings."""
    said = [say(name, lang, most=MAX_ENERGY, terminals=_TERMINALS) for name in _numbered(key, lang)]
    return [sentence(words) for words in said]


def _numbered(key: str, lang: str) -> list[str]:
    names = [f"{key}.{number}" for number in range(1, 10)]
    return [name for name in names if name in TEXTS[lang]]


# --- what holds now -------------------------------------------------------------------------------
def duel_side(st: State, player: int, lang: str) -> DuelSide | None:
    """A player's Links, and what the player lacks for each procedure; None on other boards."""
    if not st.game.is_duel:
        return None
    energy = st.player(player, P_ENERGY)
    able, links = _with_all_energy(st, player)
    main = not st.is_over() and st.stage() == ST_MAIN and st.actor() == player
    procedures: list[ProcedureNow] = []
    for key, number in PROCEDURES.items():
        lacks = []
        missing = ENERGY[f"procedure {key}"] - energy
        if missing > 0:
            lacks.append(say("lacks.energy", lang, missing=missing))
        if number not in able:
            # Whoever has no Link at all need not be told more; Detonation asks for none (R9.3).
            no_link = not links and number != PR_DETONATION
            lacks.append(say("lacks.rotation" if no_link else f"lacks.{key}", lang))
        procedures.append({"key": key, "now": main and not lacks, "lacks": lacks})
    return {"links": [st.game.board.names[h] for h in links], "procedures": procedures}


def _with_all_energy(st: State, player: int) -> tuple[set[int], list[int]]:
    """The procedures that a player could start with as much energy as there can be, and the hexes of the Links.

    Every Link can be turned by Rotation, and nobody else can.
    """
    rich = st.copy()
    rich.b[int(rich.po) + player * PLAYER_SIZE + P_ENERGY] = MAX_ENERGY
    count = int(list_procedures(rich, _BUFFER, 0, player))
    actions = [int(_BUFFER[i64(i)]) for i in range(count)]
    turned = {(action - int(P_ROTATE)) // 6 for action in actions if action < P_SWAP}
    return {bisect_right(_STARTS, action) - 1 for action in actions}, sorted(turned)
