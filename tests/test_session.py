"""Sessions: acting, undo, resuming from a record."""

from __future__ import annotations

import pytest

from neurohex.events import BattleBegan, Drawn, Placed, TurnBegan
from neurohex.notation.action import action_text, parse_action
from neurohex.notation.record import final_state, is_dealt_from_seed, parse_record, write_record
from neurohex.players import make_player
from neurohex.rules.catalog import ALL_TILES
from neurohex.rules.engine import Game, IllegalAction, Random, is_chance, legal_actions
from neurohex.rules.layout import ST_HQ, ST_MAIN, ST_PUSHED
from neurohex.session import CHANCE, NothingToUndo, Session
from neurohex.tiles import Tile

GAMES = (
    Game(("borgo", "moloch")),
    Game(("vegas", "doomsday"), board="duel", mercenaries=2),
    Game(("hegemony", "smart", "outpost"), mode="one-vs-two"),
    Game(("outpost", "vegas", "smart", "borgo", "moloch"), board="expanded", ruleset="3.0"),
)


def play_on(session: Session, seed: int, decisions: int = 10_000) -> None:
    """Decide at random, each player separately, to the end or that many times."""
    choose = make_player("random", seed).choose
    while decisions and not session.state.is_over():
        session.act(choose(session.state))
        decisions -= 1


def test_a_session_draws_automatically() -> None:
    session = Session(GAMES[0], 3)
    choose = make_player("random", 4).choose
    while not session.state.is_over():
        assert not is_chance(session.state)
        session.act(choose(session.state))
    assert any(step.player == CHANCE for step in session.steps)


def test_act_tells_what_happened_with_the_draws_that_followed() -> None:
    session = Session(GAMES[0], 3)
    assert [type(event) for event in session.act(parse_action(session.state, "place HQ A1 facing N"))] == [Placed]
    events = session.act(parse_action(session.state, "place HQ E3 facing N"))
    assert [type(event) for event in events] == [Placed, TurnBegan, Drawn]


def test_an_illegal_act_changes_nothing() -> None:
    session = Session(GAMES[0], 3)
    key = session.state.key()
    with pytest.raises(IllegalAction):
        session.act(0)
    assert session.state.key() == key
    assert not session.steps


@pytest.mark.parametrize("game", GAMES)
def test_a_record_of_a_session_is_whole_and_dealt_from_its_seed(game: Game) -> None:
    session = Session(game, 11, {"Player0": "Anna"})
    play_on(session, 5)
    record = session.record()
    assert record.complete
    assert is_dealt_from_seed(record)
    assert parse_record(write_record(record)) is not None
    assert final_state(record) == session.state
    assert record.tags["Player0"] == "Anna"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_a_game_goes_on_after_a_pause_as_it_would_have_without(game: Game, seed: int) -> None:
    whole = Session(game, seed)
    play_on(whole, seed)
    pause = int(Random(seed).below(len(whole.steps)))
    first = Session(game, seed)
    play_on(first, seed, pause)
    second = Session.resume(parse_record(write_record(first.record())))
    assert second.state == first.state
    assert second.can_undo() == first.can_undo()
    play_on(second, seed)
    assert second.state == whole.state
    assert second.record().actions == whole.record().actions


def test_a_record_cut_off_between_two_draws_goes_on_with_the_next() -> None:
    whole = Session(GAMES[0], 8)
    play_on(whole, 1, 6)
    record = whole.record()
    at = next(i for i, step in enumerate(whole.steps) if step.player == CHANCE and whole.steps[i + 1].player == CHANCE)
    record.actions = record.actions[: at + 1]
    resumed = Session.resume(record)
    assert resumed.steps[at + 1].action == whole.steps[at + 1].action
    assert not is_chance(resumed.state)


def test_a_record_without_a_seed_takes_the_one_that_is_given() -> None:
    record = Session(GAMES[0], 8).record()
    del record.tags["Seed"]
    assert Session.resume(record, 21).seed == 21


