"""The database is gone, or held by somebody: visitors are told to come again, pages stay (J5)."""

import os
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest
from buyers import Buyer, at_once, open_days
from ops.postgresql import crash, start
from outside import Outside, until
from shop import Shop, report

pytest_plugins = ("ill_shops",)
pytestmark = pytest.mark.slow
ON_POSTGRESQL = pytest.mark.skipif(
    "POSTGRESQL_FOLDER" not in os.environ, reason="SQLite has no server that could be gone"
)
BOUND_S = 10
HEALS_WITHIN_S = 5
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


def wait_without_end(shop: Shop) -> float:
    """The control: a writer that says nothing of how long it waits."""
    began = time.monotonic()
    if shop.database_url:
        with psycopg.connect(shop.database_url, autocommit=True) as postgres:
            postgres.execute("UPDATE orders SET status = status WHERE id = -1")
    else:
        path = shop.data / "standby.sqlite3"
        with closing(sqlite3.connect(path, timeout=PATIENT_S, isolation_level=None)) as sqlite:
            sqlite.execute("UPDATE orders SET status = status WHERE id = -1")
    return time.monotonic() - began


def refused(shop: Shop, day: str) -> tuple[int, str, float]:
    """Status, Retry-After, and how long it took."""
    began = time.monotonic()
    buyer = Buyer(day)
    answer = shop.http.post(
        shop.url("/api/create-installation-order", server=buyer.number),
        json=buyer.request(),
        headers={"Idempotency-Key": buyer.key, "Cookie": f"wz={buyer.secret}"},
    )
    return answer.status_code, answer.headers.get("Retry-After", ""), time.monotonic() - began


def test_j5_a_locked_database_is_said_within_ten_seconds(ill_shop: Shop, outside: Outside) -> None:
    outside.suffer(None)
    day = open_days(ill_shop)[0]
    with ThreadPoolExecutor(1) as aside:
        with held(ill_shop):
            control = aside.submit(wait_without_end, ill_shop)
            told = at_once(lambda _: refused(ill_shop, day), range(AT_ONCE))
            page = ill_shop.http.get(ill_shop.url("/")).status_code
            control_waits = not control.done()
        healed_s = until(lambda: Buyer(day).reserve(ill_shop).status == 201)
        waited_s = control.result()

    longest_s = max(seconds for _, _, seconds in told)
    report(
        "J5 database locked",
        ill_shop,
        f"{[status for status, _, _ in told]} with Retry-After {told[0][1]} within "
        f"{longest_s:.1f} s (bound {BOUND_S}); / {page}; well {healed_s:.1f} s after "
        f"(bound {HEALS_WITHIN_S})",
    )
    report("J5 control: no bound on the wait", ill_shop, f"still waits after {waited_s:.1f} s")
    assert {(status, int(again) <= BOUND_S) for status, again, _ in told} == {(503, True)}
    assert longest_s < BOUND_S * 2
    assert (page, control_waits) == (200, True)
    assert healed_s < HEALS_WITHIN_S * 2


@ON_POSTGRESQL
def test_j5_a_database_that_is_gone_is_said_at_once(ill_shop: Shop, outside: Outside) -> None:
    outside.suffer(None)
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
    healed_s = until(lambda: {Buyer(day).reserve(ill_shop).status for _ in range(3)} == {201})

    longest_s = max(seconds for _, _, seconds in told)
    report(
        "J5 PostgreSQL gone",
        ill_shop,
        f"{[status for status, _, _ in told]} with Retry-After {told[0][1]} within "
        f"{longest_s:.1f} s (bound {BOUND_S}); / and /healthz {pages}, /readyz {ready}; "
        f"well {healed_s:.1f} s after (bound {HEALS_WITHIN_S})",
    )
    assert before == [201] * 3
    assert {(status, int(again or 99) <= BOUND_S) for status, again, _ in told} == {(503, True)}
    assert longest_s < BOUND_S
    assert (pages, ready) == ([200, 200], 503)
    assert healed_s < HEALS_WITHIN_S * 2
