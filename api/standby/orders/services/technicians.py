"""Technicians, who each lead at most one job in a half day, and their appointments."""

from datetime import date, datetime
from functools import reduce
from operator import or_
from typing import Any, Literal
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Q

from standby.audit.services import record_event
from standby.core.clock import local_date
from standby.core.contacts import format_phone
from standby.core.errors import Conflict, NotFound, _
from standby.core.lifecycle import StatusMoved
from standby.core.words import brief_date, say
from standby.orders.models import Appointment, Order, Technician, TechnicianDaysOff, UndoableAction
from standby.orders.selectors import orders
from standby.orders.services.calendar_feeds import revoke_feeds
from standby.orders.services.notify import notify_of_technician
from standby.orders.services.order_log import ensure_version, log_change, record_action
from standby.orders.services.technician_users import TechnicianUserTaken, user_for

Days = tuple[date, date]  # that of a job's afternoon, and that of its morning


class TechnicianBusy(Conflict):
    code = "technician_busy"
    message = _("%(name)s is already assigned to %(customer)s's job in %(city)s %(days)s.")


class TechnicianInactive(Conflict):
    code = "technician_inactive"
    message = _("This technician no longer works for us.")


class TechnicianOff(Conflict):
    code = "technician_off"
    message = _("%(name)s is off %(days)s.")


class TechnicianNeeded(Conflict):
    code = "technician_needed"
    message = _("This technician has jobs on those days. Give them to others first.")


class TechnicianInUse(Conflict):
    code = "technician_in_use"
    message = _("This technician is still assigned to upcoming jobs.")


class TechnicianKnown(Conflict):
    code = "technician_known"
    message = _("A technician with that name and phone is already on the list.")


class NoVisitExpected(Conflict):
    code = "nobody_needed"
    message = _("There is no longer a visit at this home.")


class NoDateYet(Conflict):
    code = "no_date_yet"
    message = _("This job has no date. Choose a date first, then assign a technician.")


class TechnicianNotFound(NotFound):
    code = "technician_not_found"
    message = _("There is no such technician.")


def get_technician(technician_id: str) -> Technician:
    try:
        return Technician.objects.get(public_id=UUID(technician_id))
    except (ValueError, Technician.DoesNotExist) as error:
        raise TechnicianNotFound from error


def get_technician_by_name(name: str, *, phone: str) -> Technician:
    technician, _is_new = Technician.objects.get_or_create(name=name, phone=format_phone(phone))
    return technician


def lock_technician(pk: int) -> Technician:
    # Lock the row before giving a technician a job or days off or deactivating them, so that no
    # two of these can race.
    return Technician.objects.select_for_update().get(pk=pk)


def other_job_of(technician: Technician, *, days: Days, besides: Appointment) -> Appointment | None:
    """Return another job of theirs in the afternoon or in the morning of these days."""
    afternoon_of, morning_of = days
    jobs = Appointment.objects.select_related("order__customer", "order__order_location")
    theirs = jobs.filter(assigned_to=technician, status__in=Appointment.LIVE)
    same_half = theirs.filter(Q(day=afternoon_of) | Q(ends_on=morning_of))
    return same_half.exclude(pk=besides.pk).first()


def ensure_active(technician: Technician) -> None:
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
        words = _in_words(off.first_day, off.last_day)
        raise TechnicianOff(name=technician.name, days=words)


def _in_words(first: date, last: date) -> str:
    if first == last:
        return say("on %(day)s", day=brief_date(first))
    return say("from %(first)s to %(last)s", first=brief_date(first), last=brief_date(last))


def ensure_free(technician: Technician, *, for_: Appointment) -> None:
    """Raise TechnicianInactive, TechnicianOff or TechnicianBusy, which names the other job."""
    days = for_.day, for_.ends_on
    ensure_at_work(technician, *days)
    other = other_job_of(technician, days=days, besides=for_)
    if other is None:
        return
    raise TechnicianBusy(
        name=technician.name,
        customer=other.order.customer.name,
        city=other.order.order_location.city,
        days=_in_half_days(other),
    )


def _in_half_days(job: Appointment) -> str:
    if job.ends_on == job.day:
        return _in_words(job.day, job.day)
    return say(
        "on %(day)s in the afternoon and on %(end)s in the morning",
        day=brief_date(job.day),
        end=brief_date(job.ends_on),
    )


def upcoming_technician(appointment: Appointment, *, days: Days) -> Technician | None:
    """Return the assigned technician if they can lead the job on these days; else None."""
    if appointment.assigned_to_id is None:
        return None
    technician = lock_technician(appointment.assigned_to_id)
    is_busy = other_job_of(technician, days=days, besides=appointment) is not None
    is_off = days_off_on(*days, of=technician) is not None
    return None if is_busy or is_off or not technician.is_active else technician


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


