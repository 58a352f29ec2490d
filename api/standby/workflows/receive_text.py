"""Texts from the provider: replies of customers, and the delivery status of ours."""

import logging
from datetime import datetime
from typing import Final

from django.db import transaction

from standby.company.selectors import company
from standby.core.contacts import phone_key
from standby.core.limits import LimitReached, consume
from standby.core.policy import TEXTS_PER_SENDER
from standby.messaging.models import InboundMessage, Message
from standby.messaging.rules import ReplyIntent, parse_reply
from standby.messaging.services import consents
from standby.messaging.services import outbox as notifications
from standby.orders.models import Order
from standby.orders.services.notify import notify_staff

_STOP_REPLY: Final = (
    "{0.name}: you are opted out and get no more texts from us. START turns them on."
)
_START_REPLY: Final = "{0.name}: texts are on again. Reply STOP to opt out, HELP for help."
_HELP_REPLY: Final = (
    "{0.name} home standby power: texts about your installation. Questions: {0.phone}. Message and "
    "data rates may apply. Reply STOP to opt out."
)


def receive_text(*, sid: str, sender: str, text: str, now: datetime) -> str:
    """Process an inbound text and return the reply to send, or "" for none.

    Idempotent by the provider's message id: a repeat returns "".
    """
    meaning = parse_reply(text)
    with transaction.atomic(durable=True):
        _received, is_new = InboundMessage.objects.get_or_create(
            provider_ref=sid[:64],
            defaults={
                "channel": Message.Channel.SMS,
                "sender": sender[:40],
                "text": text[:1600],
                "meaning": meaning,
                "received_at": now,
            },
        )
        if not is_new:
            return ""
        if meaning == ReplyIntent.HELP:
            return _HELP_REPLY.format(company())
        if meaning == ReplyIntent.WORDS:
            _notify_staff(sid=sid, sender=sender, text=text, now=now)
            return ""
        agrees = meaning == ReplyIntent.START
        consents.record_consent(
            Message.Channel.SMS,
            recipient=sender,
            agrees=agrees,
            purpose="transactional",
            wording=text,
            page="a text message",
            now=now,
        )
        if agrees:
            is_change = consents.remove_suppression(Message.Channel.SMS, recipient=sender, now=now)
        else:
            is_change = consents.suppress(
                Message.Channel.SMS, recipient=sender, reason="answered a text", now=now
            )
        # One confirmation only, however often STOP is sent.
        reply = _START_REPLY if agrees else _STOP_REPLY
        return reply.format(company()) if is_change else ""


def _notify_staff(*, sid: str, sender: str, text: str, now: datetime) -> None:
    # Staff get a mail for at most ten texts of one sender an hour; further ones are only stored.
    try:
        consume(rule=TEXTS_PER_SENDER, subject=sender, now=now)
    except LimitReached:
        return
    order = (
        Order.objects.filter(customer__phone_key=phone_key(sender))
        .order_by("-created_at", "-pk")
        .first()
    )
    notifications.queue_staff_email(
        "text_received",
        dedupe_key=f"text_received:{sid}",
        order_ref=order.public_id if order else None,
        now=now,
        sender=sender,
        sender_end=sender[-2:],
        text=text,
        order=order.confirmation_code if order else "unknown",
    )


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
        if code not in _NOT_A_MOBILE or message.order_ref is None:
            return
        try:
            consume(rule=TEXTS_PER_SENDER, subject=message.recipient, now=now)
        except LimitReached:
            return
        # The same topic makes one mail per order and number, however many texts fail.
        topic = f"texts to ***{message.recipient[-2:]} cannot arrive, please call or correct it"
        notify_staff(Order.objects.get(public_id=message.order_ref), topic=topic, now=now)
