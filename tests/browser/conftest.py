"""A browser and a server for each file of tests.

Playwright holds the event loop of its thread while it runs, and other tests make their own: nothing outlives a file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.rig import Server, Watched, a_browser, a_server

_HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of one file run one after another in one process: they share a browser and a server."""
    for item in items:
        if item.path.is_relative_to(_HERE):
            item.add_marker(pytest.mark.xdist_group(item.path.stem))


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
    """Makes people with a browser each; at the end none of their pages may have complained."""
    people = count()
    with ExitStack() as stack:

        def make(**how: Any) -> Watched:
            made = Watched(browser, server.url, person=next(people), **how)
            stack.callback(made.close)
            return made

        yield make
