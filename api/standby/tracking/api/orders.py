"""One order, read and confirmed by the visitor who reserved it, and their latest appointment."""

from datetime import date, datetime
from typing import Annotated, Any, Literal, cast
from uuid import UUID

from django.http import HttpRequest
from django.utils.timezone import now
from ninja import Query, Router, Schema

from standby.core import visitor_cookie as wizard_cookie
from standby.core.limits import spend
from standby.core.policy import ANSWERS_PER_ORDER
from standby.core.schema import ProblemOut, line
from standby.orders.api import booking_access
from standby.orders.api.orders import (
    CustomerOut,
    LinesOut,
    OrderGeneratorOut,
    OrderLocationOut,
    OrderPackageOut,
)
from standby.orders.models import Appointment, Order
from standby.orders.rules.scheduling import TimeWindow
from standby.orders.selectors import orders as bookings
from standby.payments.providers import wiring as payments_providers
from standby.payments.services import charges as payments
from standby.workflows.look_up_payment import refresh_payment_best_effort
from standby.workflows.reserve_appointment import confirm_order

router = Router(tags=["booking"])
appointment_router = Router(tags=["booking"])

EmailQuery: Any = line(254)
FeeStatus = Literal["due", "paid", "refunded", "none"]


class FeeOut(Schema):
    amount_cents: int
    status: FeeStatus
    refundable: bool


class OrderAppointmentOut(Schema):
    id: UUID
    status: Appointment.Status
    start_at: datetime
    end_at: datetime
    day: date
    time_window: TimeWindow


class AgreementsOut(Schema):
    accepted_at: datetime | None


class OrderOut(Schema):
    id: UUID
    status: Order.Status
    total_cents: int
    lines: LinesOut
    scheduling_fee: FeeOut
    customer: CustomerOut
    order_location: OrderLocationOut
    package: OrderPackageOut
    generator: OrderGeneratorOut | None
    appointment: OrderAppointmentOut
    hold_expires_at: datetime | None
    test_mode: bool
    agreements: AgreementsOut


class ConfirmedOut(Schema):
    appointmentId: UUID  # noqa: N815
    status: Literal["confirmed"]


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
    "/orders/{order_id}",
    response={200: OrderOut, 404: ProblemOut, 429: ProblemOut, 503: ProblemOut},
    operation_id="get_order",
)
def get_order(request: HttpRequest, order_id: str) -> OrderOut:
    """One order, for the browser that made it or that opened its link."""
    order = booking_access.order_by_id(request, order_id)
    appointment, hold_expires_at = bookings.newest_appointment_and_hold(order)
    fee = payments.scheduling_fee_of(order)
    return OrderOut(
        id=order.public_id,
        status=Order.Status(order.status),
        total_cents=order.total_cents,
        lines=LinesOut.from_orm(order.quote),
        scheduling_fee=FeeOut(
            amount_cents=order.scheduling_fee_cents,
            status=cast(FeeStatus, fee.status) if fee else "none",
            refundable=order.scheduling_fee_refundable,
        ),
        customer=CustomerOut.from_orm(order.customer),
        order_location=OrderLocationOut.from_orm(order.order_location),
        package=OrderPackageOut.from_orm(order.package),
        generator=OrderGeneratorOut.from_orm(order.generator) if order.generator else None,
        appointment=OrderAppointmentOut(
            id=appointment.public_id,
            status=Appointment.Status(appointment.status),
            start_at=appointment.start_at,
            end_at=appointment.end_at,
            day=appointment.day,
            time_window=TimeWindow(appointment.time_window),
        ),
        hold_expires_at=hold_expires_at,
        test_mode=not payments_providers.cards().is_live,
        agreements=AgreementsOut(accepted_at=order.agreements_accepted_at),
    )


@router.post(
    "/orders/{order_id}/confirm",
    response={200: ConfirmedOut, **dict.fromkeys((404, 409, 429, 503), ProblemOut)},
    operation_id="confirm_order",
)
def post_confirm_order(request: HttpRequest, order_id: str) -> ConfirmedOut:
    """Confirm the appointment of an order that has nothing due."""
    order = booking_access.order_by_id(request, order_id)
    spend(rule=ANSWERS_PER_ORDER, subject=str(order.public_id))
    appointment = confirm_order(order, now=now())
    return ConfirmedOut(appointmentId=appointment.public_id, status="confirmed")


@appointment_router.get(
    "/appointments/latest",
    response={200: AppointmentOut, 404: ProblemOut, 422: ProblemOut},
    operation_id="get_latest_appointment",
)
def get_latest_appointment(
    request: HttpRequest, email: Annotated[EmailQuery, Query()]
) -> AppointmentOut:
    """The newest appointment for this email address that this visitor reserved."""
    secret_hash = wizard_cookie.read_cookie_hash(request)
    appointment = bookings.latest_appointment(email=email, secret_hash=secret_hash)
    if appointment.status != Appointment.Status.CONFIRMED and refresh_payment_best_effort(
        appointment.order, cards=payments_providers.cards(), now=now()
    ):
        appointment = bookings.latest_appointment(email=email, secret_hash=secret_hash)
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
