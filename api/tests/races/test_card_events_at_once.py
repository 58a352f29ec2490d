"""One event delivered ten times at once, two workers, staff who click twice: each thing once."""

import json
import secrets
import subprocess
import sys
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from http.client import HTTPConnection
from typing import Any

import pytest
from buyers import Buyer, at_once, open_days
from shop import API, Shop, report

from standby.providers.cards.test_mode import TestCards

DELIVERIES = 10
ORDERS = 3
REFUNDS_AT_ONCE = 8
pytestmark = [pytest.mark.slow, pytest.mark.req("PAY-02", "RUN-02")]


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    with Shop(tmp_path_factory.mktemp("shop")) as opened:
        yield opened


def call(
    shop: Shop, path: str, body: bytes, headers: dict[str, str], *, server: int = 0
) -> tuple[int, dict[str, Any]]:
    port = shop.ports[server % len(shop.ports)]
    sent = {"Content-Type": "application/json", **headers}
    with closing(HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        connection.request("POST", path, body, sent)
        response = connection.getresponse()
        return response.status, json.loads(response.read())


def cards_of(shop: Shop) -> TestCards:
    """The same pages and the same signature as its servers have."""
    secret = (shop.data / "secret-key").read_text().strip()
    return TestCards(folder=shop.data / "test-cards", secret=secret)


def a_page(shop: Shop, buyer: Buyer) -> str:
    order = buyer.reserve(shop).body["orderId"]
    body = json.dumps({"orderId": order, "purpose": "scheduling_fee"}).encode()
    _, answer = call(shop, "/api/checkout-sessions", body, {"Cookie": f"wz={buyer.secret}"})
    return str(answer["url"]).rpartition("/")[2]


def work(shop: Shop) -> None:
    """Two workers share what there is to do."""
    manage = [sys.executable, "manage.py", "work", "--once"]
    at_once(
        lambda _: subprocess.run(
            manage, cwd=API, env=shop._environment(), capture_output=True, check=True
        ),
        [1, 2],
    )


def count(shop: Shop, question: str) -> int:
    return shop.number(f"SELECT COUNT(*) FROM {question}")


def delivered(shop: Shop, page: str) -> list[int]:
    signed = cards_of(shop).approve(page, now=datetime.now(UTC))
    assert signed is not None
    raw, signature = signed
    deliver: Callable[[int], int] = lambda number: call(  # noqa: E731
        shop, "/api/webhooks/stripe", raw, {"Stripe-Signature": signature}, server=number
    )[0]
    return at_once(deliver, range(DELIVERIES))


def test_ten_deliveries_at_once_are_one_effect(shop: Shop) -> None:
    days = open_days(shop)
    pages = [a_page(shop, Buyer(days[number])) for number in range(ORDERS)]

    told = Counter(status for page in pages for status in delivered(shop, page))
    work(shop)

    effects = {
        "events": count(shop, "card_events"),
        "paid": count(shop, "payments WHERE status = 'paid'"),
        "charged": count(shop, "ledger_entries WHERE kind = 'scheduling_fee'"),
        "received": count(shop, "ledger_entries WHERE kind = 'payment'"),
        "confirmed": count(shop, "appointments WHERE status = 'confirmed'"),
        "told": count(shop, "messages WHERE kind = 'date_confirmed' AND channel = 'email'"),
        "receipts": count(shop, "price_receipts"),
        "refunds": count(shop, "refunds"),
    }
    report(f"C3: {ORDERS} events, {DELIVERIES} times each at once", shop, f"{dict(told)} {effects}")
    assert told == {200: DELIVERIES * ORDERS}
    assert effects == dict.fromkeys(effects, ORDERS) | {"refunds": 0}
    assert shop.number("SELECT COALESCE(SUM(amount_cents), 0) FROM ledger_entries") == 0


def test_staff_who_click_at_once_send_no_more_than_was_paid(shop: Shop) -> None:
    buyer = Buyer(open_days(shop)[ORDERS])
    page = a_page(shop, buyer)
    delivered(shop, page)
    work(shop)
    said = subprocess.run(
        [sys.executable, "manage.py", "staff_token", "Jo"],
        cwd=API,
        env=shop._environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    token = said.stdout.split()[-1]
    newest = "SELECT public_id FROM payments WHERE status = 'paid' ORDER BY id DESC LIMIT 1"
    payment = uuid.UUID(str(shop.rows(newest)[0][0]))
    body = json.dumps({"amount_cents": 60_00, "reason": "sorry"}).encode()
    same_key = secrets.token_hex(16)
    keys = [same_key] * (REFUNDS_AT_ONCE // 2) + [
        secrets.token_hex(16) for _ in range(REFUNDS_AT_ONCE // 2)
    ]

    def ask(key: str) -> tuple[int, dict[str, Any]]:
        path = f"/api/staff/payments/{payment}/refunds"
        signed_in = {"Authorization": f"Bearer {token}", "Idempotency-Key": key}
        return call(shop, path, body, signed_in)

    answers = at_once(ask, keys)
    work(shop)

    told = Counter(str(body.get("code", status)) for status, body in answers)
    sent = shop.number("SELECT COALESCE(SUM(amount_cents), 0) FROM refunds WHERE status = 'sent'")
    report(
        f"C13: {REFUNDS_AT_ONCE} ask at once for $60 of $100", shop, f"{dict(told)}, {sent} sent"
    )
    assert set(told) <= {"201", "refund_too_large"}
    assert sent == 60_00
    assert count(shop, "refunds") == 1
    assert shop.number("SELECT COALESCE(SUM(amount_cents), 0) FROM ledger_entries") == 0
