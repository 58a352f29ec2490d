"""Staff say who comes, and the homeowner is told (OPS-11)."""

from dataclasses import dataclass
from datetime import datetime

from standby.apps.booking import queries as bookings
from standby.apps.booking.models import Appointment
from standby.apps.booking.services import appointments as booking
from standby.apps.booking.services.order_log import ensure_seen
from standby.apps.booking.services.technicians import technician_called
from standby.domain.errors import Conflict
from standby.flows.tell import tell_customer
from standby.flows.writing import writing


class NobodyNeeded(Conflict):
    """Nobody is expected at this home any more."""

    code = "nobody_needed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Assignment:
    """Who comes, and which member of staff said so, who had seen so much of the order."""

    name: str
    phone: str
    staff: str
    seen_version: int | None = None


def assign_technician(order_pk: int, *, assignment: Assignment, now: datetime) -> Appointment:
    """Safe to repeat. Raises NobodyNeeded, AppointmentNotFound and ChangedMeanwhile."""
    with writing():
        order = bookings.lock_order(order_pk)
        appointment = bookings.newest_appointment_of(order)
        if order.status in booking.OVER or appointment.status == Appointment.Status.CANCELLED:
            raise NobodyNeeded
        technician = technician_called(assignment.name, phone=assignment.phone)
        if appointment.assigned_to == technician:
            return appointment
        ensure_seen(order, assignment.seen_version, now=now)
        booking.assign_technician(
            appointment, technician=technician, actor=assignment.staff, now=now
        )
        tell_customer(
            order,
            kind="technician_assigned",
            occasion=f"{technician.public_id}:{now:%Y%m%d%H%M%S}",
            now=now,
            technician_name=technician.name,
            technician_phone=technician.phone,
        )
        return appointment
