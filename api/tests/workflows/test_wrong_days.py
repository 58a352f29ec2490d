"""No day is reserved that is not on offer, also around the nights when clocks change (A8)."""

from collections import Counter
from datetime import UTC, date, datetime, timedelta

import pytest
from bookings import a_wish, reserve
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from standby.core.policy import HOUSTON
from standby.orders.models import CrewDay, Order
from standby.orders.rules.scheduling import DayNotOffered, Slot, TimeWindow

pytestmark = pytest.mark.usefixtures("shop")
MOMENTS = st.one_of(
    st.sampled_from(
        [
            datetime.fromisoformat(f"{change}+00:00") + timedelta(hours=hours)
            for change in ("2026-03-08T08:00", "2026-11-01T07:00", "2027-03-14T08:00")
            for hours in (-3, -2, -1, 0, 1, 17, 21, 22)
        ]
    ),
    st.integers(0, 700 * 24 * 60).map(
        lambda minutes: datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes)
    ),
)
AHEAD = st.one_of(st.integers(13, 17), st.integers(43, 47), st.integers(-400, 400))


def is_offered(day: date, *, now: datetime) -> bool:
    """By the specification alone: 15 to 45 days from Houston's today, no weekends."""
    ahead = (day - now.astimezone(HOUSTON).date()).days
    return 15 <= ahead <= 45 and day.weekday() < 5


@pytest.mark.req("BOOK-01.3")
def test_a8_a_day_is_reserved_if_and_only_if_it_is_offered() -> None:
    told: Counter[str] = Counter()

    @settings(
        max_examples=200,
        deadline=None,
        suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    )
    @given(now=MOMENTS, ahead=AHEAD, is_closed=st.booleans())
    def ask(now: datetime, ahead: int, is_closed: bool) -> None:
        day = now.astimezone(HOUSTON).date() + timedelta(days=ahead)
        mark = transaction.savepoint()
        CrewDay.objects.create(day=day, crews=0 if is_closed else 2, reason="asked")
        try:
            reserve(a_wish(slot=Slot(day, TimeWindow.MORNING)), now=now)
            found = "reserved"
        except DayNotOffered:
            found = "refused"
        transaction.savepoint_rollback(mark)
        told[found] += 1
        assert (found == "reserved") is (is_offered(day, now=now) and not is_closed)

    ask()

    print(f"\nA8: {told['refused']} wrong days refused, {told['reserved']} offered ones reserved")
    assert told["refused"]
    assert told["reserved"]
    assert not Order.objects.exists()
