"""Release of expired holds."""

from datetime import datetime

from standby.core.office import MessageContext
from standby.core.writing import write_transaction
from standby.orders.models import CrewSeat
from standby.orders.services.seats import release_expired
from standby.payments import selectors as queries
from standby.payments.providers.cards import Cards
from standby.workflows.settle_payment import settle_payment


def release_hold(
    seat: CrewSeat, *, cards: Cards, message_context: MessageContext, now: datetime
) -> None:
    """Close the checkout pages of an expired hold, then free its seat.

    Idempotent. A page that was paid at the last moment keeps its seat. Raises CardsDown with the
    seat unchanged.
    """
    if seat.appointment is None:
        return
    # Pages are closed first: a seat must not be free while it can still be paid for.
    for page_id in queries.pages_still_open(seat.appointment.order_id, now=now):
        cards.close_checkout(page_id)
        settle_payment(
            cards.look_up(page_id), cards=cards, message_context=message_context, now=now
        )
    with write_transaction():
        release_expired(seat, now=now)
