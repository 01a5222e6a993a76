"""Where the rulesets differ about what stands on the board: extra attacks (R1.4), the Recon Center (R1.5) and the
Quartermaster beside a module that strengthens both types (R1.9)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from neurohex.rules.layout import ST_MAIN, ST_RECON
from neurohex.tiles import ARMIES
from tests.rules.table import RULESETS, Table, hits

BOOKS = ("2008", "3.0")
MATES = "teams=0+2,1+3"


@pytest.mark.ruling("R1.4", "R1.5", "R1.9")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_army_can_be_played_under_every_ruleset(ruleset: str) -> None:
    for army in ARMIES:
        for board in ("standard", "duel", "expanded"):
            assert Table(f"{ruleset} {board} {army} {army}", "C3=0.HQ A1=1.HQ").unit("C3")["tile"] == "HQ"


# --- R1.4: extra attacks --------------------------------------------------------------------------
GAPPED = """
name = "Gapped"
colour = "#808080"
ink = "#ffffff"
pattern = "plain"
difficulty = 1
about = "An army with a gap in its initiative."
about_pl = "Armia z luką w inicjatywie."

[[tile]]
name = "HQ"
count = 1
kind = "hq"
initiative = [0]
melee = { N = 1, NE = 1, SE = 1, S = 1, SW = 1, NW = 1 }
module = { extra_attack = true }
links = ["N", "NE", "SE", "S", "SW", "NW"]

[[tile]]
name = "Leaper"
count = 1
kind = "warrior"
initiative = [3, 1]
melee = { N = 1 }

[[tile]]
name = "Mother"
count = 2
kind = "module"
module = { extra_attack = true }
links = ["N"]

[[tile]]
name = "Scout"
count = 31
kind = "module"
module = { initiative = 1 }
links = ["N"]
"""

ASK = """
import json, sys
from neurohex.notation.compact import parse_line
from neurohex.notation.report import inspect
for line in json.loads(sys.argv[1]):
    units = {unit["hex"]: unit for unit in inspect(parse_line(line))["units"]}
    print(json.dumps(units["C3"]["initiative"]))
"""


@pytest.mark.ruling("R1.4")
def test_a_gap_between_printed_values_is_filled_first_only_in_living(tmp_path: Path) -> None:
    """No printed tile has such a gap, so an army of one's own is needed, and a process that has read it."""
    (tmp_path / "gapped.toml").write_text(GAPPED, encoding="utf-8")
    boards = {
        "C3=0.Leaper": ([3, 1], [3, 1]),
        "C3=0.Leaper C4=0.Mother/N": ([3, 1, 0], [3, 2, 1]),
        "C3=0.Leaper C4=0.Mother/N B3=0.Mother/NE": ([3, 1, 0], [3, 2, 1, 0]),
        "C3=0.Leaper C4=0.Mother/N B3=0.Mother/NE D3=0.Scout/NW": ([4, 2, 1, 0], [4, 3, 2, 1]),
    }
    lines = [f"{ruleset} gapped gapped | {board}" for ruleset in RULESETS for board in boards]
    environment = {**os.environ, "NEUROHEX_ARMIES": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", ASK, json.dumps(lines)], env=environment, capture_output=True, text=True, check=True
    )
    told = [json.loads(line) for line in done.stdout.splitlines()]
    older = [older for older, _ in boards.values()]
    living = [living for _, living in boards.values()]
    assert told == older + older + living


@pytest.mark.ruling("R1.4")
@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    ("armies", "source"),
    [("moloch vegas", "C4=0.Mother/N"), ("smart vegas", "C4=0.Mother/N"), ("doomsday vegas", "C5=0.Main_Processor/N")],
)
def test_mother_and_main_processor_alike(ruleset: str, armies: str, source: str) -> None:
    t = Table(f"{ruleset} {armies}", f"C3=0.Rifleman {source}")
    assert t.unit("C3")["initiative"] == [3, 2]


# --- R1.5: the Recon Center -----------------------------------------------------------------------
RECON = "A1=0.HQ E3=1.HQ E1=0.Recon_Center B3=0.Runner/N"


@pytest.mark.ruling("R1.5")
def test_in_living_a_mobility_move_becomes_two_each_with_its_turn() -> None:
    t = Table("outpost hegemony", RECON).turn(0).do("move B3 to B2 facing NE by mobility")
    assert t.stage == ST_RECON
    assert "then to B1 facing S" in t.offers()
    assert "then facing S" in t.offers()
    t.do("then to B1 facing S")
    assert t.now()["B1"] == "0.Runner/S"
    assert t.stage == ST_MAIN
    assert t.offers_like("move B1") == []


@pytest.mark.ruling("R1.5")
def test_in_living_either_of_the_two_moves_may_be_a_mere_turn() -> None:
    t = Table("outpost hegemony", RECON).turn(0).do("turn B3 facing S by mobility", "then to B2 facing S")
    assert t.now()["B2"] == "0.Runner/S"
    t = Table("outpost hegemony", RECON).turn(0).do("move B3 to B2 facing N by mobility", "then facing S")
    assert t.now()["B2"] == "0.Runner/S"


