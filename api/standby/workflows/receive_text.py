"""Texts from the provider: replies of customers, and the delivery status of ours.

An agreed word such as STOP acts at once, and so does the YES that the one text to a number asks
for. What only looks like an opt-out pauses texts to that number until staff decide, and is asked
about once. Staff get a mail about both, with the words.
"""

import logging
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Final

from django.db import transaction

from standby.company.selectors import company
from standby.core.contacts import sender_key
from standby.core.limits import LimitReached, consume
from standby.core.policy import TEXTS_PER_SENDER
from standby.core.words import _, in_language, say
from standby.messaging.models import InboundMessage, Message
from standby.messaging.rules import OptOut, ReplyIntent, parse_reply, says_yes
from standby.messaging.services import consents, inbound, outbox
from standby.orders.models import Order
from standby.orders.selectors.orders import orders_by_contact
from standby.orders.services.notify import notify_staff
from standby.workflows.send_messages import ask_to_call

_STOP_REPLY: Final = _(
    "%(name)s: you are opted out and get no more texts from us. START turns them on."
)
# The one question that may follow what looks like an opt-out.
_QUESTION: Final = _(
    "%(name)s: did you mean to end our texts? Reply STOP to end them or START to keep them. "
    "Until then we send none."
)
_START_REPLY: Final = _("%(name)s: texts are on again. Reply STOP to opt out, HELP for help.")
_YES_REPLY: Final = _("%(name)s: thank you, texts are on. Reply STOP to opt out, HELP for help.")
_HELP_REPLY: Final = _(
    "%(name)s home standby power: texts about your installation. Questions: %(phone)s. Message and "
    "data rates may apply. Reply STOP to opt out."
)


