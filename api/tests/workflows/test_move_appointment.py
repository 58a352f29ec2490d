"""Staff move an appointment: one test per ending, and who else is at it at the same moment."""

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from accounts import a_scheduled_order
from bookings import (
    DAY,
    NOW,
    OTHER_DAY,
    a_wish,
    appointment_of,
    reserve,
    taken_seats,
    test_cards,
)

from standby.messaging.models import Message
from standby.orders.models import Appointment, CrewDay, Order
from standby.orders.rules.rescheduling import NotReschedulable
from standby.orders.rules.scheduling import DayNotOffered, Slot, TimeWindow
from standby.orders.services.order_log import ChangedMeanwhile, version_of
from standby.orders.services.technicians import get_technician_by_name, set_technician
from standby.workflows.move_appointment import DayClosed, OnlyHeld, move_appointment

pytestmark = pytest.mark.usefixtures("shop")
OTHER = Slot(OTHER_DAY, TimeWindow.AFTERNOON)
SATURDAY = Slot(date(2025, 11, 22), TimeWindow.MORNING)


@pytest.fixture
def order(shop: None, tmp_path: Path) -> Order:
    """Paid and confirmed, for the morning of DAY."""
    return a_scheduled_order(test_cards(tmp_path))


def move(
    order: Order,
    slot: Slot = OTHER,
    *,
    seen: int | None = None,
    reason: str = "",
    now: datetime = NOW,
) -> Appointment:
    appointment_id = str(appointment_of(order).public_id)
    return move_appointment(
        appointment_id, slot=slot, actor="staff Jo", reason=reason, if_version=seen, now=now
    )


@pytest.mark.req("OPS-11.5")
def test_it_takes_the_new_days_crew_and_the_homeowner_reads_why(order: Order) -> None:
    moved = move(order, reason="The crane comes a day later [[x]]")

    mail = Message.objects.get(kind="rescheduled", channel="email")
    [entry] = order.log.filter(subject="appointment", before="confirmed")
    assert (moved.status, moved.day, moved.time_window) == ("confirmed", OTHER_DAY, "afternoon")
    assert (taken_seats(DAY), taken_seats(OTHER_DAY)) == (0, 1)
    assert "The crane comes a day later ((x]]" in mail.text
    assert "SEQUENCE:1" in mail.calendar
    assert entry.actor == "staff Jo"
    assert entry.note == (
        "from 2025-11-20 morning to 2025-11-21 afternoon: The crane comes a day later [[x]]"
    )
    assert not Message.objects.filter(kind="staff_needed").exists()


def test_staff_move_it_even_an_hour_before_the_crew_comes(order: Order) -> None:
    move(order, now=datetime(2025, 11, 20, 13, 30, tzinfo=UTC))

    assert appointment_of(order).day == OTHER_DAY


def test_a_window_that_is_over_is_not_chosen(order: Order) -> None:
    with pytest.raises(DayNotOffered) as refused:
        move(order, Slot(NOW.date(), TimeWindow.MORNING), now=NOW + timedelta(hours=8))

    assert refused.value.field == "time_window"
    assert appointment_of(order).day == DAY


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [("training", r"^Nobody works on Nov 21: training\.$"), ("", r"^Nobody works on Nov 21\.$")],
)
def test_a_closed_day_says_why(order: Order, reason: str, sentence: str) -> None:
    CrewDay.objects.create(day=OTHER_DAY, crews=0, reason=reason)

    with pytest.raises(DayClosed, match=sentence):
        move(order)


def test_where_it_is_already_changes_nothing_even_for_who_has_not_seen_it(order: Order) -> None:
    seen = version_of(order)

    for _ in range(2):
        move(order, seen=seen)

    assert appointment_of(order).sequence == 1
    assert Message.objects.filter(kind="rescheduled").count() == 2


def test_nobody_moves_what_another_moved_since(order: Order) -> None:
    seen = version_of(order)
    move(order, SATURDAY, seen=seen)

    with pytest.raises(ChangedMeanwhile, match=r"^Jo moved this appointment to Nov 22"):
        move(order, OTHER, seen=seen)


def test_its_technician_comes_along_and_staff_are_told_of_one_who_cannot(order: Order) -> None:
    grace, third = get_technician_by_name("Grace", phone="281-555-0107"), date(2025, 11, 24)
    busy_day = Slot(third, TimeWindow.MORNING)
    for job in (appointment_of(order), appointment_of(reserve(a_wish(slot=busy_day)))):
        set_technician(job, technician=grace, actor="staff Jo", now=NOW)

    move(order)
    assert appointment_of(order).assigned_to == grace
    assert not Message.objects.filter(kind="staff_needed").exists()

    move(order, busy_day)
    assert appointment_of(order).assigned_to is None
    assert "instead of Grace" in Message.objects.get(kind="staff_needed").text


def test_one_that_is_only_held_waits_for_its_fee() -> None:
    with pytest.raises(OnlyHeld):
        move(reserve())


@pytest.mark.parametrize("model", [Order, Appointment])
def test_one_that_is_no_more_does_not_move(
    order: Order, model: type[Order] | type[Appointment]
) -> None:
    model.objects.update(status="cancelled")

    with pytest.raises(NotReschedulable):
        move(order)
