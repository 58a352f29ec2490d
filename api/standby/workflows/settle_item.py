"""What staff do with an item that nobody could place: say whose it is, read it again, ignore it."""

import logging
import re
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

import orjson
from django.db import transaction

from standby.core.contacts import sender_key
from standby.core.errors import Invalid, _
from standby.core.provider_calls import ProviderDown
from standby.core.providers.files import Files
from standby.inbox.models import Item
from standby.inbox.rules.clean import clean
from standby.inbox.rules.mail import ReceivedMail, read_mail
from standby.inbox.services.card_reports import ensure_no_report
from standby.inbox.services.items import (
    assign_item,
    ignore_item,
    item_by_id,
    let_try_again,
    raw_of,
)
from standby.inbox.services.received_files import note_files_of_mail
from standby.messaging.models import InboundMessage, Message
from standby.messaging.rules import ReplyIntent
from standby.orders.models import Order
from standby.orders.rules.confirmation_code import order_pk_of
from standby.orders.selectors.orders import lock_order_to_store, orders_by_contact
from standby.workflows.read_inbox import judge_stored
from standby.workflows.receive_mail import store_mail
from standby.workflows.take_text import files_of, note_files_of_text

log = logging.getLogger(__name__)

MOST_PROPOSED: Final = 5
_CODE: Final = re.compile(r"\bSB-?[0-9A-Za-z]{4,6}\b", re.I)


class OrderCodeUnknown(Invalid):
    code = "order_code_unknown"
    message = _("There is no order with this code.")


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemDetails:
    """An item with its words, as far as they can be read, and orders that it may belong to.

    `files` are the names of what came with it; those of a text have none.
    """

    item: Item
    text: str
    files: list[str]
    proposed: list[Order]


def item_details(public_id: UUID, *, files: Files) -> ItemDetails:
    """Raises ItemNotFound and FilesDown."""
    item = item_by_id(public_id)
    if item.kind == Item.Kind.TEXT:
        text, names = _text_of(item), [""] * files_of(_form_of(item))
    else:
        mail = _mail_of(item, files=files)
        text, names = (mail.text, [each.name for each in mail.files]) if mail else ("", [])
    return ItemDetails(item=item, text=text, files=names, proposed=_proposed_orders(item, text))


def try_again(public_id: UUID, *, files: Files, now: datetime) -> Item:
    """Judge an item anew. Raises ItemNotFound, ItemNotFetched, ItemSettled and FilesDown."""
    item = item_by_id(public_id)
    let_try_again(item)
    judge_stored(item.pk, files=files, now=now)
    return item_by_id(public_id)


def ignore(public_id: UUID, *, now: datetime) -> Item:
    """Raises ItemNotFound and ItemSettled."""
    ignore_item(item_by_id(public_id), now=now)
    return item_by_id(public_id)


def belongs_to(public_id: UUID, *, code: str, files: Files, now: datetime) -> Item:
    """Put an item into the conversation of the order with this code, as a person says.

    One that cannot be read is put there by its subject alone. Raises ItemNotFound, ItemSettled,
    OrderCodeUnknown, CustomerErased, FilesDown, and ReportHasNoOrder for what the card provider
    reported.
    """
    ensure_no_report(public_id)
    item = item_by_id(public_id)
    order = Order.objects.filter(pk=order_pk_of(code) or 0).first()
    if order is None:
        raise OrderCodeUnknown(field="code")
    mail = _mail_of(item, files=files)
    with transaction.atomic(durable=True):
        lock_order_to_store(order.pk)
        if mail is not None:
            message = store_mail(mail, order_ref=order.public_id, received_at=item.received_at)
            InboundMessage.objects.filter(pk=message.pk).update(order_ref=order.public_id)
            note_files_of_mail(mail, item=item, message=message, now=now)
        else:
            message = _store_by_hand(item, order=order)
            if item.kind == Item.Kind.TEXT:
                note_files_of_text(_form_of(item), item=item, message=message, now=now)
        assign_item(item, message=message, order_ref=order.public_id, now=now)
    return item_by_id(public_id)


def _store_by_hand(item: Item, *, order: Order) -> InboundMessage:
    is_mail = item.kind == Item.Kind.MAIL
    message, _is_new = InboundMessage.objects.get_or_create(
        provider_ref=item.ref,
        defaults={
            "channel": Message.Channel.EMAIL if is_mail else Message.Channel.SMS,
            "sender": item.sender,
            "subject": item.subject or (is_mail and item.reason) or "",
            "text": "" if is_mail else _text_of(item),
            "order_ref": order.public_id,
            "meaning": ReplyIntent.WORDS,
            "received_at": item.received_at,
        },
    )
    return message


def _mail_of(item: Item, *, files: Files) -> ReceivedMail | None:
    if item.kind != Item.Kind.MAIL:
        return None
    try:
        raw = raw_of(item, files=files)
        return read_mail(raw) if raw else None
    except ProviderDown:
        raise
    except Exception as error:
        log.info("%s cannot be read: %s", item, type(error).__name__, exc_info=error)
        return None


def _text_of(item: Item) -> str:
    return clean(str(_form_of(item).get("Body", "")))


def _form_of(item: Item) -> dict[str, str]:
    form = orjson.loads(bytes(item.raw) or b"{}")  # nothing is left of one that was erased
    return {str(name): str(text) for name, text in form.items()}


def _proposed_orders(item: Item, text: str) -> list[Order]:
    """Return orders with the sender's number or address, or whose code the words name."""
    named = [order_pk_of(code) for code in _CODE.findall(f"{item.subject}\n{text[:20_000]}")[:20]]
    name, at, domain = item.sender.lower().partition("@")
    theirs = orders_by_contact(
        phones=[sender_key(item.sender)],
        # "name+anything@" is the same mailbox.
        emails=[item.sender.lower(), f"{name.partition('+')[0]}@{domain}"] if at else [],
    )
    theirs |= Order.objects.filter(pk__in=[pk for pk in named if pk])
    orders = theirs.select_related("customer", "order_location")
    return list(orders.order_by("-created_at", "-pk")[:MOST_PROPOSED])
