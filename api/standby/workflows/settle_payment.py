"""Settlement of checkout pages: the payment, then the appointment that it confirms."""

import logging
from datetime import datetime

from django.db import transaction

from standby.diagnostics.services import diagnostics
from standby.orders.services import orders
from standby.payments import selectors
from standby.payments.models import Payment
from standby.payments.providers.cards import Cards, CheckoutState
from standby.payments.services import charges
from standby.payments.services.charges import SettlementOutcome
from standby.payments.services.disputes import follow_charge
from standby.photos.services.reviews import open_review
from standby.tasks.services import add_call_after_payment

log = logging.getLogger(__name__)


def settle_payment(state: CheckoutState, *, cards: Cards, now: datetime) -> SettlementOutcome:
    """Record the state of a checkout page. Idempotent, in any order, for events and look-ups."""
    with transaction.atomic(durable=True):
        if diagnostics.is_about_one(state):
            return diagnostics.settle(state, cards=cards, now=now)
        payment = charges.payment_of_page(state.id, metadata=state.metadata)
        if payment is None:
            log.error("payment_unknown: no payment of ours was on the page that was paid")
            return SettlementOutcome.UNKNOWN
        if not state.is_paid:
            charges.record_unpaid(payment, state, now=now)
            return SettlementOutcome.NOT_PAID
        outcome = charges.record_paid(payment, state, cards=cards, now=now)
        return _follow_up(payment, now=now) if outcome == SettlementOutcome.PAID else outcome


def _follow_up(payment: Payment, *, now: datetime) -> SettlementOutcome:
    # The fee confirms the date; after any other payment staff call, as its page promises.
    if payment.purpose != Payment.Purpose.SCHEDULING_FEE:
        add_call_after_payment(payment.order, now=now)
        return SettlementOutcome.PAID
    if not orders.confirm_paid_appointment(
        payment.order, now=now, **charges.confirmation_values(payment.order, now=now)
    ):
        return SettlementOutcome.DATE_LOST
    open_review(payment.order, now=now)
    return SettlementOutcome.CONFIRMED


def follow_charge_of_any(
    charge: str, *, payment_id: str | None, cards: Cards, now: datetime
) -> bool:
    """Follow a charge of a diagnostic or of an order; return False when it is not ours.

    Raises ChargeUnknown, CardsDown and UnknownToProvider.
    """
    if diagnostics.follow_charge(charge, payment_id=payment_id or "", cards=cards, now=now):
        return True
    return follow_charge(charge, payment_id=payment_id, cards=cards, now=now) is not None


def close_pages(*, cards: Cards, now: datetime, **of: object) -> None:
    """Close the open checkout pages of a payment or an order, and settle what was paid on them.

    Raises CardsDown.
    """
    for page_id in selectors.open_pages(now=now, **of):
        cards.close_checkout(page_id)
        settle_payment(cards.look_up(page_id), cards=cards, now=now)