@pytest.mark.ruling("R1.5")
def test_in_living_the_second_move_follows_at_once_or_not_at_all() -> None:
    t = Table("outpost hegemony", RECON).turn(0).do("move B3 to B2 facing N by mobility")
    assert all(text == "stop" or text.startswith("then") for text in t.offers())
    t.do("stop")
    assert t.stage == ST_MAIN
    assert t.offers_like("move B2") == []


@pytest.mark.ruling("R1.5")
def test_in_living_a_move_tile_is_not_changed() -> None:
    t = Table("outpost hegemony", RECON).hand(0, "Move").turn(0).do("move B3 to B2 facing N by Move")
    assert t.stage == ST_MAIN


@pytest.mark.ruling("R1.5", "R3.4")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_transports_move_becomes_two_steps(ruleset: str) -> None:
    # A scoped Transport on C3 carries the HMG on C2.
    board = "A1=0.HQ E3=1.HQ E1=0.Recon_Center C2=0.HMG/N C3=1.Transport C4=0.Scoper"
    t = Table(f"{ruleset} outpost hegemony", board).turn(0).do("move C2 to C1 facing N by Transport C3")
    assert t.stage == ST_RECON
    t.do("then to B1 facing S")
    assert t.now()["B1"] == "0.HMG/S"


@pytest.mark.ruling("R1.5")
def test_in_living_it_serves_the_smart_hq_and_mobility_of_a_teammate() -> None:
    board = "A1=0.HQ E3=1.HQ E1=0.Recon_Center C3=2.HQ C2=2.Ripper/N C5=2.Transporter/N"
    t = Table("outpost borgo smart hegemony", board, teams=MATES).turn(2).do("move C2 to C1 facing N by HQ C3")
    assert t.stage == ST_RECON
    t.do("stop", "move C5 to B4 facing N by mobility")
    assert t.stage == ST_RECON


@pytest.mark.ruling("R1.5")
@pytest.mark.parametrize("ruleset", BOOKS)
@pytest.mark.parametrize("source", ["Move", "mobility"])
def test_in_the_older_books_every_move_may_go_two_hexes(ruleset: str, source: str) -> None:
    t = Table(f"{ruleset} outpost hegemony", RECON).hand(0, "Move").turn(0)
    t.do(f"move B3 to B2 facing N by {source}")
    assert t.stage == ST_RECON
    t.do("then to B1 facing SE")
    assert t.now()["B1"] == "0.Runner/SE"


@pytest.mark.ruling("R1.5")
@pytest.mark.parametrize("ruleset", BOOKS)
def test_in_the_older_books_a_mere_turn_is_all_of_a_move(ruleset: str) -> None:
    t = Table(f"{ruleset} outpost hegemony", RECON).turn(0).do("turn B3 facing S by mobility")
    assert t.stage == ST_MAIN


@pytest.mark.ruling("R1.5")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_netted_recon_center_gives_nothing(ruleset: str) -> None:
    # D2 nets E1 (net printed NE).
    t = Table(f"{ruleset} outpost hegemony", f"{RECON} D2=1.Net_Fighter/N").turn(0)
    assert t.is_netted("E1")
    t.do("move B3 to B2 facing N by mobility")
    assert t.stage == ST_MAIN


@pytest.mark.ruling("R1.5")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_recon_center_gives_the_enemy_nothing(ruleset: str) -> None:
    t = Table(f"{ruleset} outpost hegemony", f"{RECON} C5=1.Runner").turn(1)
    t.do("move C5 to C4 facing N by mobility")
    assert t.stage == ST_MAIN


# --- R1.9: a Quartermaster beside a Brain ---------------------------------------------------------
@pytest.mark.ruling("R1.9", "R6.8")
@pytest.mark.parametrize(("ruleset", "wounds"), [("2008", 2), ("3.0", 2), ("living", 3)])
def test_a_changed_attack_beside_a_brain(ruleset: str, wounds: int) -> None:
    # The Quartermaster on C4 and the Brain on B3 (link printed N, now NE) are both linked to the Runner on C3.
    board = "C3=2.Runner/N C4=2.Quartermaster/N B3=0.Brain/NE C1=1.HQ"
    t = Table(f"{ruleset} moloch borgo hegemony outpost", board, teams=MATES)
    assert t.unit("C3")["melee"] == {"N": 2}
    assert hits(t.battle_choosing("change C3 N to ranged")) == [f"2: C3>C1 ranged {wounds}"]


@pytest.mark.ruling("R1.9", "R6.8")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_changed_attack_beside_officers_of_each_type(ruleset: str) -> None:
    # Moloch's Officer on B3 (ranged) and Officer I on D3 (melee): only the new type's counts, in every ruleset.
    board = "C3=2.Runner/N C4=2.Quartermaster/N B3=0.Officer/N D3=2.Officer_I/N C1=1.HQ"
    t = Table(f"{ruleset} moloch borgo hegemony outpost", board, teams=MATES)
    assert hits(t.battle_choosing("change C3 N to ranged")) == ["2: C3>C1 ranged 2"]
