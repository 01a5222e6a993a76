"""A server with the built page, and Debian's Chromium."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from zlib import crc32

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Response, expect, sync_playwright

from tests.browser.dealt import LUCK
from tests.debian import installed
from tests.ports import free_port
from tests.torture.wire import wired

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "src" / "neurohex" / "server" / "page" / "index.html"
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
PICTURES = ROOT / "build" / "screenshots"
"""Every page as it looks, for people to look at; made anew by each run."""

WIDE = {"width": 1366, "height": 768}
PHONE = {"width": 390, "height": 844}
PATIENCE = 90_000
"""Milliseconds to wait for what should come at once. Only a test that fails waits so long."""

_READY = "main h1, [data-question]"
"""Every page shows one of them once it has loaded."""
_TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
_POLL = 30

_BRISK = """
if (localStorage.getItem("neurohex.settings") === null)
  localStorage.setItem("neurohex.settings", JSON.stringify({ speed: 10 }));
"""
"""What happens is shown quickly: nobody watches."""

_LUCK = """
{
  const luck = LUCK;
  let drawn = 0;
  const draw = () => {
    let mixed = Math.imul(luck + ++drawn * 0x9e3779b9, 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return (mixed ^ (mixed >>> 16)) >>> 0;
  };
  Math.random = () => draw() / 2 ** 32;
  crypto.getRandomValues = (bytes) => {
    // Nothing is drawn twice, whichever tab or visit it is: commands are told apart by it.
    const turn = Number(localStorage.getItem("luck")) + 1;
    localStorage.setItem("luck", String(turn));
    drawn = turn * 1000;
    return bytes.map((_, at, all) => (all[at] = draw() & 255));
  };
}
"""
"""The luck of one person, the same in each run: tests play the same matches again."""

_FLAGS = [
    "--no-sandbox",  # Chromium's own sandbox refuses to run as root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def chromium() -> Path:
    """The path of Chromium; installs it if needed."""
    return installed(_chromium, "chromium", "fonts-dejavu-core")


def _chromium() -> Path | None:
    found = shutil.which("chromium")
    return Path(found) if found is not None else None


@contextmanager
def a_browser() -> Iterator[Browser]:
    """A browser, closed at the end."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=_FLAGS)
        yield browser
        browser.close()


class Server:
    """A server process that can be stopped, killed and restarted at the same address."""

    def __init__(self, database: Path, *options: str) -> None:
        self._database = database
        self._options = options
        self._port = str(free_port())
        self._process: subprocess.Popen[str] | None = None
        self.url = ""

    def start(self) -> None:
        """Start it and wait until it answers."""
        assert PAGE.exists(), "the page is not built: run `make page`"
        serve = ["serve", "--port", self._port, f"--database={self._database}"]
        free = [f"--{kind}-at-once=100000" for kind in ("requests", "views", "messages")]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.browser.dealt", *serve, *free, *self._options],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert self._process.stdout is not None
        self.url = self._process.stdout.readline().split()[-1]

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Stop it if it is running."""
        process, self._process = self._process, None
        if process is None:
            return
        process.send_signal(how)
        process.communicate()


@contextmanager
def a_server(folder: Path, *options: str) -> Iterator[Server]:
    """A server with a new database."""
    server = Server(folder / "matches.db", *options)
    server.start()
    try:
        yield server
    finally:
        server.stop()


class Line:
    """A proxy between a browser and a server that can be cut and restored. Its event loop has its own thread."""

    def __init__(self, server: Server) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever)
        self._thread.start()
        self._wired = wired(int(server.url.rpartition(":")[2]))
        self._wire = asyncio.run_coroutine_threadsafe(self._wired.__aenter__(), self._loop).result()
        self.url = self._wire.url

    def cut(self) -> None:
        """Break all connections and refuse new ones."""
        self._wire.dead = True
        self._loop.call_soon_threadsafe(self._wire.cut)

    def mend(self) -> None:
        """Accept connections again."""
        self._wire.dead = False

    def close(self) -> None:
        """End it."""
        asyncio.run_coroutine_threadsafe(self._wired.__aexit__(None, None, None), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


class Watched:
    """A person's browser. Collects every error and warning of its pages: a working page has none."""

    def __init__(
        self, browser: Browser, url: str, *, lang: str = "en-GB", phone: bool = False, person: int = 0
    ) -> None:
        size = PHONE if phone else WIDE
        self.context: BrowserContext = browser.new_context(
            base_url=url,
            locale=lang,
            viewport={"width": size["width"], "height": size["height"]},
            has_touch=phone,
            is_mobile=phone,
            reduced_motion="reduce",
        )
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(_BRISK)
        self.context.add_init_script(_LUCK.replace("LUCK", str(crc32(f"{LUCK} {person}".encode()))))
        self.complaints: list[str] = []
        self.page = self.new_page()

    def new_page(self) -> Page:
        """Another tab of the same person."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(f"{page.url}: {error}"))
        page.on("console", self._hear)
        page.on("request", lambda sent: self._check(sent.url))
        return page

    def _hear(self, said: ConsoleMessage) -> None:
        if said.type in ("error", "warning"):
            self.complaints.append(said.text)

    def _check(self, address: str) -> None:
        if not address.startswith(("http://127.0.0.1", "data:", "blob:")):
            self.complaints.append(f"asks another host: {address}")

    def forgive(self, *parts: str) -> None:
        """Ignore errors that contain one of these texts."""
        self.complaints = [each for each in self.complaints if not any(part in each for part in parts)]

    def close(self) -> None:
        """Close it; a page that complained is a failure."""
        self.context.close()
        assert not self.complaints, self.complaints


def goto(page: Page, path: str) -> Response | None:
    """Open a page and wait until it shows more than "loading": from then on it takes keys and clicks."""
    answer = page.goto(path)
    page.locator(_READY).first.wait_for()
    return answer


def quick_match(page: Page) -> None:
    """Start a match against a bot, and place the HQ."""
    goto(page, "/new")
    page.locator('[data-preset="quick"]').click()
    page.locator('[data-action="start"]').click()
    page.wait_for_url("**/match/*")
    page.locator('[data-hex="C3"]').click()
    page.locator('[data-action="confirm"]').click()
    expect(page.locator("[data-unit]")).to_have_count(2)


def drawn(page: Page) -> None:
    """Wait until the page is laid out as it is now: what observes sizes has seen them, and has answered."""
    page.evaluate(_TWO_FRAMES)


def eventually(page: Page, holds: Callable[[], object]) -> None:
    """Look at a page until a condition holds. Raises `AssertionError` if it never does."""
    ends = time.monotonic() + PATIENCE / 1000
    while not holds():
        assert time.monotonic() < ends, "the condition never held"
        page.wait_for_timeout(_POLL)


def violations(page: Page) -> list[str]:
    """The accessibility violations of a page, one line each."""
    page.evaluate(AXE.read_text(encoding="utf-8"))  # not as a script of the page, which its policy forbids
    found = page.evaluate("async () => (await axe.run(document, {resultTypes: ['violations']})).violations")
    return [f"{each['id']}: {each['help']}: {node['html'][:200]}" for each in found for node in each["nodes"]]


def picture(page: Page, name: str) -> None:
    """Save a screenshot."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=PICTURES / f"{name}.png")
