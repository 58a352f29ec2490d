"""Reports are read from a replica of the cluster while it is fresh, and what happens when both
replicas are gone (K6, RUN-08)."""

import os
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass

import httpx
import pytest
from buyers import PATH, Buyer, Staff, open_days, with_crews
from machines import ClusterHosts, Machines, open_cluster
from ops.cluster import NODES
from ops.served import Site
from shop import report, until
from storm import Told, visit
from visitors import PATIENCE_S, Outside

pytestmark = [
    pytest.mark.cluster,
    pytest.mark.enable_socket,
    pytest.mark.skipif(os.geteuid() != 0, reason="only the administrator makes namespaces"),
]
MAX_LAG_S = 25
EXPORTED = "/api/staff/exports/customers.csv?first=2020-01-01&last=2099-12-31"
NO_ANSWER = 0
MANY = 400  # crews of the day


@dataclass(frozen=True)
class Rig:
    """A cluster with its hosts, and somebody of the staff."""

    cluster: Machines
    hosts: ClusterHosts
    outside: Outside
    site: Site
    staff: Staff
    day: str

    def reserve(self) -> str:
        """The email of somebody who has just reserved."""
        buyer = Buyer(self.day)
        assert buyer.reserve(self.hosts).status == 201
        return buyer.email

    def exported(self) -> str:
        """The list of customers as staff get it."""
        signed_in = {"Authorization": f"Bearer {self.staff.token}"}
        answer = self.hosts.http.get(self.hosts.url(EXPORTED), headers=signed_in)
        assert answer.status_code == 200, answer.text
        return answer.text

    def replicas(self) -> list[str]:
        return [node for node in NODES if node != self.cluster.primary()]

    def readyz(self) -> tuple[int, str]:
        answer = self.hosts.http.get(self.hosts.url("/readyz"), timeout=30)
        return answer.status_code, answer.json()["status"]


@pytest.fixture(scope="module")
def rig(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rig]:
    with ExitStack() as opened:
        place = tmp_path_factory.mktemp("cluster")
        lag = {"DATABASE_REPLICA_MAX_LAG_SECONDS": str(MAX_LAG_S)}
        cluster, hosts, peers, site = open_cluster(opened, place, settings=lag)
        [day] = with_crews(hosts, open_days(hosts)[:1], MANY)
        yield Rig(cluster, hosts, peers, site, Staff(hosts, is_owner=True), day)


@pytest.mark.req("RUN-08.9")
def test_an_export_is_read_from_a_replica_while_that_is_fresh(rig: Rig) -> None:
    before = rig.reserve()
    until(lambda: before in rig.exported(), within_s=PATIENCE_S)
    for node in rig.replicas():
        rig.cluster.replay(node, goes_on=False)
    after, paused_at = rig.reserve(), time.monotonic()
    at_once = rig.exported()
    until(lambda: after in rig.exported(), within_s=PATIENCE_S)
    took_s = time.monotonic() - paused_at
    for node in rig.replicas():
        rig.cluster.replay(node, goes_on=True)

    report("K6 both replicas stand still", rig.hosts, f"the primary is asked after {took_s:.0f} s")
    assert (before in at_once, after in at_once) == (True, False)
    assert 0 < took_s <= MAX_LAG_S + 5


@pytest.mark.req("RUN-08.9")
def test_without_a_replica_exports_and_reservations_go_on(rig: Rig) -> None:
    for node in rig.replicas():
        rig.cluster.kill(node, "pgbouncer")
    new = rig.reserve()
    exported = rig.exported()
    rig.cluster.heal()

    assert new in exported


@pytest.mark.req("RUN-08.8")
@pytest.mark.parametrize("what", ["machines", "PostgreSQL"])
def test_with_two_nodes_lost_nothing_is_told_as_done_until_one_is_back(rig: Rig, what: str) -> None:
    cluster, hosts = rig.cluster, rig.hosts
    for node in rig.replicas():
        if what == "machines":
            cluster.lose(node)
        else:
            cluster.stop_program(node, "patroni")
    until(lambda: rig.readyz()[0] == 503, within_s=PATIENCE_S)
    said = rig.readyz()[1]
    answers = [_answer_within_s(5, rig) for _ in range(3)]
    cluster.heal()
    until(lambda: rig.readyz() == (200, "ok"), within_s=PATIENCE_S)
    told = Told()
    visit(rig.site, Buyer(rig.day), rig.outside.cards, told)

    report(f"K6 {what} of two nodes lost", hosts, f"readyz: {said}; three answers: {answers}")
    assert set(answers) <= {NO_ANSWER, 503}
    assert len(told.paid) == 1


def _answer_within_s(seconds: float, rig: Rig) -> int:
    """What a visitor is answered who wants to reserve."""
    buyer = Buyer(rig.day)
    headers = {**buyer.cookie, "Idempotency-Key": buyer.key}
    try:
        return rig.hosts.http.post(
            rig.hosts.url(PATH, server=buyer.number),
            json=buyer.request(),
            headers=headers,
            timeout=seconds,
        ).status_code
    except httpx.TimeoutException:
        return NO_ANSWER
