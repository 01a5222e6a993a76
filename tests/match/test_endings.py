"""Every end of a match: by the rules, by giving up, by time, by agreement; and what comes after it."""

from __future__ import annotations

import pytest
from hypothesis import given

from neurohex.match.endings import by_the_rules, last_side
from neurohex.match.proof import prove, record_of
from neurohex.notation.record import parse_record, write_record
from neurohex.players.fallback import fallback_action
from neurohex.rules.engine import Game, Random, fresh_buffer, is_chance, is_legal, new_state, play, random_action
from neurohex.wire.messages import (
    Acted,
    AnswerDraw,
    AnswerRematch,
    AnyEvent,
    DrawDeclined,
    Finished,
    Forfeited,
    How,
    MatchPhase,
    OfferDraw,
    OfferRematch,
    RematchMade,
    Resign,
    SeatPlan,
)
from tests.match.table import ANN, BEN, CID, DAN, PEOPLE, SEED, Table
from tests.properties.games import games


def last(events: list[AnyEvent]) -> Finished:
    assert isinstance(events[-1], Finished)
    return events[-1]


def test_a_game_played_out_ends_by_the_rules_with_the_seed() -> None:
    table = Table()
    table.play()
    end = last(table.events())
    assert end.how is How.RULES
    assert end.result == table.match.state.result()
    assert end.seed == SEED.hex()
    assert prove(record_of(table.match)).proven


def test_a_player_who_resigns_loses_and_the_seed_is_revealed() -> None:
    table = Table()
    table.play(acts=20)
    end = last(table.do(ANN, Resign))  # in any turn
    assert (end.how, end.result, end.seed) == (How.RESIGNED, (-1, 1), SEED.hex())
    assert table.match.phase is MatchPhase.FINISHED
    assert prove(record_of(table.match)).proven


def test_a_record_has_an_end_beyond_the_rules() -> None:
    table = Table()
    table.play(acts=20)
    table.do(BEN, Resign)
    text = write_record(record_of(table.match))
    record = parse_record(text)
    assert record.tags["Ended"] == "player 0 wins: player 1 resigned"
    assert record.message.endswith("not by the rules: player 0 wins: player 1 resigned")
    assert not record.complete
    assert (record.tags["Player0"], record.tags["Player1"], record.tags["Date"]) == ("Ann", "Ben", "1970-01-01")


# --- more than two --------------------------------------------------------------------------------
def test_with_more_players_the_game_continues_and_the_army_passes() -> None:
    table = Table("borgo", "moloch", "outpost")
    for _ in range(3):
        table.act()  # HQs
    table.do(BEN, Resign)
    table.play(seed=4)
    acts = [event for event in table.events() if isinstance(event, Acted)]
    assert all(event.auto == (event.seat == 1) for event in acts[3:])
    assert any(event.seat == 1 for event in acts[3:])
    end = last(table.events())
    assert end.result[1] == -1
    assert max(end.result) >= 0
    assert prove(record_of(table.match)).proven


def test_a_player_who_resigns_in_their_own_turn_passes_at_once() -> None:
    table = Table("borgo", "moloch", "outpost")
    for _ in range(3):
        table.act()
    assert table.who() == ANN
    table.do(ANN, Resign)
    assert table.who() == BEN


def test_the_last_player_who_has_not_given_up_wins() -> None:
    table = Table("borgo", "moloch", "outpost")
    table.do(BEN, Resign)
    end = last(table.do(ANN, Resign))
    assert (end.how, end.result) == (How.RESIGNED, (-1, -1, 1))


def test_the_game_continues_without_players_who_gave_up_before_the_first_hq() -> None:
    table = Table("borgo", "moloch", "outpost", "vegas", mercenaries=1, bomber="mercenary", bomber_two=True)
    table.do(ANN, Resign)
    table.do(CID, Resign)
    table.play(seed=9)
    assert last(table.events()).result[0] == last(table.events()).result[2] == -1


