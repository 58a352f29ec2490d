"""What staff do next for an order, from photo review to power on."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from standby.domain.staff_steps import NextAction, OrderFacts, Step, WaitsFor, next_actions

NOW = datetime(2025, 11, 3, 15, 0, tzinfo=UTC)
DAY = date(2025, 11, 20)
VISIT_AT = datetime(2025, 11, 20, 14, 30, tzinfo=UTC)
HELD_UNTIL = NOW + timedelta(minutes=35)

RESERVED = OrderFacts(
    order_status="reserved",
    visit_status="held",
    visit_day=DAY,
    visit_starts_at=VISIT_AT,
    held_until=HELD_UNTIL,
)
SCHEDULED = replace(
    RESERVED,
    order_status="scheduled",
    visit_status="confirmed",
    held_until=None,
    photos_status="awaiting_photos",
)
SUBMITTED = replace(SCHEDULED, photos_status="submitted", photos_sent_at=NOW)
LOCKED = replace(SCHEDULED, photos_status="decided", is_price_locked=True)
PROPOSED = replace(LOCKED, has_proposal=True)
ACCEPTED = replace(PROPOSED, order_status="accepted", due_milestone="acceptance", due_since=NOW)
PAID = replace(ACCEPTED, due_milestone=None, due_since=None)
ARRIVED = replace(PAID, order_status="equipment_arrived")
COMPLETED = replace(ARRIVED, order_status="completed")
POWERED_ON = replace(COMPLETED, is_powered_on=True)
CANCELLED = replace(SCHEDULED, order_status="cancelled", visit_status="cancelled")


def first(facts: OrderFacts, *, now: datetime = NOW) -> NextAction:
    return next_actions(facts, now=now)[0]


@pytest.mark.parametrize(
    ("facts", "key", "waits_for"),
    [
        (RESERVED, Step.PAY_FEE, "customer"),
        (replace(RESERVED, visit_status="expired"), Step.CHOOSE_DATE, "customer"),
        (replace(RESERVED, visit_status=None), Step.CHOOSE_DATE, "customer"),
        (replace(SCHEDULED, visit_status="needs_new_date"), Step.FIND_NEW_DATE, "staff"),
        (SCHEDULED, Step.SEND_PHOTOS, "customer"),
        (SUBMITTED, Step.REVIEW_PHOTOS, "staff"),
        (replace(SCHEDULED, photos_status="retake_requested"), Step.RETAKE_PHOTOS, "customer"),
        (replace(SCHEDULED, change_status="proposed"), Step.DECIDE_CHANGE, "customer"),
        (replace(SCHEDULED, change_status="declined"), Step.DECIDE_AGAIN, "staff"),
        (LOCKED, Step.MAKE_PROPOSAL, "staff"),
        (PROPOSED, Step.ACCEPT_PROPOSAL, "customer"),
        (ACCEPTED, Step.PAY_MILESTONE, "customer"),
        (replace(ACCEPTED, is_late_told=True), Step.CHASE_PAYMENT, "staff"),
        (PAID, Step.MARK_EQUIPMENT, "staff"),
        (ARRIVED, Step.VISIT, "nobody"),
        (replace(ARRIVED, due_milestone="equipment"), Step.PAY_MILESTONE, "customer"),
        (COMPLETED, Step.MARK_POWER_ON, "staff"),
        (replace(POWERED_ON, due_milestone="completion"), Step.PAY_MILESTONE, "customer"),
        (POWERED_ON, Step.DONE, "nobody"),
        (CANCELLED, Step.CANCELLED, "nobody"),
        (replace(CANCELLED, owed_cents=1), Step.COLLECT_OWED, "staff"),
        (replace(CANCELLED, failed_refunds=1), Step.RETRY_REFUND, "staff"),
        (replace(SUBMITTED, failed_refunds=1), Step.RETRY_REFUND, "staff"),
        (replace(SCHEDULED, dead_messages=1), Step.REACH_CUSTOMER, "staff"),
        (replace(SCHEDULED, open_disputes=1), Step.ANSWER_DISPUTE, "staff"),
        (replace(CANCELLED, open_disputes=1), Step.ANSWER_DISPUTE, "staff"),
        (replace(SCHEDULED, is_fee_gone=True), Step.DECIDE_VISIT, "staff"),
        (replace(PAID, is_fee_gone=True), Step.MARK_EQUIPMENT, "staff"),
    ],
)
def test_what_is_next(facts: OrderFacts, key: Step, waits_for: str) -> None:
    step = first(facts)

    assert (step.key, step.waits_for) == (key, WaitsFor(waits_for))
    assert step.title
    assert step.how.endswith(".")


def test_until_when_and_since_when() -> None:
    assert first(RESERVED).by == HELD_UNTIL
    assert first(SUBMITTED).since == NOW
    assert first(ACCEPTED).since == NOW
    assert first(ARRIVED).by == VISIT_AT


def test_who_comes_is_to_be_said_ten_days_before() -> None:
    ten_days_before = VISIT_AT - timedelta(days=10)

    before = [
        step.key for step in next_actions(PROPOSED, now=ten_days_before - timedelta(seconds=1))
    ]
    then = [step.key for step in next_actions(PROPOSED, now=ten_days_before)]
    known = next_actions(replace(PROPOSED, has_technician=True), now=ten_days_before)

    assert before == [Step.ACCEPT_PROPOSAL]
    assert then == [Step.NAME_TECHNICIAN, Step.ACCEPT_PROPOSAL]
    assert [step.key for step in known] == [Step.ACCEPT_PROPOSAL]


@pytest.mark.parametrize(
    ("hour", "key"),
    [(5, Step.VISIT), (6, Step.MARK_INSTALLED)],  # 11:59 PM and midnight in Houston
)
def test_on_the_day_of_the_visit_staff_say_that_it_is_done(hour: int, key: Step) -> None:
    now = datetime(2025, 11, 20, hour, 0, tzinfo=UTC)

    assert first(replace(ARRIVED, has_technician=True), now=now).key is key


def test_many_things_to_do_come_the_most_pressing_first() -> None:
    all_at_once = replace(
        SUBMITTED,
        failed_refunds=1,
        dead_messages=2,
        visit_status="needs_new_date",
        change_status="declined",
    )

    assert [step.key for step in next_actions(all_at_once, now=NOW)] == [
        Step.RETRY_REFUND,
        Step.FIND_NEW_DATE,
        Step.REVIEW_PHOTOS,
        Step.DECIDE_AGAIN,
        Step.REACH_CUSTOMER,
        Step.CHOOSE_DATE,
    ]
