"""A hold that ran out: nobody can pay for it any more, and only then is its seat free again."""

from datetime import datetime

from standby.apps.booking.models import CrewSeat
from standby.apps.booking.services.seats import release_expired
from standby.apps.payments import queries
from standby.flows.messages.tell import MessageContext
from standby.flows.money.settle_payment import settle_payment
from standby.flows.writing import write_transaction
from standby.providers.cards import Cards


def release_hold(
    seat: CrewSeat, *, cards: Cards, message_context: MessageContext, now: datetime
) -> None:
    """Safe to repeat. A page that was paid in the last moment keeps its seat.

    Raises CardsDown, with the seat as it was.
    """
    if seat.appointment is None:
        return
    for page_id in queries.pages_still_open(seat.appointment.order_id, now=now):
        cards.close_checkout(page_id)
        settle_payment(
            cards.look_up(page_id), cards=cards, message_context=message_context, now=now
        )
    with write_transaction():
        release_expired(seat, now=now)
