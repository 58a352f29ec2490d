"""Photos are answered within 48 hours of business days, in Houston."""

from datetime import datetime

import pytest

from standby.core.policy import HOUSTON
from standby.photos.rules import review_deadline


def houston(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=HOUSTON)


@pytest.mark.parametrize(
    ("sent", "answered_by"),
    [
        ("2025-11-03T09:00", "2025-11-05T09:00"),  # Monday to Wednesday
        ("2025-11-06T15:00", "2025-11-10T15:00"),  # Thursday: over the weekend
        ("2025-11-08T12:00", "2025-11-13T00:00"),  # Saturday; Veterans Day does not count
        ("2025-11-25T18:00", "2025-11-28T18:00"),  # over Thanksgiving
        ("2025-11-03T00:00", "2025-11-05T00:00"),
        ("2025-03-07T12:00", "2025-03-11T12:00"),  # the clocks change on Sunday, uncounted
    ],
)
def test_weekends_and_federal_holidays_do_not_count(sent: str, answered_by: str) -> None:
    assert review_deadline(houston(sent)) == houston(answered_by)
