"""What was told to whom, what was agreed to, and what could not be sent."""

from typing import Final
from uuid import UUID

from standby.apps.notifications.consents import recipient_key
from standby.apps.notifications.models import Consent, Message
from standby.domain.errors import Missing

_MOST_SHOWN: Final = 200
_FOR_STAFF_ONLY: Final = ("staff_needed", "manual_quote", "text_received")


class MessageNotFound(Missing):
    """There is no such message."""

    code = "message_not_found"


def messages_to_homeowner(order_ref: UUID) -> list[Message]:
    """The newest first; what staff were told is not the homeowner's."""
    told = Message.objects.filter(order_ref=order_ref).exclude(kind__in=_FOR_STAFF_ONLY)
    return list(told.order_by("-created_at", "-pk")[:_MOST_SHOWN])


def messages_of(order_ref: UUID) -> list[Message]:
    return list(Message.objects.filter(order_ref=order_ref).order_by("-created_at", "-pk"))


def messages_in(status: str) -> list[Message]:
    """The newest first."""
    return list(Message.objects.filter(status=status).order_by("-created_at", "-pk")[:_MOST_SHOWN])


def message_by_id(message_id: int) -> Message:
    """Raises MessageNotFound."""
    message = Message.objects.filter(pk=message_id).first()
    if message is None:
        raise MessageNotFound
    return message


def consents_of(*, email: str, phone: str) -> list[Consent]:
    """What the owner of both agreed to and took back, the newest first."""
    by_mail = Consent.objects.filter(
        channel=Message.Channel.EMAIL,
        recipient=recipient_key(Message.Channel.EMAIL, recipient=email),
    )
    by_text = Consent.objects.filter(
        channel=Message.Channel.SMS, recipient=recipient_key(Message.Channel.SMS, recipient=phone)
    )
    return list((by_mail | by_text).order_by("-at", "-pk")[:_MOST_SHOWN])
