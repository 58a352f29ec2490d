"""Visitors who reserve while something is harmed, and repeat what is not answered."""

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException

from buyers import Buyer, open_days, with_crews
from sampling import WHOLE
from shop import Shop

BOOKINGS = 300 if WHOLE else 60
AT_ONCE = 8
CREWS = 30
DAYS = 12
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
    "messages without a job": """
        SELECT COUNT(*) FROM messages WHERE status = 'queued'
        AND NOT EXISTS (SELECT 1 FROM jobs WHERE kind = channel AND key = dedupe_key)
    """,
    "days overbooked": f"""
        SELECT COUNT(*) FROM (
            SELECT day FROM crew_seats WHERE appointment_id IS NOT NULL
            GROUP BY day HAVING COUNT(*) > {CREWS}
        ) overbooked
    """,
}
GIVE_UP_S = 300
_BETWEEN_TRIES_S = 0.05


def insist(buyer: Buyer, shop: Shop) -> str:
    """As the web does: the same request with the same key until there is an answer."""
    while True:
        try:
            answer = buyer.reserve(shop)
        except (OSError, HTTPException):
            time.sleep(_BETWEEN_TRIES_S)
            continue
        if answer.status == 201:
            return str(answer.body["orderId"])
        assert answer.status == 503, answer
        time.sleep(_BETWEEN_TRIES_S)


def book_while(shop: Shop, harm: Callable[[], None], *, times: int) -> list[str]:
    """The orders that visitors were told of. Harm is done each time another share has reserved."""
    days = with_crews(shop, open_days(shop)[:DAYS], CREWS)
    told: list[str] = []
    answered = threading.Semaphore(0)

    def book(buyer: Buyer) -> None:
        told.append(insist(buyer, shop))
        answered.release()

    with ThreadPoolExecutor(AT_ONCE) as crowd:
        booked = [crowd.submit(book, Buyer(days[number % DAYS])) for number in range(BOOKINGS)]
        for _ in range(times):
            for _ in range(BOOKINGS // (times + 1)):
                assert answered.acquire(timeout=GIVE_UP_S)
            assert len(told) < BOOKINGS
            harm()
        for one in booked:
            one.result()
    return told


def facts(shop: Shop) -> dict[str, int]:
    return {name: shop.number(question) for name, question in (EACH_ONCE | NEVER).items()}


def lost_of(told: Sequence[str], shop: Shop) -> set[str]:
    """Orders that visitors were told of and that are not there."""
    kept = {str(row[0]).replace("-", "") for row in shop.rows("SELECT public_id FROM orders")}
    return {order.replace("-", "") for order in told} - kept
