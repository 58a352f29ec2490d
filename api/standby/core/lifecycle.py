"""Allowed status transitions. A status changes only along these tables."""

from collections.abc import Mapping
from typing import Final

from standby.core.errors import Conflict, _

Lifecycle = Mapping[str, frozenset[str]]


class StatusMoved(Conflict):
    code = "status_moved"
    message = _("This changed a moment ago. Please review it again.")


ORDER: Final[Lifecycle] = {
    "reserved": frozenset({"scheduled", "cancelled"}),
    "scheduled": frozenset({"accepted", "cancelled"}),
    "accepted": frozenset({"equipment_arrived", "cancelled"}),
    "equipment_arrived": frozenset({"completed", "cancelled", "accepted"}),  # taken back
    "completed": frozenset({"equipment_arrived"}),  # taken back
    "cancelled": frozenset(),
}
APPOINTMENT: Final[Lifecycle] = {
    "held": frozenset({"held", "confirmed", "expired", "cancelled", "needs_new_date"}),
    "expired": frozenset({"held", "confirmed", "cancelled", "needs_new_date"}),
    "needs_new_date": frozenset({"confirmed", "cancelled"}),
    "confirmed": frozenset({"cancelled", "needs_new_date"}),
    "cancelled": frozenset(),
}
# A payment we gave up may still arrive. A refund may bounce, and money a bank took back may be
# returned to us.
PAYMENT: Final[Lifecycle] = {
    "due": frozenset({"paid", "cancelled"}),
    "cancelled": frozenset({"paid"}),
    "paid": frozenset({"refunded", "returned"}),
    "refunded": frozenset({"paid"}),
    "returned": frozenset({"paid"}),
}
# Ranked, so that events in any order end in the same status.
CHECKOUT: Final[Lifecycle] = {
    "opening": frozenset({"open", "expired", "complete"}),
    "open": frozenset({"expired", "complete"}),
    "expired": frozenset({"complete"}),
    "complete": frozenset(),
}
REFUND: Final[Lifecycle] = {
    "requested": frozenset({"sent", "failed"}),
    "failed": frozenset({"requested", "sent", "replaced"}),
    "sent": frozenset({"returned"}),
    "returned": frozenset({"requested", "replaced"}),
    "replaced": frozenset(),
}
# The bank may refuse a payout days after the provider called it paid.
PAYOUT: Final[Lifecycle] = {
    "pending": frozenset({"in_transit", "paid", "failed", "canceled"}),
    "in_transit": frozenset({"paid", "failed", "canceled"}),
    "paid": frozenset({"failed"}),
    "failed": frozenset(),
    "canceled": frozenset(),
}
MILESTONE: Final[Lifecycle] = {
    "waiting": frozenset({"due", "cancelled"}),
    "due": frozenset({"paid", "cancelled", "waiting"}),  # taken back
    "paid": frozenset({"due"}),  # the bank took the payment back
    "cancelled": frozenset(),
}
PHOTO_REVIEW: Final[Lifecycle] = {
    "awaiting_photos": frozenset({"submitted", "cancelled"}),
    "submitted": frozenset({"retake_requested", "decided", "cancelled"}),
    "retake_requested": frozenset({"submitted", "cancelled"}),
    "decided": frozenset({"submitted"}),  # undone
    "cancelled": frozenset(),
}
PHOTO: Final[Lifecycle] = {
    "receiving": frozenset({"stored", "refused"}),
    "stored": frozenset({"ready", "refused"}),
    "ready": frozenset(),
    "refused": frozenset(),
}
CHANGE_ORDER: Final[Lifecycle] = {
    "proposed": frozenset({"approved", "declined", "withdrawn"}),
    "approved": frozenset(),
    "declined": frozenset(),
    "withdrawn": frozenset(),
}
# A declined review waits again when its author changes it.
REVIEW: Final[Lifecycle] = {
    "waiting": frozenset({"published", "declined"}),
    "published": frozenset(),
    "declined": frozenset({"waiting"}),
}
PROPOSAL: Final[Lifecycle] = {
    "ready": frozenset({"accepted", "superseded"}),
    "accepted": frozenset(),
    "superseded": frozenset(),
}
# Staff can queue a dead message again; a suppressed message is never queued again.
MESSAGE: Final[Lifecycle] = {
    "queued": frozenset({"sent", "dead", "suppressed"}),
    "dead": frozenset({"queued"}),
    "suppressed": frozenset(),
    "sent": frozenset(),
}
FACTOR: Final[Lifecycle] = {
    "unverified": frozenset({"verified"}),
    "verified": frozenset(),
}
WIZARD: Final[Lifecycle] = {
    "in_progress": frozenset({"completed", "abandoned"}),
    "abandoned": frozenset({"completed"}),
    "completed": frozenset(),
}
# Money that comes after the hold books a place that is free; else the visit is canceled.
DIAGNOSTIC: Final[Lifecycle] = {
    "held": frozenset({"booked", "expired"}),
    "expired": frozenset({"booked", "cancelled"}),
    "booked": frozenset({"cancelled"}),
    "cancelled": frozenset(),
}
# An import is applied exactly as it was previewed, or never.
COVERAGE_IMPORT: Final[Lifecycle] = {
    "previewed": frozenset({"applied", "withdrawn"}),
    "applied": frozenset(),
    "withdrawn": frozenset(),
}


def statuses_before(lifecycle: Lifecycle, status: str) -> list[str]:
    """Return the statuses from which this one may follow."""
    return [before for before, after in lifecycle.items() if status in after]
