"""A storm day is closed and its jobs move, each with one message and none twice."""

from datetime import date, timedelta
from uuid import UUID

import pytest
from booking_helpers import (
    DAY,
    HOLD,
    MORNING,
    NOW,
    a_request,
    reserve,
    set_rule,
    taken_seats,
    try_to_reserve,
)
from document_helpers import a_scheduled_order
from outbox_helpers import worded

from standby.core.errors import DomainError
from standby.messaging.models import Message
from standby.orders.models import Appointment, CrewDay, CrewSeat, Order, UndoableAction
from standby.orders.rules.scheduling import DayNotOffered, Slot, TimeWindow
from standby.orders.services.crew_days import ReasonMissing
from standby.workflows import close_day as close_days
from standby.workflows.close_day import ClosedDay, WhyLeft, close_day, plan_closing
from standby.workflows.move_appointment import move_off_closed_day

pytestmark = pytest.mark.usefixtures("columns_kept")
JO = "staff jo"
FRIDAY = DAY + timedelta(days=1)
MONDAY = DAY + timedelta(days=4)


def jobs(count: int, *, window: TimeWindow = TimeWindow.MORNING) -> list[Order]:
    return [a_scheduled_order(a_request(slot=Slot(DAY, window))) for _ in range(count)]


def close(
    targets: dict[UUID, date] | None = None, *, reason: str = "A hurricane is coming"
) -> ClosedDay:
    return close_day(DAY, reason=reason, targets=targets or {}, actor=JO, now=NOW)


def visit_of(order: Order) -> Appointment:
    return order.appointments.get()


@pytest.mark.req("OPS-18.4")
def test_each_job_moves_to_the_next_free_day_in_its_window_and_the_day_is_closed() -> None:
    set_rule("scheduling", "crews_per_day", 2)
    first, second = jobs(2)
    taken = a_scheduled_order(a_request(slot=Slot(FRIDAY, TimeWindow.MORNING)))
    before = Message.objects.filter(kind="rescheduled").count()

    planned = plan_closing(DAY, now=NOW)
    closed = close()

    assert [job.to_day for job in planned.moved] == [job.to_day for job in closed.moved]
    room = {
        each.day: (each.mornings_left, each.afternoons_left, each.is_weekday_off)
        for each in planned.room
    }
    saturday = FRIDAY + timedelta(days=1)
    assert (room[FRIDAY], room[MONDAY]) == ((1, 0, False), (2, 2, False))
    assert room[saturday][2]
    assert DAY not in room
    assert closed.room == []
    assert [visit_of(one).day for one in (first, second, taken)] == [FRIDAY, MONDAY, FRIDAY]
    assert {visit_of(one).time_window for one in (first, second)} == {"morning"}
    assert closed.left == []
    assert (CrewDay.objects.get(day=DAY).crews, taken_seats()) == (0, 0)
    assert not CrewSeat.objects.filter(day=DAY, is_closed=False).exists()
    sent = worded(Message.objects.filter(kind="rescheduled", channel="email"))
    assert len(sent) - before == 2
    for message in sent:
        assert "A hurricane is coming." in message.text
        assert "choose another on your booking page" in message.text
    assert not UndoableAction.objects.exists()
    with pytest.raises(DomainError):
        try_to_reserve(a_request(slot=MORNING))


def test_closing_again_moves_nothing() -> None:
    jobs(1)
    close()

    again = close()

    assert (again.moved, again.left) == ([], [])
    assert Message.objects.filter(kind="rescheduled", channel="email").count() == 1


@pytest.mark.req("OPS-18.4")
def test_staff_may_choose_another_day_for_each_job_and_no_other_takes_it() -> None:
    set_rule("scheduling", "crews_per_day", 2)
    first, second = jobs(2)
    CrewDay.objects.create(day=FRIDAY, crews=1, reason="one crew")

    closed = close({visit_of(second).public_id: FRIDAY})

    assert [visit_of(one).day for one in (first, second)] == [MONDAY, FRIDAY]
    assert closed.left == []
    assert Message.objects.filter(kind="rescheduled", channel="email").count() == 2


