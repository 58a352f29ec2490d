"""Which days can be reserved, and why the others cannot."""

from datetime import date
from functools import lru_cache
from typing import Annotated, Final

import orjson
from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from ninja import Query, Router, Schema
from ninja.decorators import decorate_view

from standby.core.middleware import same_for_everybody
from standby.core.schema import IsoDay, ProblemOut
from standby.orders.rules.scheduling import Calendar, ClosedReason, TimeWindow, ensure_short
from standby.orders.selectors import orders as bookings
from standby.pricing.selectors import catalog

router = Router(tags=["booking"])


class WindowOut(Schema):
    id: TimeWindow
    label: str
    start_time: str
    end_time: str


class DayOut(Schema):
    date: date
    open: bool
    reason: ClosedReason | None
    windows: list[WindowOut]
    crews_left: int


class AvailabilityOut(Schema):
    min_date: date
    max_date: date
    today: date
    days: list[DayOut]


@router.get(
    "/availability",
    response={200: AvailabilityOut, 422: ProblemOut},
    operation_id="get_availability",
)
@decorate_view(same_for_everybody())  # nginx keeps it only without a query
def get_availability(
    request: HttpRequest,
    first: Annotated[IsoDay | None, Query(alias="from")] = None,
    last: Annotated[IsoDay | None, Query(alias="to")] = None,
) -> HttpResponse:
    """The days from `from` to `to`; by default, the days that are offered."""
    moment = now()
    rules = catalog.configuration().scheduling
    calendar = Calendar.at(moment, rules=rules)
    first_day = first or calendar.first_day
    last_day = last or max(calendar.last_day, first_day)
    ensure_short(first_day, last_day)
    days = bookings.days_on_calendar(
        first_day, last_day, calendar=calendar, usual_crews=rules.crews_per_day, now=moment
    )
    out = {
        "min_date": calendar.first_day,
        "max_date": calendar.last_day,
        "today": calendar.today,
        "days": [_day(*day) for day in days],
    }
    return HttpResponse(orjson.dumps(out), content_type="application/json")


@lru_cache(maxsize=1024)
def _day(day: date, reason: ClosedReason | None, crews_left: int) -> orjson.Fragment:
    # DayOut as JSON, cached: made once per date and number of crews left, not once per visitor.
    windows = _WINDOWS if reason is None else []
    out = DayOut(
        date=day, open=reason is None, reason=reason, windows=windows, crews_left=crews_left
    )
    return orjson.Fragment(out.model_dump_json())


_WINDOWS: Final = [
    WindowOut(
        id=window,
        label=window.label,
        start_time=f"{window.local_hours[0]:%H:%M}",
        end_time=f"{window.local_hours[1]:%H:%M}",
    )
    for window in TimeWindow
]