def receive_text(*, sid: str, sender: str, text: str, files: int = 0, now: datetime) -> str:
    """Process an inbound text and return the reply to send, or "" for none.

    `files` is how many pictures came with it. Idempotent by the provider's message id: a repeat
    returns "".
    """
    with transaction.atomic():
        meaning = _meaning_of(text, sender=sender)
        received, is_new = InboundMessage.objects.get_or_create(
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
        if meaning in _FOR_STAFF:
            _notify_staff(
                received,
                template=_FOR_STAFF[meaning],
                text=_with_files(text, files),
                now=now,
            )
        reply = _REPLIES[meaning](received, now)
        return _in_their_language(reply, sender=sender) if reply else ""


def _in_their_language(reply: str, *, sender: str) -> str:
    # Who they are is known by the number alone: a customer, or who asked on a page for texts.
    order = _newest_order_of(sender)
    theirs = order.customer.language if order else consents.language_of_texts(sender)
    with in_language(theirs):
        return say(reply, name=company().name, phone=company().phone)


def _newest_order_of(sender: str) -> Order | None:
    theirs = orders_by_contact(phones=[sender_key(sender)]).select_related("customer")
    return theirs.order_by("-created_at", "-pk").first()


def _meaning_of(text: str, *, sender: str) -> ReplyIntent:
    # "Yes" is an answer to our question, unless staff asked another one or texts were ended: then
    # it is for staff to read.
    if not sender_key(sender):
        return ReplyIntent.WORDS  # a name agrees to nothing and ends nothing
    meaning, yes = parse_reply(text), says_yes(text)
    if not yes or meaning != ReplyIntent.WORDS:
        return meaning
    if consents.is_suppressed(Message.Channel.SMS, recipient=sender):
        return meaning
    is_answer = yes == "with_code" or consents.number_state(sender) == "asked"
    return ReplyIntent.YES if is_answer else meaning


def _help(_received: InboundMessage, _now: datetime) -> str:
    return _HELP_REPLY


def _no_reply(_received: InboundMessage, _now: datetime) -> str:
    return ""


def _pause(received: InboundMessage, now: datetime) -> str:
    channel, sender = Message.Channel.SMS, received.sender
    was_paused = consents.was_ever_paused(channel, recipient=sender)
    is_new = consents.pause(channel, recipient=sender, cause=received, now=now)
    return _QUESTION if is_new and not was_paused else ""


def _stop(received: InboundMessage, now: datetime) -> str:
    consents.record_texted_consent(received, agrees=False, now=now)
    consents.unconfirm_number(received.sender, now=now)
    # One confirmation only, however often STOP is sent.
    is_change = consents.suppress(
        Message.Channel.SMS,
        recipient=received.sender,
        reason=OptOut.BY_TEXT,
        cause=received,
        now=now,
    )
    return _STOP_REPLY if is_change else ""


def _start(received: InboundMessage, now: datetime) -> str:
    consents.record_texted_consent(received, agrees=True, now=now)
    channel, sender = Message.Channel.SMS, received.sender
    consents.confirm_number(sender, now=now)
    is_change = consents.remove_suppression(channel, recipient=sender, actor="visitor", now=now)
    return _START_REPLY if is_change else ""


def _yes(received: InboundMessage, now: datetime) -> str:
    consents.record_texted_consent(received, agrees=True, now=now)
    consents.confirm_number(received.sender, now=now)
    theirs = orders_by_contact(phones=[sender_key(received.sender)])
    outbox.queue_unconfirmed(list(theirs.values_list("public_id", flat=True)), now=now)
    return _YES_REPLY


def settle_likely_stop(message_id: int, *, is_opt_out: bool, staff: str, now: datetime) -> None:
    """Decide whether a text was an opt-out, with all of its sender that wait for the same.

    One that was not becomes words to answer, and the pause ends; an opt-out by STOP stays. Raises
    InboundMessageNotFound; safe to repeat.
    """
    with transaction.atomic():
        received = inbound.settle_likely_stop(message_id, is_opt_out=is_opt_out)
        if received is None:
            return
        channel, sender = Message.Channel.SMS, received.sender
        if not is_opt_out:
            consents.end_pause(channel, recipient=sender, actor=staff, now=now)
            return
        page = f"a text message, as {staff} read it"
        consents.record_texted_consent(received, agrees=False, page=page, now=now)
        consents.unconfirm_number(sender, now=now)
        consents.suppress(
            channel, recipient=sender, reason=OptOut.BY_STAFF, cause=received, now=now
        )


def _with_files(text: str, files: int) -> str:
    # What staff read in the mail.
    if not files:
        return text
    count = "1 picture or file" if files == 1 else f"{files} pictures or files"
    return f"{text}\n[{count} came with it]".strip()


def _notify_staff(received: InboundMessage, *, template: str, text: str, now: datetime) -> None:
    # Staff get a mail for at most ten texts of one sender an hour; further ones are only stored.
    sender = received.sender
    try:
        consume(rule=TEXTS_PER_SENDER, subject=sender, now=now)
    except LimitReached:
        return
    order = _newest_order_of(sender)
    outbox.queue_staff_email(
        "text_received",
        template=template,
        dedupe_key=f"text_received:{received.provider_ref}",
        order_ref=order.public_id if order else None,
        now=now,
        sender=sender,
        sender_end=sender[-2:],
        text=text,
        order=order.confirmation_code if order else "unknown",
    )


_FOR_STAFF: Final[Mapping[str, str]] = {
    ReplyIntent.STOP: "text_opted_out",
    ReplyIntent.LIKELY_STOP: "text_paused",
    ReplyIntent.WORDS: "text_received",
}
_REPLIES: Final[Mapping[str, Callable[[InboundMessage, datetime], str]]] = {
    ReplyIntent.STOP: _stop,
    ReplyIntent.LIKELY_STOP: _pause,
    ReplyIntent.START: _start,
    ReplyIntent.YES: _yes,
    ReplyIntent.HELP: _help,
    ReplyIntent.WORDS: _no_reply,
}

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
        message = outbox.record_delivery(provider_ref, delivery=delivery, reason=reason)
        if message is None or not has_failed:
            return
        log.warning("text %s was not delivered: %s", message.pk, code[:10])
        if code == _OPTED_OUT:
            consents.suppress(
                message.channel,
                recipient=message.recipient,
                reason=OptOut.AT_PROVIDER,
                now=now,
            )
            ask_to_call(message, because=Message.Skipped.OPTED_OUT, now=now)
        if code not in _NOT_A_MOBILE or message.order_ref is None:
            return
        try:
            consume(rule=TEXTS_PER_SENDER, subject=message.recipient, now=now)
        except LimitReached:
            return
        # The same topic makes one mail per order and number, however many texts fail.
        topic = f"texts to ***{message.recipient[-2:]} cannot arrive, please call or correct it"
        notify_staff(Order.objects.get(public_id=message.order_ref), topic=topic, now=now)
