"""Setting the number of crews on a date; existing jobs keep their crew."""

from dataclasses import dataclass
from datetime import date, datetime

from django.db import transaction

from standby.audit.services import record_event
from standby.core.errors import Conflict, Invalid, _
from standby.orders.models import CrewDay, CrewSeat
from standby.orders.rules.scheduling import ensure_day_ahead
from standby.orders.services.seats import day_capacity, make_seats, release_expired
from standby.pricing.selectors import catalog


class CrewsInUse(Conflict):
    code = "crews_in_use"
    message = _("More jobs are on that day than crews would be left.")


@dataclass(frozen=True, slots=True, kw_only=True)
class CrewCountChange:
    number: int
    reason: str


def set_crews(day: date, *, to: CrewCountChange, usual: int, now: datetime) -> CrewCountChange:
    """Set the number of crews of a day and return what it was before. Raises CrewsInUse.

    A day with the usual number keeps no row of its own.
    """
    set_apart = CrewDay.objects.select_for_update().filter(day=day).first()
    before = CrewCountChange(number=usual, reason="")
    if set_apart is not None:
        before = CrewCountChange(number=set_apart.crews, reason=set_apart.reason)
    # The highest seat that may be made by a request that saw the day before this change.
    seen = day_capacity(day, usual=usual, now=now)
    highest = seen.next_seat_no - 1 + max(0, seen.missing_seats)
    # Concurrent changes of the same day wait at this row; reservations wait at their seat's row.
    CrewDay.objects.update_or_create(day=day, defaults={"crews": to.number, "reason": to.reason})
    _open_and_close(day, crews=to.number, most=max(highest, usual, to.number), now=now)
    if to.number == usual:
        CrewDay.objects.filter(day=day).delete()
    return before


def _open_and_close(day: date, *, crews: int, most: int, now: datetime) -> None:
    # All seats are created first, and surplus ones are closed rather than deleted. A request that
    # saw the higher number a moment ago then finds no seat number to create and no open one to take
    # (decision 10).
    make_seats(day, numbers=range(1, most + 1))
    seats = list(CrewSeat.objects.select_for_update().filter(day=day).order_by("-seat_no"))
    free = [seat for seat in seats if _is_free(seat, now=now)]
    taken = len(seats) - len(free)
    if taken > crews:
        jobs = "1 job is" if taken == 1 else f"{taken} jobs are"
        raise CrewsInUse(f"{jobs} on that day. Find another day for what is too many first.")
    lowest_first = [seat.pk for seat in reversed(free)]
    stay_open, close = lowest_first[: crews - taken], lowest_first[crews - taken :]
    CrewSeat.objects.filter(pk__in=stay_open).update(is_closed=False)
    CrewSeat.objects.filter(pk__in=close).update(is_closed=True)


def _is_free(seat: CrewSeat, *, now: datetime) -> bool:
    return seat.appointment_id is None or release_expired(seat, now=now)


class ReasonMissing(Invalid):
    code = "reason_missing"
    message = _("Please say why, for whoever looks at this day later.")


def set_crew_day(day: date, *, to: CrewCountChange, staff: str, now: datetime) -> None:
    """Set the number of crews on a day; 0 closes it.

    Idempotent. Raises DayNotOffered, ReasonMissing and CrewsInUse.
    """
    ensure_day_ahead(day, now=now)
    usual_crews = catalog.configuration().scheduling.crews_per_day
    if to.number == usual_crews:
        to = CrewCountChange(number=usual_crews, reason="")
    elif not to.reason:
        raise ReasonMissing(field="reason")
    with transaction.atomic(durable=True):
        before = set_crews(day, to=to, usual=usual_crews, now=now)
        if before == to:
            return
        record_event(
            staff,
            action="crews set",
            object=f"crew_days {day}",
            before={"crews": before.number, "reason": before.reason},
            after={"crews": to.number, "reason": to.reason},
            now=now,
        )
