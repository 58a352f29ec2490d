"""Messages that staff send, for the first time or again, and dead letters replayed."""

from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction

from standby.core.errors import Conflict, _
from standby.core.policy import UNDO_FOR
from standby.core.words import listed, say
from standby.messaging import selectors
from standby.messaging.kinds import KINDS, may_send_again
from standby.messaging.kinds.definition import MessageKind
from standby.messaging.models import Message
from standby.messaging.services import consents, outbox
from standby.messaging.services.consents import is_refused
from standby.messaging.services.ways import waits_for_yes
from standby.orders.models import Order, UndoableAction
from standby.orders.selectors import orders
from standby.orders.services.notify import notify_customer
from standby.orders.services.order_log import log_change, record_action
from standby.payments.services.charges import confirmation_values
from standby.tracking.rules.next_actions import OrderFacts
from standby.tracking.rules.staff_actions import may_resend, may_send
from standby.tracking.selectors.orders import order_summaries

_DOUBLE_CLICK: Final = timedelta(seconds=10)
RESEND_PREFIX: Final = "again "  # begins the dedupe part of a message sent by staff
# What staff write about is over a day later: a text that waited through the night still goes.
_STAFF_MESSAGE_LIVES: Final = timedelta(hours=12)
_PHOTO_LINK: Final = "photo_link"  # only while photos are missing
_NOT_FAILED: Final = (Message.Status.QUEUED, Message.Status.SENT)
# Rendered again, because the date may have changed and the photos may have come.
_RENDERED_AGAIN: Final = "date_confirmed"


class NotToResend(Conflict):
    code = "not_to_resend"
    message = _("This message cannot be sent again: it was never sent, or no longer applies.")


class NotToday(Conflict):
    code = "visit_not_today"
    message = _("It can be sent on the days of the visit only: nobody is on the way today.")


class NoWayLeft(Conflict):
    code = "no_way_left"
    message = _("The customer %(reasons)s.")


class CustomerOptedOut(Conflict):
    code = "customer_opted_out"
    message = _(
        "The customer has opted out of the channels of this message, so nothing was sent. "
        "They can turn on texts by texting START, and emails on their booking page."
    )


class TextsPaused(Conflict):
    code = "texts_paused"
    message = _(
        "What the customer wrote may be an opt-out, so texts are paused and nothing was sent. "
        "Decide about it in the conversation, or under What waits."
    )


class NumberUnconfirmed(Conflict):
    code = "number_unconfirmed"
    message = _(
        "Nobody has answered YES from this number, so it gets no more texts and nothing was sent. "
        "Ask the customer to text YES to our number, or send an email."
    )


class ReaderUnsubscribed(Conflict):
    code = "reader_unsubscribed"
    message = _("The customer unsubscribed from emails of this sort, so nothing was sent.")


def sendable_kinds(facts: OrderFacts) -> list[MessageKind]:
    """Return the messages that staff may send of their own accord now."""
    return [
        kind
        for kind in KINDS.values()
        if (kind.sent_by_staff and may_send(facts, needs_visit=kind.needs_visit))
        or (kind.name == _PHOTO_LINK and may_resend(_PHOTO_LINK, facts))
    ]


def is_sendable(kind: str, facts: OrderFacts) -> bool:
    """Whether staff may send a message of this kind now, for the first time or again."""
    if kind not in {each.name for each in sendable_kinds(facts)}:
        return may_resend(kind, facts)
    return not why_not_now(KINDS[kind], facts)


def why_not_now(kind: MessageKind, facts: OrderFacts) -> str:
    """Return why a message that staff may send has to wait; empty when it may go now."""
    return say(NotToday.message) if kind.on_visit_days and not facts.is_visit_day else ""


