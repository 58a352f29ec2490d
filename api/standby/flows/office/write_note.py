"""Staff write down what they know of an order (OPS-11)."""

from collections.abc import Callable
from datetime import datetime

from standby.apps.booking import queries as bookings
from standby.apps.booking.models import Order, OrderNote
from standby.apps.booking.services import answers, notes
from standby.flows.booking.reserve_appointment import Answer
from standby.flows.writing import writing

_CREATED = 201


def write_note(
    order: Order,
    *,
    text: str,
    author: str,
    attempt: answers.Attempt,
    written: Callable[[OrderNote], str],
    now: datetime,
) -> Answer:
    """Safe to repeat: the same attempt finds the note that it wrote. `written` makes the body."""
    with writing():
        bookings.lock_order(order.pk)
        earlier = answers.claim_attempt(attempt, now=now)
        if earlier is not None:
            return Answer(earlier, is_replayed=True)
        body = written(notes.write_note(order, text=text, author=author, now=now))
        answers.keep_answer(attempt, status=_CREATED, body=body)
        return Answer(body, is_replayed=False)
