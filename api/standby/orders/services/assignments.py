"""Who leads an appointment: a technician leads at most one job in a half day."""

from datetime import date, datetime

from django.db import transaction
from django.db.models import Q, QuerySet

from standby.core.errors import Conflict, _
from standby.core.lifecycle import StatusMoved
from standby.core.words import brief_date, say
from standby.crews.models import Technician
from standby.crews.selectors import get_technician, lock_technician
from standby.crews.services.technicians import (
    days_off_on,
    ensure_at_work,
    get_technician_by_name,
)
from standby.orders.models import Appointment, Order, UndoableAction
from standby.orders.selectors import orders
from standby.orders.services.notify import notify_of_technician
from standby.orders.services.order_log import ensure_version, log_change, record_action

Days = tuple[date, date]  # that of a job's afternoon, and that of its morning


class TechnicianBusy(Conflict):
    code = "technician_busy"
    message = _("%(name)s is already assigned to %(customer)s's job in %(city)s %(days)s.")


class NoVisitExpected(Conflict):
    code = "nobody_needed"
    message = _("There is no longer a visit at this home.")


class NoDateYet(Conflict):
    code = "no_date_yet"
    message = _("This job has no date. Choose a date first, then assign a technician.")


def other_job_of(technician: Technician, *, days: Days, besides: Appointment) -> Appointment | None:
    """Return another job of theirs in the afternoon or in the morning of these days."""
    afternoon_of, morning_of = days
    jobs = Appointment.objects.select_related("order__customer", "order__order_location")
    theirs = jobs.filter(assigned_to=technician, status__in=Appointment.LIVE)
    same_half = theirs.filter(Q(day=afternoon_of) | Q(ends_on=morning_of))
    return same_half.exclude(pk=besides.pk).first()


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
        return say("on %(day)s", day=brief_date(job.day))
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


def home_and_day(job: Appointment) -> str:
    place = job.order.order_location
    return say(
        "%(customer)s in %(city)s %(days)s",
        customer=job.order.customer.name,
        city=place.city,
        days=_in_half_days(job),
    )


def upcoming_jobs_of(technician: Technician, *, today: date) -> QuerySet[Appointment]:
    """Return the jobs that they lead and that do not end before today, by day."""
    jobs = Appointment.objects.filter(assigned_to=technician, status__in=Appointment.LIVE)
    return jobs.filter(ends_on__gte=today).order_by("day")


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
