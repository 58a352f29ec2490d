"""Replies to our texts: STOP, START, HELP and free text for staff."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.conf import settings
from django.db import transaction

from standby.core.contacts import phone_key
from standby.core.limits import LimitReached, consume
from standby.core.policy import TEXTS_PER_SENDER
from standby.messaging.kinds import staff
from standby.messaging.models import Message
from standby.messaging.rules.sms_replies import ReplyIntent, parse_reply
from standby.messaging.services import consents, inbound
from standby.messaging.services import outbox as notifications
from standby.messaging.services.consents import Agreement
from standby.messaging.services.outbox import MessageHeader, Recipient
from standby.orders.models import Order

_PAGE: Final = "a text message"
_STOP_REPLY: Final = (
    "{0.name}: you are opted out and get no more texts from us. START turns them on."
)
_START_REPLY: Final = "{0.name}: texts are on again. Reply STOP to opt out, HELP for help."
_HELP_REPLY: Final = (
    "{0.name} home standby power: texts about your installation. Questions: {0.phone}. Message and "
    "data rates may apply. Reply STOP to opt out."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class InboundSms:
    sid: str
    sender: str
    text: str


def receive_text(received: InboundSms, *, now: datetime) -> str:
    """Process an inbound text and return the reply to send, or "" for none.

    Idempotent by the provider's message id: a repeat returns "".
    """
    meaning = parse_reply(received.text)
    with transaction.atomic(durable=True):
        if not inbound.store_inbound_sms(
            sid=received.sid,
            sender=received.sender,
            text=received.text,
            meaning=meaning,
            now=now,
        ):
            return ""
        if meaning == ReplyIntent.STOP:
            return _stop(received, now=now)
        if meaning == ReplyIntent.START:
            return _start(received, now=now)
        if meaning == ReplyIntent.HELP:
            return _HELP_REPLY.format(settings.COMPANY)
        _notify_staff(received, now=now)
        return ""


def _stop(received: InboundSms, *, now: datetime) -> str:
    # One confirmation only, however often STOP is sent.
    _record_consent(received, is_given=False, now=now)
    is_new = consents.suppress(
        Message.Channel.SMS, recipient=received.sender, reason="answered a text", now=now
    )
    return _STOP_REPLY.format(settings.COMPANY) if is_new else ""


def _start(received: InboundSms, *, now: datetime) -> str:
    _record_consent(received, is_given=True, now=now)
    is_new = consents.remove_suppression(Message.Channel.SMS, recipient=received.sender, now=now)
    return _START_REPLY.format(settings.COMPANY) if is_new else ""


def _record_consent(received: InboundSms, *, is_given: bool, now: datetime) -> None:
    agreement = Agreement(purpose="transactional", wording=received.text, page=_PAGE)
    consents.record_consent(
        Message.Channel.SMS,
        recipient=received.sender,
        is_given=is_given,
        agreement=agreement,
        now=now,
    )


def _notify_staff(received: InboundSms, *, now: datetime) -> None:
    # Staff get a mail for at most ten texts of one sender an hour; further ones are only stored.
    try:
        consume(rule=TEXTS_PER_SENDER, subject=received.sender, now=now)
    except LimitReached:
        return
    order = (
        Order.objects.filter(customer__phone_key=phone_key(received.sender))
        .order_by("-created_at", "-pk")
        .first()
    )
    notifications.queue_message(
        staff.text_received(
            sender=received.sender,
            text=received.text,
            order=str(order.public_id) if order else "unknown",
        ),
        to=Recipient(channel=Message.Channel.EMAIL, recipient=settings.STAFF_MAIL),
        header=MessageHeader(
            kind="text_received",
            dedupe_key=f"text_received:{received.sid}"[:110],
            order_ref=order.public_id if order else None,
        ),
        now=now,
    )
