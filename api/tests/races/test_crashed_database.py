"""The database itself crashes while visitors reserve (reliability B2)."""

import os
import time
from pathlib import Path

import psycopg
import pytest
from ops.postgresql import crash, start
from shop import Shop, report
from test_killed_servers import BOOKINGS, EACH_ONCE, NEVER, Crowd, book_while, facts

pytestmark = pytest.mark.slow
ON_POSTGRESQL = pytest.mark.skipif(
    "POSTGRESQL_FOLDER" not in os.environ, reason="SQLite has no server that could crash"
)
CRASHES = 3


def crash_again_and_again(folder: Path, crowd: Crowd) -> int:
    """Each time another share of the visitors has reserved, however fast the machine is."""
    for crashes in range(1, CRASHES + 1):
        while len(crowd.told) < BOOKINGS * crashes // (CRASHES + 1):
            if crowd.done.wait(0.01):
                return crashes - 1
        crash(folder)
        start(folder)
    return CRASHES


@ON_POSTGRESQL
def test_b2_nothing_acknowledged_is_lost_when_the_database_crashes(tmp_path: Path) -> None:
    folder = Path(os.environ["POSTGRESQL_FOLDER"])
    with Shop(tmp_path) as shop:
        told, crashes = book_while(shop, lambda crowd: crash_again_and_again(folder, crowd))

        found = facts(shop)
        kept = {str(row[0]).replace("-", "") for row in shop.rows("SELECT public_id FROM orders")}
    lost = {order.replace("-", "") for order in told} - kept
    report(f"B2 {crashes} database crashes, {BOOKINGS} bookings", shop, f"{len(lost)} lost")
    assert crashes == CRASHES
    assert lost == set()
    assert found == dict.fromkeys(EACH_ONCE, BOOKINGS) | dict.fromkeys(NEVER, 0)


@ON_POSTGRESQL
def test_b2_commits_that_do_not_wait_for_the_disk_would_be_lost(tmp_path: Path) -> None:
    """The control: this is why such a database is refused at start (B4)."""
    folder, url = Path(os.environ["POSTGRESQL_FOLDER"]), os.environ["DATABASE_URL"]
    with psycopg.connect(url, autocommit=True) as database:
        database.execute("CREATE TABLE acknowledged (number INTEGER)")
        database.execute("SET synchronous_commit = off")
        told, until = 0, time.monotonic() + 1
        while time.monotonic() < until:
            database.execute("INSERT INTO acknowledged VALUES (%s)", [told])
            told += 1
        crash(folder)
    start(folder)
    with psycopg.connect(url, autocommit=True) as database:
        kept = database.execute("SELECT COUNT(*) FROM acknowledged").fetchone()
        database.execute("DROP TABLE acknowledged")
    lost = told - (kept[0] if kept else 0)
    print(f"\nB2 control: synchronous_commit=off lost {lost} of {told}")
    assert lost > 0
