"""Servers are killed while visitors reserve: nobody who was told 'reserved' loses it."""

import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path

import pytest
from buyers import Buyer, open_days
from shop import Shop, report

BOOKINGS = 300
AT_ONCE = 8
CREWS = 30
DAYS = 12
SEED = 20261121
pytestmark = pytest.mark.slow


def insist(buyer: Buyer, shop: Shop) -> str:
    """As the web does: the same request with the same key until there is an answer."""
    while True:
        try:
            answer = buyer.reserve(shop)
        except (OSError, HTTPException):
            time.sleep(0.05)
            continue
        if answer.status == 201:
            return str(answer.body["orderId"])
        assert answer.status == 503, answer
        time.sleep(0.05)


def kill_and_restart(shop: Shop, *, done: threading.Event) -> int:
    """How often all server processes were killed."""
    chance, kills = random.Random(SEED), 0
    while not done.wait(chance.uniform(0.25, 0.9)):
        shop.kill()
        kills += 1
        shop.start()
        shop.wait_until_ready()
    return kills


def book_under_kills(shop: Shop) -> tuple[list[str], int]:
    """The orders that visitors were told of, and how often the servers were killed."""
    return book_while(shop, lambda crowd: kill_and_restart(shop, done=crowd.done))


@dataclass
class Crowd:
    """How far the visitors are, for whoever harms the servers meanwhile."""

    told: list[str] = field(default_factory=list)
    done: threading.Event = field(default_factory=threading.Event)


def book_while(shop: Shop, harm: Callable[[Crowd], int]) -> tuple[list[str], int]:
    """The orders that visitors were told of, and how often harm was done meanwhile."""
    days = open_days(shop)[:DAYS]
    for day in days:
        values = f"VALUES ('{day}', {CREWS}, 'race')"
        shop.write(f"INSERT INTO crew_days (day, crews, reason) {values}")
    buyers = [Buyer(days[number % DAYS]) for number in range(BOOKINGS)]
    crowd = Crowd()
    with ThreadPoolExecutor(AT_ONCE + 1) as hands:
        harmed = hands.submit(harm, crowd)
        try:
            list(hands.map(lambda buyer: crowd.told.append(insist(buyer, shop)), buyers))
        finally:
            crowd.done.set()
        return crowd.told, harmed.result()


EACH_ONCE = {
    "orders": "SELECT COUNT(*) FROM orders",
    "buyers": "SELECT COUNT(DISTINCT email) FROM customers",
    "appointments": "SELECT COUNT(*) FROM appointments WHERE status = 'held'",
    "seats": "SELECT COUNT(DISTINCT appointment_id) FROM crew_seats",
    "fees": "SELECT COUNT(DISTINCT order_id) FROM payments WHERE status = 'due'",
    "orders with a message": "SELECT COUNT(DISTINCT order_ref) FROM messages",
    "answers": "SELECT COUNT(*) FROM idempotent_answers WHERE status = 201",
}
NEVER = {
    "repeated buyers": """
        SELECT COUNT(*) FROM (SELECT email FROM customers GROUP BY email HAVING COUNT(*) > 1) twice
    """,
    "unfinished answers": "SELECT COUNT(*) FROM idempotent_answers WHERE status IS NULL",
    "messages twice": """
        SELECT COUNT(*) FROM (
            SELECT order_ref FROM messages GROUP BY order_ref, kind, channel HAVING COUNT(*) > 1
        ) twice
    """,
    "days overbooked": f"""
        SELECT COUNT(*) FROM (
            SELECT day FROM crew_seats WHERE appointment_id IS NOT NULL
            GROUP BY day HAVING COUNT(*) > {CREWS}
        ) overbooked
    """,
}


def facts(shop: Shop) -> dict[str, int]:
    return {name: shop.number(question) for name, question in (EACH_ONCE | NEVER).items()}


@pytest.mark.req("BOOK-03", "RUN-02")
def test_nothing_is_lost_or_done_twice(tmp_path: Path) -> None:
    with Shop(tmp_path) as shop:
        told, kills = book_under_kills(shop)

        found = facts(shop)
        report(
            f"kill -9 of all servers during {BOOKINGS} bookings",
            shop,
            f"{kills} kills; {found}",
        )
        assert kills >= 2
        kept = {str(row[0]).replace("-", "") for row in shop.rows("SELECT public_id FROM orders")}
        assert {order.replace("-", "") for order in told} == kept
        assert found == dict.fromkeys(EACH_ONCE, BOOKINGS) | dict.fromkeys(NEVER, 0)
        if shop.kind == "SQLite":
            assert shop.rows("PRAGMA integrity_check") == [("ok",)]


def test_messages_written_after_the_order_would_be_lost(tmp_path: Path) -> None:
    with Shop(tmp_path, application="forgetful:application") as shop:
        _, kills = book_under_kills(shop)

        lost = BOOKINGS - facts(shop)["orders with a message"]
        report("control: messages in a later transaction", shop, f"{kills} kills; {lost} lost")
        assert lost > 0
