"""Payments, their checkout pages, and the provider's events about them."""

from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Q

from standby.core import jobs
from standby.core.errors import Conflict, _
from standby.core.lifecycle import CHECKOUT, PAYMENT, statuses_before
from standby.core.models import Job
from standby.core.policy import CHECKOUT_LIVES
from standby.orders.models import Order
from standby.orders.selectors.orders import OrderNotFound
from standby.orders.services.order_log import CARDS, VISITOR, log_change
from standby.payments.models import CheckoutSession, Payment, PaymentEvent
from standby.payments.rules import CHECKOUT_MARGIN, ORDER_SUMMARY_SHOWN_FOR

# An opening is retried with the same request for this long, more than the circuit breaker's half
# minute; after that a new page is opened.
OPENING_IS_RETRIED: Final = timedelta(seconds=45)
_LOOKED_UP_AGAIN: Final = timedelta(seconds=4)
_UNPAID: Final = (Payment.Status.DUE, Payment.Status.CANCELLED)
_LIVE: Final = (CheckoutSession.Status.OPENING, CheckoutSession.Status.OPEN)


class NothingDue(Conflict):
    code = "nothing_due"
    message = _("Nothing is due for this order.")


class AlreadyPaid(Conflict):
    code = "already_paid"
    message = _("This has been paid already. Thank you.")


class PaymentDue(Conflict):
    code = "payment_due"
    message = _("The fee has to be paid before the appointment is confirmed.")


def create_first_fee(order: Order, *, now: datetime) -> Payment | None:
    """Create the fee of a new order; None when the visit is free. The caller logs it."""
    if order.scheduling_fee_cents == 0:
        return None
    return Payment.objects.create(
        order=order,
        purpose=Payment.Purpose.SCHEDULING_FEE,
        amount_cents=order.scheduling_fee_cents,
        created_at=now,
    )


def create_scheduling_fee(order: Order, *, now: datetime) -> Payment | None:
    """Return the order's fee, creating it if needed; None when the visit is free.

    Safe to repeat.
    """
    fee = scheduling_fee_of(order)
    if fee is not None:
        return fee
    fee = create_first_fee(order, now=now)
    if fee is not None:
        log_change(order, subject="payment", change=("", fee.status), actor=VISITOR, now=now)
    return fee


def scheduling_fee_of(order: Order) -> Payment | None:
    fees = order.payments.filter(purpose=Payment.Purpose.SCHEDULING_FEE)
    return fees.exclude(status=Payment.Status.CANCELLED).first()


def fee_to_pay(order: Order) -> Payment:
    """Return the fee if it is due. Raises NothingDue and AlreadyPaid."""
    fee = scheduling_fee_of(order)
    if fee is None or fee.status == Payment.Status.RETURNED:
        raise NothingDue
    if fee.status != Payment.Status.DUE:
        raise AlreadyPaid
    return fee


def ensure_nothing_due(order: Order) -> None:
    fee = scheduling_fee_of(order)
    if fee is not None and fee.status == Payment.Status.DUE:
        raise PaymentDue


def mark_paid(payment: Payment, *, provider: str, charge: str, now: datetime) -> bool:
    """Mark a payment as paid. Returns False, with nothing changed, if it was paid before.

    `charge` is the provider's confirmation.
    """
    before = payment.status
    unpaid = Payment.objects.filter(pk=payment.pk, status__in=_UNPAID)
    paid = unpaid.update(
        status=Payment.Status.PAID,
        provider=provider,
        provider_ref=charge,
        paid_at=now,
    )
    if not paid:
        return False
    payment.status = Payment.Status.PAID
    log_change(
        payment.order, subject="payment", change=(before, payment.status), actor=CARDS, now=now
    )
    return True


def abandon_payment(payment: Payment, *, actor: str, now: datetime) -> None:
    """Cancel a due payment; money that still arrives for it is accepted. Safe to repeat."""
    before = payment.status
    due = Payment.objects.filter(pk=payment.pk, status__in=statuses_before(PAYMENT, "cancelled"))
    if due.update(status=Payment.Status.CANCELLED):
        payment.status = Payment.Status.CANCELLED
        change = (before, payment.status)
        log_change(payment.order, subject="payment", change=change, actor=actor, now=now)


def abandon_replacements(payment: Payment, *, now: datetime) -> bool:
    """Cancel the replacements of a cancelled payment that is now being paid.

    Returns False when a replacement was paid: then this money is a second payment for the same
    thing.
    """
    others = Payment.objects.filter(order=payment.order, purpose=payment.purpose)
    others = others.exclude(pk=payment.pk)
    if others.filter(status=Payment.Status.PAID).exists():
        return False
    for other in others.filter(status=Payment.Status.DUE):
        abandon_payment(other, actor=CARDS, now=now)
    return True


def mark_returned(payment: Payment, *, now: datetime) -> bool:
    """Mark a payment as taken back by the customer's bank. Returns False if that was known."""
    return _move(payment, to=Payment.Status.RETURNED, now=now)


def stands_again(payment: Payment, *, now: datetime) -> bool:
    """Mark a payment as paid again after its money came back to us.

    Returns False if that was known, or if a replacement is due or paid.
    """
    others = Payment.objects.filter(
        order=payment.order_id,
        purpose=payment.purpose,
        status__in=(Payment.Status.DUE, Payment.Status.PAID),
    )
    if others.exclude(pk=payment.pk).exists():
        return False
    return _move(payment, to=Payment.Status.PAID, now=now)


