"""Staff move an appointment to another day or window, and the homeowner is told (OPS-11)."""

from dataclasses import dataclass
from datetime import datetime

from standby.apps.booking import queries as bookings
from standby.apps.booking.models import Appointment, CrewDay
from standby.apps.booking.services import appointments as booking
from standby.apps.booking.services.order_log import ensure_seen
from standby.apps.booking.services.seats import CrewsOfDay, crews_of_day
from standby.apps.catalog import queries as catalog
from standby.domain.errors import Conflict
from standby.domain.rescheduling import NotReschedulable
from standby.domain.scheduling import Slot, ensure_ahead
from standby.flows.booking.moving import move_and_tell, seat_again, slot_of
from standby.flows.messages.tell import Office
from standby.flows.writing import writing

_STATUS = Appointment.Status


class OnlyHeld(Conflict):
    """This date is only held while the homeowner pays. It can be moved once the fee is paid."""

    code = "only_held"


class DayClosed(Conflict):
    """Nobody works on that day."""

    code = "day_closed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Where a member of staff wants it, who had seen so much of the order, and why."""

    slot: Slot
    staff: str
    reason: str = ""
    seen_version: int | None = None


def move_appointment(
    appointment_id: str, *, wanted: Wanted, office: Office, now: datetime
) -> Appointment:
    """To any day with a free crew, however soon and on whichever weekday. Safe to repeat.

    Raises AppointmentNotFound, NotReschedulable, OnlyHeld, ChangedMeanwhile, DayNotOffered,
    DayClosed, DayFull and StatusMoved.
    """
    order_pk = bookings.appointment_known_as(appointment_id).order_id
    with writing():
        order = bookings.lock_order(order_pk)
        appointment = bookings.appointment_known_as(appointment_id)
        if order.status in booking.OVER:
            raise NotReschedulable
        if (appointment.status, slot_of(appointment)) == (_STATUS.CONFIRMED, wanted.slot):
            return appointment
        ensure_seen(order, wanted.seen_version, now=now)
        ensure_ahead(wanted.slot, now=now)
        _move(appointment, wanted=wanted, office=office, now=now)
        return appointment


def _move(appointment: Appointment, *, wanted: Wanted, office: Office, now: datetime) -> None:
    by = booking.Mover(actor=wanted.staff, now=now, reason=wanted.reason)
    slot = wanted.slot
    if appointment.status == _STATUS.HELD:
        raise OnlyHeld
    if appointment.status == _STATUS.NEEDS_NEW_DATE:
        seat_again(appointment, slot=slot, on=_open_crews(slot, now=now), by=by, to=office)
    elif appointment.status == _STATUS.CONFIRMED:
        stays = appointment.day == slot.day
        on = _crews(slot, now=now) if stays else _open_crews(slot, now=now)
        move_and_tell(appointment, slot=slot, on=on, by=by, to=office)
    else:
        raise NotReschedulable


def _crews(slot: Slot, *, now: datetime) -> CrewsOfDay:
    rules = catalog.configuration()
    return crews_of_day(slot.day, usual=rules.scheduling.crews_per_day, now=now)


def _open_crews(slot: Slot, *, now: datetime) -> CrewsOfDay:
    found = _crews(slot, now=now)
    if found.crews == 0:
        closed = CrewDay.objects.filter(day=slot.day).first()
        why = f": {closed.reason}" if closed and closed.reason else ""
        raise DayClosed(f"Nobody works on {slot.day:%b} {slot.day.day}{why}.")
    return found
