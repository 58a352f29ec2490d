"""Messages sent again by staff, and dead letters replayed."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from standby.core.errors import Conflict, _
from standby.messaging import selectors as queries
from standby.messaging.kinds import may_send_again
from standby.messaging.models import Message
from standby.messaging.services import consents
from standby.messaging.services import outbox as notifications
from standby.orders.models import Order
from standby.orders.selectors import orders as bookings
from standby.orders.services.notify import notify_customer
from standby.orders.services.order_log import log_change
from standby.tracking.rules.staff_actions import may_resend
from standby.tracking.selectors.orders import order_summaries

_DOUBLE_CLICK: Final = timedelta(seconds=10)
_RESEND_PREFIX: Final = "again "  # begins the dedupe part of a resent message
_NOT_FAILED: Final = (Message.Status.QUEUED, Message.Status.SENT)
_RENDERED_AGAIN: Final = "date_confirmed"  # rendered again, because the date may have changed


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
    with transaction.atomic(durable=True):
        order = bookings.get_order(order_id)
        bookings.lock_order(order.pk)
        [summary] = order_summaries([order], now=now)
        messages = queries.newest_by_channel(order.public_id, kind=kind)
        if not messages or not may_resend(kind, summary.facts):
            raise NotToResend
        resendable = _resendable(order, messages)
        # A double click: the newest message of each channel is a copy made just now, and has not
        # failed.
        if all(
            f":{_RESEND_PREFIX}" in message.dedupe_key
            and message.created_at > now - _DOUBLE_CLICK
            and message.status in _NOT_FAILED
            for message in resendable
        ):
            return order
        dedupe_part = f"{_RESEND_PREFIX}{now:%Y%m%d%H%M%S%f}"
        if kind == _RENDERED_AGAIN:
            channels = {message.channel for message in resendable}
            notify_customer(order, kind=kind, dedupe_part=dedupe_part, now=now, channels=channels)
        else:
            # The text is copied unchanged; its access link is created anew when it is sent.
            copies = [
                Message(
                    kind=message.kind,
                    channel=message.channel,
                    recipient=_address(order, message.channel),
                    subject=message.subject,
                    text=message.text,
                    html=message.html,
                    calendar=message.calendar,
                    order_ref=order.public_id,
                    dedupe_key=f"{message.kind}:{order.public_id}:{dedupe_part}",
                )
                for message in resendable
            ]
            notifications.queue_messages(*copies, now=now)
        channel_names = " and ".join(sorted(message.channel for message in resendable))
        log_change(
            order,
            subject="message",
            change=("sent", "queued"),
            actor=staff,
            now=now,
            note=f"{kind} by {channel_names}",
        )
        return order


def _resendable(order: Order, messages: Collection[Message]) -> list[Message]:
    subscribed = [message for message in messages if _address(order, message.channel)]
    if not subscribed:
        raise NoWayLeft
    customer = order.customer
    suppressed = consents.suppressed_channels(email=customer.email, phone=customer.phone)
    resendable = [message for message in subscribed if message.channel not in suppressed]
    if not resendable:
        raise CustomerOptedOut
    return resendable


def _address(order: Order, channel: str) -> str:
    customer = order.customer
    if channel == Message.Channel.EMAIL:
        return customer.email if customer.email_updates else ""
    return customer.phone if customer.sms_updates else ""


def replay_dead_message(message_id: int, *, role: str, actor: str, now: datetime) -> Message:
    """Queue a dead letter again. Raises MessageNotFound and MessageNotDead.

    A message that this role may not resend counts as not found.
    """
    with transaction.atomic(durable=True):
        message = queries.message_by_id(message_id)
        if not may_send_again(role, message.kind):
            raise queries.MessageNotFound
        notifications.replay_message(message, now=now)
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
