"""Cards show printed and current values, with their rulings."""

from __future__ import annotations

import pytest

from neurohex.explain import NoUnit, describe_tile, why
from neurohex.rules.catalog import ALL_TILES
from neurohex.tiles import ARMIES
from neurohex.view import card, unit_card
from neurohex.view.forms import Card, Part, Sentence, Sum, UnitCard
from tests.explain.stories import RULINGS
from tests.rules.table import Table
from tests.view.forms import assert_form


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_every_tile_has_its_card(lang: str) -> None:
    for tile in ALL_TILES:
        shown = card(tile, lang)
        assert_form(shown, Card)
        assert len(shown.sentences) == len(describe_tile(tile, lang)) - 1
        for sentence in shown.sentences:
            assert "(R" not in sentence.words
            assert "(R" not in sentence.words
            assert not sentence.words.startswith(" ")
            assert " ." not in sentence.words
            assert set(sentence.rulings) <= RULINGS


def test_rulings_stand_beside_their_sentence() -> None:
    shown = card(ARMIES["outpost"].tile("Commando"))
    assert (shown.tile, shown.head) == ("outpost/Commando", "Commando: warrior of The Outpost, 5 tiles.")
    assert shown.sentences[0] == Sentence(
        words="Initiative 3: it acts in that phase of a Battle.",
        rulings=["R6.1"],
    )
    hq = card(ARMIES["borgo"].tile("HQ"))
    both = next(sentence for sentence in hq.sentences if "falls at 0" in sentence.words)
    assert both.words == "It loses points instead of taking wounds and falls at 0; an HQ never harms an HQ."
    assert both.rulings == ["R6.5", "R6.2"]


def test_a_unit_tells_its_numbers_and_why() -> None:
    t = Table("hegemony outpost", "C2=0.Runner/S C1=0.Boss/S C3=1.HQ")
    shown = unit_card(t.st, t.st.game.board.index["C2"])
    assert_form(shown, UnitCard)
    assert shown.initiative == [
        Sum(value=3, parts=[Part(words="printed 2", value=2), Part(words="Boss C1 +1", value=1)])
    ]
    assert [(edge.direction, edge.kind, edge.value) for edge in shown.strength] == [("S", "melee", 2)]
    assert Sentence(words="It acts at 3: printed 2, Boss C1 +1.", rulings=["R3.6"]) in shown.sentences
    assert [hit.to for hit in shown.reach.hits] == ["C3"]


def test_a_netted_unit_says_by_whom() -> None:
    t = Table("hegemony outpost", "C3=1.Commando C2=0.Net_Fighter/SE")
    shown = unit_card(t.st, t.st.game.board.index["C3"])
    assert shown.netted
    assert shown.reach.netted_by == ["C2"]
    words = [sentence.words for sentence in shown.sentences if sentence.rulings == ["R3.1"]]
    assert words == ["It is netted by Net Fighter C2: it does not act, net, link, move or turn."]


def test_it_speaks_polish() -> None:
    t = Table("hegemony outpost", "C2=0.Runner/S C1=0.Boss/S C3=1.HQ")
    h = t.st.game.board.index["C2"]
    polish = unit_card(t.st, h, "pl")
    assert [sentence.words for sentence in polish.sentences] == [f"{line.text}." for line in why(t.st, h, "pl").lines]
    assert polish.sentences[0] != unit_card(t.st, h).sentences[0]


def test_a_free_hex_has_no_unit() -> None:
    t = Table("hegemony outpost", "C2=0.Runner/S")
    with pytest.raises(NoUnit, match="A1: no unit stands there"):
        unit_card(t.st, t.st.game.board.index["A1"])


def test_the_card_of_a_unit_tells_its_printed_symbols_as_it_lies() -> None:
    t = Table("outpost hegemony", "C3=0.HQ C2=0.Commando/S E3=1.HQ")
    printed = " ".join(one.words for one in card(ARMIES["outpost"].tile("Commando")).sentences)
    lies = unit_card(t.st, t.st.game.board.index["C2"]).card
    assert "at SE" in printed
    assert "at NW" in " ".join(one.words for one in lies.sentences)
    assert lies.printed == ARMIES["outpost"].tile("Commando").facts()
