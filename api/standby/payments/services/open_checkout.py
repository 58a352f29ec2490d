"""Checkout page for the scheduling fee, with the hold extended for the page's lifetime."""

from datetime import datetime
from typing import Final

from django.db import transaction

from standby.orders.models import Order
from standby.orders.selectors import orders as bookings
from standby.orders.services import appointments as booking
from standby.orders.services import orders as ordering
from standby.payments.models import CheckoutSession
from standby.payments.providers.cards import Cards, CheckoutRequest
from standby.payments.rules.policy import HOLD_OUTLIVES_CHECKOUT
from standby.payments.services import charges as payments
from standby.pricing.selectors import catalog
from standby.pricing.services import coupons

_TITLE: Final = "Site visit for a home standby generator"


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
        bookings.lock_order(order.pk)
        fee = payments.fee_to_pay(order)
        if agreed_to is not None:
            ordering.record_agreements(order, versions=agreed_to, now=now)
        checkout = payments.reusable_checkout(fee, provider=cards.name, now=now)
        _extend_hold(order, checkout=checkout, now=now)
    if checkout.url:
        return checkout.url
    return open_page(
        checkout,
        request=_checkout_request(order, checkout=checkout, site_url=site_url),
        cards=cards,
    )


def open_page(checkout: CheckoutSession, *, request: CheckoutRequest, cards: Cards) -> str:
    """Open the page at the provider and return its URL. Raises CardsDown."""
    page = cards.open_checkout(request)
    with transaction.atomic(durable=True):
        payments.mark_opened(checkout, session_id=page.id, url=page.url)
    return page.url


def _extend_hold(order: Order, *, checkout: CheckoutSession, now: datetime) -> None:
    # The hold has to outlive the page, or another visitor could take the date while this one pays.
    appointment, held_until = bookings.newest_appointment_and_hold(order)
    until = checkout.expires_at + HOLD_OUTLIVES_CHECKOUT
    if held_until is not None and held_until >= until:
        return
    usual_crews = catalog.configuration().scheduling.crews_per_day
    booking.renew_hold(appointment, usual_crews=usual_crews, until=until, now=now)
    coupons.reclaim_use(order.public_id, now=now)


def _checkout_request(order: Order, *, checkout: CheckoutSession, site_url: str) -> CheckoutRequest:
    fee = checkout.payment
    return CheckoutRequest(
        reference=str(checkout.reference),
        amount_cents=fee.amount_cents,
        currency=fee.currency,
        title=_TITLE,
        email=order.customer.email,
        order_id=str(order.public_id),
        payment_id=str(fee.public_id),
        expires_at=checkout.expires_at,
        success_url=f"{site_url}/visit-payment-success?session_id={{CHECKOUT_SESSION_ID}}",
        cancel_url=f"{site_url}/visit-payment-cancelled",
    )
