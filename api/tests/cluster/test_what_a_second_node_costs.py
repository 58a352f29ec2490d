"""What reserving takes when each commit waits for a second node, beside one PostgreSQL."""

import os
import time
from contextlib import ExitStack
from statistics import median

import pytest
from buyers import Buyer, open_days, with_crews
from machines import ClusterHosts, open_cluster
from ops.postgresql import postgresql
from ops.served import Site, nginx
from shop import report
from storm import Storm
from visitors import Outside, outside

pytestmark = [
    pytest.mark.cluster,
    pytest.mark.enable_socket,
    pytest.mark.skipif(os.geteuid() != 0, reason="only the administrator makes namespaces"),
]
RESERVED, MANY = 40, 400


def measure(hosts: ClusterHosts, peers: Outside, site: Site) -> tuple[float, float]:
    """Visits a second when all come at once, and the median of a reservation alone (ms)."""
    [day] = with_crews(hosts, open_days(hosts)[:1], MANY)
    visits = Storm(site, peers.cards, [day]).capacity(seconds=20)
    took_ms = []
    for _ in range(RESERVED):
        began_at = time.perf_counter()
        assert Buyer(day).reserve(hosts).status == 201
        took_ms.append(1000 * (time.perf_counter() - began_at))
    return visits, median(took_ms)


def test_what_reserving_takes_on_the_cluster_and_on_one_machine(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with ExitStack() as opened:
        place = tmp_path_factory.mktemp("one")
        url, _ = opened.enter_context(postgresql())
        peers = opened.enter_context(outside())
        settings = peers.settings | {"STANDBY_RATE_LIMITS": "off"}
        made = ClusterHosts(data=place / "hosts", database_url=url, settings=settings)
        hosts = opened.enter_context(made)
        (place / "nginx").mkdir()
        site = opened.enter_context(nginx(hosts.ports, place / "nginx"))
        visits, took_ms = measure(hosts, peers, site)
        report("K6 one machine", hosts, f"{visits:.1f} visits a second, {took_ms:.0f} ms alone")
    with ExitStack() as opened:
        _, hosts, peers, site = open_cluster(opened, tmp_path_factory.mktemp("cluster"))
        with_all, with_all_ms = measure(hosts, peers, site)
        report("K6 cluster", hosts, f"{with_all:.1f} visits a second, {with_all_ms:.0f} ms alone")

    assert min(visits, with_all) > 0
