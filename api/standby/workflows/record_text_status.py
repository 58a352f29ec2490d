"""Delivery status of texts, as the provider reports it."""

import logging
from datetime import datetime
from typing import Final

from django.db import transaction

from standby.core.limits import LimitReached, consume
from standby.core.policy import TEXTS_PER_SENDER
from standby.messaging.models import Message
from standby.messaging.services import consents
from standby.messaging.services import outbox as notifications
from standby.orders.models import Order
from standby.orders.services.notify import notify_staff

log = logging.getLogger(__name__)

Delivery = Message.Delivery

_OPTED_OUT: Final = "21610"
_NOT_A_MOBILE: Final = frozenset({"30005", "30006"})  # no such handset; a landline
# Twilio's statuses; those of a text in transit (accepted, queued, sending) are not stored.
_DELIVERIES: Final = {
    "sent": Delivery.SENT,
    "delivered": Delivery.DELIVERED,
    "read": Delivery.DELIVERED,
    "undelivered": Delivery.UNDELIVERED,
    "failed": Delivery.FAILED,
}


def record_text_status(provider_ref: str, *, status: str, code: str, now: datetime) -> None:
    """Store the delivery status of a text; notify staff once when its number cannot receive texts.

    Idempotent and independent of order: the first final status stays. Unknown references are
    ignored.
    """
    delivery = _DELIVERIES.get(status)
    if delivery is None:
        return
    has_failed = delivery in (Delivery.UNDELIVERED, Delivery.FAILED)
    reason = f"not delivered ({code})" if has_failed else ""
    with transaction.atomic(durable=True):
        message = notifications.record_delivery(provider_ref, delivery=delivery, reason=reason)
        if message is None or not has_failed:
            return
        log.warning("text %s was not delivered: %s", message.pk, code[:10])
        if code == _OPTED_OUT:
            consents.suppress(
                message.channel,
                recipient=message.recipient,
                reason="opted out at Twilio (21610)",
                now=now,
            )
        if code in _NOT_A_MOBILE:
            _notify_staff(message, now=now)


def _notify_staff(message: Message, *, now: datetime) -> None:
    try:
        consume(rule=TEXTS_PER_SENDER, subject=message.recipient, now=now)
    except LimitReached:
        return
    if message.order_ref is not None:
        order = Order.objects.get(public_id=message.order_ref)
        # The same topic makes one mail per order and number, however many texts fail.
        topic = f"texts to ***{message.recipient[-2:]} cannot arrive, please call or correct it"
        notify_staff(order, topic=topic, now=now)
