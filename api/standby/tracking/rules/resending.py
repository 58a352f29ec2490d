"""Rules for sending a message again: allowed only while its content is still true."""

from collections.abc import Callable, Mapping
from typing import Final

from standby.tracking.rules.next_actions import OrderFacts

_BEFORE_ACCEPTANCE: Final = ("reserved", "scheduled")


def may_resend(kind: str, facts: OrderFacts) -> bool:
    is_relevant = _IS_RELEVANT.get(kind)
    return is_relevant is not None and is_relevant(facts)


def _photos_missing(facts: OrderFacts) -> bool:
    is_open = facts.order_status in _BEFORE_ACCEPTANCE
    return is_open and facts.photos_status in ("awaiting_photos", "retake_requested")


def _retake_requested(facts: OrderFacts) -> bool:
    return _photos_missing(facts) and facts.photos_status == "retake_requested"


def _date_certain(facts: OrderFacts) -> bool:
    return facts.order_status != "cancelled" and facts.visit_status == "confirmed"


def _technician_known(facts: OrderFacts) -> bool:
    return _date_certain(facts) and facts.has_technician and facts.order_status != "completed"


def _price_locked(facts: OrderFacts) -> bool:
    return facts.order_status != "cancelled" and facts.is_price_locked


def _change_open(facts: OrderFacts) -> bool:
    return facts.order_status in _BEFORE_ACCEPTANCE and facts.change_status == "proposed"


def _proposal_open(facts: OrderFacts) -> bool:
    return facts.order_status in _BEFORE_ACCEPTANCE and facts.has_proposal


def _accepted(facts: OrderFacts) -> bool:
    return facts.order_status in ("accepted", "equipment_arrived", "completed")


def _milestone_due(facts: OrderFacts) -> bool:
    return facts.due_milestone is not None


def _refund_waits(facts: OrderFacts) -> bool:
    return facts.failed_refunds > 0


def _powered_on(facts: OrderFacts) -> bool:
    return facts.is_powered_on


def _cancelled(facts: OrderFacts) -> bool:
    return facts.order_status == "cancelled"


def _always(_: OrderFacts) -> bool:
    return True


_IS_RELEVANT: Final[Mapping[str, Callable[[OrderFacts], bool]]] = {
    "date_confirmed": _date_certain,
    "photo_link": _photos_missing,
    "retake_wanted": _retake_requested,
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
