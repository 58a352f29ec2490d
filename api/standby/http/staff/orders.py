"""Staff look at one order, with all that happened to it, and say who comes."""

from datetime import datetime
from uuid import UUID

from django.http import HttpRequest
from django.utils.timezone import now
from ninja import Router, Schema

from standby.apps.booking import queries as bookings
from standby.domain.roles import Permission
from standby.flows.assign_technician import Assignment, assign_technician
from standby.flows.look_at_booking import look_at_booking
from standby.http.contact_fields import Name, Phone
from standby.http.my_booking import BookedTechnicianOut, MyBookingOut, booking_fields
from standby.http.schema import In, ProblemOut, SeenVersion
from standby.http.staff.auth import StaffBearer, staff_name

router = Router(tags=["staff"])


class LogEntryOut(Schema):
    at: datetime
    actor: str
    subject: str
    before: str
    after: str
    note: str


class StaffOrderOut(MyBookingOut):
    log: list[LogEntryOut]


class TechnicianIn(In):
    name: Name
    phone: Phone
    seen_version: SeenVersion = None


class AssignedOut(Schema):
    appointment_id: UUID
    technician: BookedTechnicianOut


@router.get(
    "/staff/orders/{order_id}",
    response={200: StaffOrderOut, 401: ProblemOut, 404: ProblemOut},
    auth=StaffBearer(Permission.SEE_ORDERS),
    operation_id="get_staff_order",
)
def get_staff_order(request: HttpRequest, order_id: str) -> StaffOrderOut:
    """What the homeowner sees, and the order's log."""
    order = bookings.order_known_as(order_id)
    seen = look_at_booking(order, now=now())
    log = [LogEntryOut.from_orm(entry) for entry in order.log.all()]
    return StaffOrderOut(**booking_fields(seen), log=log)


@router.post(
    "/staff/orders/{order_id}/technician",
    response={
        200: AssignedOut,
        401: ProblemOut,
        404: ProblemOut,
        409: ProblemOut,
        422: ProblemOut,
        503: ProblemOut,
    },
    auth=StaffBearer(Permission.SCHEDULE),
    operation_id="assign_technician",
)
def post_technician(request: HttpRequest, order_id: str, asked: TechnicianIn) -> AssignedOut:
    """Who comes: the homeowner is told, and sees it on their pages."""
    order = bookings.order_known_as(order_id)
    appointment = assign_technician(
        order.pk,
        assignment=Assignment(
            name=asked.name,
            phone=asked.phone,
            staff=staff_name(request),
            seen_version=asked.seen_version,
        ),
        now=now(),
    )
    return AssignedOut(
        appointment_id=appointment.public_id,
        technician=BookedTechnicianOut.from_orm(appointment.assigned_to),
    )
