"""Assignment of technicians to appointments by staff."""

from dataclasses import dataclass
from datetime import datetime

from standby.core.errors import Conflict, _
from standby.core.writing import write_transaction
from standby.orders.models import Appointment, Technician
from standby.orders.selectors import orders as bookings
from standby.orders.services import appointments as booking
from standby.orders.services import technicians
from standby.orders.services.notify import notify_customer
from standby.orders.services.order_log import ensure_version

_STATUS = Appointment.Status


class NobodyNeeded(Conflict):
    code = "nobody_needed"
    message = _("Nobody is expected at this home any more.")


class NoDateYet(Conflict):
    code = "no_date_yet"
    message = _("This job has no date. Give it one first, then say who comes.")


@dataclass(frozen=True, slots=True, kw_only=True)
class TechnicianAssignment:
    name: str
    phone: str
    actor: str
    if_version: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TechnicianChoice:
    technician_id: str | None  # None removes the assigned technician
    actor: str
    if_version: int | None = None


def assign_technician(
    order_pk: int, *, assignment: TechnicianAssignment, now: datetime
) -> Appointment:
    """Assign a technician by name and phone, creating them if new, and notify the homeowner.

    Idempotent. Raises NobodyNeeded, NoDateYet, AppointmentNotFound, ChangedMeanwhile,
    TechnicianInactive and TechnicianBusy.
    """
    with write_transaction():
        order = bookings.lock_order(order_pk)
        appointment = _assignable(bookings.newest_appointment_of(order))
        technician = technicians.get_technician_by_name(assignment.name, phone=assignment.phone)
        if appointment.assigned_to == technician:
            return appointment
        ensure_version(order, assignment.if_version, now=now)
        _assign(technician, appointment=appointment, staff=assignment.actor, now=now)
        return appointment


def choose_technician(
    appointment_id: str, *, choice: TechnicianChoice, now: datetime
) -> Appointment:
    """Assign a listed technician, or remove the assigned one. Idempotent.

    Raises AppointmentNotFound, TechnicianNotFound and the errors of assign_technician.
    """
    order_pk = bookings.get_appointment(appointment_id).order_id
    technician_id = choice.technician_id
    technician = technicians.get_technician(technician_id) if technician_id else None
    with write_transaction():
        order = bookings.lock_order(order_pk)
        appointment = _assignable(bookings.get_appointment(appointment_id))
        if appointment.assigned_to == technician:
            return appointment
        ensure_version(order, choice.if_version, now=now)
        if technician is not None:
            _assign(technician, appointment=appointment, staff=choice.actor, now=now)
        else:
            booking.remove_technician(appointment, actor=choice.actor, now=now)
        return appointment


def _assignable(appointment: Appointment) -> Appointment:
    is_over = appointment.order.status in booking.OVER
    if is_over or appointment.status == _STATUS.CANCELLED:
        raise NobodyNeeded
    if appointment.status not in (_STATUS.HELD, _STATUS.CONFIRMED):
        raise NoDateYet
    return appointment


def _assign(technician: Technician, *, appointment: Appointment, staff: str, now: datetime) -> None:
    locked = technicians.lock_technician(technician.pk)
    booking.assign_technician(appointment, technician=locked, actor=staff, now=now)
    notify_customer(
        appointment.order,
        kind="technician_assigned",
        dedupe_part=f"{technician.public_id}:{now:%Y%m%d%H%M%S}",
        now=now,
        technician_name=technician.name,
        technician_phone=technician.phone,
    )
