"""Appointments are moved by staff, and rescheduled by the homeowner."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from account_helpers import a_scheduled_order
from booking_helpers import (
    DAY,
    NOW,
    OTHER_DAY,
    a_request,
    all_of,
    appointment_of,
    reserve,
    reserve_other_seats,
    set_rule,
    taken_seats,
    test_cards,
)
from outbox_helpers import the_message, worded

from standby.core.lifecycle import StatusMoved
from standby.crews.models import Technician
from standby.crews.services.technicians import get_technician_by_name
from standby.messaging.models import Message
from standby.orders.models import Appointment, CrewDay, Order
from standby.orders.rules.cancelling import NotReschedulable, TooLateToReschedule
from standby.orders.rules.scheduling import DayNotOffered, Slot, TimeWindow
from standby.orders.selectors.slot_room import DayFull, SlotRoom, slot_room
from standby.orders.services import appointments
from standby.orders.services.appointments import DayClosed
from standby.orders.services.assignments import assign_technician, set_technician
from standby.orders.services.order_log import version_of
from standby.workflows.move_appointment import (
    OnlyHeld,
    move_appointment,
    reschedule_appointment,
)
from standby.workflows.still_so import why_not_so

pytestmark = pytest.mark.usefixtures("columns_kept")


OTHER = Slot(OTHER_DAY, TimeWindow.AFTERNOON)


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

    mail = the_message(kind="rescheduled", channel="email")
    [entry] = order.log.filter(subject="appointment", before="confirmed")
    assert (moved.status, moved.day, moved.time_window) == ("confirmed", OTHER_DAY, "afternoon")
    assert (taken_seats(DAY), taken_seats(OTHER_DAY)) == (0, 1)
    assert "The crane comes a day later ((x]]" in mail.text
    assert "We moved your installation" in mail.text
    assert "SEQUENCE:1" in mail.calendar
    assert entry.actor == "staff Jo"
    assert entry.note == (
        "from 2025-11-20 morning to 2025-11-24 afternoon: The crane comes a day later [[x]]"
    )
    assert not Message.objects.filter(kind="staff_needed").exists()


def test_staff_move_it_even_an_hour_before_the_crew_comes(order: Order) -> None:
    move(order, now=datetime(2025, 11, 20, 13, 30, tzinfo=UTC))
    assert appointment_of(order).day == OTHER_DAY


@pytest.mark.req("BOOK-06.5")
def test_staff_give_it_the_other_window_of_its_own_day_though_the_day_was_closed_since(
    order: Order,
) -> None:
    CrewDay.objects.create(day=DAY, crews=0, reason="closed to others since")
    seat = appointment_of(order).seat.pk

    moved = move(order, Slot(DAY, TimeWindow.AFTERNOON))

    assert (moved.day, moved.time_window, moved.seat.pk) == (DAY, "afternoon", seat)
    assert moved.ends_on == DAY + timedelta(days=1)


def test_a_window_that_is_over_is_not_chosen(order: Order) -> None:
    with pytest.raises(DayNotOffered) as refused:
        move(order, Slot(NOW.date(), TimeWindow.MORNING), now=NOW + timedelta(hours=8))
    assert refused.value.field == "time_window"
    assert appointment_of(order).day == DAY


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [("training", r"^Nobody works on Nov 24: training\.$"), ("", r"^Nobody works on Nov 24\.$")],
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


def test_its_technician_comes_along_and_staff_are_told_of_one_who_cannot(order: Order) -> None:
    grace, third = get_technician_by_name("Grace", phone="281-555-0107"), date(2025, 11, 26)
    busy_day = Slot(third, TimeWindow.MORNING)
    for job in (appointment_of(order), appointment_of(reserve(a_request(slot=busy_day)))):
        set_technician(job, technician=grace, actor="staff Jo", now=NOW)

    move(order)
    assert appointment_of(order).assigned_to == grace
    assert not Message.objects.filter(kind="staff_needed").exists()

    move(order, busy_day)
    assert appointment_of(order).assigned_to is None
    assert "instead of Grace" in Message.objects.get(kind="staff_needed").text


def test_a_technician_who_is_off_on_the_new_day_does_not_come_along(order: Order) -> None:
    grace = get_technician_by_name("Grace", phone="281-555-0107")
    set_technician(appointment_of(order), technician=grace, actor="staff Jo", now=NOW)
    grace.days_off.create(first_day=OTHER_DAY, last_day=OTHER_DAY)

    move(order)

    assert appointment_of(order).assigned_to is None
    told = Message.objects.get(kind="staff_needed").text
    assert "instead of Grace, who is off or busy that day" in told


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


def reschedule(order: Order, slot: Slot = OTHER, *, now: datetime = NOW) -> str:
    moved = reschedule_appointment(order, slot=slot, now=now)
    return f"{moved.day} {moved.time_window} {moved.sequence}"


def test_it_takes_the_new_seat_and_frees_the_old(order: Order) -> None:
    answer = reschedule(order)

    moved = appointment_of(order)
    assert (answer, moved.status) == ("2025-11-24 afternoon 1", "confirmed")
    assert (moved.start_at, moved.end_at) == (OTHER.start_at, OTHER.end_at)
    assert (taken_seats(DAY), taken_seats(OTHER_DAY)) == (0, 1)
    assert moved.seat.hold_expires_at is None
    [entry] = order.log.filter(subject="appointment", before="confirmed")
    assert (entry.after, entry.actor) == ("confirmed", "visitor")
    assert entry.note == "from 2025-11-20 morning to 2025-11-24 afternoon"
    mail = the_message(kind="rescheduled", channel="email")
    assert "You moved your installation" in mail.text
    assert Message.objects.filter(kind="rescheduled").count() == 2


def test_a_full_day_keeps_the_old_date_and_seat(order: Order) -> None:
    reserve_other_seats(2, slot=OTHER)
    with pytest.raises(DayFull):
        reschedule(order)
    kept = appointment_of(order)
    assert (kept.day, kept.sequence, kept.seat.day) == (DAY, 0, DAY)
    assert (taken_seats(DAY), taken_seats(OTHER_DAY)) == (1, 2)
    assert reschedule(order, Slot(date(2025, 11, 26), TimeWindow.MORNING))


def test_the_other_window_of_the_same_day_keeps_the_seat(order: Order) -> None:
    CrewDay.objects.create(day=DAY, crews=0, reason="closed to others since")
    seat = appointment_of(order).seat.pk
    reschedule(order, Slot(DAY, TimeWindow.AFTERNOON), now=NOW + timedelta(days=10))
    assert appointment_of(order).time_window == "afternoon"
    assert appointment_of(order).seat.pk == seat


def test_the_slot_it_has_already_changes_nothing(order: Order) -> None:
    assert reschedule(order, Slot(DAY, TimeWindow.MORNING)) == "2025-11-20 morning 0"
    assert not Message.objects.filter(kind="rescheduled").exists()


def test_a_day_that_staff_closed_is_not_offered(order: Order) -> None:
    CrewDay.objects.create(day=OTHER_DAY, crews=0, reason="training")
    with pytest.raises(DayNotOffered) as refused:
        reschedule(order)
    assert refused.value.field == "day"
    assert appointment_of(order).day == DAY


@pytest.mark.req("BOOK-04.7")
def test_i3_it_is_free_until_48_hours_before(order: Order) -> None:
    last_moment = datetime(2025, 11, 18, 14, 30, tzinfo=UTC)
    set_rule("scheduling", "scheduling_date_range", {"current_min": 1, "current_max": 45})
    with pytest.raises(TooLateToReschedule):
        reschedule(order, now=last_moment + timedelta(seconds=1))
    reschedule(order, now=last_moment)
    assert appointment_of(order).day == OTHER_DAY


def test_one_of_an_order_that_is_over_is_not_moved(order: Order) -> None:
    Order.objects.filter(pk=order.pk).update(status="cancelled")
    with pytest.raises(NotReschedulable):
        reschedule(order)


def test_one_that_lost_its_date_gets_another_however_late(order: Order) -> None:
    send_grace(order)
    appointments.ask_for_new_date(appointment_of(order), actor="test", now=NOW)
    assert appointment_of(order).assigned_to is None
    reschedule(order, now=NOW + timedelta(days=17) - timedelta(days=14))
    found = appointment_of(order)
    assert (found.status, found.day, found.sequence) == ("confirmed", OTHER_DAY, 1)
    assert found.seat.day == OTHER_DAY
    assert Message.objects.filter(kind="date_confirmed", channel="email").count() == 2


def send_grace(order: Order) -> None:
    grace = get_technician_by_name("Grace", phone="281-555-0107")
    set_technician(appointment_of(order), technician=grace, actor="staff Jo", now=NOW)


def test_who_comes_comes_on_the_new_day_unless_let_go_and_staff_are_told(order: Order) -> None:
    send_grace(order)

    reschedule(order)

    technician = appointment_of(order).assigned_to
    assert technician is not None
    assert technician.name == "Grace"
    assert "please tell Grace, who comes then" in Message.objects.get(kind="staff_needed").text
    Technician.objects.update(is_active=False)
    reschedule(order, Slot(DAY, TimeWindow.MORNING))
    assert appointment_of(order).assigned_to is None


def who_comes(order: Order, *, channel: str) -> list[Message]:
    told = Message.objects.filter(order_ref=order.public_id, kind="technician_assigned")
    return worded(told.filter(channel=channel).order_by("pk"))


@pytest.mark.req("TRUTH-03.1")
@pytest.mark.parametrize("by", [move, reschedule])
def test_who_comes_is_told_anew_with_the_new_day_where_it_was_not_sent_yet(
    order: Order, by: Callable[[Order], object]
) -> None:
    assign_technician(order.pk, name="Grace", phone="281-555-0107", actor="staff Jo", now=NOW)
    Message.objects.filter(channel="sms").update(status="sent", sent_at=NOW)

    by(order)

    old, new = who_comes(order, channel="email")
    assert (why_not_so(old), why_not_so(new)) == ("out_of_date", "")
    assert "November 20" in old.text
    assert "November 20" not in new.text
    assert "Monday, November 24" in new.text
    assert "Grace" in new.text
    assert len(who_comes(order, channel="sms")) == 1


def on(day: date) -> SlotRoom:
    return slot_room(Slot(day, TimeWindow.MORNING), now=NOW)


@pytest.mark.parametrize(
    "meanwhile",
    [{"status": "cancelled"}, {**all_of(OTHER_DAY), "sequence": 1}],
    ids=["cancelled", "moved"],
)
def test_a4_what_was_cancelled_or_moved_meanwhile_does_not_move(
    order: Order, meanwhile: dict[str, Any]
) -> None:
    as_seen = appointment_of(order)
    Appointment.objects.update(**meanwhile)
    appointments.note_visit_day(order)
    with pytest.raises(StatusMoved):
        appointments.move_appointment(
            as_seen, slot=OTHER, on=on(OTHER_DAY), actor="visitor", now=NOW
        )
