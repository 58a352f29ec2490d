"""Texts and emails of customers: which of them staff have answered."""

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from django.db.models import Q, QuerySet

from standby.core.contacts import phone_key, sender_key, senders_with
from standby.core.errors import NotFound, _
from standby.messaging.models import InboundMessage, Message
from standby.messaging.rules import ReplyIntent


class InboundMessageNotFound(NotFound):
    code = "inbound_message_not_found"
    message = _("There is no such message.")


def settle_likely_stop(message_id: int, *, is_opt_out: bool) -> InboundMessage | None:
    """Turn a text that may be an opt-out, and all others of its sender, into STOP or into words.

    Returns None when that was decided before. Raises InboundMessageNotFound.
    """
    meaning = ReplyIntent.STOP if is_opt_out else ReplyIntent.WORDS
    row = InboundMessage.objects.filter(pk=message_id)
    if not row.filter(meaning=ReplyIntent.LIKELY_STOP).update(meaning=meaning):
        if not row.exists():
            raise InboundMessageNotFound
        return None
    message = row.get()
    others = InboundMessage.objects.filter(meaning=ReplyIntent.LIKELY_STOP)
    others.filter(sender__in=senders_with(sender_key(message.sender))).update(meaning=meaning)
    return message


def mark_answered(message_id: int, *, actor: str, now: datetime) -> None:
    """Mark a text or email and all earlier ones of its sender about the same order as answered.

    Raises InboundMessageNotFound.
    """
    message = InboundMessage.objects.filter(pk=message_id).first()
    if message is None:
        raise InboundMessageNotFound
    earlier = _unanswered(message.channel, message.sender, order_ref=message.order_ref)
    earlier = earlier.filter(pk__lt=message.pk)
    itself = InboundMessage.objects.filter(pk=message.pk, answered_at=None)
    (earlier | itself).update(answered_at=now, answered_by=actor)


def answer_messages_from(
    channel: str, recipient: str, *, order_refs: Collection[UUID], actor: str, now: datetime
) -> None:
    """Mark as answered what came by this channel about these orders, or about none from this
    number or address.

    Safe to repeat. A customer may reply from an address other than the one on the order.
    """
    is_text = channel == Message.Channel.SMS
    sender = phone_key(recipient) if is_text else recipient
    about = InboundMessage.objects.filter(
        channel=channel, order_ref__in=order_refs, answered_at=None
    )
    (about | _unanswered(channel, sender, order_ref=None)).update(
        answered_at=now, answered_by=actor
    )


def _unanswered(channel: str, sender: str, *, order_ref: UUID | None) -> QuerySet[InboundMessage]:
    # One about an order is that customer's, whatever sender it names.
    same = Q(sender__iexact=sender) if sender else Q(pk=None)
    if channel == Message.Channel.SMS:
        same = Q(sender__in=senders_with(sender_key(sender)))
    unanswered = InboundMessage.objects.filter(channel=channel, answered_at=None)
    return unanswered.filter(same, order_ref=order_ref)
