"""Stripe's webhooks: how they are signed, and what they report. Test mode sends the same.

The signature is `t=<seconds>,v1=<HMAC-SHA256 of "t.body">`.
"""

import hashlib
import hmac
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final

import orjson

from standby.payments.providers.cards import (
    ChargeChanged,
    CheckoutState,
    EventForged,
    EventUnreadable,
    PageStatus,
    PaymentReport,
    SignedEvent,
)

SIGNATURE_HEADER: Final = "Stripe-Signature"

# both ways: Stripe's own library accepts timestamps in the future
TOLERANCE: Final = timedelta(seconds=300)
_LONGEST_HEADER: Final = 2000
# An escaped NUL has an odd number of backslashes; with an even number it is literal text.
_NUL: Final = re.compile(rb"(?<!\\)((?:\\\\)*)\\u0000")
# deeper nesting would exceed the recursion limit when the JSON is written to a row
_DEEPEST: Final = 64
FAILED_INTENT: Final = ("requires_payment_method", "canceled")  # statuses of a payment intent
_BANK_FAILED: Final = "checkout.session.async_payment_failed"
_PAGE_EVENTS: Final = frozenset(
    {
        "checkout.session.completed",
        "checkout.session.expired",
        "checkout.session.async_payment_succeeded",
        _BANK_FAILED,
    }
)
# Refunds and disputes. The event only says which charge to look up.
_CHARGE_EVENTS: Final = ("charge.refunded", "charge.refund.", "charge.dispute.", "refund.")
# A bank may return a transfer days after it arrived; before it arrived these events add nothing.
_FAILED: Final = frozenset({"charge.failed", "payment_intent.payment_failed"})


def sign(raw: bytes, *, secret: str, now: datetime) -> str:
    stamp = int(now.timestamp())
    return f"t={stamp},v1={_mac(raw, secret=secret, stamp=str(stamp))}"


def verified_event(
    raw: bytes, *, headers: Mapping[str, str], secrets: Iterable[str], now: datetime
) -> SignedEvent:
    # Raises EventForged unless a secret signed these exact bytes within five minutes of now, and
    # EventUnreadable for what is signed and no event.
    signature = headers.get(SIGNATURE_HEADER, "")
    pairs = [part.split("=", 1) for part in signature[:_LONGEST_HEADER].split(",") if "=" in part]
    stamps = [text for name, text in pairs if name == "t"]
    macs = [text for name, text in pairs if name == "v1" and text.isascii()]
    stamp = stamps[0] if len(stamps) == 1 else ""
    if not (stamp.isascii() and stamp.isdigit()) or len(stamp) > 12 or not macs:
        raise EventForged("the signature cannot be read")
    if abs(int(now.timestamp()) - int(stamp)) > TOLERANCE.total_seconds():
        raise EventForged("signed too long ago, or in the future")
    expected = [_mac(raw, secret=secret, stamp=stamp) for secret in secrets if secret]
    if not any(hmac.compare_digest(mac, own) for mac in macs for own in expected):
        raise EventForged("no signature fits")
    return event_of(raw)


def read_event(event_type: str, about: Mapping[str, Any]) -> PaymentReport | None:
    if event_type in _PAGE_EVENTS:
        state = state_of(about)
        if event_type == _BANK_FAILED:
            state = replace(state, has_failed=not state.is_paid)
        return state
    has_failed = event_type in _FAILED
    if not has_failed and not event_type.startswith(_CHARGE_EVENTS):
        return None
    # The payment intent, which an event names by id or embeds.
    intent = about if about.get("object") == "payment_intent" else about.get("payment_intent")
    charge = intent.get("id") if isinstance(intent, Mapping) else intent
    metadata = about.get("metadata")
    named = metadata.get("payment_id") if isinstance(metadata, Mapping) else None
    return ChargeChanged(
        charge=charge if isinstance(charge, str) else "",
        payment_id=None if named is None else str(named),
        has_failed=has_failed,
    )


def state_of(session: Mapping[str, Any]) -> CheckoutState:
    status, metadata = session.get("status"), session.get("metadata")
    is_paid, amount = session.get("payment_status") == "paid", session.get("amount_total")
    # The intent is an id or an embedded object.
    charge: Any = session.get("payment_intent")
    has_failed = False
    if isinstance(charge, Mapping):
        charge, has_failed = charge.get("id"), charge.get("status") in FAILED_INTENT
    return CheckoutState(
        id=str(session.get("id", "")),
        status=PageStatus(status) if status in tuple(PageStatus) else PageStatus.OPEN,
        is_paid=is_paid,
        has_failed=has_failed and not is_paid,
        amount_cents=amount if type(amount) is int else None,
        currency=str(session.get("currency", "")),
        is_live=session.get("livemode") is True,
        charge=charge if isinstance(charge, str) and charge else None,
        metadata={str(name): str(text) for name, text in metadata.items()}
        if isinstance(metadata, Mapping)
        else {},
    )


def _mac(raw: bytes, *, secret: str, stamp: str) -> str:
    return hmac.new(secret.encode(), stamp.encode() + b"." + raw, hashlib.sha256).hexdigest()


def event_of(raw: bytes) -> SignedEvent:
    """Return the event of a signed body. Raises EventUnreadable."""
    data: Any = None
    # Without NUL, the one character that PostgreSQL cannot store.
    try:
        data = orjson.loads(_NUL.sub(rb"\1", raw))
        event = SignedEvent(
            id=_text(data["id"]), type=_text(data["type"]), about=data["data"]["object"]
        )
    except (orjson.JSONDecodeError, KeyError, TypeError) as error:
        raise EventUnreadable("signed, but not an event", ref=_id_of(data)) from error
    if not isinstance(event.about, Mapping):
        raise EventUnreadable("signed, but about nothing", ref=event.id)
    level: list[object] = [event.about]
    for _ in range(_DEEPEST):
        mappings = [one.values() for one in level if isinstance(one, dict)]
        lists = [one for one in level if isinstance(one, list)]
        level = [part for parts in (*mappings, *lists) for part in parts]
    if level:
        raise EventUnreadable("signed, but nested too deeply", ref=event.id)
    return event


def _id_of(data: object) -> str:
    identifier = data.get("id") if isinstance(data, dict) else None
    return identifier if isinstance(identifier, str) else ""


def _text(value: object) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= 255:
        raise TypeError("not a short text")
    return value
