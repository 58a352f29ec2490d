"""The appointment that a visitor's own wizard reserved."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from django.http import HttpRequest
from ninja import Query, Router, Schema
from pydantic import Field

from standby.domain.scheduling import TimeWindow
from standby.http.schema import ProblemOut

router = Router()


class AppointmentCustomerOut(Schema):
    name: str
    email: str
    phone: str


class AppointmentLocationOut(Schema):
    formatted_address: str


class AppointmentOrderOut(Schema):
    id: UUID
    customer: AppointmentCustomerOut
    order_location: AppointmentLocationOut


class TechnicianOut(Schema):
    name: str
    phone: str


class AppointmentOut(Schema):
    id: UUID
    status: Literal["held", "confirmed", "expired", "cancelled", "needs_new_date"]
    start_at: datetime
    end_at: datetime
    assigned_to: UUID | None
    time_window: TimeWindow
    order_id: UUID
    order: AppointmentOrderOut
    technician: TechnicianOut | None


@router.get(
    "/appointments/latest",
    response={200: AppointmentOut, 404: ProblemOut, 422: ProblemOut},
    operation_id="get_latest_appointment",
)
def get_latest_appointment(
    request: HttpRequest, email: Annotated[str, Query(), Field(max_length=254)]
) -> AppointmentOut:
    """The newest appointment of this e-mail address among those this visitor's secret reserved."""
    raise NotImplementedError
