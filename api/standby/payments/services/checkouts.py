"""Hosted checkout pages: opened, reused and looked up, and the terms of what is paid on them."""

from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Final

from django.db import transaction
from django.db.models import Q

from standby.core.errors import Conflict, _
from standby.core.lifecycle import CHECKOUT, statuses_before
from standby.core.policy import CHECKOUT_LIVES
from standby.core.transactions import in_transaction
from standby.core.words import brief_weekday_date, market_terms, say
from standby.orders.models import Order
from standby.orders.selectors import orders as order_selectors
from standby.orders.services import appointments
from standby.orders.services import orders as order_services
from standby.orders.services.order_log import VISITOR, log_change
from standby.payments.models import CheckoutSession, Milestone, Payment
from standby.payments.providers.cards import CHECKOUT_ID, Cards, CheckoutRequest, PayBy
from standby.payments.rules import (
    CHECKOUT_MARGIN,
    DIAGNOSTIC_FEE_CENTS,
    HOLD_OUTLIVES_CHECKOUT,
    ORDER_SUMMARY_SHOWN_FOR,
    surcharge_cents,
)
from standby.payments.selectors import UNSETTLED
from standby.payments.services import charges
from standby.payments.services.milestones import milestone_of
from standby.pricing.services import quoting

# An opening is retried with the same request for this long, more than the circuit breaker's half
# minute; after that a new page is opened.
OPENING_IS_RETRIED: Final = timedelta(seconds=45)
_LOOKED_UP_AGAIN: Final = timedelta(seconds=4)
_LIVE: Final = (CheckoutSession.Status.OPENING, CheckoutSession.Status.OPEN)
Method = Payment.Method


class PaymentOnItsWay(Conflict):
    code = "payment_on_its_way"
    message = _(
        "Your bank is processing this payment. It can take up to 5 business days to arrive."
    )


def open_checkout(
    order: Order,
    *,
    agreed_to: dict[str, str] | None,
    cards: Cards,
    site_url: str,
    now: datetime,
) -> str:
    """Return the URL of the fee's checkout page, reusing an open one.

    `agreed_to` holds the accepted versions of the agreements, or None when they were not asked for.
    Raises NothingDue, AlreadyPaid, HoldExpired and CouponUsedUp. Raises CardsDown with the rest
    committed, so that a retry requests the same page from the provider.
    """
    with transaction.atomic(durable=True):
        order_selectors.lock_order(order.pk)
        fee = charges.fee_to_pay(order)
        if agreed_to is not None:
            order_services.record_agreements(order, versions=agreed_to, now=now)
        appointment, held_until = order_selectors.newest_appointment_and_hold(order)
        # A page that was opened for another day states that day.
        checkout = reusable_checkout(
            fee, provider=cards.name, opened_since=appointment.held_at, now=now
        )
        # The hold has to outlive the page, or another visitor could take the date while this one
        # pays.
        until = checkout.expires_at + HOLD_OUTLIVES_CHECKOUT
        if held_until is None or held_until < until:
            appointments.renew_hold(appointment, until=until, now=now)
            quoting.reclaim_use(order.public_id, now=now)
    return open_page(
        checkout,
        title=fee_title(order, day=appointment.day),
        success_url=f"{site_url}/visit-payment-success?sessionId={CHECKOUT_ID}",
        cancel_url=f"{site_url}/visit-payment-cancelled?order={order.public_id}",
        cards=cards,
    )


_SAID_WITH_A_VOWEL: Final = (8, 11, 18, *range(80, 90))  # "an 18 kW generator"


def fee_title(order: Order, *, day: date) -> str:
    """Return the fee's line on the card page: what it reserves, and that it includes the visit."""
    what = say("your own generator")
    if order.generator_id:
        is_an = order.kw in _SAID_WITH_A_VOWEL
        what = say(
            _("an %(kw)s kW generator") if is_an else _("a %(kw)s kW generator"), kw=order.kw
        )
    terms = market_terms()
    return say(
        "%(fee)s for %(day)s: installation of %(what)s (%(includes)s)",
        fee=terms.fee_name.capitalize(),
        day=brief_weekday_date(day),
        what=what,
        includes=terms.fee_includes,
    )


def open_page(
    checkout: CheckoutSession, *, title: str, success_url: str, cancel_url: str, cards: Cards
) -> str:
    """Return the checkout's URL, opening it at the provider unless it is open. Raises CardsDown."""
    if checkout.url:
        return checkout.url
    payment = checkout.payment
    page_id, url = cards.open_checkout(
        CheckoutRequest(
            reference=str(checkout.reference),
            amount_cents=payment.amount_cents,
            surcharge_cents=payment.surcharge_cents,
            currency=payment.currency,
            title=title,
            pay_by=PayBy.BANK if payment.method == Method.BANK else PayBy.CARD,
            email=payment.order.customer.email,
            order_id=str(payment.order.public_id),
            order_code=payment.order.confirmation_code,
            payment_id=str(payment.public_id),
            expires_at=checkout.expires_at,
            success_url=success_url,
            cancel_url=cancel_url,
        )
    )
    with transaction.atomic(durable=True):
        opening = CheckoutSession.objects.filter(
            pk=checkout.pk, status__in=statuses_before(CHECKOUT, "open")
        )
        opening.update(status=CheckoutSession.Status.OPEN, stripe_session_id=page_id, url=url)
    return url


