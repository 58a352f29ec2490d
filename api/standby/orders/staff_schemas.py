"""Shapes of the day board and of changes to it."""

from datetime import date, datetime
from enum import StrEnum
from typing import Annotated, Final
from uuid import UUID

from ninja import Schema
from pydantic import Field

from standby.core.schema import IfVersion, In, IsoDay, Line, Line100
from standby.core.words import say
from standby.crews.staff_schemas import BoardTechnicianOut, StaffTechnicianOut, TechnicianUserOut
from standby.orders.models import Appointment, Order
from standby.orders.rules.scheduling import ClosedReason, TimeWindow
from standby.workflows.close_day import MovedJob, WhyLeft

_MOST_CREWS: Final = 100


class BoardStatus(StrEnum):
    """The appointment statuses that the board shows."""

    HELD = "held"
    CONFIRMED = "confirmed"
    NEEDS_NEW_DATE = "needs_new_date"


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


class MoveIn(In):
    """The reason is shown to the homeowner."""

    day: IsoDay
    time_window: TimeWindow
    if_version: IfVersion = None
    reason: Line100 = ""


class ChooseTechnicianIn(In):
    """null: not assigned."""

    technician_id: UUID | None
    if_version: IfVersion = None


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
