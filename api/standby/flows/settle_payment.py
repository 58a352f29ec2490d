"""The provider says that a page was paid: the fee is paid and the date is certain (PAY-02)."""

import logging
from datetime import datetime
from enum import StrEnum

from standby.apps.booking import queries as bookings
from standby.apps.booking.models import Appointment
from standby.apps.booking.services import appointments as booking
from standby.apps.booking.services import orders as ordering
from standby.apps.booking.services.order_log import CARDS
from standby.apps.booking.services.seats import DayFull
from standby.apps.catalog import queries as catalog
from standby.apps.payments import queries, services
from standby.apps.payments.models import Payment
from standby.domain.lifecycle import StatusMoved
from standby.flows.tell import Office, tell_of_confirmation, tell_of_lost_date, tell_staff
from standby.flows.writing import writing
from standby.providers.cards import Cards, CheckoutState, PageStatus

log = logging.getLogger(__name__)


class Settled(StrEnum):
    """What came of it."""

    NOT_PAID = "not paid"
    UNKNOWN = "payment_unknown"
    MISMATCH = "payment_mismatch"
    BEFORE = "settled before"
    TWICE = "paid twice"
    CONFIRMED = "confirmed"
    DATE_LOST = "date lost"


def settle_payment(state: CheckoutState, *, cards: Cards, office: Office, now: datetime) -> Settled:
    """Safe to repeat, in any order, from an event or from a look-up."""
    with writing():
        payment = queries.payment_on(state.id, metadata=state.metadata)
        if payment is None:
            log.error("payment_unknown: no payment of ours was on the page that was paid")
            return Settled.UNKNOWN
        if not state.is_paid:
            return _not_paid(state)
        bookings.lock_order(payment.order_id)
        if _is_other_money(state, payment=payment, cards=cards):
            tell_staff(payment.order, what=Settled.MISMATCH, office=office, now=now)
            return Settled.MISMATCH
        return _paid(payment, state=state, cards=cards, office=office, now=now)


def _not_paid(state: CheckoutState) -> Settled:
    if state.status == PageStatus.EXPIRED:
        services.mark_expired(state.id)
    return Settled.NOT_PAID


def _is_other_money(state: CheckoutState, *, payment: Payment, cards: Cards) -> bool:
    """Another amount, currency, mode, order or no charge at all: never paid by that."""
    expected = {"order_id": str(payment.order.public_id), "payment_id": str(payment.public_id)}
    return (
        state.amount_cents != payment.amount_cents
        or state.currency != payment.currency
        or state.is_live != cards.is_live
        or state.charge is None
        or dict(state.metadata) != expected
    )


def _paid(
    payment: Payment, *, state: CheckoutState, cards: Cards, office: Office, now: datetime
) -> Settled:
    charge = state.charge or ""
    services.mark_complete(payment, session_id=state.id)
    receipt = services.Receipt(provider=cards.name, charge=charge)
    if not services.mark_paid(payment, receipt=receipt, now=now):
        return _paid_before(payment, charge=charge, office=office, now=now)
    appointment = bookings.newest_appointment_of(payment.order)
    try:
        _make_certain(appointment, now=now)
    except DayFull:
        booking.ask_for_new_date(appointment, actor=CARDS, now=now)
        tell_of_lost_date(appointment, office=office, now=now)
        tell_staff(payment.order, what="paid, but its date is gone", office=office, now=now)
        return Settled.DATE_LOST
    except StatusMoved:
        tell_staff(payment.order, what="paid after it was cancelled", office=office, now=now)
        return Settled.DATE_LOST
    ordering.schedule_order(payment.order, actor=CARDS, now=now)
    tell_of_confirmation(appointment, now=now)
    return Settled.CONFIRMED


def _paid_before(payment: Payment, *, charge: str, office: Office, now: datetime) -> Settled:
    payment.refresh_from_db()
    if payment.provider_ref == charge:
        return Settled.BEFORE
    tell_staff(payment.order, what=f"paid twice, refund {charge}", office=office, now=now)
    return Settled.TWICE


def _make_certain(appointment: Appointment, *, now: datetime) -> None:
    usual = catalog.configuration().scheduling.crews_per_day
    booking.confirm_appointment(appointment, usual_crews=usual, actor=CARDS, now=now)
