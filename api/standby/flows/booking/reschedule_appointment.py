"""A homeowner moves their appointment to another day or window (BOOK-04)."""

from collections.abc import Callable
from datetime import datetime
from typing import Final

from standby.apps.booking import queries as bookings
from standby.apps.booking.models import Appointment, Order
from standby.apps.booking.services import answers
from standby.apps.booking.services import appointments as booking
from standby.apps.booking.services.order_log import VISITOR
from standby.apps.booking.services.seats import CrewsOfDay, crews_of_day
from standby.apps.catalog import queries as catalog
from standby.domain.rescheduling import NotReschedulable, ensure_movable
from standby.domain.scheduling import DayNotOffered, Slot
from standby.flows.booking.moving import move_and_tell, seat_again, slot_of
from standby.flows.booking.reserve_appointment import Answer, calendar_from
from standby.flows.messages.tell import Office
from standby.flows.writing import writing

_FIELD: Final = "day"
_DONE: Final = 200


def reschedule_appointment(
    order: Order,
    *,
    slot: Slot,
    attempt: answers.Attempt,
    written: Callable[[Appointment], str],
    office: Office,
    now: datetime,
) -> Answer:
    """Without a free crew on the new day the old one is kept. Safe to repeat, by the attempt.

    Raises NotReschedulable, TooLateToReschedule, DayNotOffered, DayFull and StatusMoved.
    """
    with writing():
        earlier = answers.claim_attempt(attempt, now=now)
        if earlier is not None:
            return Answer(earlier, is_replayed=True)
        moved = _moved(bookings.lock_order(order.pk), slot=slot, office=office, now=now)
        body = written(moved)
        answers.keep_answer(attempt, status=_DONE, body=body)
    return Answer(body, is_replayed=False)


def _moved(order: Order, *, slot: Slot, office: Office, now: datetime) -> Appointment:
    appointment = bookings.newest_appointment_of(order)
    if order.status in booking.OVER:
        raise NotReschedulable
    ensure_movable(appointment.status, appointment.start_at, now=now)
    by = booking.Mover(actor=VISITOR, now=now)
    if appointment.status == Appointment.Status.NEEDS_NEW_DATE:
        seat_again(appointment, slot=slot, on=_crews(slot, leaving=None, now=now), by=by, to=office)
        return appointment
    old = slot_of(appointment)
    if old != slot:
        move_and_tell(
            appointment, slot=slot, on=_crews(slot, leaving=old, now=now), by=by, to=office
        )
    return appointment


def _crews(slot: Slot, *, leaving: Slot | None, now: datetime) -> CrewsOfDay:
    """Who stays on the day only changes the window: that day need not be on offer any more."""
    rules = catalog.configuration()
    found = crews_of_day(slot.day, usual=rules.scheduling.crews_per_day, now=now)
    if leaving is not None and leaving.day == slot.day:
        return found
    calendar_from(rules, now=now).ensure_offered(slot.day, field=_FIELD)
    if found.crews == 0:
        raise DayNotOffered("We do not work on that day. Please choose another.", field=_FIELD)
    return found
