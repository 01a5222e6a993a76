"""Files that other programs read have the form that those programs expect: workflows, compose.yaml, Dockerfile."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
GITHUB = ROOT / ".github"
FILES = {
    "github-workflows": sorted((GITHUB / "workflows").glob("*.yml")),
    "github-issue-forms": sorted(path for path in (GITHUB / "ISSUE_TEMPLATE").glob("*.yml") if path.stem != "config"),
    "github-issue-config": [GITHUB / "ISSUE_TEMPLATE" / "config.yml"],
    "compose-spec": [ROOT / "deploy" / "compose.yaml"],
    "citation-file-format": [ROOT / "CITATION.cff"],
}


def check(schema: str, *files: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}", *map(str, files)]
    return subprocess.run(command, check=False, capture_output=True, text=True)


@pytest.mark.parametrize("schema", FILES)
def test_files_follow_their_schema(schema: str) -> None:
    assert FILES[schema]
    done = check(schema, *FILES[schema])
    assert done.returncode == 0, done.stdout


def test_a_workflow_with_a_misspelt_key_is_found(tmp_path: Path) -> None:
    broken = tmp_path / "test.yml"
    broken.write_text((GITHUB / "workflows" / "test.yml").read_text().replace("runs-on:", "run-on:"))
    assert check("github-workflows", broken).returncode == 1


@pytest.mark.slow
def test_the_dockerfile_is_clean() -> None:
    hadolint = shutil.which("hadolint", path=str(Path(sys.executable).parent))
    if hadolint is None:
        pytest.skip("hadolint has no package for this platform")
    done = subprocess.run(
        [hadolint, "--no-color", ROOT / "deploy" / "Dockerfile"], check=False, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (0, "")
