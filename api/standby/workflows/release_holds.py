"""Release of the crew seats of expired holds."""

import logging
from datetime import datetime

from django.db import transaction

from standby.orders.models import CrewSeat
from standby.orders.selectors import orders as bookings
from standby.orders.services.appointments import release_expired
from standby.payments import selectors as queries
from standby.payments.providers.cards import Cards, CardsDown
from standby.workflows.settle_payment import settle_payment

log = logging.getLogger(__name__)


def release_hold(seat: CrewSeat, *, cards: Cards, now: datetime) -> None:
    """Close the checkout pages of an expired hold, then free its seat.

    Idempotent. A page that was paid at the last moment keeps its seat. Raises CardsDown with the
    seat unchanged.
    """
    if seat.appointment is None:
        return
    # Pages are closed first: a seat must not be free while it can still be paid for.
    for page_id in queries.open_pages(payment__order=seat.appointment.order_id, now=now):
        cards.close_checkout(page_id)
        settle_payment(cards.look_up(page_id), cards=cards, now=now)
    with transaction.atomic(durable=True):
        release_expired(seat, now=now)


def release_expired_holds(*, cards: Cards, now: datetime) -> int:
    """Release expired holds and return how many were tried.

    A seat whose checkout session cannot be closed now waits for the next round.
    """
    seats = bookings.expired_seats(now=now)
    for seat in seats:
        try:
            release_hold(seat, cards=cards, now=now)
        except CardsDown:
            log.warning("hold of seat %s not released: its page cannot be closed", seat.pk)
    return len(seats)
