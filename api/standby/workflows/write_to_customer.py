"""Texts and emails that staff write themselves, and what they answer by them."""

from datetime import datetime
from typing import Final

from django.db import transaction

from standby.company.selectors import company
from standby.core.errors import Invalid, _
from standby.core.words import in_language
from standby.messaging.kinds import FROM_STAFF
from standby.messaging.kinds.definition import SEE_BOOKING
from standby.messaging.models import Message
from standby.messaging.rendering import RenderedMessage, email_parts, email_text
from standby.messaging.rules import count_segments, paragraphs_of, to_gsm
from standby.messaging.services import outbox
from standby.messaging.services.inbound import answer_messages_from
from standby.orders.models import Order
from standby.orders.selectors import orders
from standby.orders.services.order_log import log_change, version_of
from standby.workflows.resend_message import address_of, open_channels

MOST_SEGMENTS: Final = 2  # of a text: each is paid for


class TextTooLong(Invalid):
    code = "text_too_long"
    message = _("This is longer than two text messages. Shorten it, or send an email.")


def text_prefix() -> str:
    """Return what a text begins with: whose it is."""
    return f"{company().name}: "


def write_to_customer(
    order_id: str, *, channel: str, subject: str, text: str, staff: str, now: datetime
) -> Message:
    """Queue a text or an email in staff's own words; what the customer wrote by it is answered.

    A text waits for the morning in quiet hours. Raises OrderNotFound, TextTooLong and what
    `open_channels` does.
    """
    # A typed link placeholder must not become the link to the booking.
    text, subject = text.replace("[[", "(("), subject.replace("[[", "((")
    with transaction.atomic():
        order = orders.get_order(order_id)
        orders.lock_order(order.pk)
        open_channels(order, {channel}, kind=FROM_STAFF)
        log_change(
            order,
            subject="message",
            change=("", "queued"),
            actor=staff,
            now=now,
            note=f"{FROM_STAFF} by {channel}",
        )
        language, is_text = order.customer.language, channel == Message.Channel.SMS
        with in_language(language):  # as what stands around staff's words is
            words = _as_text(text) if is_text else _as_mail(order, subject, text)
        message = Message(
            kind=FROM_STAFF,
            channel=channel,
            recipient=address_of(order, channel),
            order_ref=order.public_id,
            dedupe_key=f"{FROM_STAFF}:{order.public_id}:{version_of(order)}",
            language=language,
            **words,
        )
        outbox.queue_messages(message, now=now)
        theirs = Order.objects.filter(customer__in=orders.same_person(order.customer))
        order_refs = list(theirs.values_list("public_id", flat=True))
        answer_messages_from(
            channel, message.recipient, order_refs=order_refs, actor=staff, now=now
        )
        return message


def _as_text(text: str) -> dict[str, object]:
    text = to_gsm(f"{text_prefix()}{text}")
    if count_segments(text) > MOST_SEGMENTS:
        raise TextTooLong(field="text")
    return {"text": text}


def _as_mail(order: Order, subject: str, text: str) -> dict[str, object]:
    rendered = RenderedMessage(
        subject=subject,
        preheader=subject,
        heading=subject,
        name=order.customer.name,
        paragraphs=paragraphs_of(text),
        details=(),
        button=SEE_BOOKING.rendered(),
        closing=(),
        sms="",
    )
    return {
        "subject": subject,
        "text": email_text(rendered),
        "email_parts": email_parts(rendered),
    }