def bill_for_milestone(order: Order, kind: str, *, method: str, surcharge_rate: Decimal) -> Payment:
    """Return the payment that settles a milestone now, not stored.

    Raises ProjectNotBegun, NothingDue and AlreadyPaid.
    """
    milestone = milestone_of(order, kind)
    if milestone.status == Milestone.Status.PAID:
        raise charges.AlreadyPaid
    if milestone.status != Milestone.Status.DUE:
        raise charges.NothingDue
    is_surcharged = method == Method.CREDIT_CARD
    added_cents = surcharge_cents(milestone.due_cents, rate=surcharge_rate) if is_surcharged else 0
    return Payment(
        order=order,
        purpose=f"milestone_{kind}",
        method=method,
        amount_cents=milestone.due_cents + added_cents,
        surcharge_cents=added_cents,
        milestone=milestone,
    )


def bill_for_diagnostic(order: Order) -> Payment:
    """Return the payment of the diagnostic, not stored.

    Raises NothingDue when the order is completed or cancelled, and AlreadyPaid.
    """
    if order.status in Order.OVER:
        raise charges.NothingDue
    diagnostics = Payment.objects.filter(order=order, purpose=Payment.Purpose.DIAGNOSTIC)
    if diagnostics.filter(status=Payment.Status.PAID).exists():
        raise charges.AlreadyPaid
    return Payment(
        order=order, purpose=Payment.Purpose.DIAGNOSTIC, amount_cents=DIAGNOSTIC_FEE_CENTS
    )


def due_payment_like(bill: Payment) -> Payment | None:
    due = Payment.objects.filter(order=bill.order, status=Payment.Status.DUE)
    return due.filter(purpose=bill.purpose).first()


def is_for(payment: Payment, bill: Payment) -> bool:
    terms = (payment.amount_cents, payment.surcharge_cents, payment.method)
    return terms == (bill.amount_cents, bill.surcharge_cents, bill.method)


@in_transaction
def store_payment(bill: Payment, *, now: datetime) -> Payment:
    """Return the due payment like this one; one for another amount or method is cancelled.

    Raises PaymentOnItsWay. Call it with the order's row locked. Safe to repeat.
    """
    due = due_payment_like(bill)
    if due is not None:
        pages = CheckoutSession.objects.filter(payment=due, processing_at__isnull=False)
        if pages.filter(failed_at=None).exclude(status=CheckoutSession.Status.COMPLETE).exists():
            raise PaymentOnItsWay
        if is_for(due, bill):
            return due
        charges.abandon_payment(due, actor=VISITOR, now=now)
    bill.created_at = now
    bill.save(force_insert=True)
    log_change(
        bill.order,
        subject="payment",
        change=("", bill.status),
        actor=VISITOR,
        now=now,
        note=bill.purpose,
    )
    return bill


def reusable_checkout(
    payment: Payment, *, provider: str, opened_since: datetime | None = None, now: datetime
) -> CheckoutSession:
    """Return the payment's open checkout, or a new one still to be opened at the provider.

    One from before `opened_since` is not reused.
    """
    # A page about to close is not reused, as the visitor could not finish paying on it.
    about_to_close = Q(
        status=CheckoutSession.Status.OPEN, expires_at__lte=now + timedelta(minutes=1)
    )
    never_opened = Q(status=CheckoutSession.Status.OPENING, created_at__lt=now - OPENING_IS_RETRIED)
    outdated = about_to_close | never_opened
    if opened_since is not None:
        outdated |= Q(status__in=_LIVE, created_at__lt=opened_since)
    CheckoutSession.objects.filter(outdated, payment=payment).update(
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


def claim_look_up(
    order: Order, *, page: CheckoutSession | None = None, now: datetime
) -> str | None:
    """Return the page to look up at the provider, at most every few seconds; else None.

    Without a `page` it is the newest one whose payment is due.
    """
    of = Q(payment__status=Payment.Status.DUE) if page is None else UNSETTLED & Q(pk=page.pk)
    unsettled = CheckoutSession.objects.filter(
        Q(checked_at=None) | Q(checked_at__lt=now - _LOOKED_UP_AGAIN),
        of,
        payment__order=order,
        stripe_session_id__isnull=False,
    )
    checkout = unsettled.order_by("-pk").first()
    if checkout is None or not unsettled.filter(pk=checkout.pk).update(checked_at=now):
        return None
    return checkout.stripe_session_id


def bind_to_browser(page: CheckoutSession, *, now: datetime) -> None:
    """Allow a browser without a cookie to see the order after paying: once, within an hour.

    Raises OrderNotFound otherwise, since the page's URL alone must not open an order.
    """
    is_complete = page.status == CheckoutSession.Status.COMPLETE
    completed_at = page.payment.paid_at if is_complete else page.processing_at
    if completed_at is None or now > completed_at + ORDER_SUMMARY_SHOWN_FOR:
        raise order_selectors.OrderNotFound
    if not bind_to_owner(page, now=now):
        raise order_selectors.OrderNotFound


def bind_to_owner(page: CheckoutSession, *, now: datetime) -> bool:
    """Use up the first look at the page; False where it was used up before."""
    return CheckoutSession.objects.filter(pk=page.pk, bound_at=None).update(bound_at=now) > 0
