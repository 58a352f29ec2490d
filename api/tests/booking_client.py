"""A visitor's browser, as far as booking goes."""

import copy
import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

from booking_helpers import process_next_event
from django.test import Client

from standby.payments.providers import wiring as payments_providers

ADDRESS = "24 Waterway Ave, The Woodlands, TX 77380"


def first_open_days(browser: Client) -> list[str]:
    """Those that have both windows: no Friday, which has no afternoon.

    Without the very first, which is offered no more when midnight falls in a test.
    """
    days = browser.get("/api/availability").json()["days"]
    return [day["date"] for day in days if day["open"] and not day["closed_windows"]][1:]


def a_body(browser: Client, **customer: str) -> dict[str, Any]:
    return body_for(first_open_days(browser)[0], **customer)


def body_for(day: str, **customer: str) -> dict[str, Any]:
    """What the wizard sends, prices and all."""
    return {
        "customerData": {
            "name": "Ada Lovelace",
            "email": "Ada@example.org",
            "phone": "(281) 555-0100",
            **customer,
        },
        "wizardData": {
            "wizard": {"id": str(uuid.uuid4()), "version": "1.0", "status": "in_progress"},
            "location": {
                "address": {"formatted": ADDRESS},
                "city": "The Woodlands",
                "coverage": {"is_covered": True, "zip_code": "77380", "verified_at": None},
                "distance": {"band": "close", "max_distance_ft": 25, "price_cents": 499000},
            },
            "generator": {
                "choice": "buy_here",
                "product": {"model_number": "7043", "price_cents": 697900},
            },
            "scheduling": {
                "selected_date": day,
                "selected_time_window": {"id": "morning", "label": "8:30 AM - 12:30 PM"},
            },
            "pricing": {"totals": {"total_cents": 1269477}, "discounts": {"coupon_code": None}},
        },
        "paymentData": {"scheduling_fee": {"amount_cents": 10000, "status": "pending"}},
    }


def with_change(body: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """The body with one dotted path set to another value, or left out (...)."""
    changed = copy.deepcopy(body)
    *parents, last = path.split(".")
    part = changed
    for name in parents:
        part = part[name]
    if value is ...:
        del part[last]
    else:
        part[last] = value
    return changed


def post(browser: Client, path: str, body: Any, *, key: str | None = None, **headers: str) -> Any:
    """By a key of its own unless one is told."""
    headers["Idempotency-Key"] = key or uuid.uuid4().hex
    return browser.post(path, body, content_type="application/json", headers=headers)


def post_order(browser: Client, body: Any, *, key: str | None = None) -> Any:
    return post(browser, "/api/create-installation-order", body, key=key)


def deliver(raw: bytes, signature: str, *, browser: Client | None = None) -> Any:
    """An event, as the card provider sends it."""
    return (browser or Client()).post(
        "/api/webhooks/stripe",
        data=raw,
        content_type="application/json",
        headers={"Stripe-Signature": signature},
    )


def work_off_events() -> int:
    """How many there were."""
    now, count = datetime.now(UTC) + timedelta(seconds=1), 0
    while process_next_event(cards=payments_providers.cards(), now=now):
        count += 1
    return count


def post_checkout(browser: Client, order_id: str, **more: Any) -> Any:
    return browser.post(
        "/api/checkout-sessions",
        data={"orderId": order_id, "purpose": "scheduling_fee", **more},
        content_type="application/json",
    )