def _move(payment: Payment, *, to: Payment.Status, now: datetime) -> bool:
    before = payment.status
    movable = (
        (Payment.Status.REFUNDED, Payment.Status.RETURNED)
        if to == Payment.Status.PAID
        else (Payment.Status.PAID,)
    )
    if not Payment.objects.filter(pk=payment.pk, status__in=movable).update(status=to):
        return False
    payment.status = to
    log_change(payment.order, subject="payment", change=(before, to), actor=CARDS, now=now)
    return True


def reusable_checkout(payment: Payment, *, provider: str, now: datetime) -> CheckoutSession:
    """Return the payment's open checkout, or a new one still to be opened at the provider."""
    # A page about to close is not reused, as the visitor could not finish paying on it.
    about_to_close = Q(
        status=CheckoutSession.Status.OPEN, expires_at__lte=now + timedelta(minutes=1)
    )
    never_opened = Q(status=CheckoutSession.Status.OPENING, created_at__lt=now - OPENING_IS_RETRIED)
    CheckoutSession.objects.filter(about_to_close | never_opened, payment=payment).update(
        status=CheckoutSession.Status.EXPIRED
    )
    live = CheckoutSession.objects.filter(payment=payment, status__in=_LIVE).first()
    if live is not None:
        return live
    return CheckoutSession.objects.create(
        payment=payment,
        entity_id=payment.order.public_id,
        provider=provider,
        expires_at=(now + CHECKOUT_LIVES + CHECKOUT_MARGIN).replace(microsecond=0),
        created_at=now,
    )


def mark_opened(checkout: CheckoutSession, *, session_id: str, url: str) -> None:
    opening = CheckoutSession.objects.filter(
        pk=checkout.pk, status__in=statuses_before(CHECKOUT, "open")
    )
    opening.update(status=CheckoutSession.Status.OPEN, stripe_session_id=session_id, url=url)


def mark_complete(payment: Payment, *, session_id: str) -> None:
    # A page without an id matches too: the provider's response with its id may have been lost.
    CheckoutSession.objects.filter(
        Q(stripe_session_id=session_id)
        | Q(stripe_session_id=None, status=CheckoutSession.Status.OPENING),
        payment=payment,
        status__in=statuses_before(CHECKOUT, "complete"),
    ).update(status=CheckoutSession.Status.COMPLETE)


def mark_expired(session_id: str) -> None:
    CheckoutSession.objects.filter(
        stripe_session_id=session_id, status__in=statuses_before(CHECKOUT, "expired")
    ).update(status=CheckoutSession.Status.EXPIRED)


def mark_processing(session_id: str, *, now: datetime) -> None:
    CheckoutSession.objects.filter(stripe_session_id=session_id, processing_at=None).update(
        processing_at=now
    )


def mark_bank_failed(session_id: str, *, now: datetime) -> bool:
    """Record that a bank payment failed. Returns False if that was known."""
    page = CheckoutSession.objects.filter(stripe_session_id=session_id, failed_at=None)
    if not page.update(failed_at=now):
        return False
    mark_expired(session_id)
    return True


def is_on_its_way(payment: Payment) -> bool:
    pages = CheckoutSession.objects.filter(payment=payment, processing_at__isnull=False)
    waiting = pages.filter(failed_at=None).exclude(status=CheckoutSession.Status.COMPLETE)
    return waiting.exists()


def claim_look_up(order: Order, *, now: datetime) -> str | None:
    """Return the open page to look up at the provider, at most every few seconds; else None."""
    due = CheckoutSession.objects.filter(
        Q(checked_at=None) | Q(checked_at__lt=now - _LOOKED_UP_AGAIN),
        payment__order=order,
        payment__status=Payment.Status.DUE,
        stripe_session_id__isnull=False,
    )
    checkout = due.order_by("-pk").first()
    if checkout is None or not due.filter(pk=checkout.pk).update(checked_at=now):
        return None
    return checkout.stripe_session_id


def bind_to_browser(page: CheckoutSession, *, now: datetime) -> None:
    """Allow a browser without a cookie to see the order after paying: once, within an hour.

    Raises OrderNotFound otherwise, since the page's URL alone must not open an order.
    """
    completed_at = page.payment.paid_at or page.processing_at
    if completed_at is None or now > completed_at + ORDER_SUMMARY_SHOWN_FOR:
        raise OrderNotFound
    if not CheckoutSession.objects.filter(pk=page.pk, bound_at=None).update(bound_at=now):
        raise OrderNotFound


def store_event(
    *, provider: str, event_id: str, kind: str, payload: dict[str, Any], now: datetime
) -> None:
    """Store a payment event and its job, without the secrets and links in it. Safe to repeat.

    Call it in a transaction.
    """
    PaymentEvent.objects.bulk_create(
        [
            PaymentEvent(
                provider=provider,
                event_id=event_id,
                type=kind[:80],
                payload=_without_secrets(payload),
                received_at=now,
            )
        ],
        ignore_conflicts=True,
    )
    jobs.enqueue((Job.Kind.PAYMENT_EVENT, f"{provider}:{event_id}"), due_at=now)


def _without_secrets(value: Any) -> Any:
    # Payment pages, receipt links and client secrets are never needed later, so they are not
    # stored.
    if isinstance(value, dict):
        return {
            name: _without_secrets(inner)
            for name, inner in value.items()
            if not name.endswith(("client_secret", "url"))
        }
    return [_without_secrets(inner) for inner in value] if isinstance(value, list) else value
