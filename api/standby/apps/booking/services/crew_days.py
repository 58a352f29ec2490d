"""Staff say how many crews work on one day, or close it; jobs that are there keep their crew."""

from dataclasses import dataclass
from datetime import date, datetime

from standby.apps.booking.models import CrewDay, CrewSeat
from standby.apps.booking.services.seats import make_seats, release_expired
from standby.domain.errors import Conflict, _


class CrewsInUse(Conflict):
    code = "crews_in_use"
    message = _("More jobs are on that day than crews would be left.")


@dataclass(frozen=True, slots=True, kw_only=True)
class CrewCountChange:
    """How many work on a day, and why it is not the usual number."""

    number: int
    reason: str


def set_crews(day: date, *, to: CrewCountChange, usual: int, now: datetime) -> CrewCountChange:
    """What it was before. A day with the usual number needs no row of its own.

    Raises CrewsInUse.
    """
    set_apart = CrewDay.objects.select_for_update().filter(day=day).first()
    before = CrewCountChange(number=usual, reason="")
    if set_apart is not None:
        before = CrewCountChange(number=set_apart.crews, reason=set_apart.reason)
    # Whoever sets the same day waits at this row, and whoever takes a seat at the seat's.
    CrewDay.objects.update_or_create(day=day, defaults={"crews": to.number, "reason": to.reason})
    _open_and_close(day, crews=to.number, most=max(before.number, usual, to.number), now=now)
    if to.number == usual:
        CrewDay.objects.filter(day=day).delete()
    return before


def _open_and_close(day: date, *, crews: int, most: int, now: datetime) -> None:
    """Of the seats that nobody has, as many stay open as crews are left for them.

    All are made first, and closed ones stay: somebody who saw more crews a moment ago finds no
    number to make a seat of, and no closed one to take (decision 35).
    """
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
