"""Technicians, their days off and their calendars, as the office changes them (OPS-10, OPS-20)."""

from typing import Any

from django.http import HttpRequest
from django.utils.timezone import now
from ninja import Router, Status

from standby.accounts.staff_auth import StaffBearer, staff_name
from standby.core.limits import site_url
from standby.core.providers.wiring import secret_keys
from standby.core.roles import Permission
from standby.core.schema import IsoDay
from standby.crews.models import CalendarFeed, Technician
from standby.crews.selectors import get_technician, listed_technicians
from standby.crews.services.calendar_feeds import feed_url, live_feeds, renew_feed, revoke_feeds
from standby.crews.services.days_off import remove_days_off
from standby.crews.services.technicians import add_technician, ensure_active
from standby.crews.staff_schemas import (
    BoardTechnicianOut,
    CalendarFeedIn,
    CalendarFeedOut,
    CalendarFeedsOut,
    CorrectedTechnicianIn,
    DaysOffIn,
    NewTechnicianIn,
    StaffTechnicianOut,
)
from standby.workflows.change_technician import add_days_off, correct_technician

router = Router(tags=["staff"])


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
    technicians = [each for each in listed_technicians() if each.is_active]
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