def test_a_team_continues_with_one_partner_and_loses_without_any() -> None:
    table = Table("borgo", "moloch", "outpost", "hegemony", mode="team")
    table.do(ANN, Resign)
    assert table.match.phase is MatchPhase.RUNNING
    end = last(table.do(BEN, Resign))
    assert end.result == (-1, -1, 1, 1)


def test_partners_share_the_result_though_one_gave_up() -> None:
    table = Table("borgo", "moloch", "outpost", "hegemony", mode="team")
    table.do(ANN, Resign)
    table.do(CID, Resign)
    end = last(table.do(DAN, Resign))
    assert end.result == (1, 1, -1, -1)


@given(games(players=(3, 4)))
def test_passing_is_legal_and_the_game_ends(game: Game) -> None:
    state, random, buffer = new_state(game), Random(1), fresh_buffer()
    for _ in range(3000):
        if state.is_over():
            break
        action = int(random_action(state, random, buffer)) if is_chance(state) else fallback_action(state)
        assert is_legal(state, action)
        play(state, action)
    assert state.is_over()
    gone = [0]
    assert by_the_rules(state, gone)[0] in (-1, state.result()[0])
    assert max(by_the_rules(state, gone)) >= 0


def test_a_win_of_players_who_gave_up_goes_to_the_best_other() -> None:
    """No player attacks the army that passes, so it may well have the most points."""
    for seed in range(40):
        table = Table("borgo", "moloch", "outpost")
        table.do(ANN, Resign)
        table.play(seed=seed)
        state, end = table.match.state, last(table.events())
        if state.is_over() and state.result()[0] == 1:
            best = max(state.hq(1), state.hq(2))
            assert end.result[0] == -1
            assert {seat for seat in (1, 2) if end.result[seat] >= 0} == {s for s in (1, 2) if state.hq(s) == best}
            assert record_of(table.match).tags["Ended"].endswith("others have given up")
            return
    pytest.fail("it never came up")


def test_a_side_is_not_the_last_while_others_play() -> None:
    table = Table("borgo", "moloch", "outpost")
    assert last_side(table.match.state, []) is None
    assert last_side(table.match.state, [0]) is None
    assert last_side(table.match.state, [0, 2]) == (-1, 1, -1)


# --- agreement ------------------------------------------------------------------------------------
def test_a_draw_that_is_agreed() -> None:
    table = Table()
    table.do(ANN, OfferDraw)
    end = last(table.do(BEN, AnswerDraw, agree=True))
    assert (end.how, end.result) == (How.AGREED, (0, 0))
    assert record_of(table.match).tags["Ended"] == "draw: the players agreed to a draw"


def test_a_draw_needs_all_remaining_players() -> None:
    table = Table("borgo", "moloch", "outpost", "vegas")
    table.do(DAN, Resign)
    table.do(ANN, OfferDraw)
    table.do(BEN, AnswerDraw, agree=True)
    assert table.match.phase is MatchPhase.RUNNING
    assert last(table.do(CID, AnswerDraw, agree=True)).result == (0, 0, 0, -1)


def test_an_offer_can_be_withdrawn() -> None:
    table = Table()
    table.do(ANN, OfferDraw)
    assert isinstance(table.do(ANN, AnswerDraw, agree=False)[0], DrawDeclined)
    assert not table.match.draw_agreed


def test_an_offer_stands_while_play_continues() -> None:
    table = Table()
    table.do(ANN, OfferDraw)
    table.act()
    assert last(table.do(BEN, AnswerDraw, agree=True)).how is How.AGREED


def test_a_bot_plays_on() -> None:
    table = Table(seats=[SeatPlan(), SeatPlan(bot="greedy")])
    _, declined = table.do(ANN, OfferDraw)
    assert isinstance(declined, DrawDeclined)
    assert declined.seat == 1


