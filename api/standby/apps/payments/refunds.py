"""Money on its way back: asked for once, sent by the worker, and never more than was paid (C13)."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db.models import F, Q

from standby.apps.booking.models import Order
from standby.apps.booking.services.order_log import CARDS, log_change
from standby.apps.payments import ledger
from standby.apps.payments.ledger import Kind, Line
from standby.apps.payments.models import LedgerEntry, Payment, Refund
from standby.domain.errors import Conflict
from standby.domain.lifecycle import PAYMENT, REFUND, may_become

# Whatever chance picks, so many tries take at least 24 hours: see the pauses in `put_back`
MOST_TRIES: Final = 57
_LEASE: Final = timedelta(seconds=60)
_FIRST_WAIT_S: Final = 10
_LONGEST_WAIT_S: Final = 60 * 60


class RefundTooLarge(Conflict):
    """More than is left of this payment cannot go back."""

    code = "refund_too_large"


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    """What a refund is for. `key` names the occasion: one occasion is one refund."""

    reason: str
    key: str
    actor: str


def request_refund(payment: Payment, *, amount_cents: int, why: Why, now: datetime) -> Refund:
    """Safe to repeat. In the caller's transaction; nothing is sent yet. Raises RefundTooLarge."""
    earlier = refund_asked_for(why)
    if earlier is not None:
        return earlier
    enough_left = Payment.objects.filter(
        pk=payment.pk,
        status=Payment.Status.PAID,
        refunded_cents__lte=F("amount_cents") - amount_cents,
    )
    if not enough_left.update(refunded_cents=F("refunded_cents") + amount_cents):
        raise RefundTooLarge
    charge = payment.provider_ref or ""
    return _requested(payment, charge=charge, amount_cents=amount_cents, why=why, now=now)


def return_charge(
    payment: Payment, *, charge: str, amount_cents: int, why: Why, now: datetime
) -> Refund:
    """All of a charge that is not the one that paid: a second one. Safe to repeat."""
    earlier = refund_asked_for(why)
    if earlier is not None:
        return earlier
    return _requested(payment, charge=charge, amount_cents=amount_cents, why=why, now=now)


def refund_asked_for(why: Why) -> Refund | None:
    """The refund of this very occasion; None when it was not asked for yet."""
    return Refund.objects.filter(dedupe_key=why.key).first()


def refunds_of(order: Order) -> list[Refund]:
    asked = Refund.objects.filter(payment__order=order).select_related("payment")
    return list(asked.order_by("pk"))


def refund_named(reference: str) -> Refund | None:
    try:
        known = UUID(reference)
    except ValueError:
        return None
    return Refund.objects.select_related("payment__order").filter(reference=known).first()


def account_of(refund: Refund) -> Order:
    """The order that gets its money back: the one that the payment was credited to, if any."""
    credited = LedgerEntry.objects.filter(payment_id=refund.payment_id, kind=Kind.CREDIT)
    entry = credited.select_related("order__customer", "order__order_location").first()
    return entry.order if entry else refund.payment.order


def balance_when_all_is_sent(order: Order) -> int:
    """The balance as it will be when every refund that was asked for has gone."""
    credited = LedgerEntry.objects.filter(order=order, kind=Kind.CREDIT).values("payment")
    on_the_way = Refund.objects.filter(Q(payment__order=order) | Q(payment__in=credited)).exclude(
        status=Refund.Status.SENT
    )
    return ledger.balance_cents(order) + sum(
        refund.amount_cents
        for refund in on_the_way.select_related("payment__order")
        if account_of(refund).pk == order.pk
    )


def claim_next_refund(*, now: datetime) -> Refund | None:
    """The next one to send, one try of it spent; None when none is due."""
    due = Refund.objects.filter(status=Refund.Status.REQUESTED, due_at__lte=now)
    refund = due.select_related("payment__order__customer").order_by("due_at", "pk").first()
    if refund is None:
        return None
    unclaimed = due.filter(pk=refund.pk, attempts=refund.attempts)
    if not unclaimed.update(attempts=F("attempts") + 1, due_at=now + _LEASE):
        return None
    refund.attempts += 1
    return refund


