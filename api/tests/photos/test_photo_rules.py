"""Which pictures are asked, and by when staff answer them."""

from datetime import datetime

import pytest

from standby.core.policy import HOUSTON, MOST_PHOTOS
from standby.photos import rules as shots
from standby.photos.rules import FULL_REVIEW_PHOTOS, LEAST_PHOTOS, review_deadline


@pytest.mark.req("PHOTO-01.3")
def test_the_policys_five_are_asked_after_a_reservation_and_ten_in_a_full_review() -> None:
    assert [shot.title for shot in shots.FIRST_FIVE] == [
        "Electrical panel, door open",
        "Wall around the panel and the electric meter",
        "Gas meter or propane tank",
        "Spot for the generator",
        "Path from the panel to the spot",
    ]
    assert LEAST_PHOTOS == 5
    assert len(shots.GUIDED) == FULL_REVIEW_PHOTOS == 10
    assert len(shots.PHOTO_SLOTS) == MOST_PHOTOS == 20


def test_every_shot_says_how_it_is_taken() -> None:
    for shot in (*shots.GUIDED, *shots.EXTRAS, shots.VIDEO):
        assert shot.title
        assert shot.hint
        assert len(shot.slot) <= 30


@pytest.mark.parametrize(
    ("slot", "kind", "has_its_place"),
    [
        ("panel_open", "photo", True),
        ("extra-10", "photo", True),
        ("extra-11", "photo", False),
        ("video", "video", True),
        ("video", "photo", False),
        ("panel_open", "video", False),
        ("../panel_open", "photo", False),
    ],
)
def test_each_kind_has_its_places(slot: str, kind: str, has_its_place: bool) -> None:
    assert shots.is_slot_for(slot, kind=kind) == has_its_place


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
