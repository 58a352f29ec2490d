"""The day board of staff: jobs by day and crew, and changes to it (OPS-10, OPS-11)."""

from datetime import date, datetime
from typing import Annotated, Any, Final

from django.http import HttpRequest
from django.utils.timezone import now
from ninja import Query, Router, Status

from standby.accounts.staff_auth import StaffBearer, by_staff, staff_name
from standby.core.clock import days_after, local_date
from standby.core.limits import site_url
from standby.core.roles import Permission
from standby.core.schema import IsoDay
from standby.orders.api.booking_access import secret_keys
from standby.orders.models import Appointment, CalendarFeed, Technician
from standby.orders.rules.scheduling import Slot
from standby.orders.selectors import orders
from standby.orders.services.calendar_feeds import (
    feed_url,
    live_feeds,
    renew_feed,
    revoke_feeds,
)
from standby.orders.services.crew_days import set_crew_day
from standby.orders.services.days_off import remove_days_off
from standby.orders.services.technicians import (
    add_technician,
    choose_technician,
    ensure_active,
    get_technician,
)
from standby.orders.staff_schemas import (
    BoardDayOut,
    BoardOut,
    BoardTechnicianOut,
    CalendarFeedIn,
    CalendarFeedOut,
    CalendarFeedsOut,
    ChooseTechnicianIn,
    ClosedDayOut,
    ClosingIn,
    CorrectedTechnicianIn,
    CrewDayIn,
    DaysOffIn,
    JobOut,
    MoveIn,
    NewTechnicianIn,
    StaffTechnicianOut,
)
from standby.pricing.selectors import catalog
from standby.workflows.change_technician import add_days_off, correct_technician
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
        "technicians": orders.board_technicians(),
        "technician_users": orders.technician_users(),
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


@router.post(
    "/staff/technicians",
    response={201: StaffTechnicianOut},
    auth=StaffBearer(Permission.SCHEDULE),
    operation_id="add_technician",
)
def post_technician(request: HttpRequest, payload: NewTechnicianIn) -> Status[Technician]:
    technician = add_technician(
        name=payload.name,
        phone=payload.phone,
        license_number=payload.license_number or "",
        staff=staff_name(request),
        now=now(),
    )
    return Status(201, technician)


@router.patch(
    "/staff/technicians/{technician_id}",
    response=StaffTechnicianOut,
    auth=StaffBearer(Permission.SCHEDULE),
    operation_id="correct_technician",
)
def patch_technician(
    request: HttpRequest, technician_id: str, payload: CorrectedTechnicianIn
) -> Technician:
    """Change a technician's data or account, or deactivate one without upcoming jobs."""
    return correct_technician(
        technician_id,
        name=payload.name,
        phone=payload.phone,
        license_number=payload.license_number,
        is_active=payload.is_active,
        user_id=payload.user_id,
        staff=staff_name(request),
        now=now(),
    )


@router.put(
    "/staff/technicians/{technician_id}/days-off/{day}",
    response=BoardTechnicianOut,
    auth=StaffBearer(Permission.SCHEDULE),
    operation_id="add_days_off",
)
def put_days_off(
    request: HttpRequest, technician_id: str, day: IsoDay, payload: DaysOffIn
) -> Technician:
    """Enter days off of a technician, from `day` on; refused while they are expected at homes."""
    return add_days_off(
        technician_id,
        first_day=day,
        last_day=payload.last_day,
        staff=staff_name(request),
        now=now(),
    )


@router.delete(
    "/staff/technicians/{technician_id}/days-off/{day}",
    response=BoardTechnicianOut,
    auth=StaffBearer(Permission.SCHEDULE),
    operation_id="remove_days_off",
)
def delete_days_off(request: HttpRequest, technician_id: str, day: IsoDay) -> Technician:
    """Take back the days off that begin on `day`."""
    return remove_days_off(technician_id, first_day=day, staff=staff_name(request), now=now())


@router.get(
    "/staff/calendar-feeds",
    response=CalendarFeedsOut,
    auth=StaffBearer(Permission.SCHEDULE),
    operation_id="list_calendar_feeds",
)
def get_calendar_feeds(request: HttpRequest) -> dict[str, Any]:
    """The calendar addresses of the whole board and of each technician who works for us."""
    feeds = live_feeds()
    technicians = [each for each in orders.board_technicians() if each.is_active]
    return {
        "feeds": [
            feed_out(request, owner, feeds.get(owner.pk if owner else None))
            for owner in (None, *technicians)
        ]
    }


@router.put(
    "/staff/calendar-feeds",
    response=CalendarFeedOut,
    auth=StaffBearer(Permission.SCHEDULE),
    operation_id="change_calendar_feed",
)
def put_calendar_feed(request: HttpRequest, payload: CalendarFeedIn) -> dict[str, Any]:
    """Make a calendar address, which ends the one before, or end it."""
    owner = get_technician(str(payload.technician_id)) if payload.technician_id else None
    return change_feed(request, owner, is_on=payload.is_on)


def change_feed(request: HttpRequest, owner: Technician | None, *, is_on: bool) -> dict[str, Any]:
    """Make or end the calendar address of a technician, or of the board (None)."""
    moment = now()
    if is_on:
        if owner:
            ensure_active(owner)
        return feed_out(request, owner, renew_feed(owner, now=moment))
    revoke_feeds(owner, now=moment)
    return feed_out(request, owner, None)


def feed_out(
    request: HttpRequest, owner: Technician | None, feed: CalendarFeed | None
) -> dict[str, Any]:
    return {
        "technician_id": owner.public_id if owner else None,
        "name": owner.name if owner else "",
        "url": feed and feed_url(feed, site_url=site_url(request), secret_keys=secret_keys()),
        "created_at": feed and feed.created_at,
    }


def _days(first: date, *, days: int, now: datetime) -> list[dict[str, Any]]:
    last = days_after(first, days - 1)
    return orders.board_days(first, last, rules=catalog.configuration().scheduling, now=now)
