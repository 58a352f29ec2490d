"""Staff actions on an order: which are possible now, and why the others are not."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from standby.core.roles import MAY, NotAllowed, Permission, Role
from standby.core.words import _, say
from standby.tracking.rules.next_actions import OrderFacts

_ACCEPTED: Final = ("accepted", "equipment_arrived", "completed")


class StaffAction(StrEnum):
    """An action of staff on an order."""

    MOVE = "move"
    ASSIGN_TECHNICIAN = "assign_technician"
    DECIDE_PRICE = "decide_price"
    ASK_FOR_RETAKE = "ask_for_retake"
    MAKE_PROPOSAL = "make_proposal"
    MAKE_HOA_PACKET = "make_hoa_packet"
    MARK_EQUIPMENT = "mark_equipment"
    MARK_INSTALLED = "mark_installed"
    MARK_POWER_ON = "mark_power_on"
    CANCEL = "cancel"
    KEEP_VISIT = "keep_visit"
    REFUND = "refund"
    RETRY_REFUND = "retry_refund"
    RESEND_MESSAGE = "resend_message"
    CORRECT_CONTACT = "correct_contact"
    WRITE_NOTE = "write_note"


NEEDS: Final[Mapping[StaffAction, Permission]] = {
    StaffAction.MOVE: Permission.SCHEDULE,
    StaffAction.ASSIGN_TECHNICIAN: Permission.SCHEDULE,
    StaffAction.DECIDE_PRICE: Permission.DECIDE_PRICE,
    StaffAction.ASK_FOR_RETAKE: Permission.REVIEW_PHOTOS,
    StaffAction.MAKE_PROPOSAL: Permission.MAKE_DOCUMENTS,
    StaffAction.MAKE_HOA_PACKET: Permission.MAKE_DOCUMENTS,
    StaffAction.MARK_EQUIPMENT: Permission.REACH_MILESTONES,
    StaffAction.MARK_INSTALLED: Permission.REACH_MILESTONES,
    StaffAction.MARK_POWER_ON: Permission.REACH_MILESTONES,
    StaffAction.CANCEL: Permission.CANCEL_ORDERS,
    StaffAction.KEEP_VISIT: Permission.CANCEL_ORDERS,
    StaffAction.REFUND: Permission.REFUND,
    StaffAction.RETRY_REFUND: Permission.REFUND,
    StaffAction.RESEND_MESSAGE: Permission.SEND_MESSAGES,
    StaffAction.CORRECT_CONTACT: Permission.CORRECT_CONTACTS,
    StaffAction.WRITE_NOTE: Permission.WRITE_NOTES,
}
_IS_CANCELLED: Final = _("This order is canceled.")
_IS_COMPLETE: Final = _("The installation is complete.")
_NOT_ACCEPTED: Final = _("The proposal has not been accepted yet.")
_VISIT_AHEAD: Final = _("The visit is still to come.")
_ALREADY: Final = _("That is already marked.")
_BEFORE_ACCEPTANCE: Final = (_("reserved"), _("scheduled"))
_NOT_YET: Final = {
    "awaiting_photos": _("The photos have not been sent yet."),
    "retake_requested": _("Better photos were requested and have not been sent yet."),
    "decided": _("The photos were already decided."),
}


def refused_actions(facts: OrderFacts, *, role: str) -> dict[StaffAction, str]:
    status, visit, photos = facts.order_status, facts.visit_status, facts.photos_status
    is_early = status in _BEFORE_ACCEPTANCE
    cancelled = _IS_CANCELLED if status == "cancelled" else ""
    over = cancelled or (_IS_COMPLETE if status == "completed" else "")
    accepted = "" if is_early else over or _("The proposal was accepted.")
    not_sent = _NOT_YET.get(photos or "", _("No photos are requested yet."))
    is_anew = facts.change_status == "declined" and not facts.is_price_locked
    is_paid, is_agreed = visit in ("confirmed", "needs_new_date"), visit in ("held", "confirmed")
    equipment = dict.fromkeys(_BEFORE_ACCEPTANCE, _NOT_ACCEPTED) | {"accepted": ""}
    installed = dict.fromkeys(_BEFORE_ACCEPTANCE, _NOT_ACCEPTED) | {
        "accepted": _("The equipment has not arrived yet."),
        "equipment_arrived": _VISIT_AHEAD if facts.is_visit_ahead else "",
    }
    powered_on = {"completed": _ALREADY if facts.is_powered_on else ""}
    decidable = "" if photos == "submitted" or is_anew else not_sent
    reasons = {
        StaffAction.MOVE: over
        or ("" if is_paid else _("The date is not paid yet: the customer chooses it.")),
        StaffAction.ASSIGN_TECHNICIAN: over or ("" if is_agreed else _("There is no date yet.")),
        StaffAction.DECIDE_PRICE: decidable if is_early else over or _("The price was accepted."),
        StaffAction.ASK_FOR_RETAKE: over if photos == "submitted" else not_sent,
        StaffAction.MAKE_PROPOSAL: accepted
        or ("" if facts.is_price_locked else _("The price is not locked yet.")),
        StaffAction.MAKE_HOA_PACKET: cancelled,
        StaffAction.MARK_EQUIPMENT: cancelled or equipment.get(status, _ALREADY),
        StaffAction.MARK_INSTALLED: cancelled or installed.get(status, _ALREADY),
        StaffAction.MARK_POWER_ON: cancelled
        or powered_on.get(status, _("The installation is not complete yet.")),
        StaffAction.CANCEL: over,
        StaffAction.KEEP_VISIT: accepted
        or ("" if facts.is_fee_gone else _("There is nothing to decide about the visit.")),
        StaffAction.REFUND: ""
        if facts.refundable_cents > 0
        else _("There is no payment to refund."),
        StaffAction.RETRY_REFUND: ""
        if facts.failed_refunds
        else _("No refund has failed or been returned."),
        StaffAction.RESEND_MESSAGE: "",
        StaffAction.CORRECT_CONTACT: "",
        StaffAction.WRITE_NOTE: "",
    }
    may = MAY[Role(role)] if role in MAY else frozenset()
    return {
        action: say(why_not if NEEDS[action] in may else NotAllowed.message)
        for action, why_not in reasons.items()
    }


def may_send(facts: OrderFacts, *, needs_visit: bool) -> bool:
    """Whether staff may send one of their own messages: until the order is over."""
    is_over = facts.order_status in ("cancelled", "completed")
    return not is_over and (facts.visit_status == "confirmed" or not needs_visit)


def may_resend(kind: str, facts: OrderFacts) -> bool:
    """Whether a message may be sent again: only while its content is still true."""
    is_early = facts.order_status in _BEFORE_ACCEPTANCE
    is_cancelled = facts.order_status == "cancelled"
    has_date = not is_cancelled and facts.visit_status == "confirmed"
    is_due = facts.due_milestone is not None
    is_held = not is_cancelled and facts.visit_status == "held" and facts.held_until is not None
    return {
        "date_held": is_held,
        "pay_link": is_held and facts.is_fee_due,
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
        "transfer_failed": is_due and facts.failed_transfer_since is not None,
        "installation_done": facts.is_powered_on,
        "order_cancelled": is_cancelled,
    }.get(kind, False)
