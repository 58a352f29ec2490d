from collections.abc import Callable
from datetime import datetime

from standby.core import idempotency as answers
from standby.core.idempotency import IdempotentResult
from standby.core.writing import write_transaction
from standby.orders.models import Order, OrderNote
from standby.orders.selectors import orders as bookings
from standby.orders.services import notes

_CREATED = 201


def write_note(
    order: Order,
    *,
    text: str,
    author: str,
    attempt: answers.IdempotentRequest,
    serialize: Callable[[OrderNote], str],
    now: datetime,
) -> IdempotentResult:
    """Add a staff note to an order. Idempotent by the attempt's key.

    `serialize` makes the response body.
    """
    with write_transaction():
        bookings.lock_order(order.pk)
        earlier = answers.claim_key(attempt, now=now)
        if earlier is not None:
            return IdempotentResult(earlier, is_replayed=True)
        body = serialize(notes.write_note(order, text=text, author=author, now=now))
        answers.store_response(attempt, status=_CREATED, body=body)
        return IdempotentResult(body, is_replayed=False)
