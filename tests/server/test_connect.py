"""`neurohex serve` and `neurohex connect`, as people use them."""

from __future__ import annotations

import asyncio
import io
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from neurohex.cli import main
from neurohex.cli.connect_remote import Remote
from neurohex.cli.connect_words import ENGLISH
from neurohex.client import Client
from neurohex.match.proof import prove
from neurohex.notation.record import parse_record
from neurohex.rules.engine import legal_actions
from tests.server.serving import Process, proposal

Connect = Callable[..., tuple[int, str]]


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server in its own process."""
    process = Process(str(tmp_path_factory.mktemp("server") / "matches.db"))
    with asyncio.Runner() as runner:
        runner.run(process.start())
        yield process.url
        runner.run(process.end(signal.SIGTERM))


@pytest.fixture
def connect(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Connect:
    """Run `neurohex connect` with typed lines; the exit code and all that was printed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))

    def run(options: str, *lines: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        code = main(["connect", url, *options.split()])
        printed = capsys.readouterr()
        return code, printed.out + printed.err

    return run


def match_of(out: str) -> str:
    found = re.search(r"Match (\w+) is ready", out)
    assert found is not None
    return found[1]


def test_a_game_against_a_bot_is_left_and_resumed(connect: Connect, url: str) -> None:
    code, out = connect("--new borgo moloch --against random --name Ann --minutes 60 --increment 5", "hq c3 n", "? c3")
    assert code == 0
    assert "You lead Borgo." in out
    assert "Borgo places its HQ on C3, facing N" in out
    assert "Moloch places its HQ" in out
    assert "HQ C3 belongs to Borgo." in out
    assert "Time left: Borgo (you) 59:5" in out
    match = match_of(out)
    assert f"To come back: neurohex connect {url} --join {match}" in out.replace(sys.argv[0], "neurohex")
    code, out = connect("")
    assert code == 0
    assert "You are Ann" in out
    assert re.search(rf"{match} +running yours", out)
    code, out = connect(f"--join {match}", "undo", "end", *["discard"] * 40, "record game.txt", "resign")
    assert code == 0
    assert "Moloch (random)  winner" in out
    assert "The match is over: player 0 resigned" in out
    assert Path("game.txt").read_text().count("0: place HQ C3 facing N") == 1
    assert "[OwnNonce " in Path("game.txt").read_text()
    code, out = connect(f"--record {match}")
    assert code == 0
    assert prove(parse_record(out)).said.endswith("commitment and nonce match those that the player noted")


def test_a_game_between_a_person_at_the_terminal_and_one_elsewhere(connect: Connect, url: str) -> None:
    # In its own process, because the rules run in this one.
    command = [sys.executable, "-m", "tests.server.other_player", url]
    with subprocess.Popen(command, cwd=Path(__file__).parents[2]) as process:
        code, out = connect("--new outpost hegemony --name Ann", "hq c3", "end", "agree")
        assert process.wait(20) == 0
    assert code == 0
    assert "Waiting for players: 1 more to come." in out
    assert "All seats are taken. The game begins." in out
    assert "Hegemony (Ben) offers a draw: agree or decline." in out
    assert "the players agreed to a draw" in out
    assert len(re.findall(r"\)  draw\n", out)) == 2


def test_watching_a_match(connect: Connect, url: str) -> None:
    async def played() -> str:
        async with Client(url) as ann:
            await ann.be_guest("Ann")
            place = await ann.make(proposal(bots=(None, "random")))
            await place.my_move()
            await place.act(legal_actions(place.state)[0])
            await place.my_move()
            await place.resign()
            return place.match

    code, out = connect(f"--watch {asyncio.run(played())}")
    assert code == 0
    assert "You watch." in out
    assert "Moloch places its HQ" in out
    assert "player 0 resigned" in out


def test_the_example_of_the_documentation(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[2] / "docs" / "server.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    exec(compile(program.replace("http://127.0.0.1:8000", url), "server.md", "exec"), {})
    assert capsys.readouterr().out.startswith("Finished(")


def test_help_lists_the_online_commands(connect: Connect) -> None:
    _, out = connect("--new borgo moloch --against random --name Ann", "help", "help resign", "offer", "decline")
    assert "offer a draw" in out
    assert "save now" not in out
    assert out.count("give the game up") == 2
    assert "declines the draw" in out  # bots do
    assert "Refused: no draw is offered." in out


def test_only_the_owner_can_read_the_stored_token(connect: Connect, tmp_path: Path) -> None:
    connect("--name Ann")
    file = tmp_path / "neurohex" / "tokens.json"
    assert file.stat().st_mode & 0o077 == 0
    before = file.read_text()
    assert "You are Ann" in connect("")[1]
    assert file.read_text() == before
    assert "You are Eve" in connect("--name Eve")[1]
    file.write_text("nonsense")
    code, out = connect("")
    assert code == 2
    assert "expected the tokens of servers" in out


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("--join nowhere --name Ann", "there is no match nowhere"),
        ("--watch nowhere", "there is no match nowhere"),
        ("--record nowhere", "there is no match nowhere"),
        ("--new borgo --name Ann", "armies"),
        ("--new borgo moloch --name Ann --against nobody", "this server has the bots"),
        ("--new borgo moloch --name Ann --against random random", "--against: expected at most 1 bots, got 2"),
        ("--new borgo moloch --name Ann --seat 3", "--seat: expected 1 to 2, got 3"),
        ("--new borgo moloch --name Ann --days 1 --minutes 2", "--days: not with --minutes"),
        ("--new borgo moloch --name Ann --increment 2", "--increment: goes with --minutes"),
        ("--new borgo moloch --name Ann --minutes -1", "--minutes: expected 0 to 10000"),
        ("--name Ann --register", "--register: goes with --account NAME"),
    ],
)
def test_errors_are_one_line(connect: Connect, options: str, told: str) -> None:
    code, out = connect(options)
    assert code == 2
    assert out.startswith("neurohex: ")
    assert told in out
    assert out.count("\n") == 1


