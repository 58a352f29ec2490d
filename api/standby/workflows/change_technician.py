"""Changes of a technician that their jobs and visits may forbid."""

from collections.abc import Iterable
from datetime import date, datetime
from typing import Any, Final

from django.db import transaction

from standby.core.clock import local_date
from standby.core.errors import Conflict, _
from standby.core.words import brief_date, say
from standby.crews.models import Technician
from standby.crews.selectors import get_technician, lock_technician
from standby.crews.services import days_off, technicians
from standby.diagnostics.models import Diagnostic
from standby.diagnostics.selectors import visits_of
from standby.orders.services.assignments import home_and_day, jobs_between, upcoming_jobs_of

_LEADS_VISITS: Final = _(
    "%(name)s does the diagnostic visits of %(visits)s. Give them to others first."
)


class TechnicianNeeded(Conflict):
    code = "technician_needed"
    message = _("This technician has jobs on those days. Give them to others first.")


class TechnicianInUse(Conflict):
    code = "technician_in_use"
    message = _("This technician is still assigned to upcoming jobs.")


def add_days_off(
    technician_id: str, *, first_day: date, last_day: date, staff: str, now: datetime
) -> Technician:
    """Enter that a technician is off from one day to another. Idempotent.

    Raises TechnicianNotFound, TechnicianNeeded, which names the jobs or the diagnostic visits of
    those days, and the errors of `days_off.add_days_off`.
    """
    existing = get_technician(technician_id)
    with transaction.atomic(durable=True):
        # As assigning a job or a visit does.
        technician = lock_technician(existing.pk)
        _ensure_not_needed(technician, first_day, last_day)
        days_off.add_days_off(
            technician, first_day=first_day, last_day=last_day, staff=staff, now=now
        )
        return technician


def _ensure_not_needed(technician: Technician, first_day: date, last_day: date) -> None:
    jobs = jobs_between(first_day, last_day, by=technician)
    if jobs:
        raise TechnicianNeeded(
            _("%(name)s leads the jobs of %(jobs)s. Give them to others first."),
            name=technician.name,
            jobs="; ".join(map(home_and_day, jobs)),
        )
    visits = visits_of(technician, first=first_day, last=last_day)
    if visits:
        raise TechnicianNeeded(_LEADS_VISITS, name=technician.name, visits=_in_words(visits))


def correct_technician(
    technician_id: str,
    *,
    is_active: bool | None = None,
    staff: str,
    now: datetime,
    **changes: Any,
) -> Technician:
    """Change a technician's data, as `technicians.correct_technician` does.

    Raises TechnicianNotFound, and TechnicianInUse when one with jobs or diagnostic visits to come
    would be deactivated.
    """
    existing = get_technician(technician_id)
    with transaction.atomic(durable=True):
        technician = lock_technician(existing.pk)
        if technician.is_active and is_active is False:
            _ensure_nothing_to_come(technician, today=local_date(now))
        return technicians.correct_technician(
            technician, is_active=is_active, staff=staff, now=now, **changes
        )


def _ensure_nothing_to_come(technician: Technician, *, today: date) -> None:
    upcoming = upcoming_jobs_of(technician, today=today)
    days = [brief_date(day) for day in upcoming.values_list("day", flat=True)[:3]]
    if days:
        raise TechnicianInUse(
            _("%(name)s has jobs on %(days)s. Reassign them first."),
            name=technician.name,
            days=", ".join(days),
        )
    visits = visits_of(technician, first=today)
    if visits:
        raise TechnicianInUse(_LEADS_VISITS, name=technician.name, visits=_in_words(visits))


def _in_words(visits: Iterable[Diagnostic]) -> str:
    return "; ".join(
        say("%(name)s on %(day)s", name=visit.name, day=brief_date(visit.day)) for visit in visits
    )
