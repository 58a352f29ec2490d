"""Lookups of messages, consents and inbound texts."""

from collections.abc import Collection, Set
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from standby.core.contacts import phone_key, senders_with
from standby.core.errors import NotFound, _
from standby.core.models import Job
from standby.messaging.kinds import FOR_STAFF
from standby.messaging.models import Consent, InboundMessage, Message


def recipient_key(channel: str, *, recipient: str) -> str:
    # One key for all spellings.
    if channel == Message.Channel.SMS:
        return phone_key(recipient)
    return recipient.strip().lower()


_MOST_SHOWN: Final = 200
DEAD_MESSAGE_MATTERS_FOR: Final = timedelta(days=14)  # later, staff have called or need not


class MessageNotFound(NotFound):
    code = "message_not_found"
    message = _("There is no such message.")


def messages_to_homeowner(order_ref: UUID) -> list[Message]:
    messages = Message.objects.filter(order_ref=order_ref).exclude(kind__in=FOR_STAFF)
    return list(messages.order_by("-created_at", "-pk")[:_MOST_SHOWN])


def messages_of(order_ref: UUID, *, kinds: Set[str]) -> list[Message]:
    rows = Message.objects.filter(order_ref=order_ref, kind__in=kinds)
    return list(rows.order_by("-created_at", "-pk"))


def messages_in(status: str, *, kinds: Set[str], without_order: bool = False) -> list[Message]:
    rows = Message.objects.filter(status=status, kind__in=kinds)
    if without_order:
        rows = rows.filter(order_ref=None)
    return list(rows.order_by("-created_at", "-pk")[:_MOST_SHOWN])


def next_try_by_key(messages: list[Message]) -> dict[str, datetime]:
    waiting = Job.objects.filter(
        kind__in=Message.Channel,
        key__in=[message.dedupe_key for message in messages],
        dead_at=None,
    )
    return dict(waiting.values_list("key", "due_at"))


def newest_by_channel(order_ref: UUID, *, kind: str) -> list[Message]:
    rows = Message.objects.filter(order_ref=order_ref, kind=kind).order_by("created_at", "pk")
    return list({message.channel: message for message in rows}.values())


def undelivered(*, now: datetime) -> QuerySet[Message]:
    """Return recent dead messages to customers, unless a later one reached them by that channel."""
    later = Message.objects.filter(
        order_ref=OuterRef("order_ref"),
        channel=OuterRef("channel"),
        sent_at__gt=OuterRef("dead_at"),
    )
    dead = Message.objects.filter(
        ~Exists(later),
        status=Message.Status.DEAD,
        dead_at__gte=now - DEAD_MESSAGE_MATTERS_FOR,
        order_ref__isnull=False,
    )
    return dead.exclude(kind__in=FOR_STAFF)


def failed_messages() -> QuerySet[Message]:
    return Message.objects.filter(status=Message.Status.DEAD)


def reminded_by_mail(addresses: list[str]) -> set[str]:
    """Return which of these email addresses agreed to a recovery reminder and still do."""
    keys = {recipient_key(Message.Channel.EMAIL, recipient=address) for address in addresses}
    reminded = Consent.objects.filter(
        channel=Message.Channel.EMAIL, purpose="recovery", recipient__in=keys
    )
    newest = {consent.recipient: consent.is_granted for consent in reminded.order_by("pk")}
    return {recipient for recipient, agrees in newest.items() if agrees}


def message_by_id(message_id: int) -> Message:
    message = Message.objects.filter(pk=message_id).first()
    if message is None:
        raise MessageNotFound
    return message


def consents_of(*, email: str, phone: str) -> list[Consent]:
    by_mail = Consent.objects.filter(
        channel=Message.Channel.EMAIL,
        recipient=recipient_key(Message.Channel.EMAIL, recipient=email),
    )
    by_text = Consent.objects.filter(
        channel=Message.Channel.SMS, recipient=recipient_key(Message.Channel.SMS, recipient=phone)
    )
    theirs = (by_mail | by_text).exclude(recipient="")
    return list(theirs.order_by("-at", "-pk")[:_MOST_SHOWN])


def received_from(
    *, phones: Collection[str], emails: Collection[str], order_refs: Collection[UUID]
) -> list[InboundMessage]:
    """Return the newest texts and emails of a customer, of at most 200.

    Those that are about one of these orders, and those about no order that came from one of these
    numbers and addresses. What answers an order of somebody else is in that one's conversation
    alone, whatever sender it names: it may be anybody's.
    """
    theirs = Q()
    for phone in phones:
        theirs |= Q(channel=Message.Channel.SMS, sender__in=senders_with(phone_key(phone)))
    for email in filter(None, emails):
        theirs |= Q(channel=Message.Channel.EMAIL, sender__iexact=email)
    theirs = Q(order_ref__in=order_refs) | (theirs & Q(order_ref=None) if theirs else Q(pk=None))
    received = InboundMessage.objects.filter(theirs)
    return list(received.order_by("-received_at", "-pk")[:_MOST_SHOWN])
