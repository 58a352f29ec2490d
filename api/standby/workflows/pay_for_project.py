"""Checkout pages for milestones and the diagnostic fee."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.db import transaction

from standby.orders.models import Order
from standby.orders.selectors import orders as bookings
from standby.payments.models import CheckoutSession
from standby.payments.providers.cards import Cards, CheckoutRequest, PayBy
from standby.payments.selectors import payments as queries
from standby.payments.services import charges as payments
from standby.payments.services import project_payments
from standby.payments.services.open_checkout import open_page
from standby.payments.services.project_payments import PaymentTerms
from standby.pricing.selectors import catalog
from standby.workflows.settle_payment import settle_payment

MilestoneKind = Literal["acceptance", "equipment", "completion"]
PayMethod = Literal["bank", "debit_card", "credit_card"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectPaymentRequest:
    milestone: MilestoneKind | None  # None: the diagnostic fee
    method: PayMethod = "debit_card"


def pay_for_project(
    order: Order,
    payment_request: ProjectPaymentRequest,
    *,
    cards: Cards,
    site_url: str,
    now: datetime,
) -> str:
    """Return the URL of a checkout page, reusing an open one for the same amount and method.

    A page for another amount or method is closed first, so that the customer cannot pay on both.
    Raises ProjectNotBegun, NothingDue, AlreadyPaid and PaymentOnItsWay. Raises CardsDown with the
    rest committed, so that a retry requests the same page from the provider.
    """
    _close_other_pages(order, payment_request, cards=cards, now=now)
    with transaction.atomic(durable=True):
        order.status = bookings.lock_order(order.pk).status
        terms = _terms(order, payment_request)
        payment = project_payments.payment_for(order, terms, now=now)
        checkout = payments.reusable_checkout(payment, provider=cards.name, now=now)
    if checkout.url:
        return checkout.url
    request = _checkout_request(order, terms=terms, checkout=checkout, site_url=site_url)
    return open_page(checkout, request=request, cards=cards)


def _close_other_pages(
    order: Order,
    payment_request: ProjectPaymentRequest,
    *,
    cards: Cards,
    now: datetime,
) -> None:
    terms = _terms(order, payment_request)
    due = project_payments.due_payment_of(order, terms.purpose)
    if due is None or project_payments.is_for(due, terms):
        return
    for page_id in queries.conflicting_pages(due, now=now):
        cards.close_checkout(page_id)
        settle_payment(cards.look_up(page_id), cards=cards, now=now)


def _terms(order: Order, payment_request: ProjectPaymentRequest) -> PaymentTerms:
    if payment_request.milestone is None:
        return project_payments.bill_for_diagnostic(order)
    return project_payments.bill_for_milestone(
        order,
        payment_request.milestone,
        method=payment_request.method,
        surcharge_rate=catalog.configuration().card_surcharge_rate,
    )


def _checkout_request(
    order: Order, *, terms: PaymentTerms, checkout: CheckoutSession, site_url: str
) -> CheckoutRequest:
    payment = checkout.payment
    return CheckoutRequest(
        reference=str(checkout.reference),
        amount_cents=payment.amount_cents,
        surcharge_cents=payment.surcharge_cents,
        currency=payment.currency,
        title=terms.title,
        pay_by=PayBy.BANK if terms.method == "bank" else PayBy.CARD,
        email=order.customer.email,
        order_id=str(order.public_id),
        payment_id=str(payment.public_id),
        expires_at=checkout.expires_at,
        success_url=f"{site_url}/order-payment-success?sessionId={{CHECKOUT_SESSION_ID}}",
        cancel_url=f"{site_url}/my-booking",
    )
