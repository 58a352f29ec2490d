"""Release of expired holds."""

from datetime import datetime

from django.db import transaction

from standby.orders.models import CrewSeat
from standby.orders.services.seats import release_expired
from standby.payments.providers.cards import Cards
from standby.payments.selectors import payments as queries
from standby.workflows.settle_payment import settle_payment


def release_hold(seat: CrewSeat, *, cards: Cards, now: datetime) -> None:
    """Close the checkout pages of an expired hold, then free its seat.

    Idempotent. A page that was paid at the last moment keeps its seat. Raises CardsDown with the
    seat unchanged.
    """
    if seat.appointment is None:
        return
    # Pages are closed first: a seat must not be free while it can still be paid for.
    for page_id in queries.pages_still_open(seat.appointment.order_id, now=now):
        cards.close_checkout(page_id)
        settle_payment(cards.look_up(page_id), cards=cards, now=now)
    with transaction.atomic(durable=True):
        release_expired(seat, now=now)
