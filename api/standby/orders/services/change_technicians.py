"""Changes to the list of technicians."""

from dataclasses import dataclass
from datetime import datetime

from standby.audit.services import record_event
from standby.core.clock import today_in_houston
from standby.core.writing import write_transaction
from standby.orders.models import Technician
from standby.orders.services import technicians
from standby.orders.services.technicians import TechnicianData


@dataclass(frozen=True, slots=True, kw_only=True)
class TechnicianUpdate:
    # None leaves a field unchanged.
    name: str | None = None
    phone: str | None = None
    is_active: bool | None = None


def add_technician(*, name: str, phone: str, staff: str, now: datetime) -> Technician:
    """Add a technician. Idempotent. Raises TechnicianInactive for a deactivated one."""
    with write_transaction():
        existing = Technician.objects.filter(name=name, phone=phone).first()
        technician = existing or technicians.get_technician_by_name(name, phone=phone)
        technicians.ensure_active(technician)
        if existing is None:
            _record_change(technician, before=None, staff=staff, now=now)
        return technician


def correct_technician(
    technician_id: str, *, to: TechnicianUpdate, staff: str, now: datetime
) -> Technician:
    """Change a technician's data.

    Raises TechnicianNotFound, TechnicianInUse and TechnicianKnown.
    """
    existing = technicians.get_technician(technician_id)
    with write_transaction():
        technician = technicians.lock_technician(existing.pk)
        before = _data_of(technician)
        after = TechnicianData(
            name=before.name if to.name is None else to.name,
            phone=before.phone if to.phone is None else to.phone,
            is_active=before.is_active if to.is_active is None else to.is_active,
        )
        if after != before:
            technicians.change_technician(technician, to=after, today=today_in_houston(now))
            _record_change(technician, before=before, staff=staff, now=now)
        return technician


def _data_of(technician: Technician) -> TechnicianData:
    return TechnicianData(
        name=technician.name, phone=technician.phone, is_active=technician.is_active
    )


def _record_change(
    technician: Technician, *, before: TechnicianData | None, staff: str, now: datetime
) -> None:
    record_event(
        staff,
        action="technician changed" if before else "technician entered",
        object=f"technicians {technician.pk}",
        before=before.as_dict() if before else None,
        after=_data_of(technician).as_dict(),
        now=now,
    )
