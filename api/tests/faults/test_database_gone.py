"""The database is gone, or held by somebody: visitors are told to come again, pages stay (J5)."""

import os
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest
from buyers import Buyer, at_once, open_days
from front import until
from ops.postgresql import crash, start
from shop import Shop, report

pytest_plugins = ("ill_shops",)
pytestmark = pytest.mark.slow
ON_POSTGRESQL = pytest.mark.skipif(
    "POSTGRESQL_FOLDER" not in os.environ, reason="SQLite has no server that could be gone"
)
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
def test_j5_a_database_that_is_gone_is_said_while_it_is_gone(ill_shop: Shop) -> None:
    folder, day = Path(os.environ["POSTGRESQL_FOLDER"]), open_days(ill_shop)[0]
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
