"""Staff send a customer something again that they were told before (OPS-11)."""

from collections.abc import Collection
from datetime import datetime
from typing import Final

from standby.apps.booking import queries as bookings
from standby.apps.booking.models import Order
from standby.apps.booking.services.order_log import log_change
from standby.apps.notifications import queries
from standby.apps.notifications import services as notifications
from standby.apps.notifications.models import Message
from standby.apps.notifications.services import Addressee, News, Words
from standby.domain.errors import Conflict
from standby.domain.resending import may_resend
from standby.flows.messages.tell import tell_customer
from standby.flows.office.look_at_orders import look_at_orders
from standby.flows.writing import writing

_TOLD_ANEW: Final = "date_confirmed"  # the date may be another one by now


class NotToResend(Conflict):
    """This message is not sent again: it was never sent, or no longer tells what is so."""

    code = "not_to_resend"


class NoWayLeft(Conflict):
    """The customer wants no messages by the ways that this one goes."""

    code = "no_way_left"


def resend_message(order_id: str, kind: str, *, staff: str, now: datetime) -> Order:
    """To the address and number of today, by the ways the customer agreed to; whoever opted out
    still gets nothing. Twice within a minute is once. Raises OrderNotFound, NotToResend, NoWayLeft.
    """
    with writing():
        order = bookings.order_known_as(order_id)
        bookings.lock_order(order.pk)
        [seen] = look_at_orders([order], now=now)
        told = queries.newest_by_channel(order.public_id, kind=kind)
        if not told or not may_resend(kind, seen.facts):
            raise NotToResend
        ways = [message for message in told if _address(order, message.channel)]
        if not ways:
            raise NoWayLeft
        occasion = f"again {now:%Y%m%d%H%M}"
        if kind == _TOLD_ANEW:
            tell_customer(order, kind=kind, occasion=occasion, now=now)
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


def _copy(order: Order, told: Collection[Message], *, occasion: str, now: datetime) -> None:
    """Word for word; the link in it is made anew when it is sent."""
    for message in told:
        notifications.queue_message(
            Words(
                subject=message.subject,
                text=message.text,
                html=message.html,
                calendar=message.calendar,
            ),
            to=Addressee(
                channel=Message.Channel(message.channel),
                recipient=_address(order, message.channel),
            ),
            news=News(
                kind=message.kind,
                dedupe_key=f"{message.kind}:{order.public_id}:{occasion}",
                order_ref=order.public_id,
            ),
            now=now,
        )


def _address(order: Order, channel: str) -> str:
    """As it is today; empty when they want nothing by this channel."""
    customer = order.customer
    if channel == Message.Channel.EMAIL:
        return customer.email if customer.email_updates else ""
    return customer.phone if customer.sms_updates else ""
