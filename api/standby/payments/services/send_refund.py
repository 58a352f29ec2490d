"""Sending of requested refunds to the card provider, exactly once each."""

import logging
from collections.abc import Callable
from datetime import datetime

from standby.core.office import MessageContext
from standby.core.writing import write_transaction
from standby.orders.models import Order
from standby.orders.selectors import orders as bookings
from standby.orders.services.notify import notify_customer, notify_staff
from standby.payments.models import Payment, Refund
from standby.payments.providers.cards import Cards, CardsDown, RefundRefused, RefundRequest
from standby.payments.services import milestones, refunds

log = logging.getLogger(__name__)


def send_next_refund(
    *,
    cards: Cards,
    message_context: MessageContext,
    jitter: Callable[[float], float],
    now: datetime,
) -> bool:
    """Send the next due refund. Returns False when none is due.

    When the provider is down it is tried again later; once it is given up, staff are notified.
    """
    refund = refunds.claim_next_refund(now=now)
    if refund is None:
        return False
    try:
        provider_ref = cards.refund(_refund_request(refund))
    except CardsDown:
        _retry_later(refund, message_context=message_context, jitter=jitter, now=now)
    except RefundRefused as error:
        _give_up(refund, reason=str(error), message_context=message_context, now=now)
    else:
        with write_transaction():
            note_sent(refund, provider_ref=provider_ref, now=now)
    return True


def note_failed(
    refund: Refund, *, reason: str, message_context: MessageContext, now: datetime
) -> None:
    """Mark a refund as failed and notify staff.

    Runs in the caller's transaction with the order's row locked.
    """
    payment = refund.payment
    refunds.mark_failed(refund, reason=reason, now=now)
    refunds.replace_what_cannot_go(payment, charge=refund.charge, now=now)
    topic = f"refund {refund.reference} failed: {reason}"
    notify_staff(payment.order, topic=topic, message_context=message_context, now=now)


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


def _retry_later(
    refund: Refund,
    *,
    message_context: MessageContext,
    jitter: Callable[[float], float],
    now: datetime,
) -> None:
    if refund.attempts >= refunds.MOST_TRIES:
        _give_up(
            refund, reason="the provider did not answer", message_context=message_context, now=now
        )
        return
    log.warning("refund %s not sent, will try again", refund.pk)
    refunds.release_refund(refund, reason="cards down", jitter=jitter, now=now)


def _give_up(
    refund: Refund, *, reason: str, message_context: MessageContext, now: datetime
) -> None:
    with write_transaction():
        bookings.lock_order(refund.payment.order_id)
        note_failed(refund, reason=reason, message_context=message_context, now=now)


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
