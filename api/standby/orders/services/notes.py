from datetime import datetime

from standby.orders.models import Order, OrderNote
from standby.orders.selectors import orders as bookings
from standby.orders.services.order_log import log_change


def write_note(order: Order, *, text: str, author: str, now: datetime) -> OrderNote:
    """Add a staff note to an order. Call it in a transaction."""
    # The order's row first: a note's foreign key would share-lock it, and two writers could then
    # wait for each other.
    bookings.lock_order(order.pk)
    note = OrderNote.objects.create(order=order, author=author, text=text, at=now)
    # The log records that a note was written, not its text.
    log_change(order, subject="note", change=("", "written"), actor=author, now=now)
    return note


def notes_of(order: Order) -> list[OrderNote]:
    return list(OrderNote.objects.filter(order=order).order_by("pk"))
