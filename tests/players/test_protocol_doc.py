"""Checks docs/bot-protocol.md: the transcript, limits, facts and programs match the code."""

from __future__ import annotations

import io
import re
import sys
from functools import partial
from pathlib import Path

import pytest

from neurohex.model.reading import DECISIONS
from neurohex.notation.record import Dealer
from neurohex.players import make_player
from neurohex.players import protocol as limits
from neurohex.players.check import moments_of_every_kind
from neurohex.players.protocol import Begin, Decide, lines_of
from neurohex.players.situation import game_facts, game_of, legal_words, seed_of, state_facts
from neurohex.players.speaker import Speaker
from neurohex.rules.engine import Game, is_chance, new_state, play
from neurohex.rules.layout import P_OUT, PLAYER_SIZE
from tests.players.commands import ROOT
from tests.properties.games import moments

PAGE = (ROOT / "docs" / "bot-protocol.md").read_text(encoding="utf-8")
SAID = re.findall(r"^[<>] .*$", PAGE, re.M)


def turns(lines: list[str]) -> list[tuple[list[str], list[str]]]:
    """The host's lines up to each answer, and the answer."""
    found: list[tuple[list[str], list[str]]] = [([], [])]
    for line in lines:
        if line.startswith("> ") and found[-1][1]:
            found.append(([], []))
        found[-1][line.startswith("< ")].append(line[2:])
    return found


def matches(shown: list[str], real: list[str]) -> bool:
    """Whether lines match an excerpt, in which … stands for the rest of a line or for omitted lines."""
    pattern = "".join(
        "(?:.*\n)*" if line == "…" else re.escape(line.removesuffix("…")) + (".*\n" if line.endswith("…") else "\n")
        for line in shown
    )
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in real)) is not None


def test_the_transcript_is_real() -> None:
    speaker = Speaker("random", partial(make_player, "random"))

    def answers(lines: list[str]) -> list[str]:
        return [answer for line in lines for answer in speaker.hear(line)]

    (greeting, hello), (wrong, error), (begin, ready), *decisions, (last, nothing) = turns(SAID)
    assert answers(greeting) == hello
    assert answers(wrong) == error
    facts = tuple((word, rest) for word, _, rest in (line.partition(" ") for line in begin[1:-1]))
    game, seed = game_of(facts), seed_of(facts)
    assert lines_of(Begin(game_facts(game, seed))) == begin
    assert answers(begin) == ready

    # The bot plays both seats, and its seed shuffles the piles; the page shows some of its decisions.
    state, dealer = new_state(game), Dealer(game, seed)
    met = 0
    while met < len(decisions):
        if is_chance(state):
            play(state, dealer.draw(state))
            continue
        shown, answer = decisions[met]
        real = lines_of(Decide(state_facts(state), legal_words(state), 1.0))
        said = answers(real)
        if real[1:4] == shown[1:4]:  # player, stage, turn
            assert matches(shown, real), real
            assert said == answer
            met += 1
        play(state, int(said[0].removeprefix("action ")))
    assert met == 3
    assert (answers(last), speaker.has_ended(), nothing) == ([], True, [])


def test_lines_that_are_not_as_shown_do_not_match() -> None:
    assert matches(["a", "…", "state 01…"], ["a", "b", "c", "state 0123"])
    assert not matches(["a", "state 01…"], ["a", "b", "state 0123"])
    assert not matches(["a"], ["a", "b"])


def test_the_limits_are_named() -> None:
    assert f"version {limits.VERSION}." in PAGE
    assert f"{limits.LONGEST_LINE:,} bytes" in PAGE
    assert f"{limits.MOST_LINES:,} lines" in PAGE
    assert f"| {limits.STARTUP_SECONDS:g} s each |" in PAGE
    assert f"a grace of {limits.GRACE_SECONDS:g} s" in PAGE
    assert f"| to end | {limits.QUIT_SECONDS:g} s |" in PAGE


@pytest.mark.slow
def test_every_fact_and_every_stage_is_documented() -> None:
    told = set(re.findall(r"^\| `([a-z-]+) .*` \|", PAGE, re.M))
    states = [*moments_of_every_kind().values()]
    game = Game(("smart", "vegas", "moloch"), score=True, bomber_two=True)
    states += [
        state.copy()
        for seed in range(10)
        for state, _ in moments(game, seed)
        if not state.is_over() and not is_chance(state)
    ]
    # Random games hardly ever eliminate a player.
    states[-1].b[int(states[-1].game.player_offset) + 2 * PLAYER_SIZE + P_OUT] = 1
    words = {word for state in states for word, _ in state_facts(state)}
    assert words <= told
    assert words >= {"top", "aside", "out", "score", "energy", "netted", "captured", "turns-left", "plays-left"}
    assert words >= {"about", "initiative", "terror", "beside-board"}
    stages = re.findall(r"^\| `([a-z]+)` \| ", PAGE.split("| stage |")[1], re.M)
    assert set(DECISIONS.values()) == set(stages[: len(DECISIONS)])


def test_the_programs_run(monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    state, bot, host = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    said = new_state(Game(("borgo", "moloch"))).to_bytes().hex()
    exec(compile(state, "state", "exec"), {"said": said})
    monkeypatch.chdir(ROOT)
    exec(compile(host, "host", "exec"), {})
    assert capsysbinary.readouterr().out.startswith(b"filler ")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"neurohex-bot 1\nquit\n")))
    exec(compile(bot, "bot", "exec"), {})
    assert capsysbinary.readouterr().out == b"neurohex-bot 1\nname first\ndeterministic yes\nready\n"


def test_examples_need_nothing_of_ours() -> None:
    for file in (ROOT / "examples").iterdir():
        assert "import neurohex" not in file.read_text()
        assert "from neurohex" not in file.read_text()
        assert Path(file).stat().st_mode & 0o100
