"""The day board of staff: jobs by day and crew, and changes to it (OPS-10, OPS-11)."""

from datetime import date, datetime
from enum import StrEnum
from typing import Annotated, Any, Final, Literal
from uuid import UUID

from django.http import HttpRequest
from django.utils.timezone import now
from ninja import Query, Router, Schema, Status
from pydantic import Field, StrictBool

from standby.accounts.staff_auth import StaffBearer, staff_name
from standby.core.clock import days_after, local_date
from standby.core.limits import site_url
from standby.core.roles import Permission
from standby.core.schema import In, IsoDay, Line, Line40, Line100, Name, Phone, SeenVersion
from standby.core.words import say
from standby.orders.api.booking_access import secret_keys
from standby.orders.models import Appointment, CalendarFeed, Order, Technician, TechnicianDaysOff
from standby.orders.rules.scheduling import ClosedReason, Slot, TimeWindow
from standby.orders.selectors import orders as bookings
from standby.orders.services.calendar_feeds import (
    feed_url,
    live_feeds,
    renew_feed,
    revoke_feeds,
)
from standby.orders.services.crew_days import set_crew_day
from standby.orders.services.technicians import (
    add_technician,
    choose_technician,
    ensure_active,
    get_technician,
    remove_days_off,
)
from standby.pricing.selectors import catalog
from standby.workflows.change_technician import add_days_off, correct_technician
from standby.workflows.close_day import ClosedDay, MovedJob, WhyLeft, close_day, plan_closing
from standby.workflows.move_appointment import move_appointment

router = Router(tags=["staff"])

_WEEK: Final = 7
_MOST_WEEKS: Final = 6
_MOST_CREWS: Final = 100


class BoardStatus(StrEnum):
    """The appointment statuses that the board shows."""

    HELD = "held"
    CONFIRMED = "confirmed"
    NEEDS_NEW_DATE = "needs_new_date"


class StaffTechnicianOut(Schema):
    id: UUID = Field(validation_alias="public_id")
    name: str
    phone: str
    license_number: str
    is_active: bool
    user_id: UUID | None = Field(validation_alias="user.public_id", default=None)


class DaysOffOut(Schema):
    first_day: date
    last_day: date


class BoardTechnicianOut(StaffTechnicianOut):
    days_off: list[DaysOffOut]

    @staticmethod
    def resolve_days_off(technician: Technician) -> list[TechnicianDaysOff]:
        return list(technician.days_off.all())


class TechnicianUserOut(Schema):
    """A staff user of the role technician."""

    id: UUID = Field(validation_alias="public_id")
    email: str


class JobOut(Schema):
    """`crew_no` is null for a job without a day; `day` is then the one it lost."""

    # Made from an appointment that `bookings.job_of` or a board returned.
    appointment_id: UUID = Field(validation_alias="public_id")
    order_id: UUID = Field(validation_alias="order.public_id")
    order_version: int
    order_status: Order.Status = Field(validation_alias="order.status")
    customer_name: str = Field(validation_alias="order.customer.name")
    phone: str = Field(validation_alias="order.customer.phone")
    address: str = Field(validation_alias="order.order_location.formatted_address")
    city: str = Field(validation_alias="order.order_location.city")
    zip_code: str = Field(validation_alias="order.order_location.zip_code")
    day: date
    ends_on: date
    time_window: TimeWindow
    start_at: datetime
    end_at: datetime
    status: BoardStatus
    hold_expires_at: datetime | None
    technician: StaffTechnicianOut | None = Field(validation_alias="assigned_to")
    crew_no: int | None
    generator: str
    band: str = Field(validation_alias="order.quote.band")
    band_from_ft: int = Field(validation_alias="order.quote.band_from_ft")
    band_max_ft: int = Field(validation_alias="order.quote.band_max_ft")
    quoted_run_ft: int | None = Field(validation_alias="order.quote.quoted_run_ft")

    @staticmethod
    def resolve_generator(job: Appointment) -> str:
        order = job.order
        size = f"{order.kw} kW" if order.kw else say("generator")
        return size if order.generator else say("own %(size)s", size=size)


class BoardWindowOut(Schema):
    """How many crews can begin a job then and finish it on `ends_on`; with none, why, and because
    of which day.
    """

    window: TimeWindow
    ends_on: date
    crews_left: int
    reason: ClosedReason | None
    because_of: date


