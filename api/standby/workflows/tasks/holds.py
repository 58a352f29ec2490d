"""Release the crew seats of expired holds."""

import logging
from datetime import datetime

from standby.orders.selectors import orders as bookings
from standby.payments.providers.cards import Cards, CardsDown
from standby.workflows.release_hold import release_hold

log = logging.getLogger(__name__)


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
