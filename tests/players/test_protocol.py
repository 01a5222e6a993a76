"""The bot protocol without I/O: messages to lines and back, and invalid lines."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from neurohex.players.protocol import (
    LONGEST_LINE,
    About,
    Begin,
    BotMessage,
    Chosen,
    Decide,
    Failed,
    Hello,
    HostMessage,
    Info,
    LineSplitter,
    Listener,
    ProtocolError,
    Quit,
    Ready,
    answer_of,
    lines_of,
)

LETTERS = st.characters(codec="utf-8", exclude_categories=("C", "Z"))
WORD = st.text(LETTERS, min_size=1, max_size=12)
WORDS = st.lists(WORD, min_size=1, max_size=5).map(" ".join)
FACTS = st.lists(
    st.tuples(WORD.filter(lambda word: word not in ("end", "go", "legal", "quit")), WORDS | st.just("")), max_size=6
).map(tuple)
NUMBERS = st.integers(0, 10**9)
HOST: st.SearchStrategy[HostMessage] = st.one_of(
    st.builds(Hello, NUMBERS),
    st.builds(Begin, FACTS),
    st.builds(
        Decide,
        FACTS,
        st.lists(st.tuples(NUMBERS, WORDS), max_size=5).map(tuple),
        st.floats(min_value=1e-6, max_value=1e6),
    ),
    st.just(Quit()),
)
BOT: st.SearchStrategy[BotMessage] = st.one_of(
    st.builds(Hello, NUMBERS),
    st.builds(About, st.sampled_from(("name", "author", "deterministic")), WORDS),
    st.just(Ready()),
    st.builds(Info, WORD, WORDS | st.just("")),
    st.builds(Chosen, WORDS),
    st.builds(Failed, WORDS),
)


@settings(max_examples=50)
@given(st.lists(HOST, max_size=3))
def test_messages_of_the_host_round_trip(messages: list[HostMessage]) -> None:
    listener = Listener()
    heard = [listener.hear(line) for message in messages for line in lines_of(message)]
    assert [message for message in heard if message is not None] == messages


@given(BOT)
def test_messages_of_the_bot_round_trip(message: BotMessage) -> None:
    (line,) = lines_of(message)
    assert answer_of(line) == message


@given(st.text(LETTERS | st.just(" ")))
def test_any_line_of_a_bot_is_a_message_or_refused(line: str) -> None:
    with suppress(ProtocolError):
        message = answer_of(line)
        assert message is None or " ".join(lines_of(message)[0].split()) == " ".join(line.split())


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\r\n"))), st.lists(st.integers(1, 30)))
def test_lines_do_not_depend_on_chunks(lines: list[str], cuts: list[int]) -> None:
    data = "".join(f"{line}\n" for line in lines).encode()
    reader, heard = LineSplitter(), list[str | None]()
    for cut in cuts:
        heard += reader.feed(data[:cut])
        data = data[cut:]
    assert heard + reader.feed(data) == lines


def test_an_overlong_line_is_reported_once_and_at_once() -> None:
    reader = LineSplitter()
    assert reader.feed(b"x" * LONGEST_LINE) == []
    assert reader.feed(b"x") == [None]
    assert reader.feed(b"x" * LONGEST_LINE) == []
    assert reader.feed(b"x\nready\r\n") == ["ready"]
    assert reader.feed(b"y" * LONGEST_LINE + b"\n") == ["y" * LONGEST_LINE]


def test_bytes_that_are_no_letters_are_no_end() -> None:
    assert LineSplitter().feed(b"action \xff\n") == ["action �"]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("somersault 3", 'not understood: "somersault 3"'),
        ("end", 'not understood: "end"'),
        ("neurohex-bot one", 'neurohex-bot: expected a version, got "one"'),
        (None, "a line is longer than 65536 bytes"),
    ],
)
def test_an_unknown_line_of_the_host_is_an_error(line: str | None, problem: str) -> None:
    listener = Listener()
    with pytest.raises(ProtocolError) as caught:
        listener.hear(line)
    assert str(caught.value) == problem
    assert listener.hear("neurohex-bot 1") == Hello(1)


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        (["legal one end turn", "legal two", "go 1"], 'legal: expected a number and words, got "one end turn"'),
        (["player 0", None, "go 1"], "a line is longer than 65536 bytes"),
        (["go soon"], 'go: expected the seconds for this decision, got "soon"'),
        (["go -1"], 'go: expected the seconds for this decision, got "-1"'),
        (["go inf"], 'go: expected the seconds for this decision, got "inf"'),
    ],
)
def test_a_wrong_block_is_reported_once_at_its_end(lines: list[str | None], problem: str) -> None:
    listener = Listener()
    assert [listener.hear(line) for line in ["decide", *lines[:-1]]] == [None] * len(lines)
    with pytest.raises(ProtocolError) as caught:
        listener.hear(lines[-1])
    assert str(caught.value) == problem
    assert listener.hear("quit") == Quit()


@pytest.mark.parametrize("line", ["hello", "ready now", "action", "neurohex-bot", "name", "info", "ACTION 3"])
def test_an_unknown_line_of_the_bot_is_an_error(line: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        answer_of(line)
    assert str(caught.value) == f'not understood: "{line}"'
