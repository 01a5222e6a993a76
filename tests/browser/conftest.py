"""A browser and a server per test file, whose tests run in one process (`tests.scheduling`).

Playwright occupies the event loop of its thread, and other tests create their own loops: nothing outlives a file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.rig import Server, Watched, a_browser, a_server


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with a_browser() as browser:
        yield browser


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with a_server(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture
def somebody(browser: Browser, server: Server) -> Iterator[Callable[..., Watched]]:
    """Creates people with a browser each; fails at the end if a page reported errors."""
    people = count()
    with ExitStack() as stack:

        def make(**how: Any) -> Watched:
            made = Watched(browser, server.url, person=next(people), **how)
            stack.callback(made.close)
            return made

        yield make
