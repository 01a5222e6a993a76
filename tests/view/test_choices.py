"""The choices contain every legal action once, where a page looks for it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from neurohex.notation.action import action_text, parse_action
from neurohex.notation.decoding import ACTION_KINDS
from neurohex.players.check import moments_of_every_kind
from neurohex.rules.engine import Game, State, is_chance, legal_actions, new_state
from neurohex.rules.layout import ST_MEDIC
from neurohex.view import choices, scene
from neurohex.view.forms import AreaChoice, Choice, Choices, Deciding, FacingChoice, Granter, HexChoice, Offer
from neurohex.view.tree import OneOf, OnHex, grow, leaves, without_single_options
from tests.properties.games import SEEDS, games, moments
from tests.rules.table import Table
from tests.view.forms import assert_form


def offers(st: State, kind: str) -> list[Offer]:
    return [offer for offer in choices(st).offers if offer.kind == kind]


def walk(tree: Choice, *way: str | int) -> Any:
    """The node that a page reaches by picking hexes by name and facings by number."""
    for pick in way:
        if isinstance(tree, HexChoice):
            tree = tree.hexes[str(pick)]
        else:
            assert isinstance(tree, FacingChoice)
            then = tree.facings[int(pick)]
            assert then is not None
            tree = then
    return tree


@pytest.mark.slow
@settings(max_examples=15)
@given(games(), SEEDS)
def test_every_legal_action_is_at_the_end_of_one_way(game: Game, seed: int) -> None:
    for number, (state, _) in enumerate(moments(game, seed)):
        if number % 4 == 0:
            found = choices(state, "pl" if number % 8 else "en")
            ends = [action for offer in found.offers for action in leaves(offer.then)]
            assert sorted(ends) == sorted(legal_actions(state))
            if number % 20 == 0:
                assert_form(found, Choices)
                assert_in_hand(state, found)


def assert_in_hand(state: State, found: Choices) -> None:
    """Offers name the right tiles, and areas appear once."""
    players = scene(state).players
    for offer in found.offers:
        if offer.slot is not None:
            assert players[state.actor()].hand[offer.slot] == offer.tile
        then = offer.then
        if isinstance(then, AreaChoice):
            hexes = [tuple(sorted(area.hexes)) for area in then.areas]
            assert len(set(hexes)) == len(hexes)
    begins = [(offer.kind, offer.tile, offer.unit, str(offer.by)) for offer in found.offers]
    assert len(set(begins)) == len(begins)


def test_every_kind_of_decision_is_asked_in_words() -> None:
    met = set()
    for state in moments_of_every_kind().values():
        found = choices(state)
        assert found.decides is not None
        assert found.decides.question.endswith((".", "?"))
        assert "{" not in found.decides.question
        assert all(offer.kind in ACTION_KINDS and offer.words for offer in found.offers)
        met.add(found.decides.stage)
    assert {"main", "hq", "discard", "clown", "medic", "quartermaster", "captive", "recon", "pushed"} <= met


# --- by hand --------------------------------------------------------------------------------------
def test_a_tile_goes_to_a_free_hex_and_faces_somewhere() -> None:
    t = Table("borgo outpost", "C3=0.HQ A1=1.HQ").hand(0, "Mutant", "Battle").turn(0)
    (place,) = offers(t.st, "place")
    assert (place.tile, place.words) == ("borgo/Mutant", "Place Mutant")
    assert scene(t.st).players[0].hand[place.slot or 0] == "borgo/Mutant"
    facing = walk(place.then, "C2")
    assert (facing.hex, facing.tile, facing.now, facing.alike) == ("C2", "borgo/Mutant", None, False)
    assert walk(place.then, "C2", 2) == parse_action(t.st, "place Mutant C2 facing SE")
    assert not {"C3", "A1"} & set(walk(place.then).hexes)
    (battle,) = offers(t.st, "battle")
    assert battle.then == parse_action(t.st, "battle")


def test_before_the_first_turn_the_hq_is_placed_from_no_slot() -> None:
    state = new_state(Game(("borgo", "vegas")))
    (place,) = offers(state, "place")
    assert (place.slot, place.tile) == (None, "borgo/HQ")
    assert walk(place.then, "C3").alike
    assert len(walk(place.then).hexes) == 19


def test_a_foundation_needs_no_facing() -> None:
    t = Table("outpost vegas", "C3=0.HQ A1=1.HQ").hand(1, "Mine").turn(1)
    (place,) = offers(t.st, "place")
    assert walk(place.then, "C2") == parse_action(t.st, "place Mine C2")


def test_moves_name_what_they_are_by() -> None:
    t = Table("borgo hegemony", "A1=0.HQ C3=1.Runner B3=1.Transport/NE E3=1.HQ").hand(1, "Move").turn(1)
    moves = [offer for offer in offers(t.st, "move") if offer.unit == "C3"]
    by = {offer.by.source: offer for offer in moves if offer.by is not None}
    assert set(by) == {"tile", "mobility", "unit"}
    assert (by["tile"].slot, by["tile"].tile) == (0, "hegemony/Move")
    assert by["unit"].by == Granter(source="unit", hex="B3")
    assert by["unit"].words == "Move or turn Runner C3: by Transport B3"
    assert walk(by["mobility"].then, "C4", 1) == parse_action(t.st, "move C3 to C4 facing NE by mobility")
    stays = walk(by["mobility"].then, "C3")
    assert (stays.now, stays.facings[0]) == (0, None)
    assert stays.facings[3] == parse_action(t.st, "turn C3 facing S by mobility")


def test_a_push_names_pusher_and_victim_and_the_pushed_yields() -> None:
    t = Table("moloch outpost", "C3=0.HQ C2=1.Runner A1=1.HQ").hand(0, "Push Back").turn(0)
    (push,) = offers(t.st, "push")
    assert push.unit == "C3"
    assert walk(push.then, "C2") == parse_action(t.st, "push C2 from C3")
    t.do("push C2 from C3")
    (goes,) = offers(t.st, "yield")
    assert (goes.unit, choices(t.st).decides) == (
        "C2",
        Deciding(
            player=1,
            stage="pushed",
            question="Runner C2 is pushed back: where to?",
            about="C2",
            phase=None,
        ),
    )
    assert set(walk(goes.then).hexes) == {"B1", "C1", "D1"}


def test_the_pusher_of_a_neutral_bomber_chooses_its_hex() -> None:
    t = Table("moloch outpost", "C3=0.HQ C2=-.Mad_Bomber A1=1.HQ").hand(0, "Push Back").turn(0)
    (push,) = offers(t.st, "push")
    assert set(walk(push.then, "C2").hexes) == {"B1", "C1", "D1"}


def test_areas_are_complete() -> None:
    t = Table("hegemony moloch", "C3=0.HQ C4=0.Runner A1=1.HQ").hand(1, "Air Strike").turn(1)
    (strike,) = offers(t.st, "air strike")
    assert isinstance(strike.then, AreaChoice)
    middle = next(area for area in strike.then.areas if area.hexes[0] == "C3")
    assert sorted(middle.hexes) == ["B2", "B3", "C2", "C3", "C4", "D2", "D3"]
    assert middle.then == parse_action(t.st, "air strike C3")


def test_a_sniper_is_asked_what_to_shoot_only_where_there_are_two_things() -> None:
    t = Table("outpost vegas", "C3=0.HQ C1=1.Guard C2=1.Guard A1=1.HQ", "C1=1.Mine").hand(0, "Sniper").turn(0)
    (snipe,) = offers(t.st, "snipe")
    assert walk(snipe.then, "C2") == parse_action(t.st, "snipe C2")
    both = walk(snipe.then, "C1")
    assert [option.words for option in both.options] == ["The unit", "The foundation tile"]
    assert both.options[1].then == parse_action(t.st, "snipe foundation C1")


def test_procedures_tell_their_cost() -> None:
    t = Table("duel smart vegas", "A2=0.HQ B1=0.Officer C3=0.Cyborg D2=1.HQ C1=1.Guard").energy(0, 5).turn(0)
    (swap,) = offers(t.st, "procedure swap")
    assert swap.energy == 2
    assert isinstance(swap.then, AreaChoice)
    (pair,) = swap.then.areas  # no HQ changes places
    assert pair.hexes == ["B1", "C3"]
    # The first facing is that of the unit from B1, which is then on C3.
    facing = pair.then
    assert isinstance(facing, FacingChoice)
    assert (facing.hex, facing.tile) == ("C3", "smart/Officer")
    assert walk(facing, 1, 4) == parse_action(t.st, "procedure swap B1 facing NE with C3 facing SW")


def test_a_medic_is_spent_on_a_patient() -> None:
    state = moments_of_every_kind()[ST_MEDIC]
    (save,) = offers(state, "medic")
    assert isinstance(save.then, HexChoice)
    for patient, then in save.then.hexes.items():
        for action in leaves(then):
            assert action_text(state, action).startswith(f"save {patient} from ")


def test_chance_offers_its_draws() -> None:
    state = next(state for state, _ in moments(Game(("borgo", "moloch")), 1) if is_chance(state))
    found = choices(state)
    assert found.decides is not None
    assert found.decides.stage == "draw"
    assert {offer.kind for offer in found.offers} == {"draw"}
    assert all(offer.tile and offer.tile.startswith("borgo/") for offer in found.offers)


def test_nothing_is_offered_once_the_game_is_over() -> None:
    *_, (state, _) = moments(Game(("borgo", "moloch")), 1)
    found = choices(state)
    assert (found.decides, found.offers) == (None, [])


# --- the tree -------------------------------------------------------------------------------------
def test_ways_that_part_at_different_kinds_of_steps_are_refused() -> None:
    tree = grow(None, [OnHex("C3")], 1)
    with pytest.raises(ValueError, match="different kinds of steps"):
        grow(tree, [OneOf("x")], 2)
    with pytest.raises(ValueError, match="different kinds of steps"):
        grow(tree, [], 2)


def test_single_options_are_no_question() -> None:
    tree = grow(grow(None, [OnHex("C3"), OneOf("a"), OnHex("B2")], 1), [OnHex("C4"), OneOf("a")], 2)
    tree = grow(tree, [OnHex("C4"), OneOf("b")], 3)
    plain = without_single_options(tree)
    assert walk(plain, "C3", "B2") == 1
    assert len(walk(plain, "C4").options) == 2
    assert leaves(plain) == leaves(tree) == [1, 2, 3]
