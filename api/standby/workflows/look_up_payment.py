"""Look-ups at the card provider for events that are late or lost."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Final, TypeVar

from django.db import transaction

from standby.core.sweeps import ALL_AT_ONCE, Steps
from standby.diagnostics.services.diagnostics import is_about_one
from standby.orders.models import Order
from standby.orders.selectors import orders
from standby.orders.services.order_log import CARDS
from standby.payments import selectors
from standby.payments.models import CheckoutSession, LedgerEntry, Payment
from standby.payments.providers.cards import (
    Cards,
    CardsDown,
    CheckoutState,
    PageStatus,
    UnknownToProvider,
)
from standby.payments.services import charges, checkouts, ledger, refund_errors, refunds
from standby.payments.services.charges import SettlementOutcome
from standby.payments.services.disputes import follow_charge
from standby.payments.services.ledger import Kind
from standby.workflows.settle_payment import settle_payment

log = logging.getLogger(__name__)

State = TypeVar("State")
_MAY_BE_SURCHARGED: Final = "credit"
PAYMENT_LOOKBACK: Final = timedelta(hours=48)
CHARGE_LOOKBACK: Final = timedelta(days=30)


def refresh_payment_best_effort(
    order: Order, *, page: CheckoutSession | None = None, cards: Cards, now: datetime
) -> SettlementOutcome | None:
    """Look up a checkout page of the order and settle it, at most once every few seconds.

    Without a `page` it is the newest one whose payment is due. Returns None when no look-up was
    made or the provider is down.
    """
    page_id = checkouts.claim_look_up(order, page=page, now=now)
    if page_id is None:
        return None
    try:
        state = cards.look_up(page_id)
    except CardsDown:
        log.warning("payment of order %s not looked up: the card provider is down", order.public_id)
        return None
    return settle_payment(state, cards=cards, now=now)


def reconcile_payments(
    *, cards: Cards, now: datetime, since: timedelta = PAYMENT_LOOKBACK, steps: Steps = ALL_AT_ONCE
) -> int:
    """Look up and settle the checkout pages of a period; return how many. Raises CardsDown."""

    def look_up(page: CheckoutSession) -> int:
        state = fetch_state(cards.look_up, str(page.stripe_session_id))
        if state is not None:
            settle_payment(state, cards=cards, now=now)
        return 1

    return steps.each("pages", selectors.pages_to_reconcile(now=now, since=since), look_up)


def settle_pages_since(moment: datetime, *, cards: Cards, now: datetime) -> list[CheckoutState]:
    """Settle the pages that the provider knows since a moment, after a restore from a snapshot.

    Returns paid pages whose order is gone. Raises CardsDown.
    """
    without_owner = []
    for page in cards.pages_since(moment):
        if is_about_one(page) or charges.payment_of_page(page.id, metadata=page.metadata):
            settle_payment(page, cards=cards, now=now)
        elif page.status == PageStatus.COMPLETE:
            without_owner.append(page)
    return without_owner


def reconcile_charges(*, cards: Cards, now: datetime, steps: Steps = ALL_AT_ONCE) -> int:
    """Look up recent charges, and those with an open dispute, for events that were lost.

    Returns how many. Raises CardsDown.
    """

    def look_up(charge: str | None) -> int:
        follow = partial(follow_charge, cards=cards, now=now)
        fetch_state(follow, str(charge))
        return 1

    paid = selectors.recently_paid(now=now, since=CHARGE_LOOKBACK)
    disputed = selectors.disputed_before(now=now, since=CHARGE_LOOKBACK)
    return steps.each("charges", paid, lambda payment: look_up(payment.provider_ref)) + steps.each(
        "disputes", disputed, lambda dispute: look_up(dispute.charge)
    )


def fetch_state(look_up: Callable[[str], State], name: str) -> State | None:
    try:
        return look_up(name)
    except UnknownToProvider:
        log.error("the card provider does not know %s", name)
        return None


def check_funding(*, cards: Cards, now: datetime, steps: Steps = ALL_AT_ONCE) -> int:
    """Look up the cards of payments with a credit card surcharge, and return how many.

    Idempotent. Raises CardsDown.
    """

    def look_up(payment: Payment) -> int:
        state = fetch_state(cards.look_up_charge, payment.provider_ref or "")
        if state is not None:
            with transaction.atomic(durable=True):
                _record_funding(payment, funding=state.funding or "unknown", now=now)
        return 1

    return steps.each("payments", selectors.payments_of_unknown_funding(), look_up)


def _record_funding(payment: Payment, *, funding: str, now: datetime) -> None:
    order = orders.lock_order(payment.order_id)
    unknown = Payment.objects.filter(pk=payment.pk, funding="")
    if not unknown.update(funding=funding[:10]) or funding == _MAY_BE_SURCHARGED:
        return
    if order.status == Order.Status.CANCELLED:
        return  # the cancellation terms included the surcharge already
    reason, key = f"no surcharge on a {funding} card", f"surcharge:{payment.public_id}"
    cents = payment.surcharge_cents
    try:
        refunds.request_refund(
            payment, amount_cents=cents, reason=reason, key=key, actor=CARDS, now=now
        )
    except refund_errors.RefundTooLarge:
        return  # the surcharge was refunded with the rest
    reversal = LedgerEntry(
        kind=Kind.REVERSAL,
        amount_cents=-cents,
        key=f"surcharge_back:{payment.public_id}",
        note=reason,
        milestone=payment.milestone,
        payment=payment,
    )
    ledger.post(payment.order, reversal, actor=CARDS, now=now)
