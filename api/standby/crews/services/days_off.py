"""Days off of a technician."""

from datetime import date, datetime

from django.db import transaction

from standby.audit.services import record_event
from standby.core.errors import Invalid, _
from standby.core.transactions import in_transaction
from standby.crews.models import Technician, TechnicianDaysOff
from standby.crews.selectors import get_technician, lock_technician


class TechnicianDaysOffWrong(Invalid):
    code = "technician_days_off_wrong"
    message = _("The last day off cannot be before the first.")


@in_transaction
def add_days_off(
    technician: Technician, *, first_day: date, last_day: date, staff: str, now: datetime
) -> None:
    """Enter that a technician, whose row is locked, is off from one day to another. Idempotent.

    Days off that begin on the same day are replaced. Whether they have work on these days is the
    caller's to check. Raises TechnicianDaysOffWrong.
    """
    if last_day < first_day:
        raise TechnicianDaysOffWrong(field="last_day")
    before = technician.days_off.filter(first_day=first_day).first()
    if before is None or before.last_day != last_day:
        after, _is_new = TechnicianDaysOff.objects.update_or_create(
            technician=technician, first_day=first_day, defaults={"last_day": last_day}
        )
        _record_days_off(technician, before=before, after=after, staff=staff, now=now)


def remove_days_off(
    technician_id: str, *, first_day: date, staff: str, now: datetime
) -> Technician:
    """Take back the days off that begin on this day. Idempotent. Raises TechnicianNotFound."""
    existing = get_technician(technician_id)
    with transaction.atomic(durable=True):
        technician = lock_technician(existing.pk)
        before = technician.days_off.filter(first_day=first_day).first()
        if before is not None:
            _record_days_off(technician, before=before, after=None, staff=staff, now=now)
            before.delete()
        return technician


def _record_days_off(
    technician: Technician,
    *,
    before: TechnicianDaysOff | None,
    after: TechnicianDaysOff | None,
    staff: str,
    now: datetime,
) -> None:
    record_event(
        staff,
        action="technician's days off changed",
        object=f"technicians {technician.pk}",
        before=_first_and_last(before),
        after=_first_and_last(after),
        now=now,
    )


def _first_and_last(days: TechnicianDaysOff | None) -> dict[str, str] | None:
    return {"first_day": str(days.first_day), "last_day": str(days.last_day)} if days else None
