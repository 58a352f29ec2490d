"""Refunds: requested once, sent by the worker, never more than was paid (PAY-01.3)."""

from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import BigIntegerField, F, Sum, Value

from standby.core import jobs
from standby.core.lifecycle import PAYMENT, statuses_before
from standby.core.models import Job
from standby.core.transactions import in_transaction
from standby.orders.models import Order
from standby.orders.selectors import orders
from standby.orders.services.notify import notify_customer, notify_staff
from standby.orders.services.order_log import CARDS, ensure_version, log_change, move_status
from standby.payments.models import Dispute, LedgerEntry, Payment, Refund
from standby.payments.providers.cards import Cards, CardsDown, RefundRequest
from standby.payments.rules import LOST
from standby.payments.selectors import FAILED
from standby.payments.services import ledger, milestones
from standby.payments.services.ledger import Kind, account_of
from standby.payments.services.refund_effects import effect_of_refund
from standby.payments.services.refund_errors import (
    PaymentDisputed,
    PaymentNotFound,
    RefundAlreadySent,
    RefundNotFound,
    RefundReplaced,
    RefundTooLarge,
)

Status = Refund.Status
_OVER: Final = (Status.SENT, Status.REPLACED)


def refunds_of(order: Order) -> list[Refund]:
    refunds = Refund.objects.filter(payment__order=order).select_related("payment")
    return list(refunds.order_by("pk"))


def refund_by_reference(reference: str) -> Refund | None:
    try:
        public_id = UUID(reference)
    except ValueError:
        return None
    return Refund.objects.select_related("payment__order").filter(reference=public_id).first()


def refund_made_elsewhere(provider_ref: str) -> Refund | None:
    refunds = Refund.objects.select_related("payment__order")
    return refunds.filter(dedupe_key=_made_elsewhere_key(provider_ref)).first()


@in_transaction
def request_refund(
    payment: Payment,
    *,
    amount_cents: int,
    reason: str,
    key: str,
    actor: str,
    now: datetime,
    second_charge: str = "",
) -> Refund:
    """Claim a part of the payment and request its refund.

    Safe to repeat: each `key` is refunded once. The worker sends it later. A `second_charge` for
    the same payment is returned without touching the payment. Raises RefundTooLarge.
    """
    earlier = Refund.objects.filter(dedupe_key=key).first()
    if earlier is not None:
        return earlier
    if not second_charge:
        # Django binds a plain number as four bytes, which wrap silently from 2^31 on.
        cents = Value(amount_cents, BigIntegerField())
        refundable = Payment.objects.filter(
            pk=payment.pk,
            status__in=Payment.REFUNDABLE,
            refunded_cents__lte=F("amount_cents") - F("disputed_cents") - cents,
        )
        if not refundable.update(refunded_cents=F("refunded_cents") + cents):
            raise RefundTooLarge
    refund = Refund.objects.create(
        payment=payment,
        charge=second_charge or payment.provider_ref or "",
        amount_cents=amount_cents,
        reason=reason[:200],
        dedupe_key=key[:120],
        requested_by=actor,
        requested_at=now,
    )
    jobs.enqueue((Job.Kind.REFUND, str(refund.reference)), due_at=now)
    note, change = f"{amount_cents} cents: {reason}", ("", refund.status)
    log_change(payment.order, subject="refund", change=change, actor=actor, now=now, note=note)
    return refund


def payment_by_id(payment_id: UUID) -> Payment:
    """Return a payment with its order. Raises PaymentNotFound."""
    related = Payment.objects.select_related("order__customer", "order__quote")
    payment = related.filter(public_id=payment_id).first()
    if payment is None:
        raise PaymentNotFound
    return payment


def request_staff_refund(
    payment_id: UUID,
    *,
    amount_cents: int,
    reason: str,
    key: str,
    actor: str,
    now: datetime,
    if_version: int | None = None,
) -> Refund:
    # Idempotent by the client's key.
    with transaction.atomic():
        payment = payment_by_id(payment_id)
        order = orders.lock_order(payment.order_id)
        refund_key = f"staff:{payment.pk}:{key}"
        earlier = Refund.objects.filter(dedupe_key=refund_key).first()
        if earlier is not None:
            return earlier
        ensure_version(order, if_version, now=now)
        payment.refresh_from_db(fields=["refunded_cents", "disputed_cents"])
        # A refund that the bank returned is replaced by this one, as far as this one covers it.
        returned = Refund.objects.filter(
            charge=payment.provider_ref or "", status=Status.RETURNED
        ).select_related("payment__order")
        left_cents = amount_cents
        for waiting in returned.order_by("pk"):
            if waiting.amount_cents <= left_cents or payment.left_cents < amount_cents:
                _replace(waiting, is_fulfilled=False, now=now)
                left_cents -= waiting.amount_cents
                recount(payment)
        refund = request_refund(
            payment,
            amount_cents=amount_cents,
            reason=reason,
            key=refund_key,
            actor=actor,
            now=now,
        )
        ledger.post(account_of(refund), _reversal_of(refund), actor=actor, now=now)
        return refund


