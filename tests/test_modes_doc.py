"""docs/modes.md: its commands work, and its tables agree with the rules."""

from __future__ import annotations

import io
import re
import shlex
from pathlib import Path

import pytest

from neurohex.cli import main
from neurohex.cli.pictures import pictures_of
from neurohex.rules.game import MODES, RULESETS, Game, GameError
from neurohex.tiles import ARMIES
from tests.test_rulings_doc import rulings

DOCS = Path(__file__).parents[1] / "docs"
PAGE = (DOCS / "modes.md").read_text(encoding="utf-8")
COMMANDS = [line for block in re.findall(r"```sh\n(.*?)```", PAGE, re.S) for line in block.splitlines()]
REFUSED = re.findall(r"^\$ neurohex (.*)\n(neurohex: .*)$", PAGE, re.M)
PLAYERS = {"standard": (2,), "deathmatch": (3, 4, 5, 6), "team": (4,), "one-vs-two": (3,)}


def table(heading: str) -> dict[str, list[str]]:
    """The rows of the first table below a heading, by their first cell."""
    part = f"\n{PAGE}".split(f"\n{heading}\n", 1)[1]
    rows = re.search(r"(?:^\|.*\n)+", part, re.M)
    assert rows
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows[0].splitlines()]
    return {row[0]: row[1:] for row in cells if not row[0].startswith("---")}


def test_there_are_commands_for_every_mode_and_variant() -> None:
    said = " ".join(COMMANDS)
    options = ["--score", "--board expanded", "--board duel", "--terminals", "--mercenaries", "--bomber neutral"]
    options += ["--bomber mercenary", "--bomber-two", "--alternative-start", "--reinforcement", "--teams", "--people"]
    options += [f"--ruleset {ruleset}" for ruleset in RULESETS] + ["--mode team", "--mode one-vs-two"]
    for words in options:
        assert words in said, words


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_starts_what_it_says(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO()))
    name, *words = shlex.split(command)
    assert name == "neurohex"
    assert main(words) == 0
    said = capsys.readouterr()
    assert said.err == ""
    for word in words[1:]:
        if word in ARMIES:
            assert ARMIES[word].name in said.out


@pytest.mark.parametrize(("command", "message"), REFUSED)
def test_incompatible_options_are_refused(command: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(shlex.split(command)) == 2
    assert capsys.readouterr().err == f"{message}\n"


def test_some_refusals_are_shown() -> None:
    assert len(REFUSED) == 6


def fits(mode: str, count: int, words: str, *, mercenaries: int = 0) -> bool:
    """Whether an option, as on the command line, fits a mode."""
    option, _, value = words.removeprefix("--").partition(" ")
    board = "expanded" if count > 4 else "standard"
    try:
        Game(
            tuple(list(ARMIES)[:count]),
            mode=mode,
            board=value if option == "board" else board,
            mercenaries=int(value) if option == "mercenaries" else mercenaries,
            bomber=value if option == "bomber" else "none",
            bomber_two=option == "bomber-two",
            score=option == "score",
            alternative_start=option == "alternative-start",
            reinforcement=option == "reinforcement",
            open_piles=option == "open-piles",
            ruleset=value if option == "ruleset" else "living",
        )
    except GameError:
        return False
    return True


def test_the_table_of_mixes_is_what_the_rules_allow() -> None:
    mixes = table("## What goes with what")
    modes = mixes.pop("")
    assert modes == list(MODES[:-1]) == list(PLAYERS)
    assert len(mixes) == 12
    for first, cells in mixes.items():
        options = [f"--ruleset {key}" for key in RULESETS] if "ruleset" in first else [first.strip("`")]
        for mode, said in zip(modes, cells, strict=True):
            numbers = tuple(int(number) for number in re.findall(r"\d", said)) or PLAYERS[mode]
            allowed = () if said == "no" else numbers
            for option in options:
                hired = "with mercenaries" in said
                found = tuple(n for n in PLAYERS[mode] if fits(mode, n, option, mercenaries=int(hired and n < 5)))
                assert found == allowed, (mode, option)
                if hired:
                    assert not any(fits(mode, n, option) for n in PLAYERS[mode])


def test_variants_that_go_with_a_mode_go_with_each_other() -> None:
    for mode, counts in PLAYERS.items():
        for count in counts:
            keys = tuple(list(ARMIES)[:count])
            for board in ("standard", "expanded", "duel"):
                if fits(mode, count, f"board {board}"):
                    hired = fits(mode, count, "mercenaries 1")
                    game = Game(
                        keys,
                        mode=mode,
                        board=board,
                        score=fits(mode, count, "score"),
                        mercenaries=int(hired),
                        bomber="mercenary" if hired else "neutral",
                        bomber_two=True,
                        alternative_start=True,
                        reinforcement=True,
                        open_piles=True,
                    )
                    assert game.players == count


def test_the_table_of_modes_is_what_the_rules_say() -> None:
    rows = table("# Modes and variants")
    assert [re.sub(r"\[(.*?)\].*", r"\1", name) for name in rows] == ["mode", *PLAYERS]
    for mode, (players, points, _) in zip(PLAYERS, list(rows.values())[1:], strict=True):
        numbers = [int(number) for number in re.findall(r"\d", players)]
        assert (numbers[0], numbers[-1]) == (PLAYERS[mode][0], PLAYERS[mode][-1])
        keys = tuple(list(ARMIES)[: numbers[0]])
        begin = {int(value) for ruleset in RULESETS for value in Game(keys, mode=mode, ruleset=ruleset).start_hq}
        assert begin == {int(number) for number in re.findall(r"\b(\d\d)\b", points)}


def test_the_table_of_rulesets_has_every_point_that_differs() -> None:
    rows = table("## Rulesets")
    assert rows.pop("") == [f"`{ruleset}`" for ruleset in RULESETS]
    named = [number for first in rows for number in re.findall(r"\((R1\.\d)\)", first)]
    assert named == [number for number in rulings() if number.startswith("R1.")]


def test_rulings_and_links_are_there() -> None:
    assert set(re.findall(r"\bR\d+\.\d+\b", PAGE)) <= set(rulings())
    anchors = {
        re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-")
        for heading in re.findall(r"^#+ (.*)$", PAGE, re.M)
    }
    assert set(re.findall(r"\]\(#([^)]*)\)", PAGE)) <= anchors
    assert all((DOCS / link).exists() for link in re.findall(r"\]\(([a-z/-]+\.(?:md|svg))", PAGE))


def test_the_pictures_have_their_positions() -> None:
    assert [picture.name for picture in pictures_of(PAGE)] == ["expanded", "duel"]
