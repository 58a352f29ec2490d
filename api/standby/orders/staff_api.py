"""The day board of staff: jobs by day and crew, and changes to it (OPS-10, OPS-11)."""

from datetime import date, datetime
from typing import Annotated, Any, Final

from django.http import HttpRequest
from django.utils.timezone import now
from ninja import Query, Router

from standby.accounts.staff_auth import StaffBearer, by_staff, staff_name
from standby.core.clock import days_after, local_date
from standby.core.roles import Permission
from standby.core.schema import IsoDay
from standby.crews.selectors import listed_technicians, technician_users
from standby.orders.models import Appointment
from standby.orders.rules.scheduling import Slot
from standby.orders.selectors import orders
from standby.orders.services.assignments import choose_technician
from standby.orders.services.crew_days import set_crew_day
from standby.orders.staff_schemas import (
    BoardDayOut,
    BoardOut,
    ChooseTechnicianIn,
    ClosedDayOut,
    ClosingIn,
    CrewDayIn,
    JobOut,
    MoveIn,
)
from standby.pricing.selectors import catalog
from standby.workflows.close_day import ClosedDay, close_day, plan_closing
from standby.workflows.move_appointment import move_appointment

router = Router(tags=["staff"])
_WEEK: Final = 7
_MOST_WEEKS: Final = 6


@router.get(
    "/staff/board",
    response=BoardOut,
    auth=StaffBearer(Permission.SEE_ORDERS),
    operation_id="look_at_board",
)
def get_board(
    request: HttpRequest,
    first: Annotated[IsoDay | None, Query(alias="from")] = None,
    days: Annotated[int, Query(ge=1, le=_MOST_WEEKS * _WEEK)] = _WEEK,
) -> dict[str, Any]:
    """The board for `days` days, from the given day or today."""
    moment = now()
    today = local_date(moment)
    return {
        "today": today,
        "now": moment,
        "days": _days(first or today, days=days, now=moment),
        "waiting": orders.unscheduled_jobs(),
        "technicians": listed_technicians(),
        "technician_users": technician_users(),
    }


@router.post(
    "/staff/appointments/{appointment_id}/move",
    response=JobOut,
    auth=StaffBearer(Permission.SCHEDULE),
    operation_id="move_appointment",
)
def post_move(request: HttpRequest, appointment_id: str, payload: MoveIn) -> Appointment:
    """Move an appointment to a day with a free crew, and notify the homeowner with the reason."""
    moved = move_appointment(
        appointment_id,
        slot=Slot(payload.day, payload.time_window),
        actor=staff_name(request),
        reason=payload.reason,
        if_version=payload.if_version,
        now=now(),
    )
    return orders.job_of(moved)


@router.post(
    "/staff/appointments/{appointment_id}/technician",
    response=JobOut,
    auth=StaffBearer(Permission.SCHEDULE),
    operation_id="choose_technician",
)
def post_choice(
    request: HttpRequest, appointment_id: str, payload: ChooseTechnicianIn
) -> Appointment:
    """Assign the lead technician, who can lead one job a day."""
    changed = choose_technician(
        appointment_id,
        technician_id=str(payload.technician_id) if payload.technician_id else None,
        actor=staff_name(request),
        if_version=payload.if_version,
        now=now(),
    )
    return orders.job_of(changed)


@router.put(
    "/staff/crew-days/{day}",
    response=BoardDayOut,
    auth=StaffBearer(Permission.SCHEDULE),
    operation_id="set_crew_day",
)
def put_crew_day(request: HttpRequest, day: IsoDay, payload: CrewDayIn) -> dict[str, Any]:
    """Set how many crews work that day; not fewer than its jobs."""
    moment = now()
    set_crew_day(
        day, crews=payload.crews, reason=payload.reason, staff=staff_name(request), now=moment
    )
    return _days(day, days=1, now=moment)[0]


@router.get(
    "/staff/crew-days/{day}/closing",
    response=ClosedDayOut,
    auth=StaffBearer(Permission.SCHEDULE),
    operation_id="plan_closing",
)
def get_closing(request: HttpRequest, day: IsoDay) -> ClosedDay:
    """Where each job of that day would move if it were closed now."""
    return plan_closing(day, now=now())


@router.post(
    "/staff/crew-days/{day}/closing",
    response=ClosedDayOut,
    auth=StaffBearer(Permission.SCHEDULE),
    operation_id="close_day",
)
def post_closing(request: HttpRequest, day: IsoDay, payload: ClosingIn) -> ClosedDay:
    """Close a storm day: each job moves to its own day, and its homeowner is told once."""
    return close_day(
        day,
        reason=payload.reason,
        targets={target.appointment_id: target.day for target in payload.targets},
        **by_staff(request),
    )


def _days(first: date, *, days: int, now: datetime) -> list[dict[str, Any]]:
    last = days_after(first, days - 1)
    return orders.board_days(first, last, rules=catalog.configuration().scheduling, now=now)
