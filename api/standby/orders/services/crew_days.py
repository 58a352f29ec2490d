"""Setting the number of crews on a date; existing jobs keep their crew.

A job of the afternoon before, which ends in the morning of the day, is one of its jobs.
"""

from datetime import date, datetime

from django.db import transaction

from standby.audit.services import record_event
from standby.core.errors import Conflict, Invalid, _
from standby.core.words import say_count
from standby.orders.models import CrewDay, CrewSeat
from standby.orders.rules.scheduling import ensure_day_ahead, usual_crews
from standby.orders.selectors.slot_room import day_seats, expired_on
from standby.orders.services.crew_seats import close_free_seats, make_seats, release_expired
from standby.pricing.rules.configuration import SchedulingRules
from standby.pricing.selectors import catalog


class CrewsInUse(Conflict):
    code = "crews_in_use"
    message = _("%(jobs)s on that day. Move some to another day first.")


class ReasonMissing(Invalid):
    code = "reason_missing"
    message = _("Please give a reason, for anyone who looks at this day later.")


def set_crew_day(day: date, *, crews: int, reason: str, staff: str, now: datetime) -> None:
    """Set the number of crews on a day; 0 closes it.

    Idempotent. Raises DayNotOffered, ReasonMissing and CrewsInUse.
    """
    ensure_day_ahead(day, now=now)
    rules = catalog.configuration().scheduling
    usual = usual_crews(day, rules=rules)
    if crews == usual:
        reason = ""
    elif not reason:
        raise ReasonMissing(field="reason")
    after = {"crews": crews, "reason": reason}
    _release_expired(day, now=now)
    with transaction.atomic(durable=True):
        before = set_crews(day, crews=crews, reason=reason, rules=rules)
        if before != after:
            record_event(
                staff,
                action="crews set",
                object=f"crew_days {day}",
                before=before,
                after=after,
                now=now,
            )


def close_with_jobs(day: date, *, reason: str, staff: str, now: datetime) -> None:
    """Close a day that has jobs: nobody can reserve it any more, and its jobs keep their crews
    until they are moved. Idempotent. Raises DayNotOffered and ReasonMissing.
    """
    ensure_day_ahead(day, now=now)
    if not reason:
        raise ReasonMissing(field="reason")
    rules = catalog.configuration().scheduling
    usual = usual_crews(day, rules=rules)
    _release_expired(day, now=now)
    with transaction.atomic(durable=True):
        crew_day = CrewDay.objects.filter(day=day).first()
        before = {"crews": crew_day.crews if crew_day else usual}
        # As in `set_crews`, also against a request that saw the open day a moment ago.
        highest = day_seats(day, rules=rules).highest_possible
        CrewDay.objects.update_or_create(day=day, defaults={"crews": 0, "reason": reason})
        make_seats(day, numbers=range(1, max(highest, usual) + 1))
        _lock_seats(day)
        close_free_seats(day)
        if before["crews"]:
            record_event(
                staff,
                action="crews set",
                object=f"crew_days {day}",
                before=before,
                after={"crews": 0, "reason": reason},
                now=now,
            )


def set_crews(
    day: date, *, crews: int, reason: str, rules: SchedulingRules
) -> dict[str, int | str]:
    # A day with the usual number keeps no row of its own.
    usual = usual_crews(day, rules=rules)
    crew_day = CrewDay.objects.select_for_update().filter(day=day).first()
    before: dict[str, int | str] = {"crews": usual, "reason": ""}
    if crew_day is not None:
        before = {"crews": crew_day.crews, "reason": crew_day.reason}
    # The highest seat that may be made by a request that saw the day before this change.
    highest = day_seats(day, rules=rules).highest_possible
    # Concurrent changes of the same day wait at this row; reservations wait at their seat's row.
    CrewDay.objects.update_or_create(day=day, defaults={"crews": crews, "reason": reason})

    # All seats are created first, and surplus ones are closed rather than deleted. A request that
    # saw the higher number a moment ago then finds no seat number to create and no open one to take
    # (decision 10).
    make_seats(day, numbers=range(1, max(highest, usual, crews) + 1))
    seats = _lock_seats(day)
    # A crew with a job in one half of the day is at work, whatever its other half is.
    lowest_first = [seat.pk for seat in seats if seat.is_free]
    taken = len(seats) - len(lowest_first)
    if taken > crews:
        jobs = say_count("%(number)s crew has a job", "%(number)s crews have jobs", taken)
        raise CrewsInUse(jobs=jobs)
    stay_open, close = lowest_first[: crews - taken], lowest_first[crews - taken :]
    CrewSeat.objects.filter(pk__in=stay_open).update(is_closed=False)
    CrewSeat.objects.filter(pk__in=close).update(is_closed=True)
    if crews == usual:
        CrewDay.objects.filter(day=day).delete()
    return before


def _lock_seats(day: date) -> list[CrewSeat]:
    return list(CrewSeat.objects.select_for_update().filter(day=day).order_by("seat_no"))


def _release_expired(day: date, *, now: datetime) -> None:
    # Beforehand and each on its own: a hold's other half may be a row of another day, and whoever
    # holds the rows of this one must not wait for it.
    for seat in expired_on(day, now=now):
        with transaction.atomic(durable=True):
            release_expired(seat, now=now)
