"""Look-ups at the card provider for events that are late or lost."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final, TypeVar

from standby.orders.models import Order
from standby.payments import selectors as queries
from standby.payments.providers.cards import (
    Cards,
    CardsDown,
    CheckoutState,
    PageStatus,
    UnknownToProvider,
)
from standby.payments.services import charges, checkouts
from standby.payments.services.charges import SettlementOutcome
from standby.payments.services.disputes import follow_charge
from standby.workflows.settle_payment import settle_payment

log = logging.getLogger(__name__)

State = TypeVar("State")
PAYMENT_LOOKBACK: Final = timedelta(hours=48)
CHARGE_LOOKBACK: Final = timedelta(days=30)


def refresh_payment_best_effort(
    order: Order, *, cards: Cards, now: datetime
) -> SettlementOutcome | None:
    """Look up the order's open checkout page and settle it, at most once every few seconds.

    Returns None when no look-up was made or the provider is down.
    """
    page_id = checkouts.claim_look_up(order, now=now)
    if page_id is None:
        return None
    try:
        state = cards.look_up(page_id)
    except CardsDown:
        log.warning("payment of order %s not looked up: the card provider is down", order.public_id)
        return None
    return settle_payment(state, cards=cards, now=now)


def reconcile_payments(
    *,
    cards: Cards,
    now: datetime,
    since: timedelta = PAYMENT_LOOKBACK,
) -> int:
    """Look up and settle the checkout pages of a period; return how many. Raises CardsDown."""
    pages = queries.pages_to_reconcile(now=now, since=since)
    for page_id in pages:
        state = fetch_state(cards.look_up, page_id)
        if state is not None:
            settle_payment(state, cards=cards, now=now)
    return len(pages)


def settle_pages_since(moment: datetime, *, cards: Cards, now: datetime) -> list[CheckoutState]:
    """Settle the pages that the provider knows since a moment, after a restore from a snapshot.

    Returns paid pages whose order is gone. Raises CardsDown.
    """
    without_owner = []
    for page in cards.pages_since(moment):
        if charges.payment_of_page(page.id, metadata=page.metadata):
            settle_payment(page, cards=cards, now=now)
        elif page.status == PageStatus.COMPLETE:
            without_owner.append(page)
    return without_owner


def reconcile_charges(
    *,
    cards: Cards,
    now: datetime,
    since: timedelta = CHARGE_LOOKBACK,
) -> int:
    """Look up the charges of a period for refunds and disputes whose events were lost.

    Returns how many. Raises CardsDown.
    """
    to_look_at = queries.charges_to_look_at(now=now, since=since)
    for charge in to_look_at:
        fetch_state(
            lambda name: follow_charge(name, cards=cards, now=now),
            charge,
        )
    return len(to_look_at)


def fetch_state(look_up: Callable[[str], State], name: str) -> State | None:
    """Call `look_up` for one id, and return None for an id that the provider does not know.

    Raises CardsDown.
    """
    try:
        return look_up(name)
    except UnknownToProvider:
        log.error("the card provider does not know %s", name)
        return None
