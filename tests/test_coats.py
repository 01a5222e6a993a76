"""Players of the same army (R11.5) differ by shade, pattern and numeral, for every kind of colour vision."""

from __future__ import annotations

import itertools
from xml.etree import ElementTree

import pytest

from neurohex.draw import DrawError, copy_of, player_armies, tile_svg
from neurohex.draw.coats import min_distance
from neurohex.draw.svg import brightness
from neurohex.tiles import ARMIES, Army


@pytest.mark.parametrize("army", ARMIES.values(), ids=list(ARMIES))
def test_six_players_with_the_same_army_can_be_told_apart_by_every_eye(army: Army) -> None:
    copies = [copy_of(army, number) for number in range(6)]
    assert copies[0] is army
    assert [copy.name for copy in copies[1:]] == [
        f"{army.name} {numeral}" for numeral in ("II", "III", "IV", "V", "VI")
    ]
    assert len({copy.pattern for copy in copies}) == 6
    assert all(copy.tiles == army.tiles and copy.key == army.key for copy in copies)
    for one, other in itertools.combinations(copies, 2):
        assert min_distance(one.colour, [other.colour]) > 0.06  # three times the just noticeable difference
    # Fewer copies lie further apart.
    assert min_distance(copies[0].colour, [copies[1].colour]) > 0.25
    for copy in copies:
        assert abs(brightness(copy.colour) - brightness(copy.ink)) > 0.35
        label = ElementTree.fromstring(tile_svg(copy.tile("HQ"), copy)).get("aria-label", "")
        assert label.startswith(f"HQ ({copy.name})")


def test_a_table_has_six_places() -> None:
    for number in (-1, 6):
        with pytest.raises(DrawError, match=f"copy_of: expected a number from 0 to 5, got {number}"):
            copy_of(ARMIES["borgo"], number)


def test_every_player_has_an_army_to_show() -> None:
    assert player_armies(["borgo", "moloch"]) == (ARMIES["borgo"], ARMIES["moloch"])
    one, two, three = player_armies(("smart", "doomsday", "smart"))
    assert (one, two) == (ARMIES["smart"], ARMIES["doomsday"])
    assert three.name == "Smart II"
    # On its own, Smart would get its darkest shade next. That shade is too close to Doomsday's.
    assert min_distance(copy_of(one, 1).colour, [two.colour]) < min_distance(three.colour, [two.colour])


@pytest.mark.parametrize("count", [3, 4, 5, 6])
def test_at_a_table_with_repeats_nobody_looks_like_another(count: int) -> None:
    firsts = list(ARMIES)
    for shift, repeats in itertools.product(range(len(firsts)), range(1, count)):
        keys = [firsts[(shift + n % (count - repeats)) % len(firsts)] for n in range(count)]
        armies = player_armies(keys)
        assert [army.key for army in armies] == keys
        assert len({army.name for army in armies}) == count
        assert len({army.pattern for army in armies}) == count
        copies = [army for army in armies if army not in ARMIES.values()]
        assert len(copies) == repeats
        for copy in copies:
            assert min_distance(copy.colour, [army.colour for army in armies if army is not copy]) > 0.055, keys


def test_an_eye_without_red_takes_red_for_dark_and_none_takes_black_for_white() -> None:
    assert min_distance("#000", ["#ffffff"]) == pytest.approx(1, abs=0.01)
    assert min_distance("#1d67dc", ["#fff", "#1d67dc"]) == 0
    assert min_distance("#a02010", ["#404000"]) < 0.12
    assert min_distance("#000", []) == 1