def resend_message(order_id: str, kind: str, *, staff: str, now: datetime) -> Order:
    """Queue a message to the customer's current address and number, on the open channels.

    It goes again on the channels that it went on, or for the first time when it is one that staff
    send of their own accord. It can be undone, and a repeat within ten seconds does nothing. Call
    it in the transaction that claims the request's idempotency key. Raises OrderNotFound,
    NotToResend and what `open_channels` raises.
    """
    with transaction.atomic():
        order = orders.get_order(order_id)
        orders.lock_order(order.pk)
        [summary] = order_summaries([order], now=now)
        earlier = selectors.newest_by_channel(order.public_id, kind=kind)
        is_of_staff = kind in KINDS and KINDS[kind].sent_by_staff
        # The confirmation asks for the photos, so the link alone is first sent by staff.
        is_of_staff = is_of_staff or (kind == _PHOTO_LINK and not earlier)
        if is_of_staff and why_not_now(KINDS[kind], summary.facts):
            raise NotToday
        if not is_sendable(kind, summary.facts) or not (earlier or is_of_staff):
            raise NotToResend
        used = {message.channel for message in earlier}
        wanted: set[str] = set(Message.Channel) if is_of_staff else used
        channels = open_channels(order, wanted, kind=kind)
        messages = [message for message in earlier if message.channel in channels]
        # A double click: the newest message of each channel is a copy made just now, and has not
        # failed.
        if messages and all(
            f":{RESEND_PREFIX}" in message.dedupe_key
            and message.created_at > now - _DOUBLE_CLICK
            and message.status in _NOT_FAILED
            for message in messages
        ):
            return order
        log_change(
            order,
            subject="message",
            change=("sent" if earlier else "", "queued"),
            actor=staff,
            now=now,
            note=f"{kind} by {' and '.join(sorted(channels))}",
        )
        action = record_action(
            order, UndoableAction.Action.MESSAGE, before={"kind": kind}, actor=staff, now=now
        )
        dedupe_part = f"{RESEND_PREFIX}{action.pk}"
        if is_of_staff or kind == _RENDERED_AGAIN:
            values: dict[str, Any] = {}
            if kind == _RENDERED_AGAIN:
                values = confirmation_values(order, now=now)
                values["wants_photos"] = may_resend(_PHOTO_LINK, summary.facts)
            notify_customer(
                order,
                kind=kind,
                dedupe_part=dedupe_part,
                stale_at=now + _STAFF_MESSAGE_LIVES if is_of_staff else None,
                now=now,
                channels=channels,
                undo=action,
                **values,
            )
        else:
            # The words, or the facts, are copied unchanged; the access link is made when it is
            # sent.
            copies = [
                Message(
                    kind=message.kind,
                    channel=message.channel,
                    recipient=address_of(order, message.channel),
                    language=message.language,
                    facts=message.facts,
                    subject=message.subject,
                    text=message.text,
                    email_parts=message.email_parts,
                    calendar=message.calendar,
                    order_ref=order.public_id,
                    dedupe_key=f"{message.kind}:{order.public_id}:{dedupe_part}",
                )
                for message in messages
            ]
            outbox.queue_messages(*copies, now=now, wait=UNDO_FOR)
            action.message_keys = [copy.dedupe_key for copy in copies]
            action.save(update_fields=["message_keys"])
        return order


def open_channels(order: Order, channels: set[str], *, kind: str) -> set[str]:
    """Return those of the channels on which the customer takes messages of this kind.

    Raises NoWayLeft, CustomerOptedOut, ReaderUnsubscribed, TextsPaused and NumberUnconfirmed.
    """
    subscribed = {channel for channel in channels if address_of(order, channel)}
    if not subscribed:
        raise NoWayLeft(reasons=_why_none(order, channels))
    customer = order.customer
    closed: dict[str, str] = {}
    if waits_for_yes(customer.phone, kind=kind):
        closed[Message.Channel.SMS] = "unconfirmed"
    if is_refused(Message.Channel.EMAIL, recipient=customer.email, kind=kind):
        closed[Message.Channel.EMAIL] = "unsubscribed"
    closed |= consents.suppressed_channels(email=customer.email, phone=customer.phone)
    if subscribed <= set(closed):
        reasons = {closed[channel] for channel in subscribed}
        raise next((error for why, error in _CLOSED.items() if why in reasons), CustomerOptedOut)
    return subscribed - set(closed)


_CLOSED: Final = {
    "paused": TextsPaused,
    "unconfirmed": NumberUnconfirmed,
    "unsubscribed": ReaderUnsubscribed,
}


def _why_none(order: Order, channels: set[str]) -> str:
    """Return why none of the channels is open; who never agreed to texts has refused nothing."""
    is_refused = consents.has_replied(Message.Channel.SMS, recipient=order.customer.phone)
    reasons = {
        Message.Channel.EMAIL: say("takes no emails"),
        Message.Channel.SMS: (
            say("has turned off texts") if is_refused else say("has not agreed to texts")
        ),
    }
    return listed([reasons[each] for each in reasons if each in channels])


def address_of(order: Order, channel: str) -> str:
    """Return the customer's email or phone; empty where they turned off that channel."""
    customer = order.customer
    if channel == Message.Channel.EMAIL:
        return customer.email if customer.email_updates else ""
    return customer.phone if customer.sms_updates else ""


def replay_dead_message(message_id: int, *, role: str, actor: str, now: datetime) -> Message:
    """Queue a dead letter again. Raises MessageNotFound and MessageNotDead.

    A message that this role may not resend counts as not found.
    """
    with transaction.atomic(durable=True):
        message = selectors.message_by_id(message_id)
        if not may_send_again(role, message.kind):
            raise selectors.MessageNotFound
        outbox.replay_message(message, now=now)
        if message.order_ref is not None:
            log_change(
                Order.objects.get(public_id=message.order_ref),
                subject="message",
                change=("dead", "queued"),
                actor=actor,
                now=now,
                note=f"{message.kind} by {message.channel}",
            )
        message.refresh_from_db()
        return message
