"""Which messages still tell what is so."""

from dataclasses import replace

import pytest

from standby.messaging.kinds import KINDS as CUSTOMER_KINDS
from standby.tracking.rules.next_actions import OrderFacts
from standby.tracking.rules.staff_actions import may_resend
from standby.workflows.resend_message import is_sendable, sendable_kinds

pytestmark = pytest.mark.usefixtures("shop", "own_folder")

SCHEDULED = OrderFacts(
    order_status="scheduled", visit_status="confirmed", photos_status="awaiting_photos"
)
LOCKED = replace(SCHEDULED, photos_status="decided", is_price_locked=True, has_proposal=True)
ACCEPTED = replace(LOCKED, order_status="accepted", due_milestone="acceptance")
COMPLETED = replace(LOCKED, order_status="completed", has_technician=True, is_powered_on=True)
CANCELLED = replace(LOCKED, order_status="cancelled", visit_status="cancelled")
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
        (LOCKED, {"date_confirmed", "price_locked", "proposal_ready"}),
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
        (COMPLETED, {"date_confirmed", "price_locked", "proposal_accepted", "installation_done"}),
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
