"""The database itself crashes while visitors reserve (reliability B2)."""

import itertools
import os
import threading
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest
from insisting import BOOKINGS, EACH_ONCE, NEVER, book_while, facts, lost_of
from ops.postgresql import crash, start
from running_shops import Running
from sampling import WHOLE
from shop import report

pytest_plugins = ("open_shops",)
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        "POSTGRESQL_FOLDER" not in os.environ, reason="SQLite has no server that could crash"
    ),
]
CRASHES = 3 if WHOLE else 1
FEWEST = 1000


def crash_and_start(folder: Path) -> None:
    crash(folder)
    start(folder)


def test_b2_nothing_acknowledged_is_lost_when_the_database_crashes(open_shop: Running) -> None:
    folder = Path(os.environ["POSTGRESQL_FOLDER"])
    told = book_while(open_shop, lambda: crash_and_start(folder), times=CRASHES)
    lost = lost_of(told, open_shop)
    report(f"B2 {CRASHES} database crash(es), {BOOKINGS} bookings", open_shop, f"{len(lost)} lost")
    assert lost == set()
    assert facts(open_shop) == dict.fromkeys(EACH_ONCE, BOOKINGS) | dict.fromkeys(NEVER, 0)


def write_until_it_is_gone(url: str, told: list[int], many: threading.Event) -> None:
    with psycopg.connect(url, autocommit=True) as database, suppress(psycopg.OperationalError):
        database.execute("SET synchronous_commit = off")
        for number in itertools.count():
            database.execute("INSERT INTO acknowledged VALUES (%s)", [number])
            told.append(number)
            if number == FEWEST:
                many.set()


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
