"""The latest appointment that a visitor reserved with their wizard session."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from django.http import HttpRequest
from django.utils.timezone import now
from ninja import Query, Router, Schema

from standby.core import visitor_cookie as wizard_cookie
from standby.core.schema import ProblemOut, line
from standby.orders.models import Appointment
from standby.orders.rules.scheduling import TimeWindow
from standby.orders.selectors import orders as bookings
from standby.payments.providers import wiring as payments_providers
from standby.workflows.look_up_payment import refresh_payment_best_effort

router = Router(tags=["booking"])

EmailQuery: Any = line(254)


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
    status: Appointment.Status
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
    request: HttpRequest, email: Annotated[EmailQuery, Query()]
) -> AppointmentOut:
    """The newest appointment for this e-mail address that this visitor reserved."""
    secret_hash = wizard_cookie.read_cookie_hash(request)
    moment = now()
    appointment = bookings.latest_appointment(email=email, secret_hash=secret_hash)
    if appointment.status == Appointment.Status.CONFIRMED:
        return _appointment_to_out(appointment)
    outcome = refresh_payment_best_effort(
        appointment.order,
        cards=payments_providers.cards(),
        now=moment,
    )
    if outcome is None:
        return _appointment_to_out(appointment)
    return _appointment_to_out(bookings.latest_appointment(email=email, secret_hash=secret_hash))


def _appointment_to_out(appointment: Appointment) -> AppointmentOut:
    order, technician = appointment.order, appointment.assigned_to
    return AppointmentOut(
        id=appointment.public_id,
        status=Appointment.Status(appointment.status),
        start_at=appointment.start_at,
        end_at=appointment.end_at,
        assigned_to=technician.public_id if technician else None,
        time_window=TimeWindow(appointment.time_window),
        order_id=order.public_id,
        order=AppointmentOrderOut(
            id=order.public_id,
            customer=AppointmentCustomerOut.from_orm(order.customer),
            order_location=AppointmentLocationOut.from_orm(order.order_location),
        ),
        technician=TechnicianOut.from_orm(technician) if technician else None,
    )