class BoardDayOut(Schema):
    """`reason` says why the number of crews differs from usual; 0 crews mean closed.

    `continuing` are the jobs of an earlier afternoon, which end in the morning of the day.
    """

    day: date
    crews: int
    usual_crews: int
    reason: str
    is_weekday_off: bool
    jobs: list[JobOut]
    continuing: list[JobOut]
    windows: list[BoardWindowOut]


class BoardOut(Schema):
    today: date
    now: datetime
    days: list[BoardDayOut]
    waiting: list[JobOut]
    technicians: list[BoardTechnicianOut]
    technician_users: list[TechnicianUserOut]


class CalendarFeedOut(Schema):
    """Without a technician it is the whole board's. Whoever has the URL can read the calendar."""

    technician_id: UUID | None
    name: str
    url: str | None
    created_at: datetime | None


class CalendarFeedsOut(Schema):
    feeds: list[CalendarFeedOut]


class CalendarFeedIn(In):
    technician_id: UUID | None
    is_on: StrictBool


class MoveIn(In):
    """The reason is shown to the homeowner."""

    day: IsoDay
    time_window: TimeWindow
    seen_version: SeenVersion = None
    reason: Line100 = ""


class ChooseTechnicianIn(In):
    """null: not assigned."""

    technician_id: UUID | None
    seen_version: SeenVersion = None


class CrewDayIn(In):
    """0 crews close the day. The usual number needs no reason."""

    crews: Annotated[int, Field(strict=True, ge=0, le=_MOST_CREWS)]
    reason: Line100 = ""


class TargetIn(In):
    appointment_id: UUID
    day: IsoDay


class ClosingIn(In):
    """The reason is shown to the homeowners. A job without a target takes its first free day."""

    reason: Annotated[str, Line(100, min_length=3)]
    targets: Annotated[list[TargetIn], Field(max_length=_MOST_CREWS)] = []


class MovedJobOut(Schema):
    appointment_id: UUID = Field(validation_alias="job.public_id")
    order_id: UUID = Field(validation_alias="job.order.public_id")
    customer_name: str = Field(validation_alias="job.order.customer.name")
    street: str
    city: str = Field(validation_alias="job.order.order_location.city")
    day: date = Field(validation_alias="job.day")
    time_window: TimeWindow = Field(validation_alias="job.time_window")
    start_at: datetime = Field(validation_alias="job.start_at")
    to_day: date

    @staticmethod
    def resolve_street(moved: MovedJob) -> str:
        return moved.job.order.order_location.formatted_address.partition(",")[0]


class LeftJobOut(Schema):
    order_id: UUID = Field(validation_alias="job.order.public_id")
    customer_name: str = Field(validation_alias="job.order.customer.name")
    city: str = Field(validation_alias="job.order.order_location.city")
    why: WhyLeft


class DayRoomOut(Schema):
    day: date
    mornings_left: int
    afternoons_left: int
    is_weekday_off: bool


class ClosedDayOut(Schema):
    """Only a plan has `room`: the crews that each later day has left for each window before any job
    moves.
    """

    day: date
    moved: list[MovedJobOut]
    left: list[LeftJobOut]
    room: list[DayRoomOut]


class NewTechnicianIn(In):
    name: Name
    phone: Phone
    license_number: Line40 | None = None


class CorrectedTechnicianIn(In):
    """A field that is null or left out is not changed. `user_id` "" takes the account away."""

    name: Name | None = None
    phone: Phone | None = None
    license_number: Line40 | None = None
    is_active: StrictBool | None = None
    user_id: UUID | Literal[""] | None = None


class DaysOffIn(In):
    last_day: IsoDay


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
        "waiting": bookings.unscheduled_jobs(),
        "technicians": bookings.board_technicians(),
        "technician_users": bookings.technician_users(),
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
        if_version=payload.seen_version,
        now=now(),
    )
    return bookings.job_of(moved)


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
        if_version=payload.seen_version,
        now=now(),
    )
    return bookings.job_of(changed)


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
        actor=staff_name(request),
        now=now(),
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
    technicians = [each for each in bookings.board_technicians() if each.is_active]
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
    return bookings.board_days(first, last, rules=catalog.configuration().scheduling, now=now)
