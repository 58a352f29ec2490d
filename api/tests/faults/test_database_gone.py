"""The database is gone, or held by somebody: visitors are told to come again, pages stay (J5)."""

import math
import os
import random
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import httpx
import psycopg
import pytest
from alarm_world import Samples, samples_of, small_disk
from bad_line import SMTP_421, BadLine, Fault, bad_line
from buyers import Buyer, Staff, open_days, with_crews
from ops.alarms import ALARMS
from ops.postgresql import crash, start
from ops.served import nginx
from pyrage import x25519
from relay import Relay
from shop import Shop, at_once, report, tls_client, until
from smtp_peer import SmtpPeer, smtp_peer
from twilio_peer import Peer, twilio_peer

pytest_plugins = ("fault_fixtures",)
ON_POSTGRESQL = pytest.mark.skipif(
    "POSTGRESQL_FOLDER" not in os.environ, reason="SQLite has no server that could be gone"
)
ON_A_SMALL_DISK = pytest.mark.skipif(
    os.geteuid() != 0 or "DATABASE_URL" in os.environ,
    reason="only the administrator may mount a disk, and PostgreSQL's is not ours",
)
pytestmark = pytest.mark.slow
COMES_AGAIN_WITHIN_S = 10
AT_ONCE = 6
PATIENT_S = 120


@contextmanager
def held(shop: Shop) -> Iterator[None]:
    """As by somebody who opened a transaction by hand and went for lunch."""
    if shop.database_url:
        with psycopg.connect(shop.database_url) as postgres:
            postgres.execute("LOCK TABLE orders IN ACCESS EXCLUSIVE MODE")
            yield
        return
    with closing(sqlite3.connect(shop.data / "standby.sqlite3", isolation_level=None)) as sqlite:
        sqlite.execute("BEGIN IMMEDIATE")
        yield
        sqlite.execute("ROLLBACK")


def wait_without_end(shop: Shop) -> None:
    """The control: a writer that says nothing of how long it waits."""
    if shop.database_url:
        with psycopg.connect(shop.database_url, autocommit=True) as postgres:
            postgres.execute("UPDATE orders SET status = status WHERE id = -1")
    else:
        path = shop.data / "standby.sqlite3"
        with closing(sqlite3.connect(path, timeout=PATIENT_S, isolation_level=None)) as sqlite:
            sqlite.execute("UPDATE orders SET status = status WHERE id = -1")


def refused(shop: Shop, day: str) -> tuple[int, bool]:
    """The status, and whether they are told when to come again."""
    answer = Buyer(day).reserve(shop)
    return answer.status, int(answer.retry_after or 99) <= COMES_AGAIN_WITHIN_S


def test_j5_a_locked_database_is_said_while_it_is_still_locked(ill_shop: Shop) -> None:
    day = open_days(ill_shop)[0]
    with ThreadPoolExecutor(1) as aside:
        with held(ill_shop):
            control = aside.submit(wait_without_end, ill_shop)
            told = at_once(lambda _: refused(ill_shop, day), range(AT_ONCE))
            page = ill_shop.http.get(ill_shop.url("/")).status_code
            control_waits = not control.done()
        until(lambda: Buyer(day).reserve(ill_shop).status == 201)
        control.result()

    report("J5 database locked", ill_shop, f"{told}; / {page}; well afterwards")
    report("J5 control: no bound on the wait", ill_shop, "waits until it is free")
    assert set(told) == {(503, True)}
    assert (page, control_waits) == (200, True)


@ON_POSTGRESQL
@pytest.mark.req("RUN-10.9")
def test_j5_a_database_that_is_gone_is_said_while_it_is_gone(ill_shop: Shop) -> None:
    folder, day = Path(os.environ["POSTGRESQL_FOLDER"]), open_days(ill_shop)[0]
    log_before = len(ill_shop.log.read_text())
    before = [Buyer(day).reserve(ill_shop).status for _ in range(3)]
    crash(folder)
    try:
        told = at_once(lambda _: refused(ill_shop, day), range(AT_ONCE))
        told += [refused(ill_shop, day)]
        pages = [ill_shop.http.get(ill_shop.url(path)).status_code for path in ("/", "/healthz")]
        ready = ill_shop.http.get(ill_shop.url("/readyz")).status_code
    finally:
        start(folder)
    until(lambda: {Buyer(day).reserve(ill_shop).status for _ in range(3)} == {201})

    report(
        "J5 PostgreSQL gone",
        ill_shop,
        f"{told}; / and /healthz {pages}, /readyz {ready}; well afterwards",
    )
    assert before == [201] * 3
    assert set(told) == {(503, True)}
    assert (pages, ready) == ([200, 200], 503)
    assert traces_since(log_before, ill_shop) == []


def traces_since(begin: int, shop: Shop) -> list[str]:
    """The first trace in the servers' log, and what led to it."""
    before, *traces = shop.log.read_text()[begin:].split("Traceback (most recent call last)")
    return [before[-500:] + traces[0][:1500]] if traces else []


