"""Which days can be reserved, and why the others cannot."""

from datetime import date
from typing import Annotated

from django.http import HttpRequest
from ninja import Query, Router, Schema

from standby.domain.scheduling import TimeWindow, WhyClosed
from standby.http.schema import ProblemOut

router = Router()


class WindowOut(Schema):
    id: TimeWindow
    label: str
    start_time: str
    end_time: str


class DayOut(Schema):
    date: date
    open: bool
    reason: WhyClosed | None
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
def get_availability(
    request: HttpRequest,
    first: Annotated[date | None, Query(alias="from")] = None,
    last: Annotated[date | None, Query(alias="to")] = None,
) -> AvailabilityOut:
    """The days from `from` to `to`; without them, the days that are offered."""
    raise NotImplementedError
