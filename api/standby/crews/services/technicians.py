"""Technicians: entered, corrected, and at work on a day or not."""

from datetime import date, datetime
from functools import reduce
from operator import or_
from typing import Any, Literal
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Q

from standby.audit.services import record_event
from standby.core.contacts import format_phone
from standby.core.errors import Conflict, _
from standby.core.transactions import in_transaction
from standby.core.words import brief_date, say
from standby.crews.models import Technician, TechnicianDaysOff
from standby.crews.services.calendar_feeds import revoke_feeds
from standby.crews.services.technician_users import TechnicianUserTaken, user_for


class TechnicianInactive(Conflict):
    code = "technician_inactive"
    message = _("This technician no longer works for us.")


class TechnicianOff(Conflict):
    code = "technician_off"
    message = _("%(name)s is off %(days)s.")


class TechnicianKnown(Conflict):
    code = "technician_known"
    message = _("A technician with that name and phone is already on the list.")


def get_technician_by_name(name: str, *, phone: str) -> Technician:
    """Return the technician with this name and phone, entered if they are new."""
    technician, _is_new = Technician.objects.get_or_create(name=name, phone=format_phone(phone))
    return technician


def ensure_active(technician: Technician) -> None:
    """Raise TechnicianInactive for one who no longer works for us."""
    if not technician.is_active:
        raise TechnicianInactive(_("%(name)s no longer works for us."), name=technician.name)


def days_off_on(*days: date, of: Technician) -> TechnicianDaysOff | None:
    """Return the days off that hold one of these days."""
    is_off = [Q(first_day__lte=day, last_day__gte=day) for day in days]
    return of.days_off.filter(reduce(or_, is_off)).first()


def ensure_at_work(technician: Technician, *days: date) -> None:
    """Raise TechnicianInactive, or TechnicianOff when one of their days off is one of these."""
    ensure_active(technician)
    off = days_off_on(*days, of=technician)
    if off is not None:
        raise TechnicianOff(name=technician.name, days=_in_words(off))


def _in_words(off: TechnicianDaysOff) -> str:
    if off.first_day == off.last_day:
        return say("on %(day)s", day=brief_date(off.first_day))
    return say(
        "from %(first)s to %(last)s",
        first=brief_date(off.first_day),
        last=brief_date(off.last_day),
    )


def add_technician(
    *, name: str, phone: str, license_number: str = "", staff: str, now: datetime
) -> Technician:
    """Add a technician. Idempotent. Raises TechnicianInactive for a deactivated one."""
    with transaction.atomic(durable=True):
        technician, is_new = Technician.objects.get_or_create(
            name=name,
            phone=format_phone(phone),
            defaults={"license_number": license_number},
        )
        ensure_active(technician)
        if is_new:
            _record_change(technician, before=None, staff=staff, now=now)
        return technician


@in_transaction
def correct_technician(
    technician: Technician,
    *,
    name: str | None = None,
    phone: str | None = None,
    license_number: str | None = None,
    is_active: bool | None = None,
    user_id: UUID | Literal[""] | None = None,
    staff: str,
    now: datetime,
) -> Technician:
    """Change the data of a technician whose row is locked.

    None leaves a field unchanged, user_id "" takes the account away. Whether a technician with work
    to come may be deactivated is the caller's to check. Raises TechnicianKnown for a duplicate,
    TechnicianUserUnknown and TechnicianUserTaken.
    """
    user = user_for(technician, user_id)
    before = _data_of(technician)
    changes = {
        "name": name,
        "phone": phone and format_phone(phone),
        "license_number": license_number,
        "is_active": is_active,
        "user_id": user.pk if user else None,
    }
    after = before | {field: value for field, value in changes.items() if value is not None}
    if user_id == "":
        after["user_id"] = None
    if after == before:
        return technician
    if not after["is_active"]:
        revoke_feeds(technician, now=now)
    for field, value in after.items():
        setattr(technician, field, value)
    try:
        with transaction.atomic():
            technician.save()
    except IntegrityError as error:
        others = Technician.objects.exclude(pk=technician.pk)
        if user and others.filter(user=user).exists():
            raise TechnicianUserTaken(field="user_id") from error
        raise TechnicianKnown from error
    _record_change(technician, before=before, staff=staff, now=now)
    return technician


def _data_of(technician: Technician) -> dict[str, Any]:
    fields = ("name", "phone", "license_number", "is_active", "user_id")
    return {name: getattr(technician, name) for name in fields}


def _record_change(
    technician: Technician, *, before: dict[str, Any] | None, staff: str, now: datetime
) -> None:
    record_event(
        staff,
        action="technician changed" if before else "technician entered",
        object=f"technicians {technician.pk}",
        before=before,
        after=_data_of(technician),
        now=now,
    )
