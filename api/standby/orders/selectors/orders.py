"""Lookups of orders and appointments, the days on offer, and the day board of staff."""

from collections import defaultdict
from collections.abc import Collection
from datetime import date, datetime
from typing import Any, Final
from uuid import UUID

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from standby.core.clock import WEEKDAYS, Period, each_day
from standby.core.errors import Conflict, NotFound, _
from standby.orders.models import (
    Appointment,
    ChangeOrder,
    CrewDay,
    CrewSeat,
    Customer,
    Order,
    OrderLogEntry,
)
from standby.orders.rules.scheduling import (
    ClosedReason,
    TimeWindow,
    reason_without_crews,
    usual_crews,
)
from standby.orders.selectors.crew_calendar import CrewCalendar
from standby.pricing.rules.configuration import SchedulingRules

# What pages and messages about an order read.
WITH_ALL: Final = ("customer", "order_location", "package", "generator", "quote")
MOST_LISTED: Final = 10  # of one visitor's orders


class OrderNotFound(NotFound):
    code = "order_not_found"
    message = _("There is no such order for this visitor.")


class CustomerErased(Conflict):
    code = "customer_erased"
    message = _("This customer was erased, so nothing about them is stored anymore.")


class AppointmentNotFound(NotFound):
    code = "appointment_not_found"
    message = _("We couldn't find your appointment details.")


def lock_order(order_pk: int) -> Order:
    return Order.objects.select_for_update().get(pk=order_pk)


def lock_order_to_store(order_pk: int) -> Order:
    """Lock an order so as to store what tells of its customer. Raises CustomerErased.

    What took long to make may be stored only if nobody erased the customer meanwhile: an erasure
    locks the order as well.
    """
    order = lock_order(order_pk)
    if is_erased(order):
        raise CustomerErased
    return order


def is_erased(order: Order) -> bool:
    """Whether its customer was erased. Lock the order first, so that it stays so."""
    return Customer.objects.filter(pk=order.customer_id, erased_at__isnull=False).exists()


def orders_by_contact(
    *, phones: Collection[str] = (), emails: Collection[str] = ()
) -> QuerySet[Order]:
    """Return the orders of customers with one of these keys of phone numbers or email addresses.

    An empty key is nobody's: those of erased customers are empty.
    """
    by_phone = Q(customer__phone_key__in=list(filter(None, phones)))
    by_email = Q(customer__email_key__in=list(filter(None, emails)))
    return Order.objects.filter(by_phone | by_email)


def same_person(customer: Customer) -> QuerySet[Customer]:
    """Return the rows of this customer: with the same address, or the same number and name."""
    same = Q(pk=customer.pk)
    if customer.email_key:
        same |= Q(email_key=customer.email_key)
    if customer.phone_key:
        same |= Q(phone_key=customer.phone_key, name__iexact=customer.name)
    return Customer.objects.filter(same, erased_at=None)


def get_order_for_visitor(order_id: str, *, secret_hash: str | None) -> Order:
    return _only(_named(order_id).filter(wizard__secret_hash=secret_hash or "none"))


def get_order(order_id: str) -> Order:
    return _only(_named(order_id))


def read_id(order_id: str) -> UUID:
    """Read an order's public id, in any of its spellings. Raises OrderNotFound."""
    try:
        return UUID(order_id)
    except ValueError as error:
        raise OrderNotFound from error


def _named(order_id: str) -> QuerySet[Order]:
    return Order.objects.select_related(*WITH_ALL).filter(public_id=read_id(order_id))


def _only(orders: QuerySet[Order]) -> Order:
    order = orders.first()
    if order is None:
        raise OrderNotFound
    return order


def newest_order_of(secret_hash: str | None) -> Order:
    return _only(_reserved_by(secret_hash))


def orders_of(secret_hash: str | None, *, most: int = MOST_LISTED) -> list[Order]:
    """Return the newest orders with this wizard secret, newest first."""
    return list(_reserved_by(secret_hash)[:most])


def _reserved_by(secret_hash: str | None) -> QuerySet[Order]:
    reserved = Order.objects.select_related(*WITH_ALL).filter(
        wizard__secret_hash=secret_hash or "none"
    )
    return reserved.order_by("-created_at", "-pk")


def newest_appointment_of(order: Order) -> Appointment:
    return _newest(order.appointments.all())


def get_appointment(appointment_id: str) -> Appointment:
    appointments = Appointment.objects.select_related("order", "assigned_to")
    try:
        return appointments.get(public_id=UUID(appointment_id))
    except (ValueError, Appointment.DoesNotExist) as error:
        raise AppointmentNotFound from error


def visit_of(order: Order) -> tuple[Appointment | None, datetime | None]:
    """Return the newest appointment and when its hold expires.

    The time is None when it has no seat, or has it for good.
    """
    visits = order.appointments.select_related("seat", "assigned_to")
    newest = visits.order_by("-created_at", "-pk").first()
    seat: CrewSeat | None = getattr(newest, "seat", None)
    return newest, seat.hold_expires_at if seat else None


def newest_appointment_and_hold(order: Order) -> tuple[Appointment, datetime | None]:
    """Return what `visit_of` does. Raises AppointmentNotFound."""
    appointment, hold_expires_at = visit_of(order)
    if appointment is None:
        raise AppointmentNotFound
    return appointment, hold_expires_at


