"""Sitting down, the start, leaving and coming back, and who may decide."""

from __future__ import annotations

import pytest

from neurohex.match.authority import open_match
from neurohex.match.proof import record_of
from neurohex.match.shuffle import METHOD, commitment
from neurohex.notation.record import final_state
from neurohex.rules.actions import DISCARD, END
from neurohex.rules.engine import Game, GameError, legal_actions
from neurohex.rules.layout import ST_CAPTURE, ST_CLOWN, ST_MEDIC, ST_PUSHED
from neurohex.wire.messages import (
    Act,
    Acted,
    Code,
    Created,
    Join,
    Joined,
    Leave,
    Left,
    LookCommand,
    Looked,
    MatchPhase,
    Proposal,
    Refused,
    Return,
    Returned,
    SeatPlan,
    Started,
    Terms,
    Undo,
)
from tests.match.table import ANN, BEN, CID, EVE, NONCE, SEED, Table


def test_the_first_event_commits_to_the_seed_before_any_nonce() -> None:
    table = Table(seated=0)
    (created,) = table.events()
    assert isinstance(created, Created)
    assert created.commitment == commitment(SEED).hex()
    assert created.shuffle == METHOD
    assert SEED.hex() not in table.log[0].decode()


def test_the_match_starts_when_the_last_seat_is_taken() -> None:
    table = Table(seated=1)
    assert table.match.awaited() is None
    joined, started = table.do(BEN, Join, name="Ben", nonce="f" * 32)
    assert isinstance(joined, Joined)
    assert isinstance(started, Started)
    assert started.nonces == (NONCE, "f" * 32)
    assert table.match.phase is MatchPhase.RUNNING
    assert table.match.awaited() == 0


def test_the_default_seat_is_the_reserved_one_then_any() -> None:
    table = Table("borgo", "moloch", "outpost", seats=[SeatPlan(), SeatPlan(person=BEN), SeatPlan()], seated=0)
    for who, seat in ((BEN, 1), (EVE, 0), (CID, 2)):
        table.do(who, Join, name=who, nonce=NONCE)
        assert table.match.seat_of(who) == seat


def test_a_seat_left_before_the_start_is_free_again() -> None:
    table = Table(seated=1)
    assert isinstance(table.do(ANN, Leave)[0], Left)
    assert table.match.seat_of(ANN) is None
    table.do(EVE, Join, name="Eve", nonce="e" * 32, seat=0)
    started = table.do(BEN, Join, name="Ben", nonce="b" * 32)[1]
    assert isinstance(started, Started)
    assert started.nonces == ("e" * 32, "b" * 32)


def test_a_player_who_leaves_a_running_match_keeps_the_seat() -> None:
    table = Table()
    table.do(ANN, Leave)
    assert table.match.seats[0].away
    assert table.match.awaited() == 0
    table.act()  # being away is no reason not to act
    assert isinstance(table.do(ANN, Return)[0], Returned)
    assert not table.match.seats[0].away


def test_bots_have_their_nonces_before_people_and_start_alone() -> None:
    table = Table(seats=[SeatPlan(bot="greedy"), SeatPlan()], seated=0)
    assert table.match.seats[0].nonce == "00" * 16
    assert table.match.phase is MatchPhase.OPEN
    among_themselves = Table(seats=[SeatPlan(bot="greedy"), SeatPlan(bot="random")])
    assert [type(event) for event in among_themselves.events()] == [Created, Started]


def test_bots_act_through_the_same_door() -> None:
    table = Table(seats=[SeatPlan(bot="greedy"), SeatPlan()])
    assert table.match.awaited_bot() == "greedy"
    action = legal_actions(table.match.state)[0]
    assert table.refused(BEN, Act, action=action) is Code.NOT_YOUR_TURN
    command, who = table.match.bot_act(action)
    table.answer(who, command)
    assert table.match.awaited_bot() is None
    with pytest.raises(ValueError, match="no bot is to decide"):
        table.match.bot_act(action)
    # Two processes that let the same bot think write one act: the second is the first one repeated.
    length = len(table.log)
    table.answer(who, command)
    assert len(table.log) == length


