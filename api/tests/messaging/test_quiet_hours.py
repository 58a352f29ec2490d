"""Texts do not ring at night, on any of the year's nights (MSG-02)."""

from datetime import UTC, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standby.core.policy import HOUSTON
from standby.messaging.rules.quiet_hours import earliest_send_time

FIRST = datetime(2024, 1, 1, tzinfo=UTC)
MOMENTS = st.integers(min_value=0, max_value=10 * 366 * 24 * 60 * 60).map(
    lambda seconds: FIRST + timedelta(seconds=seconds)
)


def in_houston(*numbers: int) -> datetime:
    return datetime(*numbers, tzinfo=HOUSTON).astimezone(UTC)  # type: ignore[misc, arg-type]


@pytest.mark.req("MSG-02.4")
@pytest.mark.parametrize(
    ("asked", "rings"),
    [
        ((2025, 11, 20, 8, 0), (2025, 11, 20, 8, 0)),
        ((2025, 11, 20, 20, 59), (2025, 11, 20, 20, 59)),
        ((2025, 11, 20, 21, 0), (2025, 11, 21, 8, 0)),
        ((2025, 11, 21, 0, 30), (2025, 11, 21, 8, 0)),
        ((2025, 11, 21, 7, 59), (2025, 11, 21, 8, 0)),
        ((2026, 3, 7, 23, 0), (2026, 3, 8, 8, 0)),
        ((2025, 11, 1, 23, 0), (2025, 11, 2, 8, 0)),
        ((2025, 12, 31, 22, 0), (2026, 1, 1, 8, 0)),
    ],
    ids=[
        "8 AM", "before 9 PM", "9 PM", "past midnight", "before 8 AM",
        "the night the clocks go forward", "the night they go back", "New Year",
    ],
)  # fmt: skip
def test_a_text_waits_for_the_morning(asked: tuple[int, ...], rings: tuple[int, ...]) -> None:
    assert earliest_send_time(in_houston(*asked)) == in_houston(*rings)


@given(MOMENTS)
def test_no_text_ever_rings_at_night_nor_waits_longer_than_one(at: datetime) -> None:
    rings = earliest_send_time(at)

    assert time(8) <= rings.astimezone(HOUSTON).time() < time(21)
    assert timedelta(0) <= rings - at <= timedelta(hours=12)
    assert earliest_send_time(rings) == rings
