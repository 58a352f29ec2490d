"""The cluster's alarms fire when a node is lost, and clear when it is back (RUN-08)."""

import os
import re
from collections.abc import Iterator
from operator import gt, lt, ne

import httpx
import pytest
import yaml
from machines import Machines, machines
from ops.cluster import NODES
from ops.tools import ROOT
from shop import until

pytestmark = [
    pytest.mark.cluster,
    pytest.mark.enable_socket,
    pytest.mark.skipif(os.geteuid() != 0, reason="only the administrator makes namespaces"),
]
RULES = ROOT / "deploy" / "cluster-alarms.rules.yml"
EXPRESSION = re.compile(r"\(sum\((\w+)\) or vector\(0\)\) (<|>|!=) (\d+)")
SCRAPED = re.compile(r"(?m)^(\w+)\{.*\} (\d+)$")
COMPARE = {"<": lt, ">": gt, "!=": ne}
WITHIN_S = 60


@pytest.fixture
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    with machines(tmp_path_factory.mktemp("cluster") / "nodes") as cluster:
        yield cluster


def _scraped(cluster: Machines, node: str) -> list[tuple[str, int]]:
    try:
        metrics = httpx.get(f"http://{cluster.address(node)}:8008/metrics", timeout=5).text
    except httpx.TransportError:
        return []
    return [(name, int(value)) for name, value in SCRAPED.findall(metrics)]


def _firing(cluster: Machines) -> set[str]:
    """The alarms whose expression holds now; how long it has to hold is Prometheus's part."""
    scraped = [each for node in NODES for each in _scraped(cluster, node)]
    [group] = yaml.safe_load(RULES.read_text())["groups"]
    firing = set()
    for rule in group["rules"]:
        [(metric, comparison, limit)] = EXPRESSION.findall(rule["expr"])
        total = sum(value for name, value in scraped if name == metric)
        if COMPARE[comparison](total, int(limit)):
            firing.add(rule["alert"])
    return firing


@pytest.mark.req("RUN-04.1")
def test_a_lost_node_raises_an_alarm_and_two_raise_all_that_say_nothing_is_written(
    cluster: Machines,
) -> None:
    first, second = [node for node in NODES if node != cluster.primary()]
    until(lambda: _firing(cluster) == set(), within_s=WITHIN_S)

    cluster.lose(first)
    until(lambda: _firing(cluster) == {"StandbyNodeLost"}, within_s=WITHIN_S)

    cluster.lose(second)
    everything = {"StandbyNodeLost", "StandbyNoPrimary", "StandbyNoSecondNode"}
    until(lambda: _firing(cluster) == everything, within_s=WITHIN_S)

    cluster.heal()
    until(lambda: _firing(cluster) == set(), within_s=WITHIN_S)
