"""When a text may ring a phone: not between 9 PM and 8 AM in Houston (MSG-02)."""

from datetime import UTC, datetime, timedelta

from standby.domain.policy import HOUSTON, QUIET_FROM, QUIET_UNTIL


def earliest_send_time(at: datetime) -> datetime:
    """That moment by day; the next 8 AM by night, whatever the clocks do in between."""
    local = at.astimezone(HOUSTON)
    if QUIET_UNTIL <= local.time() < QUIET_FROM:
        return at
    morning = local.date() + timedelta(days=1 if local.time() >= QUIET_FROM else 0)
    return datetime.combine(morning, QUIET_UNTIL, HOUSTON).astimezone(UTC)
