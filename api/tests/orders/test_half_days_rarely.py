"""Rare turns of the halves: moves by half a day, crews given back, days that are over (BOOK-06)."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from booking_helpers import NOW, a_request, appointment_of, pay, reserve, set_rule, test_cards
from half_days import (
    LATER,
    THURSDAY,
    TUESDAY,
    WEDNESDAY,
    afternoon,
    halves,
    hold,
    morning,
    paid,
    visit,
)

from standby.orders.models import Appointment, CrewSeat, Order
from standby.orders.rules.scheduling import Slot, TimeWindow
from standby.orders.selectors.crew_calendar import CrewCalendar
from standby.orders.selectors.slot_room import DayFull
from standby.orders.services.appointments import HoldExpired
from standby.orders.services.crew_seats import release_expired
from standby.pricing.selectors import catalog
from standby.workflows.move_appointment import move_appointment
from standby.workflows.reserve_appointment import confirm_order

pytestmark = pytest.mark.usefixtures("shop")


def test_a_crew_that_is_taken_away_and_given_back_has_its_afternoons_again() -> None:
    set_rule("scheduling", "crews_per_day", 3)
    for day in (TUESDAY, WEDNESDAY, THURSDAY):
        hold(morning(day))
    set_rule("scheduling", "crews_per_day", 2)
    hold(morning(WEDNESDAY))  # closes the third crew of this day
    set_rule("scheduling", "crews_per_day", 3)

    assert [rooms_left(afternoon(day)) for day in (TUESDAY, WEDNESDAY)] == [1, 1]
    hold(afternoon(TUESDAY))
    assert [rooms_left(afternoon(day)) for day in (TUESDAY, WEDNESDAY)] == [0, 1]
    hold(afternoon(WEDNESDAY))
    for slot in (afternoon(TUESDAY), afternoon(WEDNESDAY), morning(WEDNESDAY)):
        with pytest.raises(DayFull):
            hold(slot)


def rooms_left(slot: Slot) -> int:
    rules = catalog.configuration().scheduling
    calendar = CrewCalendar(slot.day, slot.day, rules=rules, now=NOW)
    return calendar.room(slot.day, slot.window).crews_left


@pytest.mark.req("BOOK-06.5")
@pytest.mark.parametrize(
    ("old", "new"),
    [(afternoon(TUESDAY), morning(WEDNESDAY)), (morning(WEDNESDAY), afternoon(TUESDAY))],
)
def test_a_job_moves_by_half_a_day_though_its_own_half_is_in_the_way(
    old: Slot, new: Slot, tmp_path: Path
) -> None:
    set_rule("scheduling", "crews_per_day", 1)
    order = paid(old, tmp_path)

    move_appointment(str(appointment_of(order).public_id), slot=new, actor="Jo", now=NOW)

    assert Slot(appointment_of(order).day, TimeWindow(appointment_of(order).time_window)) == new
    days = {TUESDAY, WEDNESDAY} if new == afternoon(TUESDAY) else {WEDNESDAY}
    assert {day for day, *_rest in halves(TUESDAY, WEDNESDAY)} == days


def test_a_visitor_chooses_the_next_half_day_though_their_own_is_in_the_way() -> None:
    set_rule("scheduling", "crews_per_day", 1)
    request = a_request(slot=afternoon(TUESDAY))
    reserve(request)

    order = reserve(replace(request, slot=morning(WEDNESDAY)))

    assert halves(TUESDAY, WEDNESDAY) == [(WEDNESDAY, 1, visit(order), visit(order))]


AFTER_THE_DAY = NOW + timedelta(days=30)


@pytest.mark.req("BOOK-06.5")
def test_a_day_that_is_over_is_neither_held_nor_confirmed_again(tmp_path: Path) -> None:
    order = hold(morning(TUESDAY))
    with pytest.raises(HoldExpired):
        pay(order, cards=test_cards(tmp_path), now=AFTER_THE_DAY)

    Order.objects.filter(pk=order.pk).update(scheduling_fee_cents=0)
    order.payments.all().delete()
    with pytest.raises(HoldExpired):
        confirm_order(order, now=AFTER_THE_DAY)
    assert appointment_of(order).status != Appointment.Status.CONFIRMED


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("scheduling_disabled_weekdays", ["TUE", "SAT", "SUN"]),
        (
            "arrival_windows",
            {"morning": {"start": "08:30", "end": "12:30"}, "afternoon": None},
        ),
    ],
)
def test_a_lost_hold_is_not_renewed_on_a_slot_that_is_not_sold_any_more(
    name: str, value: object, tmp_path: Path
) -> None:
    order = hold(afternoon(TUESDAY))
    let_expire()
    set_rule("scheduling", name, value)

    with pytest.raises(HoldExpired):
        pay(order, cards=test_cards(tmp_path), now=LATER)
    assert halves(TUESDAY, WEDNESDAY) == []


def test_a_callers_day_may_be_any_weekday_when_its_hold_is_renewed(tmp_path: Path) -> None:
    order = hold(morning(TUESDAY))
    order.wizard.by_staff = True
    order.wizard.save(update_fields=["by_staff"])
    let_expire()
    set_rule("scheduling", "scheduling_disabled_weekdays", ["TUE", "SAT", "SUN"])

    pay(order, cards=test_cards(tmp_path), now=LATER)

    assert appointment_of(order).status == Appointment.Status.HELD


def let_expire() -> None:
    for seat in CrewSeat.objects.filter(hold_expires_at__lt=LATER):
        release_expired(seat, now=LATER)
