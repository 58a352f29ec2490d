"""Messages to customers and staff, queued in the transaction of the change that they are about."""

import hashlib
import logging
from datetime import datetime
from typing import Any, Final

from django.conf import settings

from standby.messaging.kinds import email as letter
from standby.messaging.kinds import staff
from standby.messaging.kinds.facts import BookingContext
from standby.messaging.models import Message
from standby.messaging.services import outbox as notifications
from standby.messaging.services import templates
from standby.messaging.services.outbox import MessageContent, MessageHeader, Recipient
from standby.orders.models import Appointment, Order
from standby.orders.rules.calendar_file import CalendarEvent, unfolded_calendar
from standby.orders.rules.scheduling import TimeWindow
from standby.orders.selectors import orders as bookings

log = logging.getLogger(__name__)

_WITH_CALENDAR: Final = frozenset({"date_confirmed", "rescheduled", "order_cancelled"})
_LONGEST_DEDUPE_PART: Final = 50  # characters; with kind and order it is a message's dedupe key


def notify_customer(
    order: Order, *, kind: str, dedupe_part: str, now: datetime, **facts: Any
) -> None:
    """Queue the order's message of this kind on the channels that the customer agreed to.

    Idempotent: one kind, order and `dedupe_part` is one e-mail and one text. `facts` fill the
    message template; of them, `stale_at` is the time after which the message is no longer sent, and
    `channels` restricts the channels. The access link is created when the message is sent.
    """
    appointment = bookings.newest_appointment_of(order)
    header = _message_header(
        order, kind=kind, dedupe_part=dedupe_part, stale_at=facts.pop("stale_at", None)
    )
    _queue_for_order(appointment, order, header=header, facts=facts, now=now)


def without_message(orders: list[Order], *, kind: str, dedupe_part: str) -> list[Order]:
    """Return the orders that accept messages and have none queued for this kind and `dedupe_part`.

    One query for all orders, so that a periodic job ends early when there is nothing to send.
    """
    by_key = {
        _message_header(order, kind=kind, dedupe_part=dedupe_part).dedupe_key: order
        for order in orders
        if order.customer.email_updates or order.customer.sms_updates
    }
    sent_keys = notifications.queued_keys(by_key)
    return [order for key, order in by_key.items() if key not in sent_keys]


def notify_held(appointment: Appointment, *, until: datetime, now: datetime) -> None:
    order = appointment.order
    header = _message_header(order, kind="date_held", dedupe_part=_timestamp(until), stale_at=until)
    _queue_for_order(appointment, order, header=header, facts={"until": until}, now=now)


def notify_confirmed(appointment: Appointment, *, now: datetime) -> None:
    order = appointment.order
    header = _message_header(order, kind="date_confirmed", dedupe_part=_timestamp(now))
    _queue_for_order(appointment, order, header=header, facts={}, now=now)


def notify_date_lost(appointment: Appointment, *, now: datetime) -> None:
    order = appointment.order
    header = _message_header(order, kind="date_lost", dedupe_part=_timestamp(now))
    _queue_for_order(appointment, order, header=header, facts={}, now=now)


def notify_staff(order: Order, *, topic: str, now: datetime) -> None:
    log.error("order %s: %s", order.public_id, topic)
    notifications.queue_message(
        staff.staff_needed(topic=topic, order=str(order.public_id)),
        to=Recipient(channel=Message.Channel.EMAIL, recipient=settings.STAFF_MAIL),
        header=MessageHeader(
            kind="staff_needed",
            dedupe_key=f"staff_needed:{order.public_id}:{topic}"[:110],
            order_ref=order.public_id,
        ),
        now=now,
    )