CUTS = 20
MOST_PAUSE_S = 0.4  # in which some calls are answered whole


def as_administrator(shop: Shop, *statements: str) -> None:
    with psycopg.connect(shop.database_url, autocommit=True) as postgres:
        postgres.execute("SET default_transaction_read_only = off")
        for statement in statements:
            postgres.execute(statement)


def cut_often(shop: Shop) -> None:
    for _ in range(CUTS):
        as_administrator(shop, CUT)
        time.sleep(random.uniform(0, MOST_PAUSE_S))


def takes_writes(shop: Shop, *, setting: str) -> None:
    name = shop.database_url.rsplit("/", 1)[1]
    as_administrator(
        shop, f'ALTER DATABASE "{name}" SET default_transaction_read_only = {setting}', CUT
    )


CUT = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


@ON_POSTGRESQL
def test_a_demoted_server_is_said_and_its_connections_are_left(ill_shop: Shop) -> None:
    day = open_days(ill_shop)[0]
    before = [reserves(ill_shop, day) for _ in range(3)]
    takes_writes(ill_shop, setting="on")
    try:
        told = at_once(lambda _: refused(ill_shop, day), range(AT_ONCE))
        ready = readiness(ill_shop)
    finally:
        takes_writes(ill_shop, setting="off")
    after = [reserves(ill_shop, day) for _ in range(AT_ONCE)]

    report("J5 PostgreSQL demoted", ill_shop, f"{told}; /readyz {ready}; then {after}")
    assert before == [201] * 3
    assert set(told) == {(503, True)}
    assert ready == (503, "database is read-only")
    assert after[2:] == [201] * (AT_ONCE - 2)  # cut between two calls, a connection is found out


@ON_POSTGRESQL
def test_connections_cut_in_the_middle_are_told_as_come_again_and_lose_nothing(
    ill_shop: Shop,
) -> None:
    days, orders = open_days(ill_shop), "SELECT COUNT(*) FROM orders"
    before, log_before = ill_shop.number(orders), len(ill_shop.log.read_text())
    with ThreadPoolExecutor(1) as aside:
        cuts = aside.submit(cut_often, ill_shop)
        told = []
        while not cuts.done():
            told += at_once(lambda day: reserves(ill_shop, day), days[:AT_ONCE])
        cuts.result()
    kept = ill_shop.number(orders) - before

    report("J5 connections cut", ill_shop, f"{told.count(201)} of {len(told)}, kept {kept}")
    assert {201, 503} <= set(told) <= {201, 409, 503}
    assert kept >= told.count(201)
    assert traces_since(log_before, ill_shop) == []


ROWS = 20_000
_ADD_ROWS = """
from datetime import UTC, datetime
from standby.coverage.models import NotifyRequest
now = datetime.now(UTC)
NotifyRequest.objects.bulk_create(
    NotifyRequest(
        address_formatted="a" * 500,
        phone_number=f"{{number:010}}",
        notification_requested_at=now,
        created_at=now,
    )
    for number in range({rows})
)
"""


def read_while_cut(shop: Shop, http: httpx.Client, url: str, bearer: dict[str, str]) -> None:
    with http.stream("GET", url, headers=bearer) as export:
        pieces = export.iter_raw()
        next(pieces)
        as_administrator(shop, CUT)
        for _ in pieces:
            pass


@ON_POSTGRESQL
def test_an_export_that_is_cut_in_the_middle_ends_as_a_failed_download(
    ill_shop: Shop, tmp_path: Path
) -> None:
    """Control: uncut it has every row."""
    ill_shop.shell(_ADD_ROWS.format(rows=ROWS))
    bearer = {"Authorization": f"Bearer {Staff(ill_shop, is_owner=True).token}"}
    path = "/api/staff/exports/notify-requests.csv"
    with nginx(ill_shop.ports, tmp_path) as site, tls_client() as http:
        for url in (ill_shop.url(path), site.url(path)):
            whole = http.get(url, headers=bearer)
            with pytest.raises(httpx.RemoteProtocolError, match="without sending complete"):
                read_while_cut(ill_shop, http, url, bearer)
            assert (whole.status_code, whole.text.count("\n")) == (200, ROWS + 1)
    ill_shop.write("DELETE FROM coverage_rejection_requests")

    report("J5 export cut in the middle", ill_shop, "a failed download, through nginx too")


TRIES = 10
TOKEN = "a-token-of-the-operator"
[FULL] = [alarm for alarm in ALARMS if alarm.name == "StandbyDiskFull"]


