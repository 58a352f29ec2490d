"""Slots of a week without holidays, and what the halves of its crews' days hold."""

from datetime import date, datetime, timedelta
from pathlib import Path

from booking_helpers import HOLD, NOW, a_request, appointment_of, pay, reserve, settle, test_cards

from standby.orders.models import CrewSeat, Order
from standby.orders.rules.scheduling import Slot, TimeWindow

TUESDAY, WEDNESDAY, THURSDAY = date(2025, 11, 18), date(2025, 11, 19), date(2025, 11, 20)
FRIDAY, SATURDAY, MONDAY = date(2025, 11, 21), date(2025, 11, 22), date(2025, 11, 24)
LATER = NOW + HOLD + timedelta(minutes=1)


def morning(day: date) -> Slot:
    return Slot(day, TimeWindow.MORNING)


def afternoon(day: date) -> Slot:
    return Slot(day, TimeWindow.AFTERNOON)


def hold(slot: Slot, *, now: datetime = NOW) -> Order:
    return reserve(a_request(slot=slot), now=now)


def paid(slot: Slot, tmp_path: Path, *, now: datetime = NOW) -> Order:
    order, cards = hold(slot, now=now), test_cards(tmp_path)
    settle(pay(order, cards=cards, now=now), cards=cards, now=now)
    return Order.objects.get(pk=order.pk)


def halves(*days: date) -> list[tuple[date, int, int | None, int | None]]:
    """Each row of these days with something in it, and whose morning and afternoon it is."""
    rows = CrewSeat.objects.filter(day__in=days).order_by("day", "seat_no")
    return [
        (row.day, row.seat_no, row.morning_id, row.afternoon_id) for row in rows if not row.is_free
    ]


def visit(order: Order) -> int:
    return appointment_of(order).pk
