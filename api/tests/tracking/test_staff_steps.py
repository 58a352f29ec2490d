"""What staff do next for an order, from photo review to power on."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from bookings import HOLD

from standby.tracking.rules.next_actions import (
    ActionOwner,
    NextAction,
    NextActionKey,
    OrderFacts,
    next_actions,
)

NOW = datetime(2025, 11, 3, 15, 0, tzinfo=UTC)
DAY = date(2025, 11, 20)
VISIT_AT = datetime(2025, 11, 20, 14, 30, tzinfo=UTC)
HELD_UNTIL = NOW + HOLD

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
        (RESERVED, NextActionKey.PAY_FEE, "customer"),
        (replace(RESERVED, visit_status="expired"), NextActionKey.CHOOSE_DATE, "customer"),
        (replace(RESERVED, visit_status=None), NextActionKey.CHOOSE_DATE, "customer"),
        (replace(SCHEDULED, visit_status="needs_new_date"), NextActionKey.FIND_NEW_DATE, "staff"),
        (SCHEDULED, NextActionKey.SEND_PHOTOS, "customer"),
        (SUBMITTED, NextActionKey.REVIEW_PHOTOS, "staff"),
        (
            replace(SCHEDULED, photos_status="retake_requested"),
            NextActionKey.RETAKE_PHOTOS,
            "customer",
        ),
        (replace(SCHEDULED, change_status="proposed"), NextActionKey.DECIDE_CHANGE, "customer"),
        (replace(SCHEDULED, change_status="declined"), NextActionKey.DECIDE_AGAIN, "staff"),
        (LOCKED, NextActionKey.MAKE_PROPOSAL, "staff"),
        (PROPOSED, NextActionKey.ACCEPT_PROPOSAL, "customer"),
        (ACCEPTED, NextActionKey.PAY_MILESTONE, "customer"),
        (replace(ACCEPTED, is_overdue_notified=True), NextActionKey.CHASE_PAYMENT, "staff"),
        (PAID, NextActionKey.MARK_EQUIPMENT, "staff"),
        (ARRIVED, NextActionKey.VISIT, "nobody"),
        (replace(ARRIVED, due_milestone="equipment"), NextActionKey.PAY_MILESTONE, "customer"),
        (COMPLETED, NextActionKey.MARK_POWER_ON, "staff"),
        (replace(POWERED_ON, due_milestone="completion"), NextActionKey.PAY_MILESTONE, "customer"),
        (POWERED_ON, NextActionKey.DONE, "nobody"),
        (CANCELLED, NextActionKey.CANCELLED, "nobody"),
        (replace(CANCELLED, owed_cents=1), NextActionKey.COLLECT_OWED, "staff"),
        (replace(CANCELLED, failed_refunds=1), NextActionKey.RETRY_REFUND, "staff"),
        (replace(SUBMITTED, failed_refunds=1), NextActionKey.RETRY_REFUND, "staff"),
        (replace(SCHEDULED, dead_messages=1), NextActionKey.REACH_CUSTOMER, "staff"),
        (replace(SCHEDULED, open_disputes=1), NextActionKey.ANSWER_DISPUTE, "staff"),
        (replace(CANCELLED, open_disputes=1), NextActionKey.ANSWER_DISPUTE, "staff"),
        (replace(SCHEDULED, is_fee_gone=True), NextActionKey.DECIDE_VISIT, "staff"),
        (replace(PAID, is_fee_gone=True), NextActionKey.MARK_EQUIPMENT, "staff"),
    ],
)
def test_what_is_next(facts: OrderFacts, key: NextActionKey, waits_for: str) -> None:
    step = first(facts)
    assert (step.key, step.waits_for) == (key, ActionOwner(waits_for))
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

    assert before == [NextActionKey.ACCEPT_PROPOSAL]
    assert then == [NextActionKey.NAME_TECHNICIAN, NextActionKey.ACCEPT_PROPOSAL]
    assert [step.key for step in known] == [NextActionKey.ACCEPT_PROPOSAL]


@pytest.mark.parametrize(
    ("hour", "key"),
    [
        (5, NextActionKey.VISIT),
        (6, NextActionKey.MARK_INSTALLED),
    ],  # 11:59 PM and midnight in Houston
)
def test_on_the_day_of_the_visit_staff_say_that_it_is_done(hour: int, key: NextActionKey) -> None:
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
        NextActionKey.RETRY_REFUND,
        NextActionKey.FIND_NEW_DATE,
        NextActionKey.REVIEW_PHOTOS,
        NextActionKey.DECIDE_AGAIN,
        NextActionKey.REACH_CUSTOMER,
        NextActionKey.CHOOSE_DATE,
    ]
