"""Until when an appointment may be moved by the homeowner, free of charge (BOOK-04)."""

from datetime import datetime

from standby.domain.cancelling import hours_before
from standby.domain.errors import Conflict, _
from standby.domain.policy import FREE_RESCHEDULE


class TooLateToReschedule(Conflict):
    code = "too_late_to_reschedule"
    message = _(
        "Your appointment is less than 48 hours away. Please call us, and we will find another day."
    )


class NotReschedulable(Conflict):
    code = "not_reschedulable"
    message = _("There is no confirmed appointment to move.")


def free_until(start_at: datetime) -> datetime:
    """48 hours before: by elapsed time or by the clock on the wall, whichever is later.

    The two differ by an hour when the clocks change in between (reliability.md I3).
    """
    return hours_before(start_at, FREE_RESCHEDULE)


def may_be_moved(status: str, start_at: datetime, *, now: datetime) -> bool:
    """An appointment that lost its date waits for a new one, however late."""
    return status == "needs_new_date" or (status == "confirmed" and now <= free_until(start_at))


def ensure_movable(status: str, start_at: datetime, *, now: datetime) -> None:
    """Raises NotReschedulable and TooLateToReschedule."""
    if status not in ("confirmed", "needs_new_date"):
        raise NotReschedulable
    if not may_be_moved(status, start_at, now=now):
        raise TooLateToReschedule