def _message_header(
    order: Order, *, kind: str, dedupe_part: str, stale_at: datetime | None = None
) -> MessageHeader:
    if len(dedupe_part) > _LONGEST_DEDUPE_PART:
        dedupe_part = hashlib.sha256(dedupe_part.encode()).hexdigest()[:_LONGEST_DEDUPE_PART]
    return MessageHeader(
        kind=kind,
        dedupe_key=f"{kind}:{order.public_id}:{dedupe_part}",
        order_ref=order.public_id,
        stale_at=stale_at,
    )


def _queue_for_order(
    appointment: Appointment,
    order: Order,
    *,
    header: MessageHeader,
    facts: dict[str, Any],
    now: datetime,
) -> None:
    channels = facts.pop("channels", None)
    rendered = templates.render_message(
        header.kind, _booking_context(appointment, order), now=now, **facts
    )
    calendar = _calendar(appointment, kind=header.kind, now=now)
    content = {
        recipient: message
        for recipient, message in _content_by_channel(
            order, rendered=rendered, calendar=calendar
        ).items()
        if channels is None or recipient.channel in channels
    }
    notifications.queue_messages(content, header=header, now=now)


def _calendar(appointment: Appointment, *, kind: str, now: datetime) -> str:
    # A date that was never confirmed is in no calendar, so its cancellation has no event.
    was_never_confirmed = kind == "order_cancelled" and appointment.confirmed_at is None
    if kind not in _WITH_CALENDAR or was_never_confirmed:
        return ""
    event = calendar_event(
        appointment,
        organizer_mail=letter.OFFICE_MAIL,
        site_url=letter.SITE,
        attendee_mail=letter.READER_MAIL,
        now=now,
    )
    return unfolded_calendar(event)


def _content_by_channel(
    order: Order, *, rendered: letter.RenderedMessage, calendar: str
) -> dict[Recipient, MessageContent]:
    customer, content = order.customer, {}
    if customer.email_updates:
        content[Recipient(channel=Message.Channel.EMAIL, recipient=customer.email)] = (
            MessageContent(
                subject=rendered.letter.subject,
                text=letter.render_text(rendered.letter),
                html=letter.render_inner_html(rendered.letter),
                calendar=calendar,
            )
        )
    if customer.sms_updates:
        content[Recipient(channel=Message.Channel.SMS, recipient=customer.phone)] = MessageContent(
            subject="", text=rendered.text
        )
    return content


def _timestamp(at: datetime) -> str:
    return f"{at:%Y%m%d%H%M%S}"


def _booking_context(appointment: Appointment, order: Order) -> BookingContext:
    start, end = TimeWindow(appointment.time_window).label.split(" - ")
    return BookingContext(
        name=letter.sanitize_input(order.customer.name),
        day=appointment.day,
        hours=f"{start} and {end}",
        address=letter.sanitize_input(order.order_location.formatted_address),
        number=str(appointment.public_id),
        fee_cents=order.scheduling_fee_cents,
    )


def calendar_event(
    appointment: Appointment,
    *,
    organizer_mail: str,
    site_url: str,
    attendee_mail: str = "",
    now: datetime,
) -> CalendarEvent:
    # A cancellation needs a higher sequence than the event that the calendar already has. The URL
    # carries no access token, because a calendar may be shared.
    order = appointment.order
    is_cancelled = appointment.status == Appointment.Status.CANCELLED
    window = TimeWindow(appointment.time_window).label
    return CalendarEvent(
        uid=f"{appointment.public_id}@standby",
        sequence=appointment.sequence + int(is_cancelled),
        is_cancelled=is_cancelled,
        start_at=appointment.start_at,
        end_at=appointment.end_at,
        title=f"{settings.COMPANY.name}: in-home generator appointment",
        notes=f"The crew arrives between {' and '.join(window.split(' - '))}, Houston time.\n"
        f"Confirmation number: {appointment.public_id}",
        place=order.order_location.formatted_address,
        organizer_name=settings.COMPANY.name,
        organizer_mail=organizer_mail,
        written_at=now,
        url=f"{site_url}/my-booking",
        attendee_mail=attendee_mail,
    )