def test_a_job_stays_when_the_day_that_staff_chose_for_it_is_full() -> None:
    [order] = jobs(1)
    CrewDay.objects.create(day=FRIDAY, crews=0, reason="full")

    closed = close({visit_of(order).public_id: FRIDAY})

    assert [(left.job.order, left.why) for left in closed.left] == [(order, WhyLeft.TARGET_FULL)]
    assert visit_of(order).day == DAY
    with pytest.raises(DayNotOffered):
        close({visit_of(order).public_id: NOW.date() - timedelta(days=1)})


def test_what_cannot_be_moved_keeps_its_crew_and_is_listed() -> None:
    held = reserve()
    [order] = jobs(1)
    for ahead in range(1, 61):
        CrewDay.objects.create(day=DAY + timedelta(days=ahead), crews=0, reason="full")

    closed = close()

    assert {(left.job.order, left.why) for left in closed.left} == {
        (held, WhyLeft.HELD),
        (order, WhyLeft.NO_DAY),
    }
    assert visit_of(order).day == DAY
    assert taken_seats() == 2
    assert CrewDay.objects.get(day=DAY).crews == 0


@pytest.mark.req("BOOK-06.5")
def test_a_job_passes_over_a_day_of_which_only_an_ended_hold_can_be_had() -> None:
    """On Tuesday the crew finishes another job; the hold of its afternoon has ended."""
    set_rule("scheduling", "crews_per_day", 1)
    tuesday, wednesday = MONDAY + timedelta(days=1), MONDAY + timedelta(days=2)
    ended = reserve(
        a_request(slot=Slot(tuesday, TimeWindow.AFTERNOON)), now=NOW - HOLD - timedelta(minutes=1)
    )
    a_scheduled_order(a_request(slot=Slot(MONDAY, TimeWindow.AFTERNOON)))
    [order] = jobs(1)
    CrewDay.objects.create(day=FRIDAY, crews=0, reason="training")

    planned, closed = plan_closing(DAY, now=NOW), close()

    assert [job.to_day for job in planned.moved] == [wednesday]
    assert [job.to_day for job in closed.moved] == [wednesday]
    assert visit_of(order).day == wednesday
    assert visit_of(ended).status == "expired"


def test_a_past_day_or_one_without_a_reason_is_not_closed() -> None:
    with pytest.raises(ReasonMissing):
        close(reason="")
    with pytest.raises(DayNotOffered):
        close_day(NOW.date() - timedelta(days=1), reason="late", targets={}, actor=JO, now=NOW)


def test_the_plan_lists_who_stays_as_closing_would() -> None:
    held = reserve()
    [order] = jobs(1)
    for ahead in range(1, 61):
        CrewDay.objects.create(day=DAY + timedelta(days=ahead), crews=0, reason="full")

    plan = plan_closing(DAY, now=NOW)

    assert {(left.job.order, left.why) for left in plan.left} == {
        (held, WhyLeft.HELD),
        (order, WhyLeft.NO_DAY),
    }


def test_a_job_that_left_the_day_or_was_canceled_is_not_moved() -> None:
    [order] = jobs(1)
    visit = visit_of(order)

    def move(off: date) -> Appointment | None:
        days = [FRIDAY]
        return move_off_closed_day(visit.pk, off=off, to_days=days, actor=JO, reason="", now=NOW)

    assert move(MONDAY) is None
    Order.objects.filter(pk=order.pk).update(status="cancelled")
    assert move(DAY) is None


def test_a_job_that_is_canceled_while_its_day_is_closed_is_not_listed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    [order] = jobs(1)
    visit = visit_of(order)

    def canceled_meanwhile(*_: object, **__: object) -> None:
        Appointment.objects.filter(pk=visit.pk).update(status="cancelled")

    monkeypatch.setattr(close_days, "move_off_closed_day", canceled_meanwhile)
    closed = close()

    assert (closed.moved, closed.left) == ([], [])
