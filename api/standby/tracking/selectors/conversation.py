"""The conversation with a customer: texts and emails both ways, of all their orders."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from django.db.models import Q

from standby.messaging.models import InboundMessage, Message
from standby.messaging.rendering import without_links
from standby.messaging.rules import Outcome
from standby.messaging.selectors import received_from
from standby.orders.models import Customer, Order

MOST_SHOWN: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationEntry:
    """One text or email. `outcome` is that of ours; "" for the customer's. `sender` is the address
    of a customer's email: nothing proves that the customer wrote it. `is_to_settle`: it may be an
    opt-out, and texts are paused until staff decide.
    """

    id: str
    at: datetime
    is_from_customer: bool
    channel: str
    text: str
    subject: str = ""
    outcome: Outcome | Literal[""] = ""
    error: str = ""
    code: str = ""
    sender: str = ""
    is_to_answer: bool = False
    is_to_settle: bool = False


def conversation_of(order: Order, *, kinds: Collection[str]) -> list[ConversationEntry]:
    """Return the newest entries, oldest first, across all orders of this person."""
    customer = order.customer
    same_person = Q(email_key=customer.email_key) | Q(
        phone_key=customer.phone_key, name__iexact=customer.name
    )
    people = Customer.objects.filter(same_person, erased_at=None)
    orders = {each.public_id: each for each in Order.objects.filter(customer__in=people)}
    sent = Message.objects.filter(order_ref__in=orders, kind__in=kinds).order_by("-pk")
    entries = [
        _from_us(each, order=orders[each.order_ref])
        for each in sent[:MOST_SHOWN]
        if each.order_ref is not None
    ]
    received = received_from(
        phones={each.phone_key for each in people},
        emails={each.email_key for each in people},
        order_refs=orders,
    )
    entries += map(_from_customer, received)
    return sorted(entries, key=lambda entry: entry.at)[-MOST_SHOWN:]


def _from_us(message: Message, *, order: Order) -> ConversationEntry:
    return ConversationEntry(
        id=f"message {message.pk}",
        at=message.sent_at or message.created_at,
        is_from_customer=False,
        channel=message.channel,
        subject=message.subject,
        text=without_links(message.text),
        outcome=message.outcome,
        error=message.last_error,
        code=order.confirmation_code,
    )


def _from_customer(message: InboundMessage) -> ConversationEntry:
    is_words = message.meaning == "words" and message.text != ""
    return ConversationEntry(
        id=str(message.pk),
        at=message.received_at,
        is_from_customer=True,
        channel=message.channel,
        subject=message.subject,
        text=without_links(message.text),
        sender=message.sender if message.channel == Message.Channel.EMAIL else "",
        is_to_answer=is_words and message.answered_at is None,
        is_to_settle=message.meaning == "likely_stop",
    )