def fill(disk: Path) -> Path:
    """To the last byte."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as opened, suppress(OSError):
        while True:
            opened.write(bytes(4096))
    return filler


def reserves(shop: Shop, day: str) -> int:
    return Buyer(day).reserve(shop).status


def readiness(shop: Shop) -> tuple[int, str]:
    answer = shop.http.get(shop.url("/readyz"))
    return answer.status_code, answer.json()["status"]


def healed_after(shop: Shop, day: str) -> float:
    freed_at = time.monotonic()
    until(lambda: reserves(shop, day) == 201)
    until(lambda: readiness(shop) == (200, "ok"))
    return time.monotonic() - freed_at


def scraped(shop: Shop) -> Samples:
    bearer = {"Authorization": f"Bearer {TOKEN}"}
    return samples_of(shop.http.get(shop.url("/metrics"), headers=bearer).text)


def works(shop: Shop) -> list[tuple[object, ...]]:
    """The heartbeats afterwards."""
    assert shop.run("manage.py", "work", "--once").returncode == 0
    return shop.rows("SELECT name, last_succeeded_at FROM heartbeats ORDER BY name")


@pytest.mark.nightly
@ON_A_SMALL_DISK
def test_b5_a_full_disk_is_said_and_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", mb=24) as disk, Shop(disk) as shop:
        days = with_crews(shop, open_days(shop), 30)
        before = [reserves(shop, days[0]) for _ in range(TRIES)]
        filler = fill(disk)
        while_full = [reserves(shop, days[1]) for _ in range(TRIES)]
        page = shop.http.get(shop.url("/")).status_code
        until(lambda: readiness(shop) == (503, "database cannot be written to"))
        filler.unlink()
        healed_s = healed_after(shop, days[2])
        told = before.count(201) + while_full.count(201) + 1
        kept = shop.number("SELECT COUNT(*) FROM orders")
        whole = shop.rows("PRAGMA integrity_check")

    report("B5 disk full", shop, f"{told - kept} of {told} lost, well after {healed_s:.1f} s")
    assert set(before) == {201}
    assert {503} <= set(while_full) <= {201, 503}
    assert (page, kept, whole) == (200, told, [("ok",)])


@pytest.mark.nightly
@ON_A_SMALL_DISK
def test_a_full_disk_is_told_and_so_is_what_never_ran(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    vault.mkdir()
    settings = {
        "STANDBY_METRICS": "on",
        "STANDBY_METRICS_TOKEN": TOKEN,
        "STANDBY_BACKUP_RECIPIENT": str(x25519.Identity.generate().to_public()),
        "STANDBY_SNAPSHOTS_FOLDER": str(vault),
    }
    with small_disk(tmp_path / "disk", mb=64) as disk, Shop(disk, settings=settings) as shop:
        fresh = scraped(shop)
        backed_up = shop.run("manage.py", "backup", str(vault)).returncode
        beaten, well = works(shop), scraped(shop)
        filler = fill(disk)
        beaten_while_full, full = works(shop), scraped(shop)
        filler.unlink()
        beaten_again, mended = works(shop), scraped(shop)

    age, overdue = "standby_worker_age_seconds", "standby_snapshot_overdue_seconds"
    assert (fresh[age], fresh[overdue], backed_up) == (math.inf, math.inf, 0)
    assert max(well[age], well[overdue]) < math.inf
    assert beaten_while_full == beaten != beaten_again
    assert max(well[FULL.metric], mended[FULL.metric]) <= FULL.over < full[FULL.metric]


BACKLOG = 500
GIVE_UP_S = 1800  # by the wall; 600 s of it are promised, which is told and not judged
A_CALL_TAKES_S = 0.02  # of a text; a mail comes by six answers, each a little late


@contextmanager
def ways() -> Iterator[tuple[SmtpPeer, Peer, BadLine, BadLine]]:
    with (
        smtp_peer() as (postbox, _),
        twilio_peer() as peer,
        bad_line(postbox.port, refusal=SMTP_421) as mail,
        bad_line(peer.server_port) as texts,
    ):
        peer.takes_s = A_CALL_TAKES_S
        yield postbox, peer, mail, texts


@pytest.mark.nightly
def test_d3_a_backlog_goes_out_when_the_ways_are_open_again(tmp_path: Path) -> None:
    with ways() as (postbox, peer, mail, texts):
        for line in (mail, texts):
            line.suffer(Fault.DOWN)
        with Relay(tmp_path, smtp_port=mail.port, twilio=texts.url) as relay:
            relay.queue(BACKLOG)
            until(lambda: relay.number(_TRIED_BY) == 2)
            taken_while_down = len(postbox.taken) + len(peer.taken)
            for line in (mail, texts):
                line.suffer(None)
            began = time.monotonic()
            until(lambda: relay.left() == 0, within_s=GIVE_UP_S)
            took_s = time.monotonic() - began
            dead = relay.number("SELECT COUNT(*) FROM messages WHERE status <> 'sent'")
            report(
                f"D3 {BACKLOG} messages after an outage",
                relay,
                f"sent in {took_s:.0f} s (promised 600), {BACKLOG / took_s:.1f} a second by two "
                f"workers; lost {dead}, twice {len(postbox.taken) + len(peer.taken) - BACKLOG}",
            )

    assert taken_while_down == 0
    assert dead == 0
    assert len(set(postbox.message_ids)) == len(peer.taken) == BACKLOG / 2


_TRIED_BY = "SELECT COUNT(DISTINCT channel) FROM messages WHERE last_error <> ''"
