"""Which messages staff may send a second time: those that still tell what is so."""

from collections.abc import Callable, Mapping
from typing import Final

from standby.domain.staff_steps import StaffFacts

_BEFORE_ACCEPTANCE: Final = ("reserved", "scheduled")


def may_resend(kind: str, facts: StaffFacts) -> bool:
    is_still_so = _STILL_SO.get(kind)
    return is_still_so is not None and is_still_so(facts)


def _photos_wanted(facts: StaffFacts) -> bool:
    is_open = facts.order_status in _BEFORE_ACCEPTANCE
    return is_open and facts.photos_status in ("awaiting_photos", "retake_requested")


def _retake_wanted(facts: StaffFacts) -> bool:
    return _photos_wanted(facts) and facts.photos_status == "retake_requested"


def _date_certain(facts: StaffFacts) -> bool:
    return facts.order_status != "cancelled" and facts.visit_status == "confirmed"


def _technician_known(facts: StaffFacts) -> bool:
    return _date_certain(facts) and facts.has_technician and facts.order_status != "completed"


def _price_locked(facts: StaffFacts) -> bool:
    return facts.order_status != "cancelled" and facts.is_price_locked


def _change_open(facts: StaffFacts) -> bool:
    return facts.order_status in _BEFORE_ACCEPTANCE and facts.change_status == "proposed"


def _proposal_open(facts: StaffFacts) -> bool:
    return facts.order_status in _BEFORE_ACCEPTANCE and facts.has_proposal


def _accepted(facts: StaffFacts) -> bool:
    return facts.order_status in ("accepted", "equipment_arrived", "completed")


def _milestone_due(facts: StaffFacts) -> bool:
    return facts.due_milestone is not None


def _refund_waits(facts: StaffFacts) -> bool:
    return facts.failed_refunds > 0


def _powered_on(facts: StaffFacts) -> bool:
    return facts.is_powered_on


def _cancelled(facts: StaffFacts) -> bool:
    return facts.order_status == "cancelled"


def _always(_: StaffFacts) -> bool:
    return True


_STILL_SO: Final[Mapping[str, Callable[[StaffFacts], bool]]] = {
    "date_confirmed": _date_certain,
    "photo_link": _photos_wanted,
    "retake_wanted": _retake_wanted,
    "technician_assigned": _technician_known,
    "price_locked": _price_locked,
    "price_change": _change_open,
    "proposal_ready": _proposal_open,
    "proposal_accepted": _accepted,
    "milestone_due": _milestone_due,
    "payment_received": _always,
    "refund_sent": _always,
    "refund_returned": _refund_waits,
    "payment_returned": _milestone_due,
    "installation_done": _powered_on,
    "order_cancelled": _cancelled,
}
