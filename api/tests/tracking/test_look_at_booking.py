"""A booking looked at when little of it is there, and when all of it is."""

from datetime import timedelta
from pathlib import Path

import pytest
from accounts import a_scheduled_order
from bookings import NOW, appointment_of, reserve, test_cards
from loose_rows import a_milestone

from standby.orders.models import Appointment, CrewSeat, Order
from standby.orders.services import appointments as booking
from standby.payments.models import Milestone
from standby.photos.models import PhotoReview
from standby.tracking.rules.progress import NextStepKey
from standby.tracking.selectors.booking import BookingView, booking_view

pytestmark = pytest.mark.usefixtures("shop", "own_folder")
DUE_AT = NOW + timedelta(days=20)


@pytest.fixture
def order(shop: None, tmp_path: Path) -> Order:
    """Paid and confirmed."""
    return a_scheduled_order(test_cards(tmp_path))


def look(order: Order) -> BookingView:
    return booking_view(Order.objects.get(pk=order.pk), now=NOW)


def stations(seen: BookingView) -> dict[str, object]:
    return {stop["key"].value: stop["at"] for stop in seen.timeline}


def test_an_order_without_an_appointment_is_asked_for_a_date() -> None:
    order = reserve()
    CrewSeat.objects.update(appointment=None, hold_expires_at=None)
    Appointment.objects.all().delete()
    seen = look(order)
    assert (seen.appointment, seen.can_be_moved) == (None, False)
    assert seen.next_step == NextStepKey.CHOOSE_DATE


def test_a_lost_date_may_be_chosen_anew(order: Order) -> None:
    PhotoReview.objects.filter(order=order).delete()
    booking.ask_for_new_date(appointment_of(order), actor="test", now=NOW)
    seen = look(order)
    assert seen.can_be_moved
    assert (seen.review, seen.photo_count) == (None, 0)
    assert seen.next_step == NextStepKey.CHOOSE_DATE


def test_milestones_say_when_equipment_came_and_what_is_to_pay(order: Order) -> None:
    Milestone.objects.filter(order=order).delete()
    a_milestone(order, "acceptance", status="paid", due_at=NOW, paid_at=NOW)
    a_milestone(order, "equipment", status="due", due_at=DUE_AT)
    a_milestone(order, "completion", status="waiting")
    for step in ("accepted", "equipment_arrived"):
        Order.objects.filter(pk=order.pk).update(status=step)

    seen = look(order)

    assert (seen.next_step, seen.next_step_by) == (NextStepKey.PAY_MILESTONE, DUE_AT)
    assert (stations(seen)["equipment"], stations(seen)["power_on"]) == (DUE_AT, None)