def test_both_players_draw_the_same_whatever_they_do() -> None:
    orders = []
    for choices in (1, 2):
        session = Session(GAMES[0], 8)
        first = [session.upcoming(player) for player in (0, 1)]
        play_on(session, choices, 60)
        drawn: list[list[Tile]] = [[], []]
        for step in session.steps:
            for event in step.events:
                if isinstance(event, Drawn):
                    drawn[event.player].append(event.tile)
        for player in (0, 1):
            left = [ALL_TILES[tile] for tile in session.upcoming(player)]
            assert [*drawn[player], *left] == [ALL_TILES[tile] for tile in first[player]]
        orders.append(first)
    assert orders[0] == orders[1]


# --- taking back ----------------------------------------------------------------------------------
@pytest.mark.parametrize("game", GAMES)
def test_taking_back_gives_the_state_that_was(game: Game) -> None:
    session = Session(game, 2)
    choose = make_player("random", 6).choose
    taken = 0
    while not session.state.is_over():
        key, state = session.state.key(), session.state.copy()
        action = choose(session.state)
        session.act(action)
        if session.can_undo():
            assert session.undo().action == action
            assert session.state.key() == key
            assert session.state == state
            session.act(action)
            taken += 1
    assert taken > 10


def test_a_whole_turn_can_be_taken_back_step_by_step() -> None:
    session = started()
    while session.state.stage() != ST_MAIN or len(session.state.hand(session.state.actor())) < 2:
        session.act(legal_actions(session.state)[0])
    before = session.state.copy()
    fixed = len(session.steps)
    while len(session.state.hand(before.actor())):
        session.act(
            next(a for a in legal_actions(session.state) if action_text(session.state, a).startswith("discard"))
        )
    assert len(session.steps) == fixed + len(before.hand(before.actor()))
    while session.state != before:
        session.undo()
    assert len(session.steps) == fixed


def started() -> Session:
    session = Session(GAMES[0], 3)
    session.act(parse_action(session.state, "place HQ A1 facing N"))
    session.act(parse_action(session.state, "place HQ E3 facing N"))
    return session


def test_undo_stops_at_a_draw() -> None:
    session = started()
    assert not session.can_undo()
    with pytest.raises(NothingToUndo):
        session.undo()
    session.act(parse_action(session.state, "end turn"))
    assert not session.can_undo()


def test_a_battle_stays_fought() -> None:
    session = Session(GAMES[0], 3)
    choose = make_player("random", 6).choose
    fought = False
    while not session.state.is_over():
        fought = any(isinstance(event, BattleBegan) for event in session.act(choose(session.state)))
        assert not (fought and session.can_undo())


def test_an_hq_can_be_taken_back_until_the_next_is_placed() -> None:
    session = Session(GAMES[2], 3)
    session.act(parse_action(session.state, "place HQ A1 facing N"))
    session.undo()
    assert session.state.stage() == ST_HQ
    session.act(parse_action(session.state, "place HQ B1 facing N"))
    session.act(parse_action(session.state, "place HQ E3 facing N"))
    session.undo()
    assert not session.can_undo()


def test_undo_stops_at_another_players_answer() -> None:
    """A push with a choice for the victim's controller: before the choice the push can be taken back, after it only
    the choice."""
    for seed in range(60):
        session = Session(Game(("moloch", "hegemony")), seed)
        choose = make_player("random", seed).choose
        while not session.state.is_over() and session.state.stage() != ST_PUSHED:
            session.act(choose(session.state))
        if session.state.stage() == ST_PUSHED:
            assert session.can_undo()
            session.act(legal_actions(session.state)[0])
            if session.can_undo():
                session.undo()
                assert session.state.stage() == ST_PUSHED
                assert not session.can_undo()
                return
    pytest.fail("no push with a choice came up")
