"""What staff do next for an order, what they may do to it, and what they may send again."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from booking_helpers import HOLD

from standby.core.roles import NEEDS_FRESH_FACTOR, Role
from standby.messaging.kinds import KINDS as CUSTOMER_KINDS
from standby.tracking.rules.next_actions import (
    NextAction,
    NextActionKey,
    OrderFacts,
    next_actions,
)
from standby.tracking.rules.staff_actions import NEEDS, StaffAction, may_resend, refused_actions
from standby.workflows.resend_message import is_sendable, sendable_kinds, why_not_now

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
ACCEPTED = replace(PROPOSED, order_status="accepted", due_milestone="acceptance", due_by=NOW)
PAID = replace(ACCEPTED, due_milestone=None, due_by=None)
ARRIVED = replace(PAID, order_status="equipment_arrived")
COMPLETED = replace(ARRIVED, order_status="completed")
POWERED_ON = replace(COMPLETED, is_powered_on=True)
CANCELLED = replace(PROPOSED, order_status="cancelled", visit_status="cancelled")


def first(facts: OrderFacts, *, now: datetime = NOW) -> NextAction:
    return next_actions(facts, now=now)[0]


def keys(facts: OrderFacts, *, now: datetime = NOW) -> list[str]:
    return [action.key for action in next_actions(facts, now=now)]


@pytest.mark.parametrize(
    ("facts", "key", "waits_for"),
    [
        (RESERVED, "pay_fee", "customer"),
        (replace(RESERVED, is_fee_due=False), "confirm_date", "customer"),
        (replace(RESERVED, visit_status="expired"), "choose_date", "customer"),
        (replace(RESERVED, visit_status=None), "choose_date", "customer"),
        (replace(SCHEDULED, visit_status="needs_new_date"), "find_new_date", "staff"),
        (SCHEDULED, "send_photos", "customer"),
        (SUBMITTED, "review_photos", "staff"),
        (replace(SCHEDULED, photos_status="retake_requested"), "retake_photos", "customer"),
        (replace(SCHEDULED, change_status="proposed"), "decide_change", "customer"),
        (replace(SCHEDULED, change_status="declined"), "decide_again", "staff"),
        (LOCKED, "make_proposal", "staff"),
        (PROPOSED, "accept_proposal", "customer"),
        (ACCEPTED, "pay_milestone", "customer"),
        (replace(ACCEPTED, ask_at=NOW + timedelta(days=1)), "wait_to_ask", "nobody"),
        (replace(ACCEPTED, is_overdue_notified=True), "chase_payment", "staff"),
        (PAID, "mark_equipment", "staff"),
        (ARRIVED, "visit", "nobody"),
        (replace(ARRIVED, due_milestone="equipment"), "pay_milestone", "customer"),
        (COMPLETED, "mark_power_on", "staff"),
        (replace(POWERED_ON, due_milestone="completion"), "pay_milestone", "customer"),
        (POWERED_ON, "done", "nobody"),
        (CANCELLED, "cancelled", "nobody"),
        (replace(CANCELLED, owed_cents=1), "collect_owed", "staff"),
        (replace(CANCELLED, failed_refunds=1), "retry_refund", "staff"),
        (replace(SUBMITTED, failed_refunds=1), "retry_refund", "staff"),
        (replace(SCHEDULED, dead_messages=1), "reach_customer", "staff"),
        (replace(SCHEDULED, open_disputes=1), "answer_dispute", "staff"),
        (replace(CANCELLED, open_disputes=1), "answer_dispute", "staff"),
        (replace(SCHEDULED, is_fee_gone=True), "decide_visit", "staff"),
        (replace(PAID, is_fee_gone=True), "mark_equipment", "staff"),
    ],
)
def test_what_is_next(facts: OrderFacts, key: str, waits_for: str) -> None:
    action = first(facts)
    assert (action.key, action.waits_for) == (key, waits_for)
    assert action.title
    assert action.how.endswith(".")


PERCENTS = {"acceptance": 40, "equipment": 40, "completion": 20}


@pytest.mark.parametrize(
    ("facts", "how"),
    [
        (PAID, "The first part is paid. Once the equipment is in the warehouse, mark it: 40% of"),
        (replace(ARRIVED, visit_day=NOW.date()), "mark it: 20% of the price becomes due."),
        (replace(ACCEPTED, ask_at=NOW), "We asked for 40% of the price."),
        (
            replace(ACCEPTED, ask_at=NOW + timedelta(seconds=1)),
            "We ask for 40% of the price when it ends. Nothing to do yet.",
        ),
        (
            replace(ARRIVED, due_milestone="equipment", ask_at=NOW),
            "We asked for 40% of the price. Send the message again if they call.",
        ),
        (
            replace(POWERED_ON, due_milestone="completion", ask_at=NOW),
            "We asked for 20% of the price. Send the message again if they call.",
        ),
    ],
)
def test_a_payment_is_named_by_its_own_share_and_by_whether_it_was_asked_for(
    facts: OrderFacts, how: str
) -> None:
    assert how in first(replace(facts, percents=PERCENTS, has_technician=True)).how


@pytest.mark.req("TRUTH-03.1")
def test_how_a_step_is_done_asserts_only_what_is_so() -> None:
    waits = {each.key: each.how for each in next_actions(LOCKED, now=NOW)}
    assert waits[NextActionKey.ACCEPT_PROPOSAL] == "It is not on their page yet."
    assert "My booking shows it" in first(PROPOSED).how

    after = replace(ARRIVED, visit_day=NOW.date() - timedelta(days=3))
    assert "The installation day has come." in first(after).how
    late = first(replace(ACCEPTED, is_overdue_notified=True))
    assert "late fee" not in late.how


@pytest.mark.parametrize(
    ("facts", "done"),
    [
        (POWERED_ON, "Installed, powered on and paid."),
        (replace(POWERED_ON, open_cents=1), "Installed and powered on; the payments are not"),
        (COMPLETED, "Installed and paid; the power is not on."),
        (replace(COMPLETED, open_cents=1), "Installed; neither powered on nor paid."),
    ],
)
def test_what_is_done_is_said_only_where_it_is(facts: OrderFacts, done: str) -> None:
    assert next_actions(facts, now=NOW)[-1].how.startswith(done)


def test_a_held_unpaid_date_waits_for_the_fee_and_its_link_may_go_again() -> None:
    action = first(RESERVED)
    assert action.title == "Waiting for the reservation fee until 9:35 AM on Monday, November 3"
    assert "Nothing to do" not in action.how
    lost = replace(RESERVED, held_until=None)
    assert first(lost).title == "Waiting for the reservation fee"
    free = first(replace(RESERVED, is_fee_due=False))
    assert free.title == (
        "Waiting for the customer to confirm the date until 9:35 AM on Monday, November 3"
    )
    assert free.how.startswith("No fee is due.")
    assert not may_resend("pay_link", replace(RESERVED, is_fee_due=False))
    for facts, may in ((RESERVED, True), (lost, False), (SCHEDULED, False)):
        assert [may_resend(kind, facts) for kind in ("pay_link", "date_held")] == [may, may]


def test_until_when_and_since_when() -> None:
    assert first(RESERVED).by == HELD_UNTIL
    assert first(SUBMITTED).since == NOW
    assert first(ACCEPTED).by == NOW
    assert first(ARRIVED).by == VISIT_AT


def test_who_comes_is_to_be_said_ten_days_before() -> None:
    ten_days_before = VISIT_AT - timedelta(days=10)

    assert keys(PROPOSED, now=ten_days_before - timedelta(seconds=1)) == ["accept_proposal"]
    assert keys(PROPOSED, now=ten_days_before) == ["name_technician", "accept_proposal"]
    known = replace(PROPOSED, has_technician=True)
    assert keys(known, now=ten_days_before) == ["accept_proposal"]


@pytest.mark.parametrize(
    ("hour", "key"),
    [(5, "visit"), (6, "mark_installed")],
    ids=["11:59 PM in Houston", "midnight"],
)
def test_on_the_day_of_the_visit_staff_say_that_it_is_done(hour: int, key: str) -> None:
    now = datetime(2025, 11, 20, hour, 0, tzinfo=UTC)
    assert first(replace(ARRIVED, has_technician=True), now=now).key == key


def test_many_things_to_do_come_the_most_pressing_first() -> None:
    all_at_once = replace(
        SUBMITTED,
        failed_refunds=1,
        dead_messages=2,
        visit_status="needs_new_date",
        change_status="declined",
    )

    assert keys(all_at_once) == [
        "retry_refund",
        "find_new_date",
        "review_photos",
        "decide_again",
        "reach_customer",
        "choose_date",
    ]


ALWAYS = {"resend_message", "correct_contact", "write_note"}
VISITED = {"move", "assign_technician", "cancel", "make_hoa_packet"}


@pytest.mark.parametrize(
    ("facts", "allowed"),
    [
        (RESERVED, VISITED - {"move"}),
        (replace(RESERVED, visit_status="expired"), {"cancel", "make_hoa_packet"}),
        (SCHEDULED, VISITED),
        (replace(SCHEDULED, visit_status="needs_new_date"), VISITED - {"assign_technician"}),
        (SUBMITTED, VISITED | {"decide_price", "ask_for_retake"}),
        (replace(SCHEDULED, photos_status="retake_requested"), VISITED),
        (replace(LOCKED, is_price_locked=False, change_status="proposed"), VISITED),
        (
            replace(LOCKED, is_price_locked=False, change_status="declined"),
            VISITED | {"decide_price"},
        ),
        (LOCKED, VISITED | {"make_proposal"}),
        (ACCEPTED, VISITED | {"mark_equipment"}),
        (ARRIVED, VISITED | {"mark_installed"}),
        (COMPLETED, {"mark_power_on", "make_hoa_packet"}),
        (replace(COMPLETED, is_powered_on=True), {"make_hoa_packet"}),
        (CANCELLED, set()),
        (replace(CANCELLED, photos_status="submitted"), set()),
        (replace(CANCELLED, failed_refunds=1, refundable_cents=1), {"refund", "retry_refund"}),
    ],
)
def test_what_may_be_done_now(facts: OrderFacts, allowed: set[str]) -> None:
    refused = refused_actions(facts, role="owner")
    assert {action for action, why_not in refused.items() if not why_not} == allowed | ALWAYS


@pytest.mark.parametrize(
    ("facts", "action", "why_not"),
    [
        (RESERVED, "move", "The date is not paid yet: the customer chooses it."),
        (COMPLETED, "move", "The installation is complete."),
        (CANCELLED, "assign_technician", "This order is canceled."),
        (SCHEDULED, "decide_price", "The photos have not been sent yet."),
        (replace(SCHEDULED, photos_status=None), "decide_price", "No photos are requested yet."),
        (ACCEPTED, "decide_price", "The price was accepted."),
        (CANCELLED, "decide_price", "This order is canceled."),
        (LOCKED, "ask_for_retake", "The photos were already decided."),
        (SUBMITTED, "make_proposal", "The price is not locked yet."),
        (ACCEPTED, "make_proposal", "The proposal was accepted."),
        (LOCKED, "mark_equipment", "The proposal has not been accepted yet."),
        (ARRIVED, "mark_equipment", "That is already marked."),
        (CANCELLED, "mark_equipment", "This order is canceled."),
        (LOCKED, "mark_installed", "The proposal has not been accepted yet."),
        (ACCEPTED, "mark_installed", "The equipment has not arrived yet."),
        (CANCELLED, "mark_installed", "This order is canceled."),
        (COMPLETED, "mark_installed", "That is already marked."),
        (ARRIVED, "mark_power_on", "The installation is not complete yet."),
        (CANCELLED, "mark_power_on", "This order is canceled."),
        (COMPLETED, "cancel", "The installation is complete."),
        (SCHEDULED, "refund", "There is no payment to refund."),
        (SCHEDULED, "retry_refund", "No refund has failed or been returned."),
        (SCHEDULED, "keep_visit", "There is nothing to decide about the visit."),
        (replace(SCHEDULED, is_fee_gone=True), "keep_visit", ""),
        (ACCEPTED, "keep_visit", "The proposal was accepted."),
        (CANCELLED, "keep_visit", "This order is canceled."),
    ],
)
def test_why_not(facts: OrderFacts, action: str, why_not: str) -> None:
    assert refused_actions(facts, role="owner")[StaffAction(action)] == why_not


def test_what_the_role_does_not_include_is_said_before_all_else() -> None:
    viewers = refused_actions(ACCEPTED, role=Role.VIEWER)
    dispatchers = refused_actions(ACCEPTED, role=Role.DISPATCHER)
    nobodys = refused_actions(ACCEPTED, role="")
    refusal = "Your role does not include this. Please ask a manager or the owner."
    assert {*viewers.values(), *nobodys.values()} == {refusal}
    assert dispatchers[StaffAction.MARK_EQUIPMENT] == dispatchers[StaffAction.WRITE_NOTE] == ""
    assert dispatchers[StaffAction.CANCEL] == refusal


def test_what_asks_for_a_fresh_second_factor() -> None:
    fresh = {action for action, permission in NEEDS.items() if permission in NEEDS_FRESH_FACTOR}
    assert fresh == {"cancel", "keep_visit", "refund", "retry_refund"}


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


@pytest.mark.req("TRUTH-03.1")
@pytest.mark.parametrize("is_visit_day", [True, False])
def test_staff_are_on_the_way_on_the_days_of_the_visit_alone(is_visit_day: bool) -> None:
    facts = replace(ARRIVED, is_visit_day=is_visit_day)

    [kind] = [each for each in sendable_kinds(facts) if each.name == "on_the_way"]

    assert bool(why_not_now(kind, facts)) is not is_visit_day
    assert is_sendable("on_the_way", facts) is is_visit_day
    assert is_sendable("running_late", facts)


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

    assert offered - {"photo_link"} <= OF_STAFF
    assert ("photo_link" in offered) == may_resend("photo_link", facts)
    assert ("running_late" in offered) == is_offered == is_sendable("running_late", facts)
