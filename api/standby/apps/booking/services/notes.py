from datetime import datetime

from standby.apps.booking.models import Order, OrderNote
from standby.apps.booking.services.order_log import log_change
from standby.apps.rows import insert


def write_note(order: Order, *, text: str, author: str, now: datetime) -> OrderNote:
    note = OrderNote(order=order, author=author, text=text, at=now)
    insert(note)
    # The log records that a note was written, not its text.
    log_change(order, subject="note", change=("", "written"), actor=author, now=now)
    return note


def notes_of(order: Order) -> list[OrderNote]:
    return list(OrderNote.objects.filter(order=order).order_by("pk"))
