"""The bot's side of the protocol for players in Python."""

from __future__ import annotations

import io
from functools import partial

import pytest

from neurohex.players import Forfeit, PlayerError, make_player
from neurohex.players.player import GreedyPlayer
from neurohex.players.protocol import Begin, Decide, Hello, lines_of
from neurohex.players.situation import game_facts, legal_words, state_facts
from neurohex.players.speaker import Speaker, speak
from neurohex.rules.engine import Game, State, legal_actions, new_state

GAME = Game(("borgo", "moloch"))
BEGIN = lines_of(Begin(game_facts(GAME, 5)))
FIRST = new_state(GAME)


def question(seconds: float = 1.0) -> list[str]:
    return lines_of(Decide(state_facts(FIRST), legal_words(FIRST), seconds))


class Thinker:
    """A player with a clock that counts positions."""

    def __init__(self, seed: int) -> None:
        self.seconds = 2.0
        self.nodes = 0
        self.seed = seed
        self.closed = False

    def choose(self, state: State) -> int:
        if self.seed == 13:
            raise Forfeit("bad luck")
        self.nodes += int(self.seconds * 100)
        return legal_actions(state)[0]

    def close(self) -> None:
        self.closed = True


def answers(speaker: Speaker, lines: list[str]) -> list[str]:
    return [answer for line in lines for answer in speaker.hear(line)]


def test_a_player_of_a_name_is_spoken_for() -> None:
    speaker = Speaker("greedy", partial(make_player, "greedy"))
    greeting = ["neurohex-bot 1", "name greedy", "deterministic yes", "ready"]
    assert answers(speaker, lines_of(Hello())) == greeting
    assert answers(speaker, BEGIN) == ["ready"]
    player = make_player("greedy", 5)
    chosen = player.choose(FIRST)
    assert isinstance(player, GreedyPlayer)
    assert answers(speaker, question()) == [f"info nodes {player.nodes}", f"action {chosen}"]


def test_an_unknown_player_is_reported_before_any_message() -> None:
    sink = io.BytesIO()
    with pytest.raises(PlayerError, match="no player is called"):
        speak("gredy", partial(make_player, "gredy"), io.BytesIO(b"neurohex-bot 1\n"), sink)
    assert sink.getvalue() == b""


def test_a_clock_is_set_and_nodes_are_reported() -> None:
    speaker = Speaker("thinker", Thinker)
    assert "deterministic no" in answers(speaker, lines_of(Hello()))
    answers(speaker, BEGIN)
    assert answers(speaker, question(0.5)) == ["info nodes 50", "action 10"]
    # Its own setting is the upper limit, and one short decision does not shorten the next.
    assert answers(speaker, question(9.0)) == ["info nodes 200", "action 10"]


def test_a_new_game_has_a_new_player_with_its_seed() -> None:
    made: list[Thinker] = []

    def make(seed: int) -> Thinker:
        made.append(Thinker(seed))
        return made[-1]

    speaker = Speaker("thinker", make)
    answers(speaker, BEGIN)
    answers(speaker, lines_of(Begin(game_facts(GAME, 6))))
    assert [player.seed for player in made[1:]] == [5, 6]
    assert [player.closed for player in made] == [True, True, False]
    speaker.close()
    assert made[-1].closed


def test_unanswerable_lines_are_errors_in_one_line() -> None:
    speaker = Speaker("thinker", Thinker)
    assert answers(speaker, question()) == ["error decide: no game has begun"]
    assert answers(speaker, ["neurohex-bot 7"]) == ["error version 7 is not spoken here, but version 1 is"]
    assert answers(speaker, ["game", "ruleset chess", "end"])[0].startswith("error ")
    assert answers(speaker, ["game", *BEGIN[1:-2], "seed lucky", "end"]) == ["error seed: expected a whole number"]
    answers(speaker, BEGIN)
    assert answers(speaker, ["decide", "state 00", "go 1"])[0].startswith("error state: layout version 0")
    answers(speaker, lines_of(Begin(game_facts(GAME, 13))))
    assert answers(speaker, question()) == ["error bad luck"]


def test_it_speaks_until_quit_and_reads_no_further() -> None:
    sink = io.BytesIO()
    lines = "".join(f"{line}\r\n" for line in [*BEGIN, "", *question(), "x" * 70_000, "quit", "somersault"])
    speak("random", partial(make_player, "random"), io.BytesIO(lines.encode()), sink)
    ready, action, error = sink.getvalue().decode().splitlines()
    assert (ready, error) == ("ready", "error a line is longer than 65536 bytes")
    assert int(action.removeprefix("action ")) in legal_actions(FIRST)


def test_it_ends_with_its_input() -> None:
    sink = io.BytesIO()
    speak("random", partial(make_player, "random"), io.BytesIO(b"neurohex-bot 1\nga"), sink)
    assert sink.getvalue().endswith(b"ready\n")
