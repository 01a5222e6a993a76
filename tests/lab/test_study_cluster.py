"""The same study on a laptop and on a Ray cluster of two nodes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from neurohex.arena.store import Store
from neurohex.cli import main
from tests.arena.small import without_clocks

WORDS = ["study", "--armies", "borgo,moloch,smart", "--greedy", "12", "--search", "0", "--settings", "0", "--seed", "5"]

TWO_NODES = """
import sys
import ray
from ray.cluster_utils import Cluster
from neurohex.cli import main

cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
try:
    cluster.add_node(num_cpus=1)
    ray.init(cluster.address, log_to_driver=False)
    print("nodes", sum(node["Alive"] for node in ray.nodes()), "with", ray.cluster_resources()["CPU"], "cores")
    ray.shutdown()
    code = main([*sys.argv[1:], "--ray", "--ray-address", cluster.address])
finally:
    cluster.shutdown()
sys.exit(code)
"""


@pytest.mark.slow
@pytest.mark.posix
def test_a_cluster_of_two_nodes_plays_the_same_study(tmp_path: Path) -> None:
    """In a subprocess: Ray starts many processes, and all must be gone when it ends."""
    assert main([*WORDS, "--processes", "1", "--out", str(tmp_path / "here")]) == 0
    there = tmp_path / "there"
    command = [sys.executable, "-c", TWO_NODES, *WORDS, "--out", str(there)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, start_new_session=True)
    assert done.returncode == 0, done.stderr
    assert "nodes 2 with 2.0 cores" in done.stdout
    played = without_clocks(Store(there / "greedy").results())
    assert len(played) == 12
    assert played == without_clocks(Store(tmp_path / "here" / "greedy").results())
    report = (there / "report.md").read_text(encoding="utf-8")
    assert report.split("## Pairings")[1] == (tmp_path / "here" / "report.md").read_text().split("## Pairings")[1]
