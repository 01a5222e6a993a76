"""The notebooks of the docs run, and values show themselves in them."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import nbclient
import nbformat
import pytest
from IPython.core.formatters import DisplayFormatter

import neurohex as nh
from neurohex.api.display import show_in_notebooks, unit_html

NOTEBOOKS = sorted((Path(__file__).parents[2] / "docs" / "notebooks").glob("*.ipynb"))


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
@pytest.mark.filterwarnings("ignore")
def test_notebooks_run(path: Path, tmp_path: Path) -> None:
    notebook = nbformat.reads(path.read_text(encoding="utf-8"), as_version=4)  # type: ignore[no-untyped-call]
    nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    if path.stem == "api":
        shown = json.dumps(notebook)
        assert 'type=\\"radio\\"' in shown
        assert "<figcaption>Runner C2, facing S" in shown
        assert "<figcaption>Net Fighter" in shown


def test_there_are_three_without_outputs() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["api", "bot", "train"]
    for path in NOTEBOOKS:
        assert not any(cell.get("outputs") for cell in json.loads(path.read_text())["cells"])


def test_a_battle_is_a_stepper_without_scripts_or_network() -> None:
    battle = nh.State.from_position("outpost hegemony* | C3=0.HQ C2=1.Runner/S A1=1.HQ").fight()
    html = battle._repr_html_()
    assert html.count('type="radio"') == len(battle.phases) + 2
    assert "<script" not in html
    assert "src=" not in html
    assert "Runner C2 strikes S" in html
    assert battle._repr_html_() != html  # two in one notebook do not share their buttons


def test_tiles_and_units_are_shown_as_pictures() -> None:
    state = nh.State.from_position("outpost hegemony* | C3=0.HQ C2=1.Runner/S A1=1.HQ")
    assert "Runner C2, facing S, initiative 2" in unit_html(state["C2"] or pytest.fail("no unit"))
    assert "HQ C3, facing N, 20 points" in unit_html(state["C3"] or pytest.fail("no unit"))
    formatter = DisplayFormatter()
    show_in_notebooks(SimpleNamespace(display_formatter=formatter))
    shown, _ = formatter.format(nh.tile("borgo/Net_Fighter"))  # type: ignore[no-untyped-call]
    assert "<svg" in shown["text/html"]
    show_in_notebooks(None)


def test_states_and_records_show_themselves() -> None:
    state = nh.Game("borgo", "moloch").start(seed=7)
    ElementTree.fromstring(state._repr_svg_())
    assert "<svg" in state.record()._repr_html_()
