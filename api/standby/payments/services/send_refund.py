"""Sending of requested refunds to the card provider, exactly once each."""

from datetime import datetime

from django.db import transaction

from standby.orders.models import Order
from standby.orders.selectors import orders as bookings
from standby.orders.services.notify import notify_customer, notify_staff
from standby.payments.models import Payment, Refund
from standby.payments.providers.cards import Cards, CardsDown, RefundRequest
from standby.payments.services import milestones, refunds


def send_refund(reference: str, *, cards: Cards, now: datetime) -> None:
    """Send a requested refund. Safe to repeat: the provider knows it by its reference.

    Raises CardsDown and RefundRefused.
    """
    refund = _requested_refund(reference)
    if refund is None:
        return
    try:
        provider_ref = cards.refund(_refund_request(refund))
    except CardsDown:
        waiting = Refund.objects.filter(pk=refund.pk, status=Refund.Status.REQUESTED)
        waiting.update(last_error="cards down")
        raise
    with transaction.atomic(durable=True):
        note_sent(refund, provider_ref=provider_ref, now=now)


def give_up_refund(reference: str, *, reason: str, now: datetime) -> None:
    """Mark a requested refund as failed and notify staff, in the caller's transaction."""
    refund = _requested_refund(reference)
    if refund is not None:
        bookings.lock_order(refund.payment.order_id)
        note_failed(refund, reason=reason, now=now)


def note_failed(refund: Refund, *, reason: str, now: datetime) -> None:
    """Mark a refund as failed and notify staff.

    Runs in the caller's transaction with the order's row locked.
    """
    payment = refund.payment
    refunds.mark_failed(refund, reason=reason, now=now)
    refunds.replace_what_cannot_go(payment, charge=refund.charge, now=now)
    topic = f"refund {refund.reference} failed: {reason}"
    notify_staff(payment.order, topic=topic, now=now)


def note_sent(refund: Refund, *, provider_ref: str, now: datetime) -> None:
    """Mark a refund as sent and notify the customer once for each attempt. Idempotent.

    Runs in the caller's transaction.
    """
    if refunds.mark_sent(refund, provider_ref=provider_ref, now=now):
        _make_due_again(refund.payment, now=now)
        notify_customer(
            refunds.account_of(refund),
            kind="refund_sent",
            dedupe_part=f"{refund.reference}:{refund.retries}",
            now=now,
            amount_cents=refund.amount_cents,
        )


def _make_due_again(payment: Payment, *, now: datetime) -> None:
    # The refunded charge may have been the second one, which replaced a charge that the bank took
    # back.
    milestone = payment.milestone
    order = payment.order
    if milestone is None or payment.status != Payment.Status.RETURNED:
        return
    if order.status == Order.Status.CANCELLED:
        return
    milestone.order = order
    if milestones.share_of(order, milestone.kind).open_cents > 0:
        milestones.make_due_again(milestone, now=now)


def _requested_refund(reference: str) -> Refund | None:
    requested = Refund.objects.select_related("payment__order__customer")
    return requested.filter(reference=reference, status=Refund.Status.REQUESTED).first()


def _refund_request(refund: Refund) -> RefundRequest:
    payment = refund.payment
    return RefundRequest(
        reference=str(refund.reference),
        charge=refund.charge,
        amount_cents=refund.amount_cents,
        order_id=str(payment.order.public_id),
        payment_id=str(payment.public_id),
        retries=refund.retries,
    )
