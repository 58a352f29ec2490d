"""Replay of dead letters by staff."""

from datetime import datetime

from django.db import transaction

from standby.messaging import selectors as queries
from standby.messaging.kinds import may_send_again
from standby.messaging.models import Message
from standby.messaging.services import outbox as services
from standby.orders.models import Order
from standby.orders.services.order_log import log_change


def replay_dead_message(message_id: int, *, role: str, actor: str, now: datetime) -> Message:
    """Queue a dead letter again. Raises MessageNotFound and MessageNotDead.

    A message that this role may not resend counts as not found.
    """
    with transaction.atomic(durable=True):
        message = queries.message_by_id(message_id)
        if not may_send_again(role, message.kind):
            raise queries.MessageNotFound
        services.replay_message(message, now=now)
        if message.order_ref is not None:
            log_change(
                Order.objects.get(public_id=message.order_ref),
                subject="message",
                change=("dead", "queued"),
                actor=actor,
                now=now,
                note=f"{message.kind} by {message.channel}",
            )
        message.refresh_from_db()
        return message
