"""Staff write down what they know of an order (OPS-11)."""

from datetime import datetime

from standby.apps.booking import queries as bookings
from standby.apps.booking.models import Order, OrderNote
from standby.apps.booking.services import notes
from standby.flows.writing import writing


def write_note(order: Order, *, text: str, author: str, now: datetime) -> OrderNote:
    with writing():
        bookings.lock_order(order.pk)
        return notes.write_note(order, text=text, author=author, now=now)
