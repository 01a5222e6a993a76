"""The model's parts add up to the rules' sums, in random games of every kind."""

from __future__ import annotations

import pytest

from neurohex.model import Table
from neurohex.model import relations as rel
from neurohex.notation.bridge import state_of
from neurohex.notation.compact import parse_line
from neurohex.rules.engine import State
from tests.explain.stories import MODES, moments


def sampled(mode: str, every: int = 12) -> list[State]:
    return [st.copy() for n, st in enumerate(moments(mode, 71)) if n % every == 0]


@pytest.mark.parametrize("mode", sorted(MODES))
def test_parts_add_up_to_the_units(mode: str) -> None:
    for st in sampled(mode):
        table = Table(st)
        for unit in table.units:
            told = rel.timings(st, unit.index)
            for timing in told:
                assert timing.base + sum(gift.value for gift in timing.gifts) + timing.raised == timing.value
            parts = rel.strengths(st, unit.index)
            for part in parts:
                assert part.printed + part.changed + sum(gift.value for gift in part.gifts) == part.value
            if unit.is_netted:
                assert unit.is_in_net or unit.is_unpowered
                continue
            assert not unit.is_in_net
            assert not unit.is_unpowered
            if unit.is_paralysed:
                assert (unit.initiative, unit.attacks) == ((), ())
                continue
            assert tuple(dict.fromkeys(timing.value for timing in told)) == unit.initiative
            assert [(p.direction, p.kind, p.value) for p in parts] == [
                (attack.direction, attack.kind, attack.strength)
                for attack in unit.attacks
                if attack.kind in ("melee", "ranged", "gauss")
            ]


@pytest.mark.parametrize("mode", sorted(MODES))
def test_gifts_given_equal_gifts_received(mode: str) -> None:
    for st in sampled(mode, 20):
        table = Table(st)
        given = {(unit.hex, hex_, gift.effect) for unit in table.units for hex_, gift in rel.gifts_of(st, unit.index)}
        got = {(gift.hex, unit.hex, gift.effect) for unit in table.units for gift in rel.gifts_to(st, unit.index)}
        assert given == got
        for giver, to, effect in got:
            reached = rel.powered_hexes if effect == "power" else rel.linked_hexes
            assert to in reached(st, table.index(giver))


@pytest.mark.parametrize("mode", sorted(MODES))
def test_strikes_come_from_attacks_and_meet_units(mode: str) -> None:
    for st in sampled(mode):
        table = Table(st)
        for unit in table.units:
            for strike in rel.strikes_of(st, unit.index):
                assert strike.source == unit.hex
                assert strike.direction in {attack.direction for attack in unit.attacks}
                assert table.unit(strike.to) is not None
                assert all(table.unit(place) is not None for place in strike.via)


def test_looking_changes_nothing() -> None:
    for st in sampled("standard", 30):
        before = st.copy()
        for h in range(int(st.hexes)):
            rel.move_sources(st, h)
            rel.strikes_of(st, h)
            rel.timings(st, h)
        assert st == before


def test_a_strike_has_its_bonuses() -> None:
    st = state_of(parse_line("hegemony outpost | C2=0.Runner/S C1=0.Boss/S C3=1.HQ"))
    (strike,) = rel.strikes_of(st, st.game.board.index["C2"])
    assert (strike.direction, strike.to, strike.kind, strike.wounds, strike.via) == ("S", "C3", "melee", 2, ())


def test_a_long_way_through_redirectors() -> None:
    line = "doomsday hegemony | C2=0.Tripler/S C3=0.Tripler/SW D2=0.Doom_Net_Fighter/SW D1=0.Omega_Shooter/SW B2=1.HQ"
    st = state_of(parse_line(line))
    strikes = rel.strikes_of(st, st.game.board.index["D1"])
    assert sorted((strike.direction, strike.via) for strike in strikes) == [
        ("S", ("D2", "C3")),
        ("SW", ("C2",)),
        ("SW", ("C2", "C3")),
        ("SW", ("C2", "D2", "C3")),
    ]
