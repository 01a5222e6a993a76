"""Which tests run one after another in the same process of `pytest -n`.

The mark `xdist_group` does nothing with pytest 9.2 and pytest-xdist 3.8: the group was a suffix of the node id, which
plugins cannot change any more.
"""

from __future__ import annotations

from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]  # xdist has no type hints

TOGETHER = ("tests/browser/", "tests/dist/")
"""Folders whose files share what is slow to set up: a browser and a server, or an installed wheel."""


def scope_of(nodeid: str) -> str:
    """Tests with the same scope run in one process: those of a file in `TOGETHER`; each other test is alone."""
    path = nodeid.partition("::")[0]
    return path if path.startswith(TOGETHER) else nodeid


class Scheduling(LoadScopeScheduling):  # type: ignore[misc]  # xdist has no type hints
    """Sends each scope to one process, the largest first."""

    def _split_scope(self, nodeid: str) -> str:
        return scope_of(nodeid)
