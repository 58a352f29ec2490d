"""One event delivered ten times at once, two workers, staff who click twice: each thing once.

C3 and C13, on both databases, beside the same without the guards.
"""

import secrets
import uuid
from collections import Counter
from datetime import UTC, datetime

import pytest
from buyers import Answer, Buyer, ask, at_once, open_days
from running_shops import Office, Running, race

from standby.payments.providers.cards.test_mode import TestCards

DELIVERIES = 10
ORDERS = 6
REFUNDS_AT_ONCE = 8
PAYMENTS = 4
EFFECTS = {
    "events": "card_events",
    "paid": "order_log WHERE subject = 'payment' AND after = 'paid'",
    "charged": "ledger_entries WHERE kind = 'scheduling_fee'",
    "received": "ledger_entries WHERE kind = 'payment'",
    "confirmed": "appointments WHERE status = 'confirmed'",
    "told": "messages WHERE kind = 'date_confirmed' AND channel = 'email'",
    "receipts": "price_receipts",
}
BALANCE = "SELECT COALESCE(SUM(amount_cents), 0) FROM ledger_entries"
OVER = """SELECT COUNT(*) FROM (SELECT payment_id FROM refunds GROUP BY payment_id
HAVING SUM(amount_cents) > 10000) AS over"""
SENT = "SELECT COALESCE(SUM(amount_cents), 0) FROM refunds WHERE status = 'sent'"
pytest_plugins = ("open_shops",)
pytestmark = pytest.mark.slow


def cards_of(shop: Running) -> TestCards:
    """The same pages and the same signature as its servers have."""
    secret = (shop.data / "secret-key").read_text().strip()
    return TestCards(folder=shop.data / "test-cards", secret=secret)


def deliver_at_once(shop: Running, buyer: Buyer) -> list[int]:
    """Word of a payment that was approved on the provider's page."""
    order = buyer.reserve(shop).body["orderId"]
    asked = {"orderId": order, "purpose": "scheduling_fee"}
    opened = ask(shop, "POST", "/api/checkout-sessions", asked, Cookie=f"wz={buyer.secret}")
    page = str(opened.body["url"]).rpartition("/")[2]
    signed = cards_of(shop).approve(page, now=datetime.now(UTC))
    assert signed is not None
    raw, signature = signed

    def deliver(number: int) -> Answer:
        told = {"Stripe-Signature": signature}
        return ask(shop, "POST", "/api/webhooks/stripe", raw, server=number, **told)

    return [answer.status for answer in at_once(deliver, range(DELIVERIES))]


def deliver_all(shop: Running, *, orders: int = ORDERS) -> dict[str, int]:
    """What came of it, when two workers have worked it out."""
    for day in open_days(shop)[:orders]:
        assert deliver_at_once(shop, Buyer(day)) == [200] * DELIVERIES
    shop.work()
    return {name: shop.number(f"SELECT COUNT(*) FROM {rows}") for name, rows in EFFECTS.items()}


def click_at_once(office: Office, payment: str) -> Counter[str]:
    """Half of them repeat one intention, each of the others has one of its own."""
    half = REFUNDS_AT_ONCE // 2
    keys = [secrets.token_hex(16)] * half + [secrets.token_hex(16) for _ in range(half)]
    asked = {"amount_cents": 60_00, "reason": "sorry"}

    def click(one: tuple[int, str]) -> Answer:
        path, key = f"/payments/{payment}/refunds", {"Idempotency-Key": one[1]}
        return office.send("POST", path, asked, server=one[0], **key)

    return Counter(
        str(answer.body.get("code", answer.status))
        for answer in at_once(click, list(enumerate(keys)))
    )


def click_for_all(shop: Running) -> dict[str, int]:
    """What staff were told, how many payments are to go back more than whole, and what was sent."""
    deliver_all(shop, orders=PAYMENTS)
    office = Office(shop, is_owner=True)
    paid = shop.rows("SELECT public_id FROM payments WHERE status = 'paid'")
    clicks = [click_at_once(office, str(uuid.UUID(str(found)))) for (found,) in paid]
    shop.work()
    answers = sum(clicks, Counter())
    return {**answers, "over": shop.number(OVER), "sent_cents": shop.number(SENT)}


def test_ten_deliveries_at_once_are_one_effect(open_shop: Running) -> None:
    found = race(f"C3: {ORDERS} events, {DELIVERIES} times each at once", deliver_all, open_shop)
    assert found == dict.fromkeys(EFFECTS, ORDERS)
    assert open_shop.number("SELECT COUNT(*) FROM refunds") == 0
    assert open_shop.number(BALANCE) == 0


def test_without_the_guards_ten_deliveries_are_more_than_one_effect(
    unguarded_shop: Running,
) -> None:
    found = race("C3 control: the same without the guards", deliver_all, unguarded_shop)
    assert min(found["events"], found["received"]) > ORDERS, found


def test_staff_who_click_at_once_send_no_more_than_was_paid(open_shop: Running) -> None:
    name = f"C13: {PAYMENTS} times $100, {REFUNDS_AT_ONCE} ask for $60"
    found = race(name, click_for_all, open_shop)
    assert set(found) <= {"201", "refund_too_large", "over", "sent_cents"}
    assert (found["over"], found["sent_cents"]) == (0, 60_00 * PAYMENTS)
    assert open_shop.number("SELECT COUNT(*) FROM refunds") == PAYMENTS
    assert open_shop.number(BALANCE) == 0


def test_without_the_guard_staff_send_more_than_was_paid(unguarded_shop: Running) -> None:
    """Our provider refuses what is too much; that we asked for it is the fault."""
    found = race("C13 control: the same without the guard", click_for_all, unguarded_shop)
    assert found["over"] > 0
