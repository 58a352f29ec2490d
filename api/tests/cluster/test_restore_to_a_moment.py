"""The cluster's database is taken back to a moment: between two payments (K7, RUN-08), and in the
drill of test_restore_drill.py, to before a customer was erased."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pyrage
import pytest
from backup_contents import copy_erasure, erase
from buyers import PATH, Buyer, Staff, open_days, with_crews
from machines import ClusterHosts, Machines, open_cluster
from ops.cluster import NODES
from ops.served import Site
from shop import report, until
from storm import Told, visit
from visitors import PATIENCE_S, Browser, Outside, is_confirmed, pay

pytestmark = [
    pytest.mark.cluster,
    pytest.mark.enable_socket,
    pytest.mark.skipif(os.geteuid() != 0, reason="only the administrator makes namespaces"),
]
EVENTS = "SELECT COUNT(*) FROM card_events WHERE processed_at IS NULL"
HELD = "SELECT COUNT(*) FROM outbox_holds WHERE released_at IS NULL"
# Not what leaves five minutes after a reservation, to whoever has not paid by then.
WAITING = (
    "SELECT kind, COUNT(*) FROM messages WHERE channel = 'email' AND status = 'queued' "
    "AND kind <> 'date_held' GROUP BY kind"
)
BEATEN = (
    "SELECT COUNT(*) FROM heartbeats WHERE name = 'lane messages' AND last_succeeded_at > '{since}'"
)
PAID = (
    "SELECT orders.public_id FROM orders JOIN payments ON payments.order_id = orders.id "
    "WHERE payments.status = 'paid'"
)
DAY_OF = (
    "SELECT appointments.day FROM appointments JOIN orders ON orders.id = appointments.order_id "
    "WHERE orders.public_id = '{order}' AND appointments.status = 'confirmed'"
)


@dataclass(frozen=True)
class Rig:
    """A cluster with a full copy of its log, and a folder of snapshots."""

    cluster: Machines
    hosts: ClusterHosts
    outside: Outside
    site: Site
    vault: Path
    key: pyrage.x25519.Identity

    @property
    def recipient(self) -> str:
        return str(self.key.to_public())

    def stop(self) -> None:
        """The log of all that happened comes into the archive, as a minute later."""
        self.hosts.kill()
        _archive_everything(self.cluster)

    def restore(self, moment: str) -> "subprocess.CompletedProcess[str]":
        """The guided half, once the nodes were taken back."""
        identity = self.vault.with_name("key.txt")
        identity.write_text(str(self.key))
        restore = ("manage.py", "restore", self.vault, "--identity", identity)
        return self.hosts.run(*restore, "--to", moment, "--yes")

    def open(self) -> None:
        self.hosts.start()
        self.hosts.wait_until_ready()

    def settle(self) -> None:
        """Each event of the card provider was worked off, and each mail was sent."""
        until(self._has_settled, within_s=PATIENCE_S, why=lambda: str(self.waiting()))

    def _has_settled(self) -> bool:
        return self.waiting() == {} and self.hosts.number(EVENTS) == 0

    def waiting(self) -> dict[str, int]:
        """How many mails are queued, of each kind."""
        return dict(self.hosts.rows(WAITING))

    def paid(self) -> set[str]:
        return {str(row[0]) for row in self.hosts.rows(PAID)}

    def emails(self) -> set[str]:
        return {email for (email,) in self.hosts.rows("SELECT email FROM customers")}


@pytest.fixture(scope="module")
def rig(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rig]:
    place = tmp_path_factory.mktemp("cluster")
    with ExitStack() as opened:
        cluster, hosts, peers, site = open_cluster(opened, place)
        cluster.pgbackrest("backup")
        (place / "snapshots").mkdir()
        key = pyrage.x25519.Identity.generate()
        yield Rig(cluster, hosts, peers, site, place / "snapshots", key)


@pytest.mark.req("RUN-08.3")
def test_a_restore_to_between_two_payments_has_the_first_and_not_the_second(rig: Rig) -> None:
    hosts, cards = rig.hosts, rig.outside.cards
    day, told = open_days(hosts)[0], Told()

    visit(rig.site, Buyer(day), cards, told)
    until(lambda: hosts.number(EVENTS) == 0, within_s=PATIENCE_S)
    moment = datetime.now(UTC).isoformat()
    visit(rig.site, Buyer(day), cards, told)
    until(lambda: len(rig.paid()) == 2, within_s=PATIENCE_S)
    until(lambda: hosts.number(BEATEN.format(since=moment)) > 0, within_s=PATIENCE_S)
    too_early = rig.restore(moment)
    rig.stop()
    while_patroni_runs = _refused(rig.cluster, f"./restore-to '{moment}'")
    _take_back(rig.cluster, moment)
    with psycopg.connect(rig.cluster.url(5002)):
        in_use = rig.restore(moment)
    restored = rig.restore(moment)

    first, second = told.paid
    report("K7 restored to between two payments", hosts, f"{len(rig.paid())} of 2 paid")
    assert "it was not taken back to" in too_early.stderr
    assert "Patroni still runs at" in while_patroni_runs
    assert "The database is still in use by" in in_use.stderr
    assert _is_encrypted(rig.cluster)
    assert restored.returncode == 0, restored.stdout + restored.stderr
    assert rig.paid() == {first}
    assert f"order {second}" in restored.stdout
    assert "CALL: $100.00" in restored.stdout
    assert hosts.number(HELD) == 1
    hosts.manage("outbox", "release")
    rig.open()


@dataclass(frozen=True)
class Story:
    """Who came before the moment and after it, until somebody closed the wrong day."""

    moment: str
    day: str
    kept: str  # the order of a customer who moved just before the moment
    paid_later: str  # reserved before the moment, paid after it
    payer: Buyer
    gone: Buyer  # canceled and was erased after the moment
    gone_order: str
    lost: str  # reserved and paid after the moment


def tell_the_story(rig: Rig) -> Story:
    hosts, cards = rig.hosts, rig.outside.cards
    [day], told = with_crews(hosts, open_days(hosts)[5:6], 9), Told()
    kept, gone, payer = Buyer(day), Buyer(day), Buyer(day)
    visit(rig.site, kept, cards, told)
    visit(rig.site, gone, cards, told)
    rig.settle()
    for worker in hosts.workers:  # so that something is queued at the moment
        worker.kill()
    assert kept.move(hosts, day).status == 200
    with Browser(rig.site, payer) as browser:
        paid_later = str(browser.ask("POST", PATH, payer.request()).json()["orderId"])
        queued = rig.waiting()
        moment = datetime.now(UTC).isoformat()
        hosts.kill()
        rig.open()
        pay(browser, paid_later, cards)
        until(lambda: is_confirmed(browser), within_s=PATIENCE_S)
    visit(rig.site, Buyer(day), cards, told)
    assert gone.cancel(hosts).status == 200
    rig.settle()
    erase(hosts, gone)
    copy_erasure(hosts, rig.vault, recipient=rig.recipient)
    closed = Staff(hosts).send("POST", f"/crew-days/{day}/closing", {"reason": "A storm"})
    assert (closed.status, queued != {}) == (200, True)
    kept_order, gone_order, lost = told.paid
    return Story(moment, day, kept_order, paid_later, payer, gone, gone_order, lost)


@pytest.mark.req("RUN-03.5")
def test_l3_the_cluster_is_taken_back_to_before_a_customer_was_erased(rig: Rig) -> None:
    hosts, mail = rig.hosts, rig.outside.mail
    snapshot = ("manage.py", "backup", rig.vault, "--recipient", rig.recipient)
    made = hosts.run(*snapshot)
    assert made.returncode == 0, made.stderr
    story = tell_the_story(rig)
    rig.settle()
    moved = str(hosts.rows(DAY_OF.format(order=story.kept))[0][0])
    before = len(mail.taken)
    rig.stop()
    _take_back(rig.cluster, story.moment)

    # Control: taken back alone, the database has them again, and what was sent waits again.
    came_back, again_queued = story.gone.email in rig.emails(), rig.waiting()
    restored = rig.restore(story.moment)
    assert restored.returncode == 0, restored.stdout + restored.stderr
    day = str(hosts.rows(DAY_OF.format(order=story.kept))[0][0])
    hosts.manage("verify_audit_log")
    opened_at = datetime.now(UTC)
    rig.open()
    until(lambda: hosts.number(BEATEN.format(since=opened_at)) > 0, within_s=PATIENCE_S)
    sent_while_held = mail.taken[before:]
    released = hosts.manage("outbox", "release", "--drop-from-snapshot")
    told = Told()
    visit(rig.site, Buyer(story.day), rig.outside.cards, told)
    rig.settle()
    said = [(str(each["To"]), str(each["Subject"])) for each in mail.taken]
    said_again = set(said[:before]) & set(said[before:])
    report("L3 the cluster, to before an erasure", hosts, f"{released.strip()} Again: {said_again}")

    assert (came_back, story.gone.email in rig.emails()) == (True, False)
    assert again_queued != {}
    assert f"CLOSE: order {story.gone_order}" in restored.stdout
    assert story.gone.email not in dict(said[before:])
    assert (moved == story.day, day) == (False, story.day)
    assert f"order {story.lost}" in restored.stdout
    assert f"order {story.paid_later}" not in restored.stdout
    assert {story.kept, story.paid_later} < rig.paid()
    assert story.lost not in rig.paid()
    assert max(rig.outside.cards.charges.values()) == 1
    assert sent_while_held == []
    # A payment that is new again is confirmed again: nobody here can know that it was before.
    assert {to for to, _ in said_again} == {story.payer.email}
    assert told.paid != []
    assert set(told.paid) < rig.paid()
    hosts.manage("verify_audit_log")


def _archive_everything(cluster: Machines) -> None:
    password, primary = cluster.secrets["POSTGRES_PASSWORD"], cluster.address(cluster.primary())
    address = f"postgresql://postgres:{password}@{primary}/postgres"
    with psycopg.connect(address, autocommit=True) as postgres:
        postgres.execute("SELECT pg_switch_wal()")
    cluster.pgbackrest("check")


def _refused(cluster: Machines, command: str) -> str:
    """What a command on a node said that refused."""
    with pytest.raises(SystemExit) as refusal:
        cluster.run("node1", "sh", "-c", command)
    return str(refusal.value)


def _is_encrypted(cluster: Machines) -> bool:
    """Each copy and each piece of the log begins as OpenSSL writes what it has encrypted."""
    copies = [file for file in (cluster.folder / "backups").rglob("*.zst") if file.is_file()]
    return copies != [] and all(file.read_bytes().startswith(b"Salted__") for file in copies)


def _take_back(cluster: Machines, moment: str) -> None:
    """As docs/scaling.md says, on the nodes."""
    for node in NODES:  # what an earlier one moved aside
        cluster.run(node, "sh", "-c", "rm -rf data-before*")
    for node in sorted(NODES, key=lambda each: each == cluster.primary()):
        cluster.stop_program(node, "patroni")
    unsure = _refused(cluster, f"echo no | ./restore-to '{moment}'")
    assert "Nothing was changed." in unsure
    cluster.run("node1", "./restore-to", moment, "--yes")
    for node in NODES[1:]:
        data = cluster.folder_of(node) / "data"
        data.rename(data.with_name("data-before"))
    for node in NODES:
        cluster.start_program(node, "patroni")
    cluster.wait_until_whole()
