"""A bot with one fault: `python faulty_bot.py FAULT [WORD]`. Self-contained, like any bot."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

FAULT = sys.argv[1]
WORD = sys.argv[2] if len(sys.argv) > 2 else ""
FOREVER = 600.0


def say(*lines: str) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def at_start() -> None:
    if FAULT == "crashes at start":
        raise SystemExit("no licence found")
    if FAULT == "hangs at start":
        time.sleep(FOREVER)
    if FAULT == "greets with a banner":
        say("Welcome to SuperBot!")


def greet() -> None:
    if FAULT == "speaks version 2":
        say("neurohex-bot 2", "ready")
    elif FAULT == "has no name":
        say("neurohex-bot 1", "ready")
    elif FAULT == "does not greet":
        say("ready")
    else:
        say("neurohex-bot 1", "name faulty", "deterministic yes", "ready")


def begin() -> None:
    if FAULT == "knows no game":
        say("error only chess is played here")
    else:
        say("ready")


def wait_with_child() -> None:
    """Start a child that keeps a lock and our output open for as long as it lives."""
    import fcntl  # Windows has none

    lock = Path(WORD).open("w")  # noqa: SIM115 - held until exit
    fcntl.flock(lock, fcntl.LOCK_EX)
    subprocess.Popen([sys.executable, "-c", f"import time; time.sleep({FOREVER})"], pass_fds=[lock.fileno()])
    lock.close()
    if FAULT == "leaves its child":
        os._exit(3)
    time.sleep(FOREVER)


def decide(legal: list[str], asked: int, armies: int) -> None:
    if FAULT in ("hangs with a child", "leaves its child"):
        wait_with_child()
    elif FAULT == "hangs" or (FAULT == "hangs in a deathmatch" and armies > 2):
        time.sleep(FOREVER)
    elif FAULT == "crashes later" and asked == 3:
        sys.stderr.write("first line\nout of memory \x1b[0m\n")
        sys.exit(1)
    elif FAULT == "is killed":
        os.kill(os.getpid(), signal.SIGKILL)
    elif FAULT == "goes away":
        sys.exit(0)
    elif FAULT == "talks nonsense":
        say("I think I would rather not")
    elif FAULT == "cheats":
        say("action 17777")
    elif FAULT == "cheats in words":
        say("action place HQ Z9 facing N")
    elif FAULT == "cheats with many digits":
        say("action " + "9" * 5000)
    elif FAULT == "gives up":
        say("error I am lost")
    elif FAULT == "closes its output":
        os.close(1)
        time.sleep(FOREVER)
    elif FAULT == "floods":
        while True:
            say(*["info text still thinking"] * 1000)
    elif FAULT == "floods its error output":
        while True:
            os.write(2, b"warning: still thinking\n" * 1000)
    elif FAULT == "says a huge line":
        while True:
            os.write(1, b"x" * 60_000)
    elif FAULT == "answers twice":
        say(f"action {legal[0]}", f"action {legal[0]}")
    elif FAULT == "plays by chance":
        say(f"action {random.choice(legal)}")
    else:
        say("info nodes 12", "info nodes 30", "info value 0.5", f"action {legal[0]}")


def main() -> None:
    at_start()
    block, legal, asked, armies = "", list[str](), 0, 0
    while line := sys.stdin.readline():
        word, _, rest = line.strip().partition(" ")
        if word == "quit" and FAULT != "does not quit":
            sys.exit(4 if FAULT == "ends badly" else 0)
        if block:
            armies += word.startswith("army")
            if word == "legal":
                legal.append(rest.split()[0])
            elif word == "end":
                block = ""
                begin()
            elif word == "go":
                block = ""
                asked += 1
                decide(legal, asked, armies)
        elif word == "neurohex-bot":
            greet()
        elif word in ("game", "decide"):
            block, legal = word, []
            armies = 0 if word == "game" else armies
            if FAULT == "stops reading" and word == "decide":
                time.sleep(FOREVER)
        elif FAULT == "leaves at what it does not know":
            raise SystemExit(f"cannot read {word}")
        elif FAULT != "says nothing to what it does not know":
            say("error not understood")
    if FAULT in ("does not quit", "ignores the end of input"):
        time.sleep(FOREVER)
    if FAULT == "ends badly":
        sys.exit(4)


main()
