"""Shapes of technicians, their days off and their calendar feeds."""

from datetime import date, datetime
from typing import Literal
from uuid import UUID

from ninja import Schema
from pydantic import Field, StrictBool

from standby.core.schema import In, IsoDay, Line40, Name, Phone
from standby.crews.models import Technician, TechnicianDaysOff


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
