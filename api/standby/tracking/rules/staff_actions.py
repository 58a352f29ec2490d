"""Staff actions on an order: which are possible now, and why the others are not."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from standby.core.roles import MAY, NEEDS_FRESH_FACTOR, Permission, Role
from standby.tracking.rules.next_actions import OrderFacts


class StaffAction(StrEnum):
    """One thing that a member of staff does to an order."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionAvailability:
    """Whether one staff action is possible; `why_not` is empty when it is.

    `needs_fresh_factor` says that the endpoint requires a fresh second factor.
    """

    key: StaffAction
    is_allowed: bool
    why_not: str
    needs_fresh_factor: bool


NEEDS: Final[Mapping[StaffAction, Permission]] = {
    StaffAction.MOVE: Permission.SCHEDULE,
    StaffAction.ASSIGN_TECHNICIAN: Permission.SCHEDULE,
    StaffAction.DECIDE_PRICE: Permission.REVIEW_PHOTOS,
    StaffAction.ASK_FOR_RETAKE: Permission.REVIEW_PHOTOS,
    StaffAction.MAKE_PROPOSAL: Permission.MAKE_PAPERS,
    StaffAction.MAKE_HOA_PACKET: Permission.MAKE_PAPERS,
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
_NOT_IN_ROLE: Final = "Your role does not include this. Please ask a manager."
_IS_CANCELLED: Final = "This order is cancelled."
_IS_COMPLETE: Final = "The installation is complete."
_NOT_ACCEPTED: Final = "The proposal has not been accepted yet."
_BEFORE_ACCEPTANCE: Final = ("reserved", "scheduled")
_NOT_YET: Final = {
    "awaiting_photos": "The photos have not been sent yet.",
    "retake_requested": "Better photos were asked for and have not been sent yet.",
    "decided": "The photos were decided already.",
}


def available_actions(facts: OrderFacts, *, role: str) -> list[ActionAvailability]:
    may = MAY[Role(role)] if role in MAY else frozenset()
    return [
        _action_availability(
            action, why_not=_WHY_NOT[action](facts) if NEEDS[action] in may else _NOT_IN_ROLE
        )
        for action in StaffAction
    ]


def _action_availability(action: StaffAction, *, why_not: str) -> ActionAvailability:
    return ActionAvailability(
        key=action,
        is_allowed=not why_not,
        why_not=why_not,
        needs_fresh_factor=NEEDS[action] in NEEDS_FRESH_FACTOR,
    )


def _over(facts: OrderFacts) -> str:
    return {"cancelled": _IS_CANCELLED, "completed": _IS_COMPLETE}.get(facts.order_status, "")


def _move(facts: OrderFacts) -> str:
    if over := _over(facts):
        return over
    is_paid = facts.visit_status in ("confirmed", "needs_new_date")
    return "" if is_paid else "The date is not paid yet: the customer chooses it."


def _assign(facts: OrderFacts) -> str:
    if over := _over(facts):
        return over
    is_known = facts.visit_status in ("held", "confirmed")
    return "" if is_known else "There is no date to come on."


def _decide(facts: OrderFacts) -> str:
    if facts.order_status not in _BEFORE_ACCEPTANCE:
        return _over(facts) or "The price was accepted."
    is_anew = facts.change_status == "declined" and not facts.is_price_locked
    if facts.photos_status == "submitted" or is_anew:
        return ""
    return _NOT_YET.get(facts.photos_status or "", "No photos are asked for yet.")


def _retake(facts: OrderFacts) -> str:
    if facts.photos_status == "submitted":
        return _over(facts)
    return _NOT_YET.get(facts.photos_status or "", "No photos are asked for yet.")


def _propose(facts: OrderFacts) -> str:
    if facts.order_status not in _BEFORE_ACCEPTANCE:
        return _over(facts) or "The proposal was accepted."
    return "" if facts.is_price_locked else "The price is not locked yet."


def _packet(facts: OrderFacts) -> str:
    return _IS_CANCELLED if facts.order_status == "cancelled" else ""


def _equipment(facts: OrderFacts) -> str:
    if facts.order_status in _BEFORE_ACCEPTANCE:
        return _NOT_ACCEPTED
    if facts.order_status == "cancelled":
        return _IS_CANCELLED
    return "" if facts.order_status == "accepted" else "That was said already."


def _installed(facts: OrderFacts) -> str:
    if facts.order_status in _BEFORE_ACCEPTANCE:
        return _NOT_ACCEPTED
    if facts.order_status == "accepted":
        return "The equipment has not arrived yet."
    if facts.order_status == "cancelled":
        return _IS_CANCELLED
    return "" if facts.order_status == "equipment_arrived" else "That was said already."


def _power_on(facts: OrderFacts) -> str:
    if facts.order_status == "cancelled":
        return _IS_CANCELLED
    if facts.order_status != "completed":
        return "The installation is not complete yet."
    return "That was said already." if facts.is_powered_on else ""


def _cancel(facts: OrderFacts) -> str:
    return _over(facts)


def _keep(facts: OrderFacts) -> str:
    if facts.order_status not in _BEFORE_ACCEPTANCE:
        return _over(facts) or "The proposal was accepted."
    return "" if facts.is_fee_gone else "There is nothing to decide about the visit."


def _refund(facts: OrderFacts) -> str:
    return "" if facts.refundable_cents > 0 else "There is no payment that could go back."


def _retry(facts: OrderFacts) -> str:
    return "" if facts.failed_refunds else "No refund has failed or come back."


def _always(_: OrderFacts) -> str:
    return ""


_WHY_NOT: Final[Mapping[StaffAction, Callable[[OrderFacts], str]]] = {
    StaffAction.MOVE: _move,
    StaffAction.ASSIGN_TECHNICIAN: _assign,
    StaffAction.DECIDE_PRICE: _decide,
    StaffAction.ASK_FOR_RETAKE: _retake,
    StaffAction.MAKE_PROPOSAL: _propose,
    StaffAction.MAKE_HOA_PACKET: _packet,
    StaffAction.MARK_EQUIPMENT: _equipment,
    StaffAction.MARK_INSTALLED: _installed,
    StaffAction.MARK_POWER_ON: _power_on,
    StaffAction.CANCEL: _cancel,
    StaffAction.KEEP_VISIT: _keep,
    StaffAction.REFUND: _refund,
    StaffAction.RETRY_REFUND: _retry,
    StaffAction.RESEND_MESSAGE: _always,
    StaffAction.CORRECT_CONTACT: _always,
    StaffAction.WRITE_NOTE: _always,
}
