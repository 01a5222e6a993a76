"""The Duel board's form agrees with the rules: costs, Links, and what is possible or lacking."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from neurohex.notation.decoding import ACTION_KINDS, decode
from neurohex.rules.engine import Game, State, legal_actions, new_state
from neurohex.rules.layout import P_ENERGY, PLAYER_SIZE, ST_MAIN
from neurohex.rules.procedures import COST, MAX_ENERGY
from neurohex.tiles import ARMIES
from neurohex.view import catalogue, choices, scene
from neurohex.view.forms import DuelSide, Sentence
from tests.properties.games import SEEDS, moments
from tests.rules.table import Table

KINDS = [kind for kind in ACTION_KINDS if kind.startswith("procedure ")]
RULINGS = (Path(__file__).parents[2] / "docs" / "rulings.md").read_text(encoding="utf-8")
LINKS = "duel smart vegas | A2=0.HQ B1=0.Officer C3=0.Cyborg D2=1.HQ C1=1.Guard C4=1.Guard"


def side(state: State, player: int = 0, lang: str = "en") -> DuelSide:
    found = scene(state, lang).players[player].duel
    assert found is not None
    return found


def lacks(state: State, player: int = 0) -> dict[str, list[str]]:
    return {procedure.key: procedure.lacks for procedure in side(state, player).procedures}


def give(state: State, energy: int, player: int = 0) -> State:
    state.b[int(state.po) + player * PLAYER_SIZE + P_ENERGY] = energy
    return state


def kinds(state: State) -> set[str]:
    return {decode(action).kind for action in legal_actions(state)} & set(KINDS)


# --- what there is --------------------------------------------------------------------------------
@pytest.mark.parametrize("lang", ["en", "pl"])
def test_every_procedure_has_its_cost_and_rulings(lang: str) -> None:
    duel = catalogue(lang).duel
    assert [f"procedure {procedure.key}" for procedure in duel.procedures] == KINDS
    assert [procedure.cost for procedure in duel.procedures] == [int(cost) for cost in COST]
    assert duel.most == MAX_ENERGY
    assert [term.key for term in duel.terms] == ["terminal", "link", "energy", "procedure"]
    told: list[Sentence] = [s for each in (duel.terms, duel.procedures) for part in each for s in part.sentences]
    assert all(term.name and term.sentences for term in duel.terms)
    assert all(procedure.name and procedure.sentences for procedure in duel.procedures)
    for sentence in told:
        assert sentence.rulings, sentence
        assert not re.search(r"[{}()]", sentence.words.replace("(jest ich 7)", "")), sentence
        assert all(f"- {number} " in RULINGS for number in sentence.rulings), sentence
    assert any("7" in sentence.words for sentence in duel.terms[0].sentences)
    assert any(str(MAX_ENERGY) in sentence.words for sentence in duel.terms[2].sentences)


def test_offers_cost_what_the_catalogue_says() -> None:
    costs = {procedure.key: procedure.cost for procedure in catalogue().duel.procedures}
    table = Table(LINKS.split(" | ")[0], LINKS.split(" | ")[1]).turn(0)
    offers = [offer for offer in choices(give(table.st, 5)).offers if offer.energy is not None]
    assert {offer.kind for offer in offers} >= {"procedure rotation", "procedure swap", "procedure push"}
    assert all(offer.energy == costs[offer.kind.removeprefix("procedure ")] for offer in offers)


# --- what holds now -------------------------------------------------------------------------------
def test_other_boards_have_nothing_of_it() -> None:
    assert [player.duel for player in scene(new_state(Game(("smart", "vegas")))).players] == [None, None]


@pytest.mark.slow
@settings(max_examples=10, deadline=None)
@given(st.lists(st.sampled_from(sorted(ARMIES)), min_size=2, max_size=4), SEEDS)
def test_startable_procedures_are_the_legal_ones(armies: list[str], seed: int) -> None:
    mode = {2: "standard", 3: "deathmatch", 4: "team"}[len(armies)]
    for number, (state, _) in enumerate(moments(Game(tuple(armies), mode=mode, board="duel"), seed)):
        if number % 3:
            continue
        # Random play spends what it has: with more energy more is at stake.
        rich = give(state.copy(), number // 3 % (MAX_ENERGY + 1), state.actor()) if not state.is_over() else state
        for player in range(len(armies)):
            told = side(rich, player)
            now = {f"procedure {procedure.key}" for procedure in told.procedures if procedure.now}
            assert now == (kinds(rich) if not rich.is_over() and player == rich.actor() else set())
            assert_lacking(rich, player, told)
        if not rich.is_over() and rich.stage() == ST_MAIN:
            able = {f"procedure {key}" for key, lacking in lacks(rich, rich.actor()).items() if not lacking}
            assert able == kinds(rich)


def assert_lacking(state: State, player: int, told: DuelSide) -> None:
    """Links are enabled units on Terminals, and the lacking energy is exact."""
    shown = scene(state)
    terminals = {hex_.name for hex_ in shown.board.hexes if hex_.terminal}
    units = shown.standing.units
    mine = [u.hex for u in units if u.controller == player and not u.netted and u.hex in terminals]
    assert told.links == mine
    energy = shown.players[player].energy
    assert energy is not None
    for procedure, cost in zip(told.procedures, COST, strict=True):
        short = f"Needs {int(cost) - energy} more energy."
        assert (short in procedure.lacks) == (energy < int(cost))
        assert len(procedure.lacks) <= 2


def test_reasons_by_hand() -> None:
    table = Table("duel smart vegas", "C3=0.HQ A1=1.HQ").turn(0)
    assert side(table.st).links == ["C3"]
    assert lacks(table.st)["rotation"] == ["Needs 1 more energy."]
    found = lacks(give(table.st, 5))
    assert found["rotation"] == []
    assert found["swap"] == ["Needs two Links that are not HQs."]
    assert found["push"] == ["Needs a Link beside a hostile unit that it can push away."]
    assert found["laser"] == ["Needs a hostile unit, not an HQ, in a straight line between two Links."]
    assert found["elimination"] == ["Needs a hostile unit, not an HQ, next to three Links."]
    assert found["detonation"] == ["Needs a hostile Link that is not an HQ."]
    # The other player has no Link, and is told so whoever's turn it is; Detonation takes none.
    other = lacks(give(table.st, 5, 1), 1)
    assert {other[key][0] for key in ("rotation", "swap", "push", "laser", "elimination")} == {
        "Needs a Link: a unit on a Terminal that is not netted."
    }
    assert other["detonation"] == ["Needs a hostile Link that is not an HQ."]
    assert all(not procedure.now for procedure in side(table.st, 1).procedures)


def test_detonation_takes_no_own_link() -> None:
    table = Table("duel smart vegas", "C2=0.HQ A1=1.HQ C3=1.Guard").turn(0)
    assert side(give(table.st, 4)).links == []
    assert lacks(table.st)["detonation"] == []
    assert "procedure detonation" in kinds(table.st)


def test_nothing_can_be_started_once_energy_is_bought() -> None:
    table = Table("duel smart vegas", "C3=0.HQ A1=1.HQ").turn(0)
    give(table.st, 2)
    assert [procedure.key for procedure in side(table.st).procedures if procedure.now] == ["rotation"]
    table.do("sell hq point")
    assert not [procedure for procedure in side(table.st).procedures if procedure.now]
    assert lacks(table.st)["rotation"] == []


def test_looking_changes_nothing() -> None:
    table = Table("duel smart vegas", "C3=0.HQ A1=1.HQ").turn(0)
    before = bytes(int(byte) for byte in table.st.b)
    scene(table.st, "pl")
    assert bytes(int(byte) for byte in table.st.b) == before
