"""A message that is not sent because its recipient gets nothing: what follows from its stream.

A contract message that reaches the customer by no channel becomes a task: call them (MSG-04.3).
"""

from datetime import datetime
from typing import Final

from django.db import transaction

from standby.messaging.kinds import FROM_STAFF, KINDS
from standby.messaging.kinds.streams import IfSuppressed, kinds_that
from standby.messaging.models import Message
from standby.messaging.rules import WHY_NOT_SENT, Outcome
from standby.messaging.services import outbox as notifications
from standby.messaging.services.outbox import CAUSED_BY_VISITORS
from standby.orders.models import Order
from standby.orders.selectors import orders as bookings
from standby.orders.services.tasks import add_call_about

_GETS_NOTHING: Final = frozenset(
    {Message.Skipped.OPTED_OUT, Message.Skipped.PAUSED, Message.Skipped.UNCONFIRMED}
)
_MAKE_A_TASK: Final = kinds_that(IfSuppressed.TASK)
_BY: Final = {Message.Channel.EMAIL: "by email", Message.Channel.SMS: "by text"}
_OTHER_TITLES: Final = {
    FROM_STAFF: "What we wrote to them",
    "custom_quote": "The custom quote",
    "diagnostic_booked": "The diagnostic visit is booked",
    "diagnostic_cancelled": "The diagnostic visit is canceled",
}


def suppress_message(
    message: Message, *, because: Message.Skipped, attempts: int, now: datetime
) -> None:
    """Mark a waiting message as not sent; where nothing else reaches the customer, staff call."""
    with transaction.atomic():
        is_new = notifications.mark_suppressed(message, because=because, attempts=attempts, now=now)
        if is_new and because in _GETS_NOTHING:
            ask_to_call(message, because=because, now=now)


def ask_to_call(message: Message, *, because: Message.Skipped, now: datetime) -> None:
    """Add a task to call about a contract message that its recipient did not get.

    Not where another channel of it reaches them, nor for what a visitor asked of no order: the page
    said at once that it would not arrive. Call it in the transaction that notes the message's end.
    """
    is_visitors = message.order_ref is None and message.kind in CAUSED_BY_VISITORS
    if message.kind not in _MAKE_A_TASK or is_visitors:
        return
    order = None
    if message.order_ref is not None:
        order = Order.objects.get(public_id=message.order_ref)
        # Its other channel may be suppressed at this moment: the later of the two sees both.
        bookings.lock_order(order.pk)
    if notifications.reaches_by_another_channel(message):
        return
    add_call_about(message.pk, order=order, title=_title(message, because=because), now=now)


def _title(message: Message, *, because: Message.Skipped) -> str:
    kind = KINDS.get(message.kind)
    what = kind.title if kind else _OTHER_TITLES[message.kind]
    of = "" if message.order_ref else f", message {message.pk} of no order,"
    by, why = _BY[Message.Channel(message.channel)], WHY_NOT_SENT[Outcome(because)]
    return f"Call the customer: “{what}”{of} was not sent {by}: {why}"