@pytest.mark.parametrize(
    ("stage", "armies"),
    [
        (ST_PUSHED, "moloch hegemony"),
        (ST_MEDIC, "moloch outpost"),
        (ST_CLOWN, "moloch borgo"),
        (ST_CAPTURE, "vegas smart"),
    ],
)
def test_a_choice_belongs_to_the_player_the_rules_name(stage: int, armies: str) -> None:
    """Also in another player's turn, or in a Battle that another began."""
    for seed in range(60):
        table = Table(*armies.split(), seed=bytes([seed]) * 32)
        while table.match.phase is MatchPhase.RUNNING:
            st = table.match.state
            if st.stage() == stage and st.actor() != st.turn():
                other = (ANN, BEN)[st.turn()]
                assert table.who() != other
                assert table.refused(other, Act, action=legal_actions(st)[0]) is Code.NOT_YOUR_TURN
                table.act()
                return
            table.play(seed=seed * 1000 + table.match.last, acts=1)
    pytest.fail("the choice never came up")


def test_partners_decide_for_themselves_only() -> None:
    table = Table("borgo", "moloch", "outpost", "hegemony", mode="team")
    assert table.who() == ANN
    assert table.refused(BEN, Act, action=legal_actions(table.match.state)[0]) is Code.NOT_YOUR_TURN


def test_an_act_has_its_draws_and_words() -> None:
    table = Table()
    table.act()
    (acted,) = table.act()
    assert isinstance(acted, Acted)
    assert acted.words.startswith("place HQ")
    assert len(acted.draws) == 1  # the first turn draws one tile
    assert table.match.actions[-2:] == [acted.action, *acted.draws]


def test_undo_goes_back_to_the_last_draw_and_no_further() -> None:
    table = Table()
    table.act()
    table.act()
    table.act(END)  # Ann's first turn; Ben has drawn two tiles
    start = table.match.state.to_bytes()
    table.act(DISCARD)
    table.do(BEN, Undo)
    assert table.match.state.to_bytes() == start == final_state(record_of(table.match)).to_bytes()
    assert table.refused(BEN, Undo) is Code.NOTHING_TO_UNDO
    table.act(DISCARD)
    table.act(END)  # Ann draws
    assert table.refused(BEN, Undo) is Code.NOTHING_TO_UNDO


def test_only_acts_make_an_act_stale() -> None:
    table = Table()
    seen = table.match.last
    table.do(BEN, Leave)
    table.do(ANN, Act, action=legal_actions(table.match.state)[0], seen=seen)


def test_anyone_may_look() -> None:
    table = Table()
    reply = table.say(EVE, LookCommand)
    assert isinstance(reply, Looked)
    assert reply.present.state == table.match.state.to_bytes()
    assert reply.present.awaited == 0
    unstarted = Table(seated=0).say(EVE, LookCommand)
    assert isinstance(unstarted, Looked)
    assert unstarted.present.state is None


def test_open_piles_are_public_if_agreed() -> None:
    table = Table(open_piles=True)
    assert table.match.open_piles is not None
    assert table.match.open_piles.orders == table.match._dealer().orders
    assert Table().match.open_piles is None


@pytest.mark.parametrize(
    ("terms", "seats", "nonces", "error", "said"),
    [
        (Terms(armies=("borgo", "elves")), 2, 0, GameError, 'no army "elves"'),
        (Terms(armies=("borgo", "moloch"), mode="position"), 2, 0, ValueError, "a position for study"),
        (Terms(armies=("borgo", "moloch")), 3, 0, ValueError, "seats: expected 2, one for each army, got 3"),
        (Terms(armies=("borgo", "moloch")), 2, 1, ValueError, "bot_nonces: expected 0, one for each bot, got 1"),
    ],
)
def test_proposals_that_cannot_be_played(
    terms: Terms, seats: int, nonces: int, error: type[ValueError], said: str
) -> None:
    proposal = Proposal(terms=terms, seats=(SeatPlan(),) * seats)
    with pytest.raises(error, match=said):
        open_match(proposal, match="m", owner=ANN, seed=SEED, bot_nonces=[bytes(16)] * nonces, now=0)


def test_a_bots_nonce_in_a_proposal_is_ignored() -> None:
    proposal = Proposal(
        terms=Terms.of(Game(("borgo", "moloch"))), seats=(SeatPlan(bot="greedy", nonce="f" * 32), SeatPlan(nonce=NONCE))
    )
    created = open_match(proposal, match="m", owner=ANN, seed=SEED, bot_nonces=[bytes(16)], now=0)[0]
    assert isinstance(created, Created)
    assert [plan.nonce for plan in created.seats] == ["00" * 16, None]


def test_refusals_name_the_command() -> None:
    reply = Table().say(EVE, Undo, id="my-7")
    assert isinstance(reply, Refused)
    assert (reply.id, reply.match) == ("my-7", "m")
