"""Quiet hours for texts: none between 9 PM and 8 AM in Houston (MSG-02.4)."""

from datetime import UTC, datetime, timedelta

from standby.core.policy import HOUSTON
from standby.messaging.rules.policy import QUIET_FROM, QUIET_UNTIL


def earliest_send_time(at: datetime) -> datetime:
    """Return the earliest moment at or after `at` when a text may be sent: `at` by day, else 8 AM.

    8 AM is Houston wall-clock time, also on nights when the clocks change. At night the result is
    in UTC.
    """
    local = at.astimezone(HOUSTON)
    if QUIET_UNTIL <= local.time() < QUIET_FROM:
        return at
    morning = local.date() + timedelta(days=1 if local.time() >= QUIET_FROM else 0)
    return datetime.combine(morning, QUIET_UNTIL, HOUSTON).astimezone(UTC)
