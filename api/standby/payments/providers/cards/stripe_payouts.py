"""Stripe's payouts and their lines, read field by field: whatever is wrong is said in words."""

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final

from standby.payments.providers.cards import (
    PayoutLine,
    PayoutLineKind,
    PayoutState,
    PayoutStatus,
    Report,
    ReportUnreadable,
)

CURRENCY: Final = "usd"
LARGEST_CENTS: Final = 10**12  # ten billion dollars
LAST_SECOND: Final = 4_102_444_800  # the year 2100
PAYOUT_ITSELF: Final = "payout"
# Stripe's reporting categories, made for bookkeeping. The rest is "other".
_LINE_KINDS: Final = {
    "charge": PayoutLineKind.PAYMENT,
    "refund": PayoutLineKind.REFUND,
    "refund_failure": PayoutLineKind.REFUND_RETURNED,
    "dispute": PayoutLineKind.TAKEN_BACK,
    "dispute_reversal": PayoutLineKind.REINSTATED,
    "charge_failure": PayoutLineKind.TAKEN_BACK,  # a bank transfer that was returned
    "fee": PayoutLineKind.FEE,
    "payout_reversal": PayoutLineKind.PAYOUT_RETURNED,
}
_OF_AN_ORDER: Final = frozenset(_LINE_KINDS) - {"fee", "payout_reversal"}
_ID: Final = re.compile(r"[!-~]{1,255}")


def payout_report(payout: Any) -> Report[PayoutState]:
    return Report(id=id_of(payout), raw=_json(payout), read=partial(_payout, payout))


def line_report(transaction: Any) -> Report[PayoutLine]:
    read = partial(_line, transaction)
    return Report(id=id_of(transaction), raw=_json(transaction), read=read)


def id_of(about: Any, name: str = "id") -> str:
    """Return an id where there is one, else ""."""
    value = about.get(name) if isinstance(about, Mapping) else None
    return value if isinstance(value, str) and _ID.fullmatch(value) else ""


def is_payout_itself(transaction: Any) -> bool:
    """Whether a line is the payout as a movement of the balance, which is none of its lines."""
    is_mapping = isinstance(transaction, Mapping)
    return is_mapping and transaction.get("reporting_category") == PAYOUT_ITSELF


def _payout(payout: Any) -> PayoutState:
    payout = _mapping(payout, "payout")
    status = _text(payout, "status", "the status")
    return PayoutState(
        id=_id(payout, "id", "the number"),
        amount_cents=_cents(payout, "amount", "the amount"),
        status=PayoutStatus(status) if status in tuple(PayoutStatus) else PayoutStatus.PENDING,
        created_at=_moment(payout, "created", "the day on which it was made"),
        # A day, which Stripe writes as its midnight in UTC.
        arrives_on=_moment(payout, "arrival_date", "the day on which it arrives").date(),
        is_manual=not _flag(payout, "automatic", "whether it was automatic"),
        has_lines=payout.get("reconciliation_status") == "completed",
    )


def _line(transaction: Any) -> PayoutLine:
    transaction = _mapping(transaction, "balance_transaction")
    category = _text(transaction, "reporting_category", "what it is")
    # A charge, a refund or a dispute; they name the payment intent.
    source = transaction.get("source")
    about: Mapping[str, Any] = source if isinstance(source, Mapping) else {}
    metadata = about.get("metadata")
    metadata = metadata if isinstance(metadata, Mapping) else {}
    is_refund = about.get("object") == "refund"
    attempt = str(metadata.get("attempt", "0"))
    return PayoutLine(
        id=_id(transaction, "id", "the number"),
        kind=_LINE_KINDS.get(category, PayoutLineKind.OTHER),
        amount_cents=_cents(transaction, "amount", "the amount"),
        fee_cents=_cents(transaction, "fee", "the fee"),
        at=_moment(transaction, "created", "the day on which it was made"),
        charge=id_of(about, "payment_intent"),
        about="" if about.get("object") == "charge" else id_of(about),
        reference=id_of(metadata, "refund_id") if is_refund else "",
        attempt=int(attempt) if attempt.isdecimal() and len(attempt) < 10 else 0,
        # What a customer's transaction is called may hold a name.
        title="" if category in _OF_AN_ORDER else _title(transaction),
    )


def _mapping(value: Any, kind: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise ReportUnreadable("there is nothing in it that could be read")
    if value.get("object") != kind:
        raise ReportUnreadable(f"it is of a type that we do not know: {_shown(value, 'object')}")
    if value.get("currency") != CURRENCY:
        raise ReportUnreadable(
            f"its currency is {_shown(value, 'currency')}, and the books are in {CURRENCY}"
        )
    return value


def _cents(about: Mapping[str, Any], name: str, words: str) -> int:
    value = about.get(name)
    if type(value) is not int or abs(value) > LARGEST_CENTS:
        raise ReportUnreadable(f"{words} is {_shown(about, name)}, not an amount in cents")
    return value


def _moment(about: Mapping[str, Any], name: str, words: str) -> datetime:
    value = about.get(name)
    if type(value) is not int or not 0 < value < LAST_SECOND:
        raise ReportUnreadable(f"{words} is {_shown(about, name)}, not a day")
    return datetime.fromtimestamp(value, tz=UTC)


def _flag(about: Mapping[str, Any], name: str, words: str) -> bool:
    value = about.get(name)
    if not isinstance(value, bool):
        raise ReportUnreadable(f"{words} is {_shown(about, name)}, not yes or no")
    return value


def _text(about: Mapping[str, Any], name: str, words: str) -> str:
    value = about.get(name)
    if not isinstance(value, str) or not value:
        raise ReportUnreadable(f"{words} is {_shown(about, name)}, not a word")
    return value


def _id(about: Mapping[str, Any], name: str, words: str) -> str:
    identifier = id_of(about, name)
    if not identifier:
        raise ReportUnreadable(f"{words} is {_shown(about, name)}, not one that Stripe gives")
    return identifier


def _title(transaction: Mapping[str, Any]) -> str:
    words = transaction.get("description") or transaction.get("type") or ""
    text = words if isinstance(words, str) else ""
    # What neither database can store.
    return text.encode(errors="ignore").decode().replace("\0", "")


def _shown(about: Mapping[str, Any], name: str) -> str:
    if name not in about:
        return "missing"
    return ascii(about[name])[:60] if isinstance(about[name], str | int | None) else "not readable"


def _json(value: Any) -> bytes:
    # As ASCII, which any database stores.
    try:
        return json.dumps(value).encode()
    except RecursionError:
        return b'"nested too deeply to be written"'
