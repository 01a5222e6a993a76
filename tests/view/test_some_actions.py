"""Offers of some of the legal actions only, as puzzles have them."""

from __future__ import annotations

from neurohex.notation.compact import parse_line
from neurohex.rules.engine import legal_actions
from neurohex.view import analysis_state, choices

LINE = "borgo hegemony:3 | C5=0.HQ C2=1.HQ C3=0.Mutant/N"


def test_only_the_given_actions_are_offered() -> None:
    state = analysis_state(parse_line(LINE), [["borgo/Brawler", "borgo/Battle"]], 0)
    all_kinds = {offer.kind for offer in choices(state).offers}
    assert {"place", "end", "discard", "battle"} <= all_kinds
    first = next(iter(legal_actions(state)))
    one = choices(state, actions=[first])
    assert len(one.offers) == 1
    assert one.decides == choices(state).decides
    assert choices(state, actions=[]).offers == []
