"""What is booked, by whom, and what is still free."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final
from uuid import UUID

from django.db.models import Count, Q

from standby.apps.booking.models import Appointment, CrewDay, CrewSeat, Order
from standby.apps.catalog.models import Generator
from standby.apps.quoting.models import WizardSession
from standby.domain.errors import Missing
from standby.domain.scheduling import Calendar, WhyClosed, each_day

_WITH_ALL: Final = (
    "customer",
    "order_location",
    "package",
    "generator",
    "quote",
)


class OrderNotFound(Missing):
    """There is no such order for this visitor."""

    code = "order_not_found"


class AppointmentNotFound(Missing):
    """We couldn't find your appointment details."""

    code = "appointment_not_found"


@dataclass(frozen=True, slots=True, kw_only=True)
class DayOnCalendar:
    day: date
    why_closed: WhyClosed | None
    crews_left: int


def live_order_of(wizard: WizardSession) -> Order | None:
    """The wizard's order, locked where the database can: taken before what hangs on it."""
    orders = Order.objects.select_for_update().filter(wizard=wizard)
    return orders.exclude(status=Order.Status.CANCELLED).first()


def lock_order(order_pk: int) -> Order:
    return Order.objects.select_for_update().get(pk=order_pk)


def live_appointment_of(order: Order) -> Appointment | None:
    return order.appointments.exclude(status=Appointment.Status.CANCELLED).first()


def order_seen_by(order_id: str, *, secret_hash: str | None) -> Order:
    """An order, to whoever carries the secret of the wizard that made it. Raises OrderNotFound."""
    try:
        public_id = UUID(order_id)
    except ValueError as error:
        raise OrderNotFound from error
    order = (
        Order.objects.select_related(*_WITH_ALL)
        .filter(public_id=public_id, wizard__secret_hash=secret_hash or "none")
        .first()
    )
    if order is None:
        raise OrderNotFound
    return order


def newest_appointment_of(order: Order) -> Appointment:
    """The live one, else the last. Raises AppointmentNotFound."""
    appointment = order.appointments.order_by("-created_at", "-pk").first()
    if appointment is None:
        raise AppointmentNotFound
    return appointment


def latest_appointment(*, email: str, secret_hash: str | None) -> Appointment:
    """The newest one reserved with this e-mail by this secret's carrier (BOOK-05).

    Raises AppointmentNotFound, without saying which of the two was wrong.
    """
    appointment = (
        Appointment.objects.select_related(
            "order__customer", "order__order_location", "assigned_to"
        )
        .filter(
            order__wizard__secret_hash=secret_hash or "none",
            order__customer__email_key=email.strip().lower(),
        )
        .order_by("-created_at", "-pk")
        .first()
    )
    if appointment is None:
        raise AppointmentNotFound
    return appointment


def hold_expires_at(appointment: Appointment) -> datetime | None:
    """Until when its seat is kept; None when it has no seat, or has it for good."""
    seats = CrewSeat.objects.filter(appointment=appointment)
    return seats.values_list("hold_expires_at", flat=True).first()


def kw_of_model(model_number: str) -> int | None:
    """The size of a model that we know, sold now or not; None for any other."""
    known = Generator.objects.filter(model_number=model_number)
    return known.values_list("kw", flat=True).first()


def expired_seats(*, now: datetime) -> list[CrewSeat]:
    """Seats whose hold ran out, the longest ago first."""
    expired = CrewSeat.objects.filter(hold_expires_at__lt=now)
    return list(expired.select_related("appointment").order_by("hold_expires_at", "pk"))


def days_on_calendar(
    first: date, last: date, *, calendar: Calendar, usual_crews: int, now: datetime
) -> list[DayOnCalendar]:
    """Every day from the first to the last. A hold that ran out counts as free."""
    overrides = dict(CrewDay.objects.filter(day__range=(first, last)).values_list("day", "crews"))
    taken = _seats_taken(first, last, now=now)
    return [
        _on_calendar(
            day,
            calendar=calendar,
            crews=overrides.get(day, usual_crews),
            taken=taken.get(day, 0),
        )
        for day in each_day(first, last)
    ]


def _seats_taken(first: date, last: date, *, now: datetime) -> Mapping[date, int]:
    still_kept = Q(hold_expires_at=None) | Q(hold_expires_at__gte=now)
    counted = (
        CrewSeat.objects.filter(still_kept, day__range=(first, last), appointment__isnull=False)
        .values("day")
        .annotate(seats=Count("pk"))
        .values_list("day", "seats")
    )
    return dict(counted)


def _on_calendar(day: date, *, calendar: Calendar, crews: int, taken: int) -> DayOnCalendar:
    crews_left = max(0, crews - taken)
    why = calendar.why_closed(day)
    if why is None and crews == 0:
        why = WhyClosed.BLACKOUT
    if why is None and crews_left == 0:
        why = WhyClosed.FULL
    return DayOnCalendar(day=day, why_closed=why, crews_left=0 if why is not None else crews_left)
