"""What waits for staff that is about several modules at once."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import (
    Count,
    Exists,
    F,
    Max,
    Min,
    OuterRef,
    Q,
    QuerySet,
    Sum,
)
from django.db.models.functions import Coalesce

from standby.core.clock import local_date
from standby.core.contacts import format_phone, sender_key
from standby.core.waiting import Group, Viewer, WaitingItem, each, waits
from standby.core.words import say_count
from standby.diagnostics.models import Diagnostic
from standby.inbox.models import ReceivedFile
from standby.inbox.rules.folding import shown_words
from standby.messaging.models import InboundMessage, Message
from standby.messaging.rendering import without_links
from standby.orders.models import Appointment, Order
from standby.orders.selectors.orders import orders_by_contact
from standby.orders.selectors.waiting import OF_ORDER, about_order
from standby.payments.models import (
    BalanceTransaction,
    Payout,
)
from standby.tasks.models import StaffTask
from standby.tracking.rules.next_actions import STAFF_ACTIONS, NextActionKey
from standby.tracking.selectors.orders import order_summaries
from standby.tracking.selectors.waiting_orders import oldest_waiting_for_any

HOLDS_MATTER_FOR: Final = timedelta(days=7)


_REPLIES_MATTER_FOR: Final = timedelta(days=60)


_PAYOUTS_MATTER_FOR: Final = timedelta(days=60)


_LONGEST_GIST: Final = 1000  # characters of a reply; the whole is in the conversation


# Next actions of staff that have a group of their own.
_IN_OTHER_GROUPS: Final = (
    NextActionKey.REVIEW_PHOTOS,
    NextActionKey.RETRY_REFUND,
    NextActionKey.ANSWER_DISPUTE,
    NextActionKey.NAME_TECHNICIAN,
    NextActionKey.CHASE_PAYMENT,
    NextActionKey.REACH_CUSTOMER,
)


_OTHER_ACTIONS: Final = tuple(action for action in STAFF_ACTIONS if action not in _IN_OTHER_GROUPS)


@waits("replies")
def replies(_viewer: Viewer, now: datetime) -> Group:
    # One row for each sender and order, however much they wrote.
    waiting = InboundMessage.objects.filter(
        meaning="words", answered_at=None, received_at__gte=now - _REPLIES_MATTER_FOR
    ).exclude(~Exists(ReceivedFile.objects.filter(message=OuterRef("pk"))), text="", subject="")
    return _by_sender(waiting)


@waits("paused_texts")
def paused_texts(_viewer: Viewer, _now: datetime) -> Group:
    return _by_sender(InboundMessage.objects.filter(meaning="likely_stop"))


def _by_sender(waiting: QuerySet[InboundMessage]) -> Group:
    senders = waiting.values("sender", "order_ref").annotate(
        newest=Max("pk"), texts=Count("pk"), since=Min("received_at")
    )
    return senders.order_by("since", "sender"), _reply_items


def _reply_items(senders: Sequence[Any]) -> list[WaitingItem]:
    counted = InboundMessage.objects.annotate(file_count=Count("received_files"))
    received = counted.in_bulk([row["newest"] for row in senders])
    keys = defaultdict[str, set[str]](set)
    for one in received.values():
        keys[one.channel].add(_sender_key(one))
    orders = orders_by_contact(phones=keys["sms"], emails=keys["email"])
    orders |= Order.objects.filter(public_id__in=[one.order_ref for one in received.values()])
    newest: dict[object, Order] = {}
    for order in orders.select_related("customer").order_by("pk"):
        by_phone, by_email = order.customer.phone_key, order.customer.email_key
        theirs = (("sms", by_phone), ("email", by_email), order.public_id)
        newest.update(dict.fromkeys(theirs, order))
    items = []
    for row in senders:
        message = received[row["newest"]]
        is_text = message.channel == Message.Channel.SMS
        key = _sender_key(message)  # an empty one is nobody's
        about = newest.get(message.order_ref or (key and (message.channel, key)))
        items.append(
            WaitingItem(
                id=str(row["newest"]),
                title=about.customer.name if about else format_phone(message.sender),
                detail=_gist(message, files=message.file_count),
                phone=message.sender if is_text else about.customer.phone if about else "",
                order_id=about.public_id if about else None,
                since=row["since"],
            )
        )
    return items


def _sender_key(message: InboundMessage) -> str:
    is_text = message.channel == Message.Channel.SMS
    return sender_key(message.sender) if is_text else message.sender.lower()


def _gist(message: InboundMessage, *, files: int) -> str:
    came = ""
    if files:
        came = say_count("%(number)s file came with it", "%(number)s files came with it", files)
    words = shown_words(message.text, subject=message.subject) or message.subject
    words = without_links(words)[:_LONGEST_GIST]
    return " \N{MIDDLE DOT} ".join(filter(None, (words, came)))


@waits("lapsed_holds")
def lapsed_holds(_viewer: Viewer, now: datetime) -> Group:
    # A task that somebody added to the order says that they took it on.
    taken_on = StaffTask.objects.filter(
        order=OuterRef("order"), created_at__gte=OuterRef("held_at"), message_ref=None
    )
    lapsed = Appointment.objects.filter(
        ~Exists(taken_on),
        status=Appointment.Status.EXPIRED,
        order__status=Order.Status.RESERVED,
        held_at__gte=now - HOLDS_MATTER_FOR,
    )

    def to_item(visit: Appointment) -> WaitingItem:
        return WaitingItem(
            id=str(visit.public_id),
            since=visit.held_at,
            amount_cents=visit.order.total_cents,
            **about_order(visit.order),
        )

    return lapsed.select_related(*OF_ORDER).order_by("-held_at", "-pk"), each(to_item)


@waits("next_actions")
def next_actions(_viewer: Viewer, now: datetime) -> Group:
    orders = Order.objects.select_related(
        "customer", "order_location", "quote", "package", "generator"
    )

    def to_items(keys: Sequence[int]) -> list[WaitingItem]:
        known = orders.in_bulk(keys)
        shown = [known[key] for key in keys]
        items = []
        for summary in order_summaries(shown, now=now):
            ours = [each for each in summary.next_actions if each.key in _OTHER_ACTIONS]
            if not ours:  # ended since the keys were read
                continue
            action = ours[0]
            about = about_order(summary.order, action.title)
            items.append(
                WaitingItem(
                    id=str(summary.order.public_id), since=action.since, by=action.by, **about
                )
            )
        return items

    return oldest_waiting_for_any(_OTHER_ACTIONS, now=now), to_items


def differing_payouts(*, now: datetime) -> QuerySet[Payout]:
    """Return payouts of the last 60 days that do not add up with the books, or in themselves."""
    # Lines unknown to our books, or with another amount; the fee of a diagnostic has no order.
    of_diagnostic = Exists(Diagnostic.objects.filter(charge=OuterRef("charge")))
    unknown = BalanceTransaction.objects.filter(~of_diagnostic, entry=None).exclude(
        kind__in=BalanceTransaction.OF_NO_ORDER
    )
    other_amount = BalanceTransaction.objects.exclude(entry__amount_cents=-F("amount_cents"))
    lines_cents = Coalesce(Sum(F("lines__amount_cents") - F("lines__fee_cents")), 0)
    return Payout.objects.annotate(lines_cents=lines_cents).filter(
        Exists(unknown.filter(payout=OuterRef("pk")))
        | Exists(other_amount.filter(payout=OuterRef("pk"), entry__isnull=False))
        | (Q(lines_read_at__isnull=False) & ~Q(lines_cents=F("amount_cents"))),
        arrives_on__gte=local_date(now - _PAYOUTS_MATTER_FOR),
    )


@waits("payouts")
def payouts(_viewer: Viewer, now: datetime) -> Group:
    def to_item(payout: Payout) -> WaitingItem:
        return WaitingItem(
            id=str(payout.public_id),
            title=payout.provider_ref,
            since=payout.lines_read_at,
            amount_cents=payout.amount_cents,
        )

    return differing_payouts(now=now).order_by("arrives_on", "pk"), each(to_item)
