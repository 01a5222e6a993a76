"""The plan is balanced over sides, shares shuffles and is reproducible."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest

from neurohex.arena.plan import fixtures, games_for_each, meetings, planned_games, round_size
from neurohex.arena.tournament import BASE, ArenaError, Bot, Setting, Tournament
from neurohex.notation.record import Dealer
from neurohex.rules.engine import Game
from tests.arena.small import STANDARD, tournament


def seatings(what: Tournament) -> Counter[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Number of games by (bots, armies) in seat order."""
    return Counter((fixture.armies, tuple(bot.name for bot in fixture.bots)) for fixture in fixtures(what))


def test_two_bots_and_two_armies_meet_four_times() -> None:
    assert seatings(tournament("a", "b")) == {
        (("borgo", "moloch"), ("a", "b")): 1,
        (("borgo", "moloch"), ("b", "a")): 1,
        (("moloch", "borgo"), ("a", "b")): 1,
        (("moloch", "borgo"), ("b", "a")): 1,
    }


def test_a_hundred_games_over_the_base_armies_are_a_hundred_and_fair() -> None:
    what = tournament("a", "b", armies=BASE, games=100)
    planned = list(fixtures(what))
    assert len(planned) == planned_games(what) == 100
    assert len({fixture.id for fixture in planned}) == 100
    pairings = Counter(frozenset(fixture.armies) for fixture in planned)
    assert len(pairings) == 6
    assert set(pairings.values()) == {16, 20}
    for bot in ("a", "b"):
        for seat in (0, 1):
            led = Counter(fixture.armies[seat] for fixture in planned if fixture.bots[seat].name == bot)
            other = Counter(fixture.armies[seat] for fixture in planned if fixture.bots[seat].name != bot)
            assert led == other


def test_games_that_differ_only_in_bots_share_their_shuffle() -> None:
    deals = defaultdict(set)
    what = tournament("a", "b", "c", armies=BASE, games=200)
    for fixture in fixtures(what):
        order = Dealer(fixture.setting.game(fixture.armies), fixture.seed).orders
        deals[fixture.round, fixture.armies].add(order)
    assert all(len(orders) == 1 for orders in deals.values())
    again = [orders for (_, armies), orders in deals.items() if armies == ("borgo", "moloch")]
    assert len(again) > 1
    assert len(set.union(*again)) == len(again)  # another round, another shuffle


def test_a_longer_plan_begins_with_the_shorter_one() -> None:
    few, many = (list(fixtures(tournament("a", "b", armies=BASE, games=games))) for games in (30, 90))
    assert len(few) == 32
    assert many[: len(few)] == few


def test_another_seed_has_other_shuffles_and_another_order() -> None:
    one, two = (list(fixtures(tournament("a", "b", armies=BASE, games=24, seed=seed))) for seed in (1, 2))
    assert {fixture.seed for fixture in one}.isdisjoint(fixture.seed for fixture in two)
    assert [fixture.armies for fixture in one] != [fixture.armies for fixture in two]


def test_one_bot_alone_plays_itself_from_both_sides() -> None:
    assert seatings(tournament("a", games=2)) == {
        (("borgo", "moloch"), ("a", "a")): 1,
        (("moloch", "borgo"), ("a", "a")): 1,
    }


def test_mirrors() -> None:
    what = tournament("a", "b", games=8, mirrors=True)
    assert len(meetings(what)) == 3
    assert seatings(what)[("borgo", "borgo"), ("a", "b")] == 1
    assert seatings(what)[("borgo", "borgo"), ("b", "a")] == 1


def test_a_number_for_each_pairing() -> None:
    what = tournament("a", "b", "c", armies=BASE)
    assert round_size(what) == 6 * 3 * 4
    assert games_for_each(what, 10) == 3 * round_size(what)
    assert planned_games(tournament("a", "b", "c", armies=BASE, games=3 * 72)) == 216


def test_every_setting_is_played() -> None:
    settings = (STANDARD, Setting.of(Game(("smart", "vegas"), ruleset="2008", board="duel")))
    what = tournament("a", "b", games=8, settings=settings)
    assert Counter(fixture.setting.name for fixture in fixtures(what)) == {
        "standard, living": 4,
        "standard, 2008, duel board": 4,
    }


def test_three_players_and_two_bots_go_round_all_seats() -> None:
    setting = Setting.of(Game(("borgo", "moloch", "outpost")))
    what = tournament("a", "b", armies=("borgo", "moloch", "outpost"), settings=(setting,), games=1)
    seated = seatings(what)
    assert len(seated) == 18
    assert {armies for armies, _ in seated} == {
        ("borgo", "moloch", "outpost"),
        ("moloch", "outpost", "borgo"),
        ("outpost", "borgo", "moloch"),
    }
    lineups = {"".join(bots) for _, bots in seated}
    assert lineups == {"aba", "baa", "aab", "bab", "abb", "bba"}


@pytest.mark.parametrize("mode", ["team", "one-vs-two"])
def test_a_team_has_one_bot(mode: str) -> None:
    armies = BASE if mode == "team" else BASE[:3]
    setting = Setting.of(Game(armies, mode=mode))
    planned = list(fixtures(tournament("a", "b", armies=armies, settings=(setting,), games=1)))
    sides = [{fixture.bots[seat] for seat in side} for fixture in planned for side in setting.sides(armies)]
    assert all(len(side) == 1 for side in sides)
    assert len(planned) == 2 * len(armies)
    assert Counter(fixture.bots[0].name for fixture in planned) == {"a": len(armies), "b": len(armies)}


def test_sides_are_in_the_order_of_turns() -> None:
    setting = Setting.of(Game(BASE, mode="team", teams=((3, 1), (0, 2))))
    assert setting.sides(BASE) == ((1, 3), (0, 2))
    assert STANDARD.sides(("borgo", "moloch")) == ((0,), (1,))


def test_a_tournament_is_data_and_back() -> None:
    setting = Setting.of(Game(BASE, mode="team", teams=((0, 2), (1, 3)), ruleset="3.0", score=True))
    what = tournament("a", "mine=cmd:x --y=1", armies=BASE, settings=(setting,), seed=5, mirrors=True, limit=0.5)
    assert Tournament.from_data(what.data()) == what
    assert what.bots[1] == Bot("mine", "cmd:x --y=1")
    assert setting.name == "team, 3.0, teams 0+2+1+3, score"


def test_settings_are_not_taken_for_a_name() -> None:
    assert Bot.read("search:seconds=0.5") == Bot("search:seconds=0.5", "search:seconds=0.5")
    assert Bot.read("slow=search:seconds=0.5") == Bot("slow", "search:seconds=0.5")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"bots": ()}, "at least one"),
        ({"bots": (Bot("a", "x"), Bot("a", "y"))}, '"a" takes part twice'),
        ({"bots": (Bot("a\nb", "x"),)}, "NAME="),
        ({"armies": ("borgo",)}, "standard, living needs 2 different armies, 1 were given"),
        ({"games": 0}, "expected 1 or more, got 0"),
        ({"seed": 10**13}, "seed: expected a number from -1000000000000 to 1000000000000, got 10000000000000"),
    ],
)
def test_invalid_tournaments_are_refused(wrong: dict[str, object], said: str) -> None:
    right: dict[str, object] = {"bots": (Bot("a", "a"),), "armies": BASE, "settings": (STANDARD,), "games": 1}
    with pytest.raises(ArenaError, match=said):
        Tournament(**{**right, **wrong})  # type: ignore[arg-type]  # wrong on purpose
