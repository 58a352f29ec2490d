"""What staff do next for an order, what they may do to it, and what they may send again."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from bookings import HOLD

from standby.core.roles import NEEDS_FRESH_FACTOR, Role
from standby.messaging.kinds import KINDS as CUSTOMER_KINDS
from standby.tracking.rules.next_actions import (
    ActionOwner,
    NextAction,
    NextActionKey,
    OrderFacts,
    next_actions,
)
from standby.tracking.rules.staff_actions import NEEDS, StaffAction, may_resend, refused_actions
from standby.workflows.resend_message import is_sendable, sendable_kinds

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
CANCELLED = replace(PROPOSED, order_status="cancelled", visit_status="cancelled")


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


ALWAYS = {StaffAction.RESEND_MESSAGE, StaffAction.CORRECT_CONTACT, StaffAction.WRITE_NOTE}
VISITED = {
    StaffAction.MOVE,
    StaffAction.ASSIGN_TECHNICIAN,
    StaffAction.CANCEL,
    StaffAction.MAKE_HOA_PACKET,
}


@pytest.mark.parametrize(
    ("facts", "allowed"),
    [
        (RESERVED, VISITED - {StaffAction.MOVE}),
        (
            replace(RESERVED, visit_status="expired"),
            {StaffAction.CANCEL, StaffAction.MAKE_HOA_PACKET},
        ),
        (SCHEDULED, VISITED),
        (
            replace(SCHEDULED, visit_status="needs_new_date"),
            VISITED - {StaffAction.ASSIGN_TECHNICIAN},
        ),
        (SUBMITTED, VISITED | {StaffAction.DECIDE_PRICE, StaffAction.ASK_FOR_RETAKE}),
        (replace(SCHEDULED, photos_status="retake_requested"), VISITED),
        (replace(LOCKED, is_price_locked=False, change_status="proposed"), VISITED),
        (
            replace(LOCKED, is_price_locked=False, change_status="declined"),
            VISITED | {StaffAction.DECIDE_PRICE},
        ),
        (LOCKED, VISITED | {StaffAction.MAKE_PROPOSAL}),
        (ACCEPTED, VISITED | {StaffAction.MARK_EQUIPMENT}),
        (ARRIVED, VISITED | {StaffAction.MARK_INSTALLED}),
        (COMPLETED, {StaffAction.MARK_POWER_ON, StaffAction.MAKE_HOA_PACKET}),
        (replace(COMPLETED, is_powered_on=True), {StaffAction.MAKE_HOA_PACKET}),
        (CANCELLED, set()),
        (replace(CANCELLED, photos_status="submitted"), set()),
        (
            replace(CANCELLED, failed_refunds=1, refundable_cents=1),
            {StaffAction.REFUND, StaffAction.RETRY_REFUND},
        ),
    ],
)
def test_what_may_be_done_now(facts: OrderFacts, allowed: set[StaffAction]) -> None:
    refused = refused_actions(facts, role="owner")
    assert {act for act, why_not in refused.items() if not why_not} == allowed | ALWAYS


@pytest.mark.parametrize(
    ("facts", "act", "why_not"),
    [
        (RESERVED, StaffAction.MOVE, "The date is not paid yet: the customer chooses it."),
        (COMPLETED, StaffAction.MOVE, "The installation is complete."),
        (CANCELLED, StaffAction.ASSIGN_TECHNICIAN, "This order is cancelled."),
        (SCHEDULED, StaffAction.DECIDE_PRICE, "The photos have not been sent yet."),
        (
            replace(SCHEDULED, photos_status=None),
            StaffAction.DECIDE_PRICE,
            "No photos are requested yet.",
        ),
        (ACCEPTED, StaffAction.DECIDE_PRICE, "The price was accepted."),
        (CANCELLED, StaffAction.DECIDE_PRICE, "This order is cancelled."),
        (LOCKED, StaffAction.ASK_FOR_RETAKE, "The photos were already decided."),
        (SUBMITTED, StaffAction.MAKE_PROPOSAL, "The price is not locked yet."),
        (ACCEPTED, StaffAction.MAKE_PROPOSAL, "The proposal was accepted."),
        (LOCKED, StaffAction.MARK_EQUIPMENT, "The proposal has not been accepted yet."),
        (ARRIVED, StaffAction.MARK_EQUIPMENT, "That is already marked."),
        (CANCELLED, StaffAction.MARK_EQUIPMENT, "This order is cancelled."),
        (LOCKED, StaffAction.MARK_INSTALLED, "The proposal has not been accepted yet."),
        (ACCEPTED, StaffAction.MARK_INSTALLED, "The equipment has not arrived yet."),
        (CANCELLED, StaffAction.MARK_INSTALLED, "This order is cancelled."),
        (COMPLETED, StaffAction.MARK_INSTALLED, "That is already marked."),
        (ARRIVED, StaffAction.MARK_POWER_ON, "The installation is not complete yet."),
        (CANCELLED, StaffAction.MARK_POWER_ON, "This order is cancelled."),
        (COMPLETED, StaffAction.CANCEL, "The installation is complete."),
        (SCHEDULED, StaffAction.REFUND, "There is no payment to refund."),
        (SCHEDULED, StaffAction.RETRY_REFUND, "No refund has failed or been returned."),
        (SCHEDULED, StaffAction.KEEP_VISIT, "There is nothing to decide about the visit."),
        (replace(SCHEDULED, is_fee_gone=True), StaffAction.KEEP_VISIT, ""),
        (ACCEPTED, StaffAction.KEEP_VISIT, "The proposal was accepted."),
        (CANCELLED, StaffAction.KEEP_VISIT, "This order is cancelled."),
    ],
)
def test_why_not(facts: OrderFacts, act: StaffAction, why_not: str) -> None:
    assert refused_actions(facts, role="owner")[act] == why_not


def test_what_the_role_does_not_include_is_said_before_all_else() -> None:
    viewers = refused_actions(ACCEPTED, role=Role.VIEWER)
    dispatchers = refused_actions(ACCEPTED, role=Role.DISPATCHER)
    nobodys = refused_actions(ACCEPTED, role="")
    refusal = "Your role does not include this. Please ask a manager."
    assert {*viewers.values(), *nobodys.values()} == {refusal}
    assert dispatchers[StaffAction.MARK_EQUIPMENT] == dispatchers[StaffAction.WRITE_NOTE] == ""
    assert dispatchers[StaffAction.CANCEL] == refusal


def test_what_asks_for_a_fresh_second_factor() -> None:
    fresh = {act for act, permission in NEEDS.items() if permission in NEEDS_FRESH_FACTOR}
    assert fresh == {
        StaffAction.CANCEL,
        StaffAction.KEEP_VISIT,
        StaffAction.REFUND,
        StaffAction.RETRY_REFUND,
    }


RECEIPTS = {"payment_received", "refund_sent"}
KINDS = (*CUSTOMER_KINDS, "staff_needed")
OF_STAFF = {name for name, kind in CUSTOMER_KINDS.items() if kind.sent_by_staff}


@pytest.mark.parametrize(
    ("facts", "kinds"),
    [
        (SCHEDULED, {"date_confirmed", "photo_link"}),
        (
            replace(SCHEDULED, photos_status="retake_requested"),
            {"date_confirmed", "photo_link", "retake_wanted"},
        ),
        (
            replace(SCHEDULED, has_technician=True, change_status="proposed"),
            {"date_confirmed", "photo_link", "technician_assigned", "price_change"},
        ),
        (PROPOSED, {"date_confirmed", "price_locked", "proposal_ready"}),
        (
            ACCEPTED,
            {
                "date_confirmed",
                "price_locked",
                "proposal_accepted",
                "milestone_due",
                "payment_returned",
            },
        ),
        (
            replace(POWERED_ON, has_technician=True),
            {"date_confirmed", "price_locked", "proposal_accepted", "installation_done"},
        ),
        (CANCELLED, {"order_cancelled"}),
        (replace(CANCELLED, failed_refunds=1), {"order_cancelled", "refund_returned"}),
    ],
)
def test_what_may_be_sent_again(facts: OrderFacts, kinds: set[str]) -> None:
    assert {kind for kind in KINDS if may_resend(kind, facts)} == kinds | RECEIPTS


@pytest.mark.parametrize(
    ("facts", "is_offered"),
    [
        (SCHEDULED, True),
        (ACCEPTED, True),
        (replace(SCHEDULED, visit_status="held"), False),
        (COMPLETED, False),
        (CANCELLED, False),
    ],
)
def test_staff_are_late_only_to_a_visit_that_is_ahead(facts: OrderFacts, is_offered: bool) -> None:
    offered = {kind.name for kind in sendable_kinds(facts)}

    assert offered <= OF_STAFF
    assert ("running_late" in offered) == is_offered == is_sendable("running_late", facts)
