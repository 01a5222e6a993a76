"""What only POSIX has is not needed: the ways of Windows, tried here with its calls missing or made up."""

from __future__ import annotations

import ast
import asyncio
import io
import os
import select
import signal
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from neurohex.arena import store
from neurohex.arena.tournament import ArenaError
from neurohex.cli import terminal
from neurohex.server import worker
from neurohex.server.run import Server

ROOT = Path(__file__).parents[1]
POSIX = {"fcntl", "grp", "pty", "pwd", "resource", "termios", "tty", "uvloop"}
"""Modules that Windows lacks."""


@pytest.mark.parametrize("folder", ["src", "tests", "tools"])
def test_every_module_loads_without_what_only_posix_has(folder: str) -> None:
    """Also those of the tests: one that does not load stops all of them."""
    for path in (ROOT / folder).rglob("*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert POSIX.isdisjoint(names), f"{path}: import {', '.join(names)} where it is used"


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A system without fcntl, and with a made-up msvcrt."""
    msvcrt = ModuleType("msvcrt")
    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", msvcrt)
    return msvcrt


def test_a_tournament_is_locked_without_fcntl(tmp_path: Path, windows: Any) -> None:
    taken: set[tuple[int, int]] = set()

    def locking(descriptor: int, mode: int, count: int) -> None:
        assert (mode, count) == (windows.LK_NBLCK, 1)
        found = os.fstat(descriptor)
        if (found.st_dev, found.st_ino) in taken:
            raise PermissionError("Permission denied")
        taken.add((found.st_dev, found.st_ino))

    windows.LK_NBLCK = 2
    windows.locking = locking
    with (
        store._locked(tmp_path),
        pytest.raises(ArenaError, match="another process is playing this tournament"),
        store._locked(tmp_path),
    ):
        pass


@pytest.mark.parametrize("pressed", [True, False])
def test_keys_are_noticed_where_only_sockets_can_be_waited_for(
    monkeypatch: pytest.MonkeyPatch, windows: Any, pressed: bool
) -> None:
    def refuse(*_: object) -> None:
        raise OSError("an operation was attempted on something that is not a socket")

    monkeypatch.setattr(select, "select", refuse)
    windows.kbhit = lambda: int(pressed)
    assert terminal.is_typed() is pressed


def test_a_worker_serves_where_no_process_can_be_nice(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delattr(os, "nice")
    served: list[bool] = []
    monkeypatch.setattr(worker, "serve", lambda *_: served.append(True))
    monkeypatch.setattr(os, "dup2", lambda *_: None)
    with (tmp_path / "out").open("w") as out:
        monkeypatch.setattr(sys, "stdout", out)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
        before = signal.getsignal(signal.SIGINT)
        try:
            worker.main()
        finally:
            signal.signal(signal.SIGINT, before)
    assert served


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_server_stops_at_a_signal_where_loops_handle_none(
    monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    def refuse(*_: object) -> None:
        raise NotImplementedError

    async def run() -> list[int]:
        stopped: list[int] = []
        heard = asyncio.Event()
        loop = asyncio.get_running_loop()
        monkeypatch.setattr(loop, "add_signal_handler", refuse)
        monkeypatch.setattr(loop, "remove_signal_handler", refuse)
        server = Server.__new__(Server)

        def handle_exit(which: int, _: object) -> None:
            stopped.append(which)
            heard.set()

        monkeypatch.setattr(server, "handle_exit", handle_exit)
        before = signal.getsignal(number)
        with server.capture_signals():
            signal.raise_signal(number)
            await asyncio.wait_for(heard.wait(), 30)
        assert signal.getsignal(number) is before
        return stopped

    with asyncio.Runner(loop_factory=_plain_loop) as runner:
        assert runner.run(run()) == [number]


def _plain_loop() -> asyncio.AbstractEventLoop:
    """A loop of Python's own, whose methods can be replaced."""
    return asyncio.SelectorEventLoop()
