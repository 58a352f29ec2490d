"""Messages to customers and staff, queued in the transaction of the change that they are about."""

import hashlib
import logging
from collections.abc import Collection
from datetime import datetime
from typing import Any, Final

from standby.company.selectors import company
from standby.core.market import PLACE
from standby.core.policy import UNDO_FOR
from standby.core.transactions import in_transaction
from standby.core.words import hours_between, in_language, morning_of, say
from standby.crews.models import Technician
from standby.messaging.kinds import KINDS
from standby.messaging.kinds.definition import BookingContext
from standby.messaging.models import Message
from standby.messaging.rendering import (
    OFFICE_MAIL,
    READER_MAIL,
    SITE,
    sanitize_input,
)
from standby.messaging.services import outbox
from standby.messaging.services.templates import facts_of
from standby.orders.models import Appointment, Order, UndoableAction
from standby.orders.rules.calendar_file import CalendarEvent, unfolded_calendar
from standby.orders.selectors import orders as order_selectors

log = logging.getLogger(__name__)

_LONGEST_DEDUPE_PART: Final = 50  # characters; with kind and order it is a message's dedupe key


def once(order: Order) -> Collection[str]:
    """Return the one channel for what the page has just said: email, or a text where none is taken.

    Everything else goes by both.
    """
    if order.customer.email_updates:
        return (Message.Channel.EMAIL,)
    return (Message.Channel.SMS,)


def notify_customer(
    order: Order,
    *,
    kind: str,
    dedupe_part: str,
    now: datetime,
    appointment: Appointment | None = None,
    stale_at: datetime | None = None,
    channels: Collection[str] = tuple(Message.Channel),
    undo: UndoableAction | None = None,
    **values: Any,
) -> None:
    """Queue the order's message of this kind on the channels that the customer agreed to.

    Idempotent: one kind, order and `dedupe_part` is one email and one text. `values` are the facts
    that the kind says besides the booking: its words are made when it is sent, in the customer's
    language, and so is the access link.
    `appointment` is the order's newest one, where the caller has it; after `stale_at` the message
    is no longer sent. With `undo` it waits until that act can no longer be undone. Raises TypeError
    for values that the kind does not take.
    """
    appointment = appointment or order_selectors.newest_appointment_of(order)
    customer = order.customer
    booking = BookingContext(
        name=sanitize_input(customer.name),
        day=appointment.day,
        hours=appointment.hours,
        address=sanitize_input(order.order_location.formatted_address),
        number=order.confirmation_code,
        fee_cents=order.scheduling_fee_cents,
        total_cents=order.total_cents,
        lower_ft=order.quote.band_from_ft or None,
        ends_on=appointment.ends_on if appointment.ends_on != appointment.day else None,
    )
    common = {
        "kind": kind,
        "language": customer.language,
        "facts": facts_of(kind, booking, **values),
        "order_ref": order.public_id,
        "dedupe_key": _dedupe_key(order, kind=kind, dedupe_part=dedupe_part),
        "stale_at": stale_at,
    }
    messages = []
    if customer.email_updates and Message.Channel.EMAIL in channels:
        email = Message(
            channel=Message.Channel.EMAIL,
            recipient=customer.email,
            **common,
        )
        # A date that was never confirmed is in no calendar, so its cancellation has no event.
        was_in_calendar = kind != "order_cancelled" or appointment.confirmed_at is not None
        if KINDS[kind].has_calendar and was_in_calendar:
            with in_language(customer.language):
                event = calendar_event(
                    appointment,
                    organizer_mail=OFFICE_MAIL,
                    site_url=SITE,
                    attendee_mail=READER_MAIL,
                    now=now,
                )
            email.calendar = unfolded_calendar(event)
        messages.append(email)
    if customer.sms_updates and Message.Channel.SMS in channels:
        messages.append(Message(channel=Message.Channel.SMS, recipient=customer.phone, **common))
    wait = max(KINDS[kind].waits, UNDO_FOR if undo else KINDS[kind].waits)
    outbox.queue_messages(*messages, now=now, wait=wait)
    if undo is not None:
        undo.message_keys += [message.dedupe_key for message in messages]
        undo.save(update_fields=["message_keys"])


