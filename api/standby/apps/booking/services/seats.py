"""Crew seats: a day has as many as crews work, and an appointment takes one (BOOK-01).

Whatever races, a seat has one appointment: it is taken by one conditional update.
"""

from datetime import date, datetime
from typing import Final

from django.db.models import Q, QuerySet

from standby.apps.booking.models import Appointment, CrewDay, CrewSeat
from standby.apps.booking.services.order_log import CLOCK, log_change
from standby.domain.errors import Conflict
from standby.domain.lifecycle import APPOINTMENT, may_become

_MOST_TRIES: Final = 100  # every lost try is a seat that somebody else took


class DayFull(Conflict):
    """That day has just been taken. Please choose another."""

    code = "day_full"


def crews_on(day: date, *, usual: int) -> int:
    """The usual number of crews, unless staff set another for this date; 0 closes it."""
    override = CrewDay.objects.filter(day=day).values_list("crews", flat=True).first()
    return usual if override is None else override


def ensure_room(day: date, *, crews: int, now: datetime) -> None:
    """Says no early, before anything is written; only taking a seat says yes. Raises DayFull."""
    still_kept = Q(hold_expires_at=None) | Q(hold_expires_at__gte=now)
    taken = CrewSeat.objects.filter(still_kept, day=day, appointment__isnull=False)
    if taken.count() >= crews:
        raise DayFull


def take_seat(
    appointment: Appointment, *, crews: int, until: datetime | None, now: datetime
) -> None:
    """Take a seat of the appointment's day, held until then or (None) for good.

    Raises DayFull, when no crew is free on that day.
    """
    _match_seats_to_crews(appointment.day, crews=crews, now=now)
    for _ in range(_MOST_TRIES):
        seat = _free_seats(appointment.day, now=now).order_by("seat_no").first()
        if seat is None:
            break
        if _take(seat, appointment, until=until, now=now):
            return
    raise DayFull


def extend_hold(appointment: Appointment, *, until: datetime | None) -> bool:
    """Keep the appointment's own seat until then, or (None) for good; False when it has none."""
    own = CrewSeat.objects.filter(appointment=appointment, day=appointment.day)
    return own.update(hold_expires_at=until) == 1


def leave_seat(appointment: Appointment) -> None:
    """Safe to repeat."""
    CrewSeat.objects.filter(appointment=appointment).update(appointment=None, hold_expires_at=None)


def release_expired(seat: CrewSeat, *, now: datetime) -> bool:
    """Free a seat whose hold ran out, and its appointment with it; False when it is not so."""
    expired = _seen(seat).filter(hold_expires_at__lt=now)
    if seat.appointment_id is None or not expired.update(appointment=None, hold_expires_at=None):
        return False
    _expire(seat.appointment_id, now=now)
    return True


def _match_seats_to_crews(day: date, *, crews: int, now: datetime) -> None:
    """As many seats as crews; a taken seat stays taken when crews were lowered."""
    seats = list(CrewSeat.objects.filter(day=day).order_by("seat_no"))
    missing = crews - len(seats)
    if missing > 0:
        taken_numbers = {seat.seat_no for seat in seats}
        numbers = [number for number in range(1, crews + 1) if number not in taken_numbers]
        CrewSeat.objects.bulk_create(
            (CrewSeat(day=day, seat_no=number) for number in numbers[:missing]),
            ignore_conflicts=True,
        )
    if missing < 0:
        _remove_free_seats(seats, surplus=-missing, now=now)


def _remove_free_seats(seats: list[CrewSeat], *, surplus: int, now: datetime) -> None:
    for seat in reversed(seats):
        if surplus == 0:
            return
        release_expired(seat, now=now)
        removed, _ = CrewSeat.objects.filter(pk=seat.pk, appointment=None).delete()
        surplus -= removed


def _free_seats(day: date, *, now: datetime) -> QuerySet[CrewSeat]:
    free = Q(appointment=None) | Q(hold_expires_at__lt=now)
    return CrewSeat.objects.filter(free, day=day)


def _seen(seat: CrewSeat) -> QuerySet[CrewSeat]:
    """The seat, as long as nobody changed its holder since it was read."""
    same = CrewSeat.objects.filter(pk=seat.pk)
    if seat.appointment_id is None:
        return same.filter(appointment=None)
    return same.filter(appointment_id=seat.appointment_id)


def _take(
    seat: CrewSeat, appointment: Appointment, *, until: datetime | None, now: datetime
) -> bool:
    still_free = _seen(seat).filter(Q(appointment=None) | Q(hold_expires_at__lt=now))
    if not still_free.update(appointment=appointment, hold_expires_at=until):
        return False
    if seat.appointment_id is not None:
        _expire(seat.appointment_id, now=now)
    return True


def _expire(appointment_pk: int, *, now: datetime) -> None:
    holder = Appointment.objects.select_related("order").get(pk=appointment_pk)
    held = Appointment.objects.filter(pk=holder.pk, status__in=may_become(APPOINTMENT, "expired"))
    if held.update(status=Appointment.Status.EXPIRED):
        log_change(
            holder.order,
            subject="appointment",
            change=(holder.status, Appointment.Status.EXPIRED),
            actor=CLOCK,
            now=now,
        )
