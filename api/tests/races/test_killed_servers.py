"""Servers are killed while visitors reserve, or the database crashes: nobody loses what they were
told is reserved (B1, B2)."""

import itertools
import os
import threading
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest
from buyers import BOOKINGS, EACH_ONCE, NEVER, book_while, counts, lost_of
from ops.postgresql import crash, start
from sampling import WHOLE
from shop import Shop, report, until

KILLS = 8 if WHOLE else 1
UNTOLD = """SELECT (SELECT COUNT(*) FROM orders) -
(SELECT COUNT(DISTINCT order_ref) FROM messages)"""
pytest_plugins = ("shop_fixtures",)
pytestmark = pytest.mark.slow


@pytest.mark.req("BOOK-01.6", "BOOK-03.2")
def test_nothing_is_lost_or_done_twice(open_shop: Shop) -> None:
    told = book_while(open_shop, open_shop.kill_and_restart, times=KILLS)

    found, lost = counts(open_shop), lost_of(told, open_shop)
    report(
        f"B1 {KILLS} times kill -9 of all servers, {BOOKINGS} bookings",
        open_shop,
        f"{len(lost)} lost; {found}",
    )
    assert lost == set()
    assert found == dict.fromkeys(EACH_ONCE, BOOKINGS) | dict.fromkeys(NEVER, 0)
    if open_shop.kind == "SQLite":
        assert open_shop.rows("PRAGMA integrity_check") == [("ok",)]


def test_messages_written_after_the_order_would_be_lost(tmp_path: Path) -> None:
    """The control. The kill comes while an order has no message yet."""
    alone = {"STANDBY_PROCESSES": "1", "STANDBY_THREADS": "8"}
    with Shop(tmp_path, application="forgetful:application", size=1, settings=alone) as forgetful:

        def kill_in_between() -> None:
            until(lambda: forgetful.number(UNTOLD) > 0, step_s=0.005)
            forgetful.kill_and_restart()

        book_while(forgetful, kill_in_between, times=KILLS)

        lost = BOOKINGS - counts(forgetful)["orders with a message"]
    report("B1 control: messages in a later transaction", forgetful, f"{KILLS} kills; {lost} lost")
    assert lost > 0


ON_POSTGRESQL = pytest.mark.skipif(
    "POSTGRESQL_FOLDER" not in os.environ, reason="SQLite has no server that could crash"
)
CRASHES = 3 if WHOLE else 1
FEWEST = 1000


def crash_and_start(folder: Path) -> None:
    crash(folder)
    start(folder)


@ON_POSTGRESQL
def test_b2_nothing_acknowledged_is_lost_when_the_database_crashes(open_shop: Shop) -> None:
    folder = Path(os.environ["POSTGRESQL_FOLDER"])
    told = book_while(open_shop, lambda: crash_and_start(folder), times=CRASHES)
    lost = lost_of(told, open_shop)
    report(f"B2 {CRASHES} database crash(es), {BOOKINGS} bookings", open_shop, f"{len(lost)} lost")
    assert lost == set()
    assert counts(open_shop) == dict.fromkeys(EACH_ONCE, BOOKINGS) | dict.fromkeys(NEVER, 0)


def write_until_it_is_gone(url: str, told: list[int], many: threading.Event) -> None:
    with psycopg.connect(url, autocommit=True) as database, suppress(psycopg.OperationalError):
        database.execute("SET synchronous_commit = off")
        for number in itertools.count():
            database.execute("INSERT INTO acknowledged VALUES (%s)", [number])
            told.append(number)
            if number == FEWEST:
                many.set()


@ON_POSTGRESQL
def test_b2_commits_that_do_not_wait_for_the_disk_would_be_lost() -> None:
    """The control: this is why such a database is refused at start (B4)."""
    folder, url = Path(os.environ["POSTGRESQL_FOLDER"]), os.environ["DATABASE_URL"]
    told, many = list[int](), threading.Event()
    with psycopg.connect(url, autocommit=True) as database:
        database.execute("CREATE TABLE acknowledged (number INTEGER)")
        database.execute("ALTER SYSTEM SET wal_writer_delay = '10s'")  # as on a busy disk
        database.execute("SELECT pg_reload_conf()")
    writing = threading.Thread(target=write_until_it_is_gone, args=(url, told, many))
    writing.start()
    assert many.wait(300)
    crash_and_start(folder)
    writing.join()
    with psycopg.connect(url, autocommit=True) as database:
        kept = database.execute("SELECT COUNT(*) FROM acknowledged").fetchone()
        database.execute("DROP TABLE acknowledged")
        database.execute("ALTER SYSTEM RESET wal_writer_delay")
        database.execute("SELECT pg_reload_conf()")
    lost = len(told) - (kept[0] if kept else 0)
    print(f"\nB2 control: synchronous_commit=off lost {lost} of {len(told)}")
    assert lost > 0