def notify_of_technician(
    technician: Technician,
    *,
    appointment: Appointment,
    occasion: str,
    channels: Collection[str] = tuple(Message.Channel),
    undo: UndoableAction | None,
    now: datetime,
) -> None:
    """Tell the homeowner who leads the visit and on which day, once for each `occasion`."""
    notify_customer(
        appointment.order,
        kind="technician_assigned",
        dedupe_part=f"{technician.public_id}:{occasion}",
        now=now,
        channels=channels,
        technician_name=technician.name,
        technician_phone=technician.phone,
        undo=undo,
    )


def waiting_channels(order: Order, *, kind: str) -> set[str]:
    """Return the channels by which messages of a kind of the order wait to be sent."""
    waiting = Message.objects.filter(
        order_ref=order.public_id, kind=kind, status=Message.Status.QUEUED
    )
    return set(waiting.values_list("channel", flat=True))


@in_transaction
def withdraw_waiting(order: Order, *, kind: str) -> bool:
    """Delete the order's messages of a kind that wait to be sent.

    Returns whether there were any, and all of them could be withdrawn.
    """
    waiting = Message.objects.filter(
        order_ref=order.public_id, kind=kind, status=Message.Status.QUEUED
    )
    keys = list(waiting.values_list("dedupe_key", flat=True))
    return bool(keys) and outbox.withdraw_messages(keys, created_since=order.created_at)


def without_message(orders: list[Order], *, kind: str, dedupe_part: str) -> list[Order]:
    """Return the orders that accept messages and have none queued for this kind and `dedupe_part`.

    One query for all orders, so that a periodic job ends early when there is nothing to send.
    """
    by_key = {
        _dedupe_key(order, kind=kind, dedupe_part=dedupe_part): order
        for order in orders
        if order.customer.email_updates or order.customer.sms_updates
    }
    sent_keys = outbox.queued_keys(by_key)
    return [order for key, order in by_key.items() if key not in sent_keys]


def notify_staff(order: Order, *, topic: str, dedupe_part: str = "", now: datetime) -> None:
    """Mail the office about an order, once for each topic, or for each `dedupe_part` of it.

    The topic is in English, whoever caused it.
    """
    log.error("order %s: %s", order.public_id, topic)
    outbox.queue_staff_email(
        "staff_needed",
        dedupe_key=f"staff_needed:{order.public_id}:{dedupe_part or topic}",
        order_ref=order.public_id,
        now=now,
        topic=topic,
        order=order.confirmation_code,
    )


def _dedupe_key(order: Order, *, kind: str, dedupe_part: str) -> str:
    if len(dedupe_part) > _LONGEST_DEDUPE_PART:
        dedupe_part = hashlib.sha256(dedupe_part.encode()).hexdigest()[:_LONGEST_DEDUPE_PART]
    return f"{kind}:{order.public_id}:{dedupe_part}"


def _finish_of(appointment: Appointment) -> str:
    if appointment.ends_on == appointment.day:
        return ""
    return say("We finish %(when)s.", when=morning_of(appointment.ends_on)) + "\n"


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
    hours = hours_between(appointment.hours)
    return CalendarEvent(
        uid=f"{appointment.public_id}@standby",
        sequence=appointment.sequence + int(is_cancelled),
        is_cancelled=is_cancelled,
        start_at=appointment.start_at,
        end_at=appointment.end_at,
        title=say("%(brand)s: in-home generator appointment", brand=company().name),
        notes="".join(
            (
                say(
                    "The crew arrives between %(hours)s, %(city)s time.",
                    hours=hours,
                    city=PLACE.city,
                ),
                "\n",
                _finish_of(appointment),
                say("Confirmation number: %(code)s", code=order.confirmation_code),
            )
        ),
        place=order.order_location.formatted_address,
        organizer_name=company().name,
        organizer_mail=organizer_mail,
        written_at=now,
        url=order.booking_url(site_url),
        attendee_mail=attendee_mail,
    )