def retry_refund(reference: UUID, *, actor: str, now: datetime) -> Refund:
    # One that is under way stays as it is.
    with transaction.atomic():
        refund = refund_by_reference(str(reference))
        if refund is None:
            raise RefundNotFound
        orders.lock_order(refund.payment.order_id)
        refund.refresh_from_db(fields=["status", "retries"])
        if refund.status == Status.SENT:
            raise RefundAlreadySent
        if refund.status == Status.REPLACED:
            raise RefundReplaced
        disputed = Dispute.objects.filter(charge=refund.charge).aggregate(sum=Sum("taken_cents"))
        unavailable_cents = _live_refunds_cents(refund.charge) + (disputed["sum"] or 0)
        if (
            refund.status in FAILED
            and unavailable_cents + refund.amount_cents > refund.payment.amount_cents
        ):
            raise PaymentDisputed
        again = F("retries") + 1
        if _move(refund, Status.REQUESTED, actor=actor, now=now, retries=again, provider_ref=""):
            jobs.requeue(Job.Kind.REFUND, str(refund.reference), now=now)
            refund.refresh_from_db()
        return refund


def send_refund(reference: str, *, cards: Cards, now: datetime) -> None:
    # Safe to repeat: the provider knows it by its reference.
    refund = _requested_refund(reference)
    if refund is None:
        return
    try:
        provider_ref = cards.refund(refund_request(refund))
    except CardsDown:
        waiting = Refund.objects.filter(pk=refund.pk, status=Status.REQUESTED)
        waiting.update(last_error="cards down")
        raise
    with transaction.atomic(durable=True):
        orders.lock_order(refund.payment.order_id)  # before the refund, as disputes do
        mark_sent(refund, provider_ref=provider_ref, now=now)


def refund_request(refund: Refund) -> RefundRequest:
    payment = refund.payment
    return RefundRequest(
        reference=str(refund.reference),
        charge=refund.charge,
        amount_cents=refund.amount_cents,
        order_id=str(payment.order.public_id),
        payment_id=str(payment.public_id),
        retries=refund.retries,
    )


def give_up_refund(reference: str, *, reason: str, now: datetime) -> None:
    refund = _requested_refund(reference)
    if refund is not None:
        orders.lock_order(refund.payment.order_id)
        mark_failed(refund, reason=reason, now=now)


@in_transaction
def mark_sent(refund: Refund, *, provider_ref: str, now: datetime) -> None:
    """Post a refund to the ledger and notify the customer, once for each attempt. Idempotent."""
    if not _move(
        refund, Status.SENT, now=now, provider_ref=provider_ref, sent_at=now, last_error=""
    ):
        return
    account, payment = account_of(refund), refund.payment
    ledger.post(account, _sent(refund), actor=CARDS, now=now)
    _close_if_fully_refunded(payment, now=now)
    # The refunded charge may have been the second one, which replaced a charge that the bank took
    # back: then its milestone is due again.
    if (
        payment.status == Payment.Status.RETURNED
        and payment.order.status != Order.Status.CANCELLED
        and payment.milestone is not None
    ):
        payment.milestone.order = payment.order
        milestones.make_due_again(payment.milestone, now=now)
    notify_customer(
        account,
        kind="refund_sent",
        dedupe_part=f"{refund.reference}:{refund.retries}",
        now=now,
        amount_cents=refund.amount_cents,
        effect=effect_of_refund(refund, now=now),
    )


def mark_failed(refund: Refund, *, reason: str, now: datetime) -> None:
    # Its part of the payment stays claimed. Runs with the order's row locked.
    _move(refund, Status.FAILED, now=now, note=reason, last_error=reason[:200])
    replace_what_cannot_go(refund.payment, charge=refund.charge, now=now)
    topic = f"refund {refund.reference} failed: {reason}"
    notify_staff(refund.payment.order, topic=topic, now=now)


def mark_returned(refund: Refund, *, reason: str, now: datetime) -> bool:
    # We owe it again. Returns False if it was not sent.
    if not _move(refund, Status.RETURNED, now=now, note=reason, last_error=reason[:200]):
        return False
    key = f"refund_returned:{refund.reference}:{refund.retries}"
    posting = _entry(refund, Kind.REFUND_RETURNED, -refund.amount_cents, key=key, note=reason)
    ledger.post(account_of(refund), posting, actor=CARDS, now=now)
    return True


