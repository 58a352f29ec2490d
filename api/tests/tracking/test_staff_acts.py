"""What staff may do to an order, by how far it has come and by their role."""

from dataclasses import replace

import pytest

from standby.core.roles import NEEDS_FRESH_FACTOR, Role
from standby.tracking.rules.next_actions import OrderFacts
from standby.tracking.rules.staff_actions import NEEDS, StaffAction, refused_actions

RESERVED = OrderFacts(order_status="reserved", visit_status="held")
SCHEDULED = OrderFacts(
    order_status="scheduled", visit_status="confirmed", photos_status="awaiting_photos"
)
SUBMITTED = replace(SCHEDULED, photos_status="submitted")
LOCKED = replace(SCHEDULED, photos_status="decided", is_price_locked=True)
ACCEPTED = replace(LOCKED, order_status="accepted")
ARRIVED = replace(LOCKED, order_status="equipment_arrived")
COMPLETED = replace(LOCKED, order_status="completed")
CANCELLED = replace(LOCKED, order_status="cancelled", visit_status="cancelled")
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
