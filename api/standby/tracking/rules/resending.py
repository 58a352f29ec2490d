"""Rules for sending a message again: allowed only while its content is still true."""

from typing import Final

from standby.tracking.rules.next_actions import OrderFacts

_BEFORE_ACCEPTANCE: Final = ("reserved", "scheduled")
_ACCEPTED: Final = ("accepted", "equipment_arrived", "completed")


def may_resend(kind: str, facts: OrderFacts) -> bool:
    is_early = facts.order_status in _BEFORE_ACCEPTANCE
    is_cancelled = facts.order_status == "cancelled"
    has_date = not is_cancelled and facts.visit_status == "confirmed"
    is_due = facts.due_milestone is not None
    return {
        "date_confirmed": has_date,
        "photo_link": is_early and facts.photos_status in ("awaiting_photos", "retake_requested"),
        "retake_wanted": is_early and facts.photos_status == "retake_requested",
        "technician_assigned": has_date
        and facts.has_technician
        and facts.order_status != "completed",
        "price_locked": not is_cancelled and facts.is_price_locked,
        "price_change": is_early and facts.change_status == "proposed",
        "proposal_ready": is_early and facts.has_proposal,
        "proposal_accepted": facts.order_status in _ACCEPTED,
        "milestone_due": is_due,
        "payment_received": True,
        "refund_sent": True,
        "refund_returned": facts.failed_refunds > 0,
        "payment_returned": is_due,
        "installation_done": facts.is_powered_on,
        "order_cancelled": is_cancelled,
    }.get(kind, False)
