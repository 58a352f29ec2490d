"""What is due is charged once, paid only by the provider's word, and never paid twice."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q

from standby.apps.booking.models import Order
from standby.apps.booking.services.order_log import CARDS, VISITOR, log_change
from standby.apps.payments.models import CheckoutSession, Payment
from standby.apps.rows import insert
from standby.domain.errors import Conflict
from standby.domain.lifecycle import CHECKOUT, PAYMENT, may_become
from standby.domain.policy import CHECKOUT_LIVES, CHECKOUT_MARGIN

OPENING_IS_RETRIED: Final = timedelta(seconds=20)  # with the very same request; then a new page
_LOOKED_UP_AGAIN: Final = timedelta(seconds=4)
_LIVE: Final = (CheckoutSession.Status.OPENING, CheckoutSession.Status.OPEN)


class NothingDue(Conflict):
    """Nothing is due for this order."""

    code = "nothing_due"


class AlreadyPaid(Conflict):
    """This has been paid already. Thank you."""

    code = "already_paid"


class PaymentDue(Conflict):
    """The fee has to be paid before the appointment is confirmed."""

    code = "payment_due"


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What the provider says was paid."""

    provider: str
    charge: str


def charge_first_fee(order: Order, *, now: datetime) -> Payment | None:
    """The fee of an order just placed; None when the visit is free. The caller logs it."""
    if order.scheduling_fee_cents == 0:
        return None
    fee = Payment(
        order=order,
        purpose=Payment.Purpose.SCHEDULING_FEE,
        amount_cents=order.scheduling_fee_cents,
        created_at=now,
    )
    insert(fee)
    return fee


def charge_scheduling_fee(order: Order, *, now: datetime) -> Payment | None:
    """The order's fee, due once; None when the visit is free. Safe to repeat."""
    fee = scheduling_fee_of(order)
    if fee is not None:
        return fee
    fee = charge_first_fee(order, now=now)
    if fee is not None:
        log_change(order, subject="payment", change=("", fee.status), actor=VISITOR, now=now)
    return fee


def scheduling_fee_of(order: Order) -> Payment | None:
    """The one that counts; None when the visit is free."""
    fees = order.payments.filter(purpose=Payment.Purpose.SCHEDULING_FEE)
    return fees.exclude(status=Payment.Status.CANCELLED).first()


def fee_to_pay(order: Order) -> Payment:
    """Raises NothingDue and AlreadyPaid."""
    fee = scheduling_fee_of(order)
    if fee is None:
        raise NothingDue
    if fee.status != Payment.Status.DUE:
        raise AlreadyPaid
    return fee


def ensure_nothing_due(order: Order) -> None:
    """Raises PaymentDue."""
    fee = scheduling_fee_of(order)
    if fee is not None and fee.status == Payment.Status.DUE:
        raise PaymentDue


def mark_paid(payment: Payment, *, receipt: Receipt, now: datetime) -> bool:
    """False when it was paid before: then nothing changed."""
    before = payment.status
    unpaid = Payment.objects.filter(pk=payment.pk, status__in=may_become(PAYMENT, "paid"))
    paid = unpaid.update(
        status=Payment.Status.PAID,
        provider=receipt.provider,
        provider_ref=receipt.charge,
        paid_at=now,
    )
    if not paid:
        return False
    payment.status = Payment.Status.PAID
    log_change(
        payment.order, subject="payment", change=(before, payment.status), actor=CARDS, now=now
    )
    return True


def record_refund(payment: Payment, *, refunded_cents: int, now: datetime) -> None:
    """The provider's running total of what went back; a smaller one is an older event."""
    Payment.objects.filter(
        pk=payment.pk,
        status__in=(Payment.Status.PAID, Payment.Status.REFUNDED),
        refunded_cents__lt=refunded_cents,
        amount_cents__gte=refunded_cents,
    ).update(refunded_cents=refunded_cents)
    whole = Payment.objects.filter(
        pk=payment.pk,
        status__in=may_become(PAYMENT, "refunded"),
        amount_cents__lte=refunded_cents,
    )
    if whole.update(status=Payment.Status.REFUNDED):
        log_change(
            payment.order, subject="payment", change=("paid", "refunded"), actor=CARDS, now=now
        )


def checkout_for(payment: Payment, *, provider: str, now: datetime) -> CheckoutSession:
    """The page that is open for this payment, or a new one still to be opened at the provider."""
    _end_stale_checkouts(payment, now=now)
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
    """Safe to repeat."""
    opening = CheckoutSession.objects.filter(
        pk=checkout.pk, status__in=may_become(CHECKOUT, "open")
    )
    opening.update(status=CheckoutSession.Status.OPEN, stripe_session_id=session_id, url=url)


def mark_complete(payment: Payment, *, session_id: str) -> None:
    """Safe to repeat. Also when the page's own id was never heard of: an answer can be lost."""
    CheckoutSession.objects.filter(
        Q(stripe_session_id=session_id)
        | Q(stripe_session_id=None, status=CheckoutSession.Status.OPENING),
        payment=payment,
        status__in=may_become(CHECKOUT, "complete"),
    ).update(status=CheckoutSession.Status.COMPLETE)


def mark_expired(session_id: str) -> None:
    """Safe to repeat."""
    CheckoutSession.objects.filter(
        stripe_session_id=session_id, status__in=may_become(CHECKOUT, "expired")
    ).update(status=CheckoutSession.Status.EXPIRED)


def claim_look_up(order: Order, *, now: datetime) -> str | None:
    """The open page to ask the provider about, at most every few seconds; None when none is due."""
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


def _end_stale_checkouts(payment: Payment, *, now: datetime) -> None:
    """A page about to close is no page to send anybody to."""
    about_to_close = Q(
        status=CheckoutSession.Status.OPEN, expires_at__lte=now + timedelta(minutes=1)
    )
    never_opened = Q(status=CheckoutSession.Status.OPENING, created_at__lt=now - OPENING_IS_RETRIED)
    CheckoutSession.objects.filter(about_to_close | never_opened, payment=payment).update(
        status=CheckoutSession.Status.EXPIRED
    )