def correct_technician(
    technician_id: str,
    *,
    name: str | None = None,
    phone: str | None = None,
    license_number: str | None = None,
    is_active: bool | None = None,
    user_id: UUID | Literal[""] | None = None,
    staff: str,
    now: datetime,
) -> Technician:
    """Change a technician's data; None leaves a field unchanged, user_id "" takes the account away.

    Raises TechnicianNotFound, TechnicianInUse when upcoming jobs would lose their technician,
    TechnicianKnown for a duplicate, TechnicianUserUnknown and TechnicianUserTaken.
    """
    existing = get_technician(technician_id)
    user = user_for(existing, user_id)
    with transaction.atomic():
        technician = lock_technician(existing.pk)
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
            jobs = Appointment.objects.filter(assigned_to=technician, status__in=Appointment.LIVE)
            upcoming = jobs.filter(ends_on__gte=local_date(now)).order_by("day")
            days = [brief_date(day) for day in upcoming.values_list("day", flat=True)[:3]]
            if technician.is_active and days:
                raise TechnicianInUse(
                    _("%(name)s has jobs on %(days)s. Reassign them first."),
                    name=technician.name,
                    days=", ".join(days),
                )
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


def home_and_day(job: Appointment) -> str:
    place = job.order.order_location
    return say(
        "%(customer)s in %(city)s %(days)s",
        customer=job.order.customer.name,
        city=place.city,
        days=_in_half_days(job),
    )


def jobs_between(first_day: date, last_day: date, *, by: Technician) -> list[Appointment]:
    jobs = Appointment.objects.select_related("order__customer", "order__order_location")
    off = first_day, last_day
    led = jobs.filter(
        Q(day__range=off) | Q(ends_on__range=off), assigned_to=by, status__in=Appointment.LIVE
    )
    return list(led.exclude(order__status__in=Order.OVER).order_by("day"))


def set_technician(
    appointment: Appointment, *, technician: Technician, actor: str, now: datetime
) -> None:
    ensure_free(technician, for_=appointment)
    unchanged = Appointment.objects.filter(
        pk=appointment.pk,
        day=appointment.day,
        ends_on=appointment.ends_on,
        status__in=Appointment.LIVE,
    )
    if not unchanged.update(assigned_to=technician):
        raise StatusMoved
    appointment.assigned_to = technician
    log_change(
        appointment.order,
        subject="technician",
        change=("", "assigned"),
        actor=actor,
        now=now,
        note=technician.name,
    )


def remove_technician(appointment: Appointment, *, actor: str, now: datetime) -> None:
    previous, appointment.assigned_to = appointment.assigned_to, None
    if previous is None:
        return
    Appointment.objects.filter(pk=appointment.pk).update(assigned_to=None)
    log_removed(appointment.order, previous, actor=actor, now=now)


def log_removed(order: Order, technician: Technician, *, actor: str, now: datetime) -> None:
    change = ("assigned", "removed")
    log_change(
        order, subject="technician", change=change, actor=actor, now=now, note=technician.name
    )


def assign_technician(
    order_pk: int,
    *,
    name: str,
    phone: str,
    actor: str,
    if_version: int | None = None,
    now: datetime,
) -> Appointment:
    """Assign a technician by name and phone, creating them if new, and notify the homeowner.

    Idempotent. Raises NoVisitExpected, NoDateYet, AppointmentNotFound, ChangedMeanwhile,
    TechnicianInactive, TechnicianOff and TechnicianBusy.
    """
    with transaction.atomic(durable=True):
        order = orders.lock_order(order_pk)
        appointment = _assignable(orders.newest_appointment_of(order))
        technician = get_technician_by_name(name, phone=phone)
        if appointment.assigned_to != technician:
            ensure_version(order, if_version, now=now)
            _assign_and_notify(technician, appointment=appointment, staff=actor, now=now)
        return appointment


def choose_technician(
    appointment_id: str,
    *,
    technician_id: str | None,
    actor: str,
    if_version: int | None = None,
    now: datetime,
) -> Appointment:
    """Assign a listed technician, or remove the assigned one (None). Idempotent.

    Raises AppointmentNotFound, TechnicianNotFound and the errors of assign_technician.
    """
    order_pk = orders.get_appointment(appointment_id).order_id
    technician = get_technician(technician_id) if technician_id else None
    with transaction.atomic(durable=True):
        order = orders.lock_order(order_pk)
        appointment = _assignable(orders.get_appointment(appointment_id))
        if appointment.assigned_to == technician:
            return appointment
        ensure_version(order, if_version, now=now)
        if technician is not None:
            _assign_and_notify(technician, appointment=appointment, staff=actor, now=now)
        elif (previous := appointment.assigned_to) is not None:
            remove_technician(appointment, actor=actor, now=now)
            before = {"technician": str(previous.public_id)}
            record_action(
                order, UndoableAction.Action.TECHNICIAN, before=before, actor=actor, now=now
            )
        return appointment


def _assignable(appointment: Appointment) -> Appointment:
    is_cancelled = appointment.status == Appointment.Status.CANCELLED
    if is_cancelled or appointment.order.status in Order.OVER:
        raise NoVisitExpected
    if appointment.status not in Appointment.LIVE:
        raise NoDateYet
    return appointment


def _assign_and_notify(
    technician: Technician, *, appointment: Appointment, staff: str, now: datetime
) -> None:
    locked, previous = lock_technician(technician.pk), appointment.assigned_to
    set_technician(appointment, technician=locked, actor=staff, now=now)
    before = {"technician": str(previous.public_id) if previous else None}
    action = record_action(
        appointment.order, UndoableAction.Action.TECHNICIAN, before=before, actor=staff, now=now
    )
    notify_of_technician(
        technician, appointment=appointment, occasion=str(action.pk), undo=action, now=now
    )
