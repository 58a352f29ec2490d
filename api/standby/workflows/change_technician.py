"""Changes of a technician that their jobs and visits may forbid."""

from datetime import date, datetime
from typing import Any, Final

from django.db import transaction

from standby.core.clock import local_date
from standby.core.words import _, brief_date, say
from standby.diagnostics.models import Diagnostic
from standby.diagnostics.selectors import visits_of
from standby.orders.models import Technician
from standby.orders.services import days_off, technicians

_LEADS_VISITS: Final = _(
    "%(name)s does the diagnostic visits of %(visits)s. Give them to others first."
)


def add_days_off(
    technician_id: str, *, first_day: date, last_day: date, staff: str, now: datetime
) -> Technician:
    """Enter that a technician is off from one day to another. Idempotent.

    Raises TechnicianNeeded, which names the jobs or the diagnostic visits of those days, and the
    other errors of `days_off.add_days_off`.
    """
    with transaction.atomic(durable=True):
        # It locks the technician, as assigning a visit does.
        technician = days_off.add_days_off(
            technician_id, first_day=first_day, last_day=last_day, staff=staff, now=now
        )
        visits = visits_of(technician, first=first_day, last=last_day)
        if visits:
            raise technicians.TechnicianNeeded(
                _LEADS_VISITS,
                name=technician.name,
                visits="; ".join(map(_home_and_day, visits)),
            )
        return technician


def correct_technician(
    technician_id: str, *, staff: str, now: datetime, **changes: Any
) -> Technician:
    """Change a technician's data, as `technicians.correct_technician` does.

    Raises TechnicianInUse also when a deactivated one has diagnostic visits to come.
    """
    with transaction.atomic(durable=True):
        technician = technicians.correct_technician(technician_id, staff=staff, now=now, **changes)
        visits = visits_of(technician, first=local_date(now))
        if visits and not technician.is_active:
            raise technicians.TechnicianInUse(
                _LEADS_VISITS,
                name=technician.name,
                visits="; ".join(map(_home_and_day, visits)),
            )
        return technician


def _home_and_day(visit: Diagnostic) -> str:
    return say("%(name)s on %(day)s", name=visit.name, day=brief_date(visit.day))
