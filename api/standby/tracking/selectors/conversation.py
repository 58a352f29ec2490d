"""The conversation with a customer: texts and emails both ways, of all their orders."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Literal
from uuid import UUID

from django.db.models import QuerySet

from standby.inbox.models import Item, ReceivedFile
from standby.inbox.rules.folding import Passage, passages_of
from standby.messaging.models import InboundMessage, Message
from standby.messaging.rendering import without_links
from standby.messaging.rules import Outcome
from standby.messaging.selectors import received_from
from standby.messaging.services.templates import with_words
from standby.orders.models import Customer, Order
from standby.orders.selectors.orders import same_person
from standby.tracking.selectors.used_files import UsableFile, usable_files

MOST_SHOWN: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationEntry:
    """One text or email. `outcome` is that of ours; "" for the customer's. `sender` is the address
    of a customer's email, and `proof` how far it is proven that it came from there. `text` is what
    its sender wrote, without the `passages` that are folded; those are all of it. `original` is the
    item that it came as. `is_to_settle`: it may be an opt-out, and texts are paused until staff
    decide.
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
    proof: str = ""
    passages: list[Passage] = field(default_factory=list)
    files: list[UsableFile] = field(default_factory=list)
    original: UUID | None = None
    is_to_answer: bool = False
    is_to_settle: bool = False


def conversation_of(
    order: Order, *, kinds: Collection[str], now: datetime
) -> list[ConversationEntry]:
    """Return the newest entries, oldest first, across all orders of this person."""
    people = same_person(order.customer)
    orders = {each.public_id: each for each in Order.objects.filter(customer__in=people)}
    sent = Message.objects.filter(order_ref__in=orders, kind__in=kinds).order_by("-pk")
    entries = [
        _from_us(each, order=orders[each.order_ref])
        for each in with_words(sent[:MOST_SHOWN], now=now)
        if each.order_ref is not None
    ]
    received = _received(people, order_refs=orders)
    items = {each.message_id: each for each in _items_of(received)}
    files = defaultdict[int, list[UsableFile]](list)
    sent_files = ReceivedFile.objects.filter(message__in=received).order_by("place")
    for usable in usable_files(sent_files, order=order):
        files[usable.file.message_id].append(usable)
    entries += [
        _from_customer(each, item=items.get(each.pk), files=files[each.pk]) for each in received
    ]
    return sorted(entries, key=lambda entry: entry.at)[-MOST_SHOWN:]


def messages_from(customer: Customer) -> list[InboundMessage]:
    """Return what this person wrote to us, newest first."""
    people = same_person(customer)
    orders = Order.objects.filter(customer__in=people)
    return _received(people, order_refs=list(orders.values_list("public_id", flat=True)))


def _received(people: QuerySet[Customer], *, order_refs: Collection[UUID]) -> list[InboundMessage]:
    return received_from(
        phones={each.phone_key for each in people},
        emails={each.email_key for each in people},
        order_refs=order_refs,
    )


def _items_of(received: list[InboundMessage]) -> QuerySet[Item]:
    # The bytes of up to 200 mails are not needed to show them.
    return Item.objects.filter(message__in=received).order_by("pk").defer("raw")


def _from_us(message: Message, *, order: Order) -> ConversationEntry:
    return ConversationEntry(
        id=f"message {message.pk}",
        at=message.sent_at or message.created_at,
        is_from_customer=False,
        channel=message.channel,
        subject=message.subject,
        text=without_links(message.text, language=message.language),
        outcome=message.outcome,
        error=message.last_error,
        code=order.confirmation_code,
    )


def _from_customer(
    message: InboundMessage, *, item: Item | None, files: list[UsableFile]
) -> ConversationEntry:
    has_any = bool(message.text or message.subject or files)
    is_mail = message.channel == Message.Channel.EMAIL
    passages = [
        Passage(without_links(each.text), each.is_folded)
        for each in passages_of(message.text, subject=message.subject)
    ]
    return ConversationEntry(
        id=str(message.pk),
        at=message.received_at,
        is_from_customer=True,
        channel=message.channel,
        subject=message.subject,
        text=(
            "\n\n".join(each.text for each in passages if not each.is_folded)
            if is_mail
            else without_links(message.text)
        ),
        sender=message.sender if is_mail else "",
        proof=item.proof if item and is_mail else "",
        passages=passages if is_mail else [],
        files=files,
        original=item.public_id if item else None,
        is_to_answer=message.meaning == "words" and has_any and message.answered_at is None,
        is_to_settle=message.meaning == "likely_stop",
    )
