"""Resending of a message that a customer got before, by staff."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from standby.apps.booking import queries as bookings
from standby.apps.booking.models import Order
from standby.apps.booking.services.order_log import log_change
from standby.apps.notifications import consents, queries
from standby.apps.notifications import services as notifications
from standby.apps.notifications.models import Message
from standby.apps.notifications.services import MessageContent, MessageHeader, Recipient
from standby.domain.errors import Conflict, _
from standby.domain.resending import may_resend
from standby.flows.messages.tell import notify_customer
from standby.flows.office.look_at_orders import order_summaries
from standby.flows.writing import write_transaction

_SAME_PRESS: Final = timedelta(seconds=10)
_AGAIN: Final = "again "  # begins the dedupe part of a resent message
_UNDER_WAY: Final = (Message.Status.QUEUED, Message.Status.SENT)
_TOLD_ANEW: Final = "date_confirmed"  # rendered again, because the date may have changed


class NotToResend(Conflict):
    code = "not_to_resend"
    message = _("This message is not sent again: it was never sent, or no longer tells what is so.")


class NoWayLeft(Conflict):
    code = "no_way_left"
    message = _("The customer wants no messages by the ways that this one goes.")


class CustomerOptedOut(Conflict):
    code = "customer_opted_out"
    message = _(
        "The customer opted out of the ways that this message goes: nothing was sent. They can"
        " turn texts on by texting START, and e-mails on their booking page."
    )


def resend_message(order_id: str, kind: str, *, staff: str, now: datetime) -> Order:
    """Queue a message again to the customer's current address and number, on the open channels.

    A repeat within ten seconds does nothing. Raises OrderNotFound, NotToResend, NoWayLeft and
    CustomerOptedOut.
    """
    with write_transaction():
        order = bookings.get_order(order_id)
        bookings.lock_order(order.pk)
        [seen] = order_summaries([order], now=now)
        messages = queries.newest_by_channel(order.public_id, kind=kind)
        if not messages or not may_resend(kind, seen.facts):
            raise NotToResend
        ways = _ways(order, messages)
        if _is_on_its_way(ways, now=now):
            return order
        occasion = f"{_AGAIN}{now:%Y%m%d%H%M%S%f}"
        if kind == _TOLD_ANEW:
            by_channels = {message.channel for message in ways}
            notify_customer(order, kind=kind, dedupe_part=occasion, now=now, channels=by_channels)
        else:
            _copy(order, ways, occasion=occasion, now=now)
        by = " and ".join(sorted(message.channel for message in ways))
        log_change(
            order,
            subject="message",
            change=("sent", "queued"),
            actor=staff,
            now=now,
            note=f"{kind} by {by}",
        )
        return order


def _ways(order: Order, messages: Collection[Message]) -> list[Message]:
    wanted = [message for message in messages if _address(order, message.channel)]
    if not wanted:
        raise NoWayLeft
    customer = order.customer
    closed = consents.suppressed_channels(email=customer.email, phone=customer.phone)
    ways = [message for message in wanted if message.channel not in closed]
    if not ways:
        raise CustomerOptedOut
    return ways


def _is_on_its_way(ways: Collection[Message], *, now: datetime) -> bool:
    # A double click: the newest message of each channel is a copy made just now, and has not
    # failed.
    return all(
        f":{_AGAIN}" in message.dedupe_key
        and message.created_at > now - _SAME_PRESS
        and message.status in _UNDER_WAY
        for message in ways
    )


def _copy(order: Order, messages: Collection[Message], *, occasion: str, now: datetime) -> None:
    # The text is copied unchanged; its access link is created anew when the message is sent.
    for message in messages:
        notifications.queue_message(
            MessageContent(
                subject=message.subject,
                text=message.text,
                html=message.html,
                calendar=message.calendar,
            ),
            to=Recipient(
                channel=Message.Channel(message.channel),
                recipient=_address(order, message.channel),
            ),
            header=MessageHeader(
                kind=message.kind,
                dedupe_key=f"{message.kind}:{order.public_id}:{occasion}",
                order_ref=order.public_id,
            ),
            now=now,
        )


def _address(order: Order, channel: str) -> str:
    customer = order.customer
    if channel == Message.Channel.EMAIL:
        return customer.email if customer.email_updates else ""
    return customer.phone if customer.sms_updates else ""
