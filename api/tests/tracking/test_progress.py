"""The timeline and the next step of a booking, by examples."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from booking_helpers import HOLD

from standby.tracking.rules.progress import (
    NextStepKey,
    ProgressFacts,
    StageState,
    build_timeline,
    next_step,
)

START = datetime(2025, 11, 3, 15, 0, tzinfo=UTC)
VISIT_AT = datetime(2025, 11, 20, 14, 30, tzinfo=UTC)
HELD_UNTIL = START + HOLD
BY = START + timedelta(days=30)


def at(hours: int) -> datetime:
    return START + timedelta(hours=hours)


RESERVED = ProgressFacts(
    order_status="reserved",
    reserved_at=START,
    visit_status="held",
    visit_day=date(2025, 11, 20),
    visit_starts_at=VISIT_AT,
    held_until=HELD_UNTIL,
    is_fee_due=True,
)
WITHOUT_VISIT = ProgressFacts(order_status="reserved", reserved_at=START, is_fee_due=True)


def with_date(facts: ProgressFacts, status: str) -> ProgressFacts:
    return replace(facts, visit_status=status, held_until=None, visit_confirmed_at=at(1))


CONFIRMED = replace(with_date(RESERVED, "confirmed"), order_status="scheduled", is_fee_due=False)
AWAITED = replace(CONFIRMED, photos_status="awaiting_photos")
SUBMITTED = replace(CONFIRMED, photos_status="submitted", photos_sent_at=at(2))
RETAKE = replace(SUBMITTED, photos_status="retake_requested")
DECIDED = replace(SUBMITTED, photos_status="decided")
CHANGED = replace(DECIDED, is_change_proposed=True)
LOCKED = replace(DECIDED, price_locked_at=at(3))
PROPOSED = replace(LOCKED, has_proposal=True)
ACCEPTED = replace(PROPOSED, order_status="accepted", accepted_at=at(4))
FIRST_DUE = replace(ACCEPTED, milestone_by=BY)
ARRIVED = replace(ACCEPTED, order_status="equipment_arrived", equipment_at=at(5))
COMPLETED = replace(ARRIVED, order_status="completed", completed_at=at(6))
LAST_DUE = replace(COMPLETED, milestone_by=BY)
POWERED_ON = replace(COMPLETED, powered_on_at=at(7))


def canceled(facts: ProgressFacts) -> ProgressFacts:
    return replace(facts, order_status="cancelled", visit_status="cancelled", cancelled_at=at(8))


CANCELLED = canceled(CONFIRMED)


@pytest.mark.parametrize(
    ("facts", "key", "by"),
    [
        (RESERVED, "pay_fee", HELD_UNTIL),
        (replace(RESERVED, is_fee_due=False), "confirm", HELD_UNTIL),
        (with_date(RESERVED, "expired"), "choose_date", None),
        (with_date(CONFIRMED, "needs_new_date"), "choose_date", None),
        (with_date(ACCEPTED, "needs_new_date"), "choose_date", None),
        (WITHOUT_VISIT, "choose_date", None),
        (CONFIRMED, "send_photos", None),
        (AWAITED, "send_photos", None),
        (SUBMITTED, "wait_review", None),
        (RETAKE, "retake_photos", None),
        (DECIDED, "wait_review", None),
        (CHANGED, "decide_change", None),
        (LOCKED, "wait_proposal", None),
        (PROPOSED, "accept_proposal", None),
        (FIRST_DUE, "pay_milestone", BY),
        (ACCEPTED, "wait_equipment", None),
        (ARRIVED, "wait_installation", VISIT_AT),
        (replace(ARRIVED, milestone_by=BY), "pay_milestone", BY),
        (LAST_DUE, "pay_milestone", BY),
        (with_date(LAST_DUE, "needs_new_date"), "pay_milestone", BY),
        (COMPLETED, "wait_power_on", None),
        (POWERED_ON, "done", None),
        (replace(POWERED_ON, milestone_by=BY), "pay_milestone", BY),
        (CANCELLED, "cancelled", None),
        (replace(CANCELLED, milestone_by=BY), "cancelled", None),
    ],
)
def test_the_next_step(facts: ProgressFacts, key: str, by: datetime | None) -> None:
    assert next_step(facts) == (NextStepKey(key), by)


STATIONS = ["reserved", "confirmed", "photos", "price_locked", "proposal", "equipment"]


@pytest.mark.parametrize(
    ("facts", "done", "now"),
    [
        (RESERVED, STATIONS[:1], "confirmed"),
        (CONFIRMED, STATIONS[:2], "photos"),
        (with_date(SUBMITTED, "needs_new_date"), ["reserved", "photos"], "confirmed"),
        (SUBMITTED, STATIONS[:3], "price_locked"),
        (RETAKE, STATIONS[:2], "photos"),
        (LOCKED, STATIONS[:4], "proposal"),
        (replace(CONFIRMED, price_locked_at=at(3)), STATIONS[:4], "proposal"),
        (ACCEPTED, STATIONS[:5], "equipment"),
        (ARRIVED, STATIONS[:6], "installation"),
        (CANCELLED, [*STATIONS[:2], "cancelled"], None),
        (canceled(RESERVED), [*STATIONS[:1], "cancelled"], None),
        (canceled(LOCKED), [*STATIONS[:4], "cancelled"], None),
        (canceled(ACCEPTED), [*STATIONS[:5], "cancelled"], None),
        (canceled(ARRIVED), [*STATIONS[:6], "cancelled"], None),
    ],
)
def test_where_it_stands(facts: ProgressFacts, done: list[str], now: str | None) -> None:
    stations = build_timeline(facts)
    assert [stop["key"] for stop in stations if stop["state"] is StageState.DONE] == done
    assert [stop["key"] for stop in stations if stop["state"] is StageState.NOW] == (
        [now] if now else []
    )


@pytest.mark.req("TRUTH-03.1")
@pytest.mark.parametrize("facts", [RESERVED, SUBMITTED, RETAKE, PROPOSED, ARRIVED])
def test_of_a_canceled_order_nothing_is_still_to_come(facts: ProgressFacts) -> None:
    stages = build_timeline(canceled(facts))
    assert {stage["state"] for stage in stages} == {StageState.DONE}
    assert (stages[-1]["name"], stages[-1]["at"]) == ("Order canceled", at(8))


def test_photos_sent_before_the_order_was_canceled_were_not_reviewed() -> None:
    reviewed = replace(canceled(SUBMITTED), photos_status="cancelled")
    names = [stage["name"] for stage in build_timeline(reviewed)]
    assert names == ["Date reserved", "Appointment confirmed", "Photos sent", "Order canceled"]


def test_at_the_end_every_station_knows_when() -> None:
    stations = build_timeline(POWERED_ON)
    assert {stop["state"] for stop in stations} == {StageState.DONE}
    assert [stop["at"] for stop in stations] == [at(hours) for hours in (0, 1, 2, 3, 4, 5, 6, 7)]


@pytest.mark.parametrize(
    ("facts", "day"),
    [
        (RESERVED, date(2025, 11, 20)),
        (CONFIRMED, date(2025, 11, 20)),
        (with_date(CONFIRMED, "needs_new_date"), None),
        (WITHOUT_VISIT, None),
    ],
)
def test_the_installation_has_the_day_that_is_agreed(
    facts: ProgressFacts, day: date | None
) -> None:
    days = {stop["key"]: stop["day"] for stop in build_timeline(facts)}
    assert days.pop("installation") == day
    assert set(days.values()) == {None}