def record_made_elsewhere(
    payment: Payment, *, charge: str, provider_ref: str, amount_cents: int, now: datetime
) -> Refund:
    # In the provider's dashboard. Runs with the order's row locked.
    refund = Refund.objects.create(
        payment=payment,
        charge=charge,
        amount_cents=amount_cents,
        reason="We sent it through our card provider",
        status=Status.SENT,
        dedupe_key=_made_elsewhere_key(provider_ref),
        provider_ref=provider_ref,
        requested_by=CARDS,
        requested_at=now,
        sent_at=now,
    )
    note = f"{amount_cents} cents: {refund.reason}"
    change = ("", refund.status)
    log_change(payment.order, subject="refund", change=change, actor=CARDS, now=now, note=note)
    ledger.post(account_of(refund), _reversal_of(refund), _sent(refund), actor=CARDS, now=now)
    replace_what_cannot_go(payment, charge=charge, now=now)
    _close_if_fully_refunded(payment, now=now)
    return refund


def replace_what_cannot_go(payment: Payment, *, charge: str, now: datetime) -> None:
    # Their money went back another way. Runs with the order's row locked.
    refunded_cents = _live_refunds_cents(charge)
    lost = Dispute.objects.filter(charge=charge, status=LOST).aggregate(sum=Sum("taken_cents"))
    lost_cents = int(lost["sum"] or 0)
    waiting = Refund.objects.filter(charge=charge, status__in=FAILED)
    for refund in waiting.select_related("payment__order").order_by("pk"):
        by_refunds_cents = refunded_cents + refund.amount_cents
        if by_refunds_cents + lost_cents <= payment.amount_cents:
            refunded_cents = by_refunds_cents
            continue
        # Money that a bank took is no refund of ours, but it fulfills the promised refund.
        is_fulfilled = by_refunds_cents <= payment.amount_cents
        _replace(refund, is_fulfilled=is_fulfilled, now=now)
    recount(payment)


def recount(payment: Payment) -> None:
    # Recomputes from its refunds how much of the payment was refunded or promised. The payment is
    # locked, so that a concurrent request for a refund waits and is then counted.
    locked = Payment.objects.select_for_update().get(pk=payment.pk)
    counted = Refund.objects.filter(payment=locked, charge=locked.provider_ref or "")
    totals = counted.exclude(status=Status.REPLACED).aggregate(sum=Sum("amount_cents"))
    payment.refunded_cents = min(locked.amount_cents, int(totals["sum"] or 0))
    Payment.objects.filter(pk=payment.pk).update(refunded_cents=payment.refunded_cents)


def _requested_refund(reference: str) -> Refund | None:
    requested = Refund.objects.select_related("payment__order__customer")
    return requested.filter(reference=reference, status=Status.REQUESTED).first()


def _made_elsewhere_key(provider_ref: str) -> str:
    return f"provider:{provider_ref}"[:120]


def _live_refunds_cents(charge: str) -> int:
    live = Refund.objects.filter(charge=charge, status__in=(Status.REQUESTED, Status.SENT))
    return int(live.aggregate(sum=Sum("amount_cents"))["sum"] or 0)


def _replace(refund: Refund, *, is_fulfilled: bool, now: datetime) -> None:
    # A replaced refund is not sent. Its promise is reversed unless the money went back another way.
    if _move(refund, Status.REPLACED, now=now) and not is_fulfilled:
        key, note = f"replaced:{refund.reference}", "replaced by another refund"
        posting = _entry(refund, Kind.REVERSAL, refund.amount_cents, key=key, note=note)
        ledger.post(account_of(refund), posting, actor=CARDS, now=now)


def _close_if_fully_refunded(payment: Payment, *, now: datetime) -> None:
    refunds = Refund.objects.filter(payment=payment, charge=payment.provider_ref or "")
    if refunds.exclude(status__in=_OVER).exists():
        return
    whole = Payment.objects.filter(
        pk=payment.pk,
        status__in=statuses_before(PAYMENT, "refunded"),
        refunded_cents=F("amount_cents"),
    )
    if whole.update(status=Payment.Status.REFUNDED):
        log_change(
            payment.order, subject="payment", change=("paid", "refunded"), actor=CARDS, now=now
        )


def _reversal_of(refund: Refund) -> LedgerEntry:
    # The customer no longer owes the refunded part.
    return _entry(refund, Kind.REVERSAL, -refund.amount_cents, key=f"given_back:{refund.reference}")


def _sent(refund: Refund) -> LedgerEntry:
    key = f"refund:{refund.reference}:{refund.retries}"
    return _entry(refund, Kind.REFUND, refund.amount_cents, key=key)


def _entry(
    refund: Refund, kind: LedgerEntry.Kind, amount_cents: int, *, key: str, note: str = ""
) -> LedgerEntry:
    return LedgerEntry(
        kind=kind,
        amount_cents=amount_cents,
        key=key,
        note=note or refund.reason,
        milestone=refund.payment.milestone,
        payment=refund.payment,
        refund=refund,
    )


def _move(
    refund: Refund,
    to: Refund.Status,
    *,
    actor: str = CARDS,
    now: datetime,
    note: str = "",
    **columns: Any,
) -> bool:
    note = note or f"{refund.amount_cents} cents"
    return move_status(refund, to, actor=actor, now=now, note=note, **columns)