def open_change_of(order: Order) -> ChangeOrder | None:
    changes = ChangeOrder.objects.select_related("from_quote", "to_quote")
    return changes.filter(order=order, status=ChangeOrder.Status.PROPOSED).first()


def latest_appointment(*, email: str, secret_hash: str | None) -> Appointment:
    """Return the newest appointment with this email and wizard secret (BOOK-05.1).

    Raises AppointmentNotFound without revealing which of the two was wrong.
    """
    wizard = Q(order__wizard__secret_hash=secret_hash or "none")
    return _newest(_appointments_by(email).filter(wizard))


def appointment_of_caller(order: Order, *, email: str) -> Appointment:
    """Return the newest appointment of an order that staff placed. Raises AppointmentNotFound."""
    return _newest(_appointments_by(email).filter(order=order))


def visit_to_show(order: Order) -> Appointment | None:
    """Return the order's newest appointment with what a page says about it, if it has one."""
    visits = _shown().filter(order=order)
    return visits.order_by("-created_at", "-pk").first()


def _appointments_by(email: str) -> QuerySet[Appointment]:
    return _shown().filter(order__customer__email_key=email.strip().lower())


def _shown() -> QuerySet[Appointment]:
    return Appointment.objects.select_related(
        "order__customer", "order__order_location", "assigned_to"
    )


def _newest(appointments: QuerySet[Appointment]) -> Appointment:
    newest = appointments.order_by("-created_at", "-pk").first()
    if newest is None:
        raise AppointmentNotFound
    return newest


def expired_seats(*, now: datetime) -> QuerySet[CrewSeat]:
    return CrewSeat.objects.filter(hold_expires_at__lt=now).select_related("afternoon")


def appointments_between(first: date, last: date) -> QuerySet[Appointment]:
    return Appointment.objects.filter(status__in=Appointment.LIVE, day__range=(first, last))


def appointments_at_work_on(day: date) -> QuerySet[Appointment]:
    """Return the visits of a day, also those of the afternoon before, which end on it."""
    return Appointment.objects.filter(Q(day=day) | Q(ends_on=day), status__in=Appointment.LIVE)


def windows_of(appointments: QuerySet[Appointment]) -> dict[str, int]:
    return appointments.aggregate(
        morning=Count("pk", filter=Q(time_window=TimeWindow.MORNING)),
        afternoon=Count("pk", filter=Q(time_window=TimeWindow.AFTERNOON)),
        held=Count("pk", filter=Q(status=Appointment.Status.HELD)),
    )


def visits_in(period: Period, *, today: date) -> QuerySet[Appointment]:
    return Appointment.objects.filter(
        status=Appointment.Status.CONFIRMED, day__range=(period.first, min(period.last, today))
    )


def board_days(
    first: date, last: date, *, rules: SchedulingRules, now: datetime
) -> list[dict[str, Any]]:
    # `reason` says why `crews` differs from the usual number; 0 is closed. `continuing` are the
    # jobs that began on an earlier afternoon and end in the morning of the day.
    crew_days = {one.day: one for one in CrewDay.objects.filter(day__range=(first, last))}
    calendar = CrewCalendar(first, last, rules=rules, now=now)
    # An expired hold is no job: its crew is free.
    live = Q(seat__hold_expires_at__isnull=True) | Q(seat__hold_expires_at__gte=now)
    here = Q(day__range=(first, last)) | Q(ends_on__range=(first, last))
    jobs: defaultdict[date, list[Appointment]] = defaultdict(list)
    continuing: defaultdict[date, list[Appointment]] = defaultdict(list)
    for job in _jobs().filter(live, here, seat__isnull=False).order_by("seat__seat_no"):
        jobs[job.day].append(job)
        if job.ends_on != job.day:
            continuing[job.ends_on].append(job)
    return [
        {
            "day": day,
            "crews": calendar.crews_on(day),
            "usual_crews": usual_crews(day, rules=rules),
            "reason": crew_days[day].reason
            if day in crew_days
            else _usual_reason(day, rules=rules),
            "is_weekday_off": WEEKDAYS[day.weekday()] in rules.disabled_weekdays,
            "jobs": jobs[day],
            "continuing": continuing[day],
            "windows": [calendar.room(day, TimeWindow(window)) for window in rules.windows],
        }
        for day in each_day(first, last)
    ]


def _usual_reason(day: date, *, rules: SchedulingRules) -> str:
    is_holiday = reason_without_crews(day, rules=rules) is ClosedReason.HOLIDAY
    return "Holiday" if is_holiday else ""


def unscheduled_jobs() -> list[Appointment]:
    lost = _jobs().filter(status=Appointment.Status.NEEDS_NEW_DATE)
    waiting = lost.exclude(order__status__in=Order.OVER)
    return list(waiting.order_by("created_at", "pk"))


def job_of(appointment: Appointment) -> Appointment:
    job = _jobs().filter(pk=appointment.pk).first()
    if job is None:
        raise AppointmentNotFound
    return job


def _jobs() -> QuerySet[Appointment]:
    entries = OrderLogEntry.objects.filter(order=OuterRef("order_id")).order_by("-pk")
    return Appointment.objects.select_related(
        "order__customer",
        "order__order_location",
        "order__generator",
        "order__quote",
        "assigned_to__user",
        "seat",
    ).annotate(
        order_version=Coalesce(Subquery(entries.values("pk")[:1]), 0),
        hold_expires_at=F("seat__hold_expires_at"),
        crew_no=F("seat__seat_no"),
    )