def mark_sent(refund: Refund, *, provider_ref: str, now: datetime) -> bool:
    """False when that was known already."""
    unsent = Refund.objects.filter(pk=refund.pk, status__in=may_become(REFUND, "sent"))
    if not unsent.update(
        status=Refund.Status.SENT, provider_ref=provider_ref, sent_at=now, last_error=""
    ):
        return False
    _log(refund, to=Refund.Status.SENT, actor=CARDS, now=now)
    ledger.post(account_of(refund), _sent(refund), actor=CARDS, now=now)
    _close_if_all_went_back(refund.payment, now=now)
    return True


def put_back(
    refund: Refund, *, reason: str, jitter: Callable[[float], float], now: datetime
) -> None:
    """Later again, with the same reference: the provider knows whether it went already.

    At least half of each growing pause is waited; none is longer than an hour.
    """
    longest_s = min(_FIRST_WAIT_S * 2 ** min(refund.attempts, 20), _LONGEST_WAIT_S)
    wait = timedelta(seconds=longest_s / 2 + jitter(longest_s / 2))
    Refund.objects.filter(pk=refund.pk, status=Refund.Status.REQUESTED).update(
        due_at=now + wait, last_error=reason[:200]
    )


def mark_failed(refund: Refund, *, reason: str, now: datetime) -> None:
    """Staff have to look. What it claimed of the payment stays claimed."""
    requested = Refund.objects.filter(pk=refund.pk, status__in=may_become(REFUND, "failed"))
    if requested.update(status=Refund.Status.FAILED, last_error=reason[:200]):
        _log(refund, to=Refund.Status.FAILED, actor=CARDS, now=now, note=reason)


def ask_again(refund: Refund, *, actor: str, now: datetime) -> bool:
    """One that failed is tried afresh; False when it had not failed, and nothing changed."""
    failed = Refund.objects.filter(pk=refund.pk, status__in=may_become(REFUND, "requested"))
    if not failed.update(
        status=Refund.Status.REQUESTED, attempts=0, retries=F("retries") + 1, due_at=now
    ):
        return False
    refund.status = Refund.Status.FAILED
    _log(refund, to=Refund.Status.REQUESTED, actor=actor, now=now)
    return True


def _requested(
    payment: Payment, *, charge: str, amount_cents: int, why: Why, now: datetime
) -> Refund:
    refund = Refund.objects.create(
        payment=payment,
        charge=charge,
        amount_cents=amount_cents,
        reason=why.reason[:200],
        dedupe_key=why.key[:120],
        requested_by=why.actor,
        requested_at=now,
        due_at=now,
    )
    log_change(
        payment.order,
        subject="refund",
        change=("", refund.status),
        actor=why.actor,
        now=now,
        note=f"{amount_cents} cents: {why.reason}",
    )
    return refund


def _sent(refund: Refund) -> Line:
    return Line(
        kind=Kind.REFUND,
        amount_cents=refund.amount_cents,
        key=f"refund:{refund.reference}",
        note=refund.reason,
        payment=refund.payment,
        refund=refund,
    )


def _close_if_all_went_back(payment: Payment, *, now: datetime) -> None:
    on_the_way = Refund.objects.filter(payment=payment, charge=payment.provider_ref or "")
    if on_the_way.exclude(status=Refund.Status.SENT).exists():
        return
    whole = Payment.objects.filter(
        pk=payment.pk,
        status__in=may_become(PAYMENT, "refunded"),
        refunded_cents=F("amount_cents"),
    )
    if whole.update(status=Payment.Status.REFUNDED):
        log_change(
            payment.order, subject="payment", change=("paid", "refunded"), actor=CARDS, now=now
        )


def _log(refund: Refund, *, to: Refund.Status, actor: str, now: datetime, note: str = "") -> None:
    log_change(
        refund.payment.order,
        subject="refund",
        change=(refund.status, to),
        actor=actor,
        now=now,
        note=note or f"{refund.amount_cents} cents",
    )