# --- the host -------------------------------------------------------------------------------------
def test_a_bot_that_cannot_go_on_loses() -> None:
    table = Table(seats=[SeatPlan(), SeatPlan(bot="greedy")])
    forfeited, end = table.keep(table.match.forfeit(1, "crashed\nwith code 1", table.now))
    assert isinstance(forfeited, Forfeited)
    assert forfeited.why == "crashed with code 1"
    assert isinstance(end, Finished)
    assert (end.how, end.result) == (How.FORFEIT, (1, -1))
    assert table.match.forfeit(1, "again", table.now).events == ()


@pytest.mark.parametrize("seated", [0, 2])
def test_the_host_may_end_a_match_without_a_winner(seated: int) -> None:
    table = Table(seated=seated)
    (end,) = table.keep(table.match.abort("nobody came", table.now))
    assert isinstance(end, Finished)
    assert (end.how, end.result, end.seed, end.why) == (How.ABORTED, (0, 0), SEED.hex(), "nobody came")
    assert table.match.abort("again", table.now).events == ()
    write_record(record_of(table.match))


# --- another match --------------------------------------------------------------------------------
def over(*armies: str, **terms: object) -> Table:
    table = Table(*armies, **terms)  # type: ignore[arg-type]  # terms of any game
    for who in PEOPLE[: len(table.match.seats) - 1]:
        if table.match.phase is MatchPhase.RUNNING:
            table.do(who, Resign)
    return table


def test_a_rematch_swaps_sides() -> None:
    table = over("borgo", "moloch")
    table.do(BEN, OfferRematch)
    assert table.match.wanted_rematch() is None
    table.do(ANN, AnswerRematch, agree=True)
    wanted = table.match.wanted_rematch()
    assert wanted is not None
    assert [plan.person for plan in wanted.seats] == [BEN, ANN]
    assert wanted.terms == table.match.created.terms
    assert wanted.rematch_of == "m"
    (made,) = table.keep(table.match.rematched("n", table.now))
    assert isinstance(made, RematchMade)
    assert table.match.rematch == "n"
    assert table.match.wanted_rematch() is None
    assert table.match.rematched("o", table.now).events == ()  # another process was slower


@pytest.mark.parametrize("hints", [False, True])
def test_a_rematch_is_played_with_hints_if_the_match_was(hints: bool) -> None:
    table = over("borgo", "moloch", hints=hints)
    assert table.match.created.hints is hints
    table.do(BEN, OfferRematch)
    table.do(ANN, AnswerRematch, agree=True)
    wanted = table.match.wanted_rematch()
    assert wanted is not None
    assert wanted.hints is hints


def test_teams_change_sides_together() -> None:
    table = over("borgo", "moloch", "outpost", "hegemony", mode="team", teams=((0, 2), (1, 3)))
    table.do(ANN, OfferRematch)
    for who in (BEN, CID, DAN):
        table.do(who, AnswerRematch, agree=True)
    wanted = table.match.wanted_rematch()
    assert wanted is not None
    assert [plan.person for plan in wanted.seats] == [BEN, ANN, DAN, CID]


def test_with_more_sides_every_player_moves_one_seat_on() -> None:
    table = over("borgo", "moloch", "outpost")
    table.do(ANN, OfferRematch)
    table.do(BEN, AnswerRematch, agree=True)
    table.do(CID, AnswerRematch, agree=True)
    wanted = table.match.wanted_rematch()
    assert wanted is not None
    assert [plan.person for plan in wanted.seats] == [CID, ANN, BEN]


def test_a_bot_always_accepts_a_rematch() -> None:
    table = Table(seats=[SeatPlan(), SeatPlan(bot="greedy")])
    table.do(ANN, Resign)
    table.do(ANN, OfferRematch)
    wanted = table.match.wanted_rematch()
    assert wanted is not None
    assert wanted.seats == (SeatPlan(bot="greedy"), SeatPlan(person=ANN))


def test_the_other_player_may_offer_a_declined_rematch() -> None:
    table = over("borgo", "moloch")
    table.do(ANN, OfferRematch)
    table.do(BEN, AnswerRematch, agree=False)
    assert table.match.wanted_rematch() is None
    table.do(ANN, OfferRematch)
