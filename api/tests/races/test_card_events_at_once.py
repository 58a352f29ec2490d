"""One event delivered ten times at once, two workers, staff who click twice: each thing once.

C3 and C13, on both databases, beside the same without the guards.
"""

import json
import secrets
import subprocess
import sys
import time
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
ORDERS = 6
REFUNDS_AT_ONCE = 8
PAYMENTS = 4
WORKERS_ARE_UP_AFTER_S = 6
pytestmark = pytest.mark.slow

ONE_SITE = {"STANDBY_SITE_URL": "http://127.0.0.1"}  # an access token is good at all its servers


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    with Shop(tmp_path_factory.mktemp("shop"), settings=ONE_SITE) as opened:
        yield opened


@pytest.fixture(scope="module")
def unguarded_shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    folder = tmp_path_factory.mktemp("unguarded-shop")
    with Shop(folder, application="unguarded_money:application", settings=ONE_SITE) as opened:
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
    """Two workers begin at the same moment, and share what there is to do."""
    is_guarded = shop.application == "standby.config.wsgi:application"
    worker = "prompt_worker" if is_guarded else "careless_money_worker"
    environment = shop.environment(
        DJANGO_SETTINGS_MODULE="standby.config.settings",
        PYTHONPATH=f"{API / 'tests' / 'races'}:{API}",
        RACE_MOMENT=str(time.time() + WORKERS_ARE_UP_AFTER_S),
    )
    at_once(
        lambda _: subprocess.run(
            [sys.executable, "-m", worker],
            cwd=API,
            env=environment,
            capture_output=True,
            check=True,
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


def deliver_all(shop: Shop) -> tuple[Counter[int], dict[str, int]]:
    """What the provider was told, and what came of it."""
    days = open_days(shop)
    pages = [a_page(shop, Buyer(days[number])) for number in range(ORDERS)]
    told = Counter(status for page in pages for status in delivered(shop, page))
    work(shop)
    return told, {
        "events": count(shop, "card_events"),
        "paid": count(shop, "order_log WHERE subject = 'payment' AND after = 'paid'"),
        "charged": count(shop, "ledger_entries WHERE kind = 'scheduling_fee'"),
        "received": count(shop, "ledger_entries WHERE kind = 'payment'"),
        "confirmed": count(shop, "appointments WHERE status = 'confirmed'"),
        "told": count(shop, "messages WHERE kind = 'date_confirmed' AND channel = 'email'"),
        "receipts": count(shop, "price_receipts"),
        "refunds": count(shop, "refunds"),
    }


def test_ten_deliveries_at_once_are_one_effect(shop: Shop) -> None:
    told, effects = deliver_all(shop)

    report(f"C3: {ORDERS} events, {DELIVERIES} times each at once", shop, f"{dict(told)} {effects}")
    assert told == {200: DELIVERIES * ORDERS}
    assert effects == dict.fromkeys(effects, ORDERS) | {"refunds": 0}
    assert shop.number("SELECT COALESCE(SUM(amount_cents), 0) FROM ledger_entries") == 0


def test_without_the_guards_ten_deliveries_are_more_than_one_effect(unguarded_shop: Shop) -> None:
    told, effects = deliver_all(unguarded_shop)

    report("control: the same without the guards", unguarded_shop, f"{dict(told)} {effects}")
    assert effects["events"] > ORDERS
    assert effects["received"] > ORDERS


def staff_token(shop: Shop) -> str:
    """Of an owner signed in with a second factor: no script may send money back."""
    said = subprocess.run(
        [sys.executable, "tests/signed_in_staff.py", "owner"],
        cwd=API,
        env={**shop.environment(), "PYTHONPATH": str(API)},
        capture_output=True,
        text=True,
        check=True,
    )
    return said.stdout.split()[-1]


def click_for(payment: str, shop: Shop, *, token: str) -> Counter[str]:
    """Half of them repeat one intention, each of the others has one of its own."""
    same_key = secrets.token_hex(16)
    others = [secrets.token_hex(16) for _ in range(REFUNDS_AT_ONCE // 2)]
    body = json.dumps({"amount_cents": 60_00, "reason": "sorry"}).encode()

    def ask(asked: tuple[int, str]) -> tuple[int, dict[str, Any]]:
        server, key = asked
        path = f"/api/staff/payments/{payment}/refunds"
        signed_in = {"Authorization": f"Bearer {token}", "Idempotency-Key": key}
        return call(shop, path, body, signed_in, server=server)

    keys = [same_key] * (REFUNDS_AT_ONCE - len(others)) + others
    return Counter(
        str(answer.get("code", status)) for status, answer in at_once(ask, list(enumerate(keys)))
    )


def click_for_all(shop: Shop, *, day: int) -> tuple[Counter[str], int, int]:
    """What staff were told, how many payments are to go back more than whole, and what was sent."""
    pages = [a_page(shop, Buyer(open_days(shop)[day + number])) for number in range(PAYMENTS)]
    for page in pages:
        delivered(shop, page)
    work(shop)
    newest = (
        f"SELECT public_id FROM payments WHERE status = 'paid' ORDER BY id DESC LIMIT {PAYMENTS}"
    )
    paid = [str(uuid.UUID(str(found))) for (found,) in shop.rows(newest)]
    token = staff_token(shop)
    told = sum((click_for(one, shop, token=token) for one in paid), Counter[str]())
    work(shop)
    too_much = (
        "SELECT COUNT(*) FROM (SELECT payment_id FROM refunds GROUP BY payment_id "
        "HAVING SUM(amount_cents) > 10000) AS over"
    )
    sent = "SELECT COALESCE(SUM(amount_cents), 0) FROM refunds WHERE status = 'sent'"
    return told, shop.number(too_much), shop.number(sent)


def test_staff_who_click_at_once_send_no_more_than_was_paid(shop: Shop) -> None:
    told, over, sent_cents = click_for_all(shop, day=ORDERS)

    report(
        f"C13: {PAYMENTS} times $100, {REFUNDS_AT_ONCE} ask for $60",
        shop,
        f"{dict(told)}; of {over} more is to go back than was paid, {sent_cents} sent",
    )
    assert set(told) <= {"201", "refund_too_large"}
    assert (over, sent_cents) == (0, 60_00 * PAYMENTS)
    assert count(shop, "refunds") == PAYMENTS
    assert shop.number("SELECT COALESCE(SUM(amount_cents), 0) FROM ledger_entries") == 0


def test_without_the_guard_staff_send_more_than_was_paid(unguarded_shop: Shop) -> None:
    """Our provider refuses what is too much; that we asked for it is the fault."""
    told, over, sent_cents = click_for_all(unguarded_shop, day=ORDERS)

    report(
        "control: the same without the guard",
        unguarded_shop,
        f"{dict(told)}; of {over} more is to go back than was paid, {sent_cents} sent",
    )
    assert over >= PAYMENTS / 2
