"""Deadline until which homeowners may reschedule free of charge (BOOK-04.7)."""

from datetime import datetime

from standby.core.errors import Conflict, _
from standby.orders.rules.cancelling import hours_before
from standby.orders.rules.policy import FREE_RESCHEDULE


class TooLateToReschedule(Conflict):
    code = "too_late_to_reschedule"
    message = _(
        "Your appointment is less than 48 hours away. Please call us, and we will find another day."
    )


class NotReschedulable(Conflict):
    code = "not_reschedulable"
    message = _("There is no confirmed appointment to move.")


def free_until(start_at: datetime) -> datetime:
    """Return the deadline: 48 hours before, by elapsed or wall-clock time, whichever is later.

    The two differ by an hour when the clocks change in between.
    """
    return hours_before(start_at, FREE_RESCHEDULE)


def may_be_moved(status: str, start_at: datetime, *, now: datetime) -> bool:
    """Whether the homeowner may move the appointment; one that lost its date always may."""
    return status == "needs_new_date" or (status == "confirmed" and now <= free_until(start_at))


def ensure_movable(status: str, start_at: datetime, *, now: datetime) -> None:
    """Raise NotReschedulable or TooLateToReschedule unless the appointment may be moved."""
    if status not in ("confirmed", "needs_new_date"):
        raise NotReschedulable
    if not may_be_moved(status, start_at, now=now):
        raise TooLateToReschedule
