"""One game: its result, its record, and forfeits."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from neurohex.arena.plan import fixtures
from neurohex.arena.play import ENDS, FORFEIT, Referee, Result, player_seed
from neurohex.arena.tournament import Setting
from neurohex.notation.record import final_state, is_dealt_from_seed, key_text, parse_record
from neurohex.players import PLAYERS, Forfeit
from neurohex.rules.engine import Game, State
from tests.arena.small import REFEREE, played, tournament, without_clocks

TALKS = """
import sys
for line in sys.stdin:
    {}
"""


class Odd:
    """A player that misbehaves as told after some good decisions."""

    def __init__(self, seed: int, after: int, wrong: Exception | None) -> None:
        self.good = PLAYERS["random"](seed, {})
        self.left = after
        self.wrong = wrong
        self.nodes = 0
        self.thought = 0.0

    def choose(self, state: State) -> int:
        self.left -= 1
        self.nodes += 100
        self.thought += 0.5
        if self.left < 0 and self.wrong is not None:
            raise self.wrong
        return self.good.choose(state) if self.left >= 0 or self.wrong else -7

    def close(self) -> None:
        closed.append(self)


closed: list[Odd] = []


@pytest.fixture(autouse=True)
def odd_players(monkeypatch: pytest.MonkeyPatch) -> None:
    closed.clear()
    monkeypatch.setitem(PLAYERS, "quits", lambda seed, _: Odd(seed, 5, Forfeit("lost\n its \x07way")))
    monkeypatch.setitem(PLAYERS, "cheats", lambda seed, _: Odd(seed, 5, None))
    monkeypatch.setitem(PLAYERS, "thinks", lambda seed, _: Odd(seed, 10**9, None))


def refuse(seed: int, settings: dict[str, str]) -> Odd:
    raise Forfeit("not today")


def test_a_game_is_played_to_its_end() -> None:
    (result, *_) = played(tournament("random", "greedy"))
    assert sorted(result.outcome) in ([-1, 1], [0, 0])
    assert result.end in ENDS.values()
    assert result.forfeit is None
    assert sum(result.decisions) < result.actions
    assert min(result.thought) > 0
    assert result.nodes[0] is None  # random searches no positions
    assert (result.nodes[1] or 0) > result.decisions[1]
    assert result.turns > 4
    assert sum(result.shares()) == 1


def test_the_same_fixture_has_the_same_result() -> None:
    what = tournament("random", "greedy")
    assert without_clocks(played(what)) == without_clocks(played(what))


def test_players_of_a_game_have_seeds_of_their_own() -> None:
    seeds = {player_seed(fixture, seat) for fixture in fixtures(tournament("a", games=8)) for seat in (0, 1)}
    assert len(seeds) == 8


def test_a_record_replays_the_game() -> None:
    for result in played(tournament("random", "greedy"), Referee(limit=1.0, keep_records=True)):
        record = parse_record(result.record)
        assert record.complete
        assert is_dealt_from_seed(record)
        assert key_text(final_state(record)) == result.key
        assert list(record.game.armies) == result.armies
        assert [record.tags["Player0"], record.tags["Player1"]] == result.bots
        assert record.tags["Game"] == result.id


def test_a_fallback_replaces_an_illegal_answer_of_a_built_in_bot(caplog: pytest.LogCaptureFixture) -> None:
    for result in played(tournament("random", "cheats")):
        assert result.end in ENDS.values()
        assert result.forfeit is None
        assert f"game {result.id}: bot cheats answered -7, which is no legal action; played action " in caplog.text


def test_a_bot_that_cannot_continue_loses() -> None:
    bot, reason = "quits", "lost its ?way"
    for result in played(tournament("random", bot), Referee(limit=1.0, keep_records=True)):
        seat = result.bots.index(bot)
        assert result.end == FORFEIT
        assert result.forfeit == seat
        assert result.reason == reason
        assert result.outcome[seat] == -1
        assert result.outcome[1 - seat] == 1
        assert result.decisions[seat] == 5
        record = parse_record(result.record)
        assert not record.complete
        assert record.tags["Forfeit"] == f"player {seat}: {reason}"
        assert len(record.actions) == result.actions
    assert len(closed) == 4


def test_a_bot_that_does_not_start_loses_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAYERS, "refuses", refuse)
    for result in played(tournament("thinks", "refuses")):
        assert result.forfeit == result.bots.index("refuses")
        assert result.reason == "not today"
        assert result.actions == 0
    assert len(closed) == 2  # in the games where the other player was seated first


def test_the_others_share_the_win_of_a_forfeit() -> None:
    setting = Setting.of(Game(("borgo", "moloch", "outpost")))
    what = tournament("quits", "random", armies=("borgo", "moloch", "outpost"), settings=(setting,), games=1)
    lineups = set()
    for result in played(what):
        assert result.forfeit is not None
        expected = [0.5] * 3
        expected[result.forfeit] = 0.0
        assert result.shares() == expected
        lineups.add(result.bots.count("quits"))
    assert lineups == {1, 2}


def test_a_team_goes_down_with_its_player() -> None:
    armies = ("borgo", "moloch", "outpost", "hegemony")
    what = tournament("quits", "random", armies=armies, settings=(Setting.of(Game(armies, mode="team")),), games=1)
    for result in played(what):
        lost = [seat for seat, bot in enumerate(result.bots) if bot == "quits"]
        assert len(lost) == 2
        assert [seat for seat in range(4) if result.outcome[seat] == -1] == lost
        assert sorted(result.shares()) == [0.0, 1.0]


def test_search_statistics_of_players_are_stored() -> None:
    for result in played(tournament("random", "thinks")):
        seat = result.bots.index("thinks")
        assert result.nodes[seat] == 100 * result.decisions[seat]
        assert result.thought[seat] == 0.5 * result.decisions[seat]
        assert result.nodes[1 - seat] is None


def test_a_draw_is_shared() -> None:
    (result, *_) = played(tournament("random"))
    shared = {"outcome": [0, 0], "sides": [0, 1]}
    assert Result(**{**{name: getattr(result, name) for name in Result.__slots__}, **shared}).shares() == [0.5, 0.5]


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("raise SystemExit('out of fuel')", "out of fuel"),
        (TALKS.format("print('what?', flush=True)"), "what?"),
        (TALKS.format("pass"), "no answer within"),
        (None, "nowhere"),
    ],
    ids=["crashes", "talks nonsense", "hangs", "is not there"],
)
def test_a_command_that_does_not_play_loses(
    tmp_path: Path, program: str | None, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("neurohex.players.process.STARTUP_SECONDS", 1.0)
    command = "cmd:nowhere"
    if program is not None:
        (tmp_path / "bot.py").write_text(program)
        command = f"cmd:{sys.executable} -S {tmp_path / 'bot.py'}"
    fixture = next(fixtures(tournament("random", f"mine={command}")))
    result = REFEREE.play(fixture)
    assert result.forfeit == result.bots.index("mine")
    assert reason in result.reason