def test_watching_needs_no_name(connect: Connect, tmp_path: Path) -> None:
    code, out = connect("")
    assert code == 0
    assert "You are" not in out
    assert not list(tmp_path.rglob("tokens.json"))


def test_a_missing_name_is_an_error(connect: Connect) -> None:
    code, out = connect("--new borgo moloch")
    assert code == 2
    assert out.endswith("neurohex: your name is missing; give it with --name\n")


@pytest.mark.slow
def test_a_lost_connection_and_its_return_are_reported(
    connect: Connect, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("neurohex.client.connection._FIRST_PAUSE", 2.0)  # long enough to be noticed
    match = match_of(connect("--new borgo moloch --name Ann --against random")[1])
    remote = Remote(url, None, match)
    signs: list[bool] = []
    remote.on_line = signs.append
    try:
        remote._loop.call_soon_threadsafe(remote._connection.cut)
        end = time.monotonic() + 120
        while signs != [False, True] and time.monotonic() < end:
            list(remote.news(wait=True))
    finally:
        remote.close()
    assert signs == [False, True]


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("nonsense", "expected the address of a server as http://HOST:PORT or https://HOST, got nonsense"),
        ("ftp://x", "expected the address of a server"),
        ("http://x/?token=secret", "expected the address of a server without"),
        ("http://127.0.0.1:1", "http://127.0.0.1:1/api/matches"),
    ],
)
def test_a_wrong_address(address: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["connect", address, "--record", "x"]) == 2
    said = capsys.readouterr().err
    assert told in said
    assert "secret" not in said
    assert said.count("\n") == 1


def test_every_sentence_is_used() -> None:
    folder = Path(__file__).parents[2] / "src" / "neurohex" / "cli"
    source = "".join(path.read_text() for path in folder.glob("connect*.py"))
    assert not [key for key in ENGLISH if source.count(f'"{key}"') < 2]


# --- neurohex serve -------------------------------------------------------------------------------
def serve(*options: str) -> tuple[int, str]:
    """Run `neurohex serve` where it fails; return the exit code and the output."""
    done = subprocess.run(
        [sys.executable, "-m", "neurohex", "serve", *options], capture_output=True, text=True, timeout=300, check=False
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.slow
def test_a_failed_start_is_reported_in_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        text = tmp_path / "text.db"
        text.write_text("this is no database, and it is long enough to look like something else " * 50)
        for options, told in (
            (("--port", port, "--database", str(tmp_path / "a.db")), f"127.0.0.1:{port}: Address already in use"),
            (("--port", "0", "--database", str(text)), "text.db"),
            (("--port", "0", "--database", "mysql://secret:secret@x/y"), "expected sqlite:///FILE, postgresql://"),
            (("--port", "many"), '--port: expected a whole number, got "many"'),
            (("--config", str(tmp_path / "no.toml")), "no.toml: No such file or directory"),
        ):
            code, said = serve(*options)
            assert code == 2, said
            assert told in said
            assert said.count("\n") == 1
            assert "secret" not in said
