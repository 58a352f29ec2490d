"""Each part of the cluster is lost in the middle of a storm, and nobody loses what they were told
(K6). docs/scaling.md has the figures."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass

import pytest
from buyers import NEVER as BOOKED_NEVER
from buyers import Buyer, lost_of, open_days, with_crews
from machines import ClusterHosts, Machines, open_cluster
from ops.cluster import NODES
from ops.served import Site
from shop import report, until
from storm import Storm, Told, visit
from visitors import Outside

pytestmark = [
    pytest.mark.cluster,
    pytest.mark.enable_socket,
    pytest.mark.skipif(os.geteuid() != 0, reason="only the administrator makes namespaces"),
]
SETTLES_S, BLOWS_S = 6, 34
FEW, MANY = 4, 1000  # crews of a day that is sold out meanwhile, and of one that never is
AGAIN_WITHIN_S, AGAIN_AFTER_PARTITION_S = 20, 30
UNNOTICED_S = 2.5  # Patroni gives the lock back after three seconds (retry_timeout)
CUT_OFF_FOR_S = 18
RESTARTED_AFTER_S = 1  # by systemd
DRAINED_WITHIN_S = 180
UNSENT = (
    "SELECT COUNT(*) FROM messages WHERE channel = 'email' AND status = 'queued' "
    "AND kind = 'date_confirmed'"
)
NEVER = BOOKED_NEVER | {
    "days overbooked": "SELECT COUNT(*) FROM (SELECT day FROM crew_seats "
    "JOIN crew_days USING (day) WHERE afternoon_id IS NOT NULL "
    "GROUP BY day, crews HAVING COUNT(*) > crews) overbooked"
}
PAYMENTS = "SELECT COUNT(*) FROM payments WHERE status = 'paid'"
EVENTS = "SELECT COUNT(*) FROM card_events WHERE processed_at IS NULL"


@dataclass(frozen=True)
class Rig:
    """Everything that visitors meet, and what half of its capacity is, in visits a second."""

    machines: Machines
    hosts: ClusterHosts
    outside: Outside
    site: Site
    many: str  # a day that is never sold out
    days: list[str]
    half: float

    def blow(self, fault: Callable[[], None]) -> tuple[Told, float]:
        """A storm with a fault in it; and when that was."""
        [few] = with_crews(self.hosts, [self.days.pop(0)], FEW)
        storm = Storm(self.site, self.outside.cards, [few, self.many, self.many])
        over = threading.Event()
        given = {"per_second": self.half, "over": over}
        blowing = threading.Thread(target=storm.blow, kwargs=given)
        blowing.start()
        time.sleep(SETTLES_S)
        at = time.monotonic()
        fault()
        time.sleep(max(0, at + BLOWS_S - time.monotonic()))
        over.set()
        blowing.join()
        return storm.told, at


@pytest.fixture(scope="module")
def rig(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rig]:
    place = tmp_path_factory.mktemp("cluster")
    with ExitStack() as opened:
        cluster, hosts, peers, site = open_cluster(opened, place, is_synchronous=True)
        many, *days = open_days(hosts)
        with_crews(hosts, [many], MANY)
        half = Storm(site, peers.cards, [many]).capacity(seconds=15) / 2
        report("K6 half of capacity", hosts, f"{half:.1f} visits a second, each to the paid fee")
        yield Rig(cluster, hosts, peers, site, many, days, half)


# What goes wrong, and how many mails may come twice by it: one of each worker that was lost, or
# that lost its database, between the mail server's answer and the note of it.
FAULTS = {
    "kill -9 of the primary": 2,
    "the primary's power fails": 2,
    "kill -9 of PostgreSQL on the primary": 2,
    "kill -9 of Patroni on the primary": 2,
    "kill -9 of PgBouncer on the primary": 2,
    "kill -9 of a web host": 2,  # the other one's worker may have used its HAProxy
    "kill -9 of a worker": 1,
    "kill -9 of an etcd member": 0,
    "kill -9 of a HAProxy": 2,
    "the primary is cut off, and comes back": 2,
    "the primary is cut off, then dies": 2,
    "the primary's disk is full": 2,
    "a planned switchover": 2,
}


def faults_of(rig: Rig) -> dict[str, Callable[[], None]]:
    """What is done in the middle of the storm."""
    cluster, hosts, primary = rig.machines, rig.hosts, rig.machines.primary()

    def lose_a_web_host() -> None:
        cluster.kill("host1", "haproxy")
        os.killpg(hosts.servers[0].pid, signal.SIGKILL)
        hosts.workers[0].kill()

    def kill_the_pooler() -> None:
        cluster.kill(primary, "pgbouncer")
        time.sleep(RESTARTED_AFTER_S)
        cluster.start_program(primary, "pgbouncer")

    def cut_off_for_a_while() -> None:
        cluster.cut_off(primary)
        time.sleep(CUT_OFF_FOR_S)
        cluster.connect(primary)

    faults: tuple[Callable[[], None], ...] = (
        lambda: cluster.lose(primary),
        lambda: cluster.lose_power(primary),
        lambda: cluster.kill_postgresql(primary),
        lambda: cluster.kill(primary, "patroni"),
        kill_the_pooler,
        lose_a_web_host,
        lambda: hosts.workers[0].kill(),
        lambda: cluster.kill(primary, "etcd"),
        lambda: cluster.kill("host1", "haproxy"),
        cut_off_for_a_while,
        lambda: _cut_off_and_lose(cluster, primary),
        lambda: cluster.fill_disk(primary),
        cluster.switch_over,
    )
    return dict(zip(FAULTS, faults, strict=True))


def mend(rig: Rig) -> None:
    """Whatever it was, all of it is there again."""
    cluster, hosts = rig.machines, rig.hosts
    for node in NODES:
        cluster.connect(node)
        cluster.free_disk(node)
    cluster.heal()
    if any(each.poll() is not None for each in (*hosts.servers, *hosts.workers)):
        hosts.kill()
        hosts.start()
        hosts.wait_until_ready()


def _cut_off_and_lose(cluster: Machines, node: str) -> None:
    """It dies before it notices, so that nothing of its last seconds comes into the archive."""
    cluster.cut_off(node)
    time.sleep(UNNOTICED_S)
    cluster.lose(node)


@pytest.mark.req("RUN-08.1")
@pytest.mark.parametrize("fault", FAULTS)
def test_whatever_dies_nothing_that_was_told_is_lost(rig: Rig, fault: str) -> None:
    break_it = faults_of(rig)[fault]
    mails = rig.outside.mail.duplicates

    told, at = rig.blow(break_it)
    mend(rig)
    until(lambda: rig.hosts.number(EVENTS) == 0, within_s=DRAINED_WITHIN_S)
    until(lambda: rig.hosts.number(UNSENT) == 0, within_s=DRAINED_WITHIN_S)

    hosts = rig.hosts
    lost = lost_of([order for _, order in told.reserved], hosts)
    unpaid = _without_a_paid_fee(told, hosts)
    never = {name: hosts.number(asked) for name, asked in NEVER.items()}
    doubled = rig.outside.mail.duplicates - mails
    paused_s = told.longest_pause_after(at)
    report(
        f"K6 {fault}",
        hosts,
        f"{len(told.reserved)} reserved, {len(lost)} lost, {len(unpaid)} paid and lost, "
        f"{sum(never.values())} oversold or doubled, {doubled} mails twice, "
        f"{len(told.failed)} given up, {paused_s:.1f} s without a reservation",
    )
    assert told.failed == []
    assert (lost, unpaid) == (set(), set())
    assert never == dict.fromkeys(NEVER, 0)
    assert told.full > 0
    # Each fee was taken once, and its payment is here.
    assert sum(rig.outside.cards.charges.values()) == hosts.number(PAYMENTS)
    assert doubled <= FAULTS[fault]
    is_partition = "cut off" in fault
    assert paused_s <= (AGAIN_AFTER_PARTITION_S if is_partition else AGAIN_WITHIN_S)


@pytest.mark.req("RUN-08.11")
def test_web_hosts_that_start_while_there_is_no_primary_serve_by_themselves(rig: Rig) -> None:
    cluster, hosts, told = rig.machines, rig.hosts, Told()
    hosts.kill()
    cluster.lose(cluster.primary())
    began_at = time.monotonic()
    hosts.start()
    prepared = hosts.run("-m", "standby.server.prepare")
    hosts.wait_until_ready()
    took_s = time.monotonic() - began_at
    [day] = with_crews(hosts, rig.days[-1:], FEW)
    visit(rig.site, Buyer(day), rig.outside.cards, told)
    alive = [each.poll() for each in (*hosts.servers, *hosts.workers)]
    mend(rig)

    report("K6 web hosts start without a primary", hosts, f"they serve after {took_s:.1f} s")
    assert (prepared.returncode, alive) == (0, [None] * 4)
    assert prepared.stderr.count("waiting up to 30 s for the database") == 1
    assert len(told.paid) == 1


def _without_a_paid_fee(told: Told, hosts: ClusterHosts) -> set[str]:
    paid = hosts.rows(
        "SELECT orders.public_id FROM orders JOIN payments ON payments.order_id = orders.id "
        "WHERE payments.status = 'paid'"
    )
    return set(told.paid) - {str(row[0]) for row in paid}


def test_without_a_synchronous_replica_some_of_it_is_lost(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """The control: the old primary goes on answering what nobody else has."""
    place = tmp_path_factory.mktemp("control")
    with ExitStack() as opened:
        cluster, hosts, peers, site = open_cluster(opened, place, is_synchronous=False)
        many, *days = open_days(hosts)
        with_crews(hosts, [many], MANY)
        rig = Rig(cluster, hosts, peers, site, many, days, half=4)
        primary = cluster.primary()
        told, _ = rig.blow(lambda: _cut_off_and_lose(cluster, primary))
        mend(rig)
        lost = lost_of([order for _, order in told.reserved], hosts)
        report(
            "K6 control: no synchronous replica, the same",
            hosts,
            f"{len(told.reserved)} reserved, {len(lost)} lost",
        )
    assert lost != set()
