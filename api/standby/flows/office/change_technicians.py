"""Staff enter a technician, correct one, or let one go; no job is left without who was named."""

from dataclasses import dataclass
from datetime import datetime

from standby.apps.booking.models import Technician
from standby.apps.booking.services import technicians
from standby.apps.booking.services.technicians import TechnicianFacts
from standby.apps.trail.services import record_act
from standby.domain.scheduling import today_in_houston
from standby.flows.writing import writing


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """What is None stays as it is."""

    name: str | None = None
    phone: str | None = None
    is_active: bool | None = None


def add_technician(*, name: str, phone: str, staff: str, now: datetime) -> Technician:
    """Safe to repeat. Raises TechnicianInactive for one who was let go before."""
    with writing():
        known = Technician.objects.filter(name=name, phone=phone).first()
        technician = known or technicians.technician_called(name, phone=phone)
        technicians.ensure_active(technician)
        if known is None:
            _record(technician, before=None, staff=staff, now=now)
        return technician


def correct_technician(
    technician_id: str, *, to: Correction, staff: str, now: datetime
) -> Technician:
    """Raises TechnicianNotFound, TechnicianInUse and TechnicianKnown."""
    known = technicians.technician_known_as(technician_id)
    with writing():
        technician = technicians.lock_technician(known.pk)
        before = _facts(technician)
        after = TechnicianFacts(
            name=before.name if to.name is None else to.name,
            phone=before.phone if to.phone is None else to.phone,
            is_active=before.is_active if to.is_active is None else to.is_active,
        )
        if after != before:
            technicians.change_technician(technician, to=after, today=today_in_houston(now))
            _record(technician, before=before, staff=staff, now=now)
        return technician


def _facts(technician: Technician) -> TechnicianFacts:
    return TechnicianFacts(
        name=technician.name, phone=technician.phone, is_active=technician.is_active
    )


def _record(
    technician: Technician, *, before: TechnicianFacts | None, staff: str, now: datetime
) -> None:
    record_act(
        staff,
        action="technician changed" if before else "technician entered",
        object=f"technicians {technician.pk}",
        before=before.told() if before else None,
        after=_facts(technician).told(),
        now=now,
    )
