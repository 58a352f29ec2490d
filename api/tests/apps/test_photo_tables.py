"""What the database itself refuses of photos."""

from typing import Any

import pytest
from bookings import NOW
from photo_reviews import an_order_that_asks_for_photos, announced
from refusals import refused_by

from standby.apps.booking.models import Order
from standby.apps.photos.models import FileToDelete, Photo, PhotoReview

pytestmark = pytest.mark.usefixtures("shop")


@pytest.fixture
def order() -> Order:
    return an_order_that_asks_for_photos()


@pytest.mark.parametrize(
    ("values", "constraint"),
    [
        ({"received_bytes": 101}, "photo_receives_no_more_than_announced"),
        ({"status": "ready"}, "photo_ready_can_be_shown"),
        ({"status": "lost"}, "photo_status_is_known"),
    ],
)
def test_a_photo_is_what_it_says(order: Order, values: dict[str, Any], constraint: str) -> None:
    photo = announced(order, size_bytes=100)
    if values.get("status") == "ready":
        Photo.objects.filter(pk=photo.pk).update(status="stored")

    with refused_by(constraint):
        Photo.objects.filter(pk=photo.pk).update(**values)


def test_one_place_has_one_photo(order: Order) -> None:
    first = announced(order, size_bytes=100)
    second = Photo(review=first.review, kind="photo", slot=first.slot, size_bytes=1, key="k")
    second.created_at = second.due_at = NOW

    with refused_by("photo_one_per_slot"):
        second.save()


@pytest.mark.parametrize(
    ("values", "constraint"),
    [
        ({"status": "submitted"}, "photo_review_submitted_was_consented"),
        ({"status": "unknown"}, "photo_review_status_is_known"),
        ({"status": "decided"}, "photo_review"),
    ],
)
def test_a_review_is_what_it_says(order: Order, values: dict[str, Any], constraint: str) -> None:
    with refused_by(constraint):
        PhotoReview.objects.filter(order=order).update(**values)


def test_a_file_is_deleted_once(order: Order) -> None:
    FileToDelete.objects.create(key="k", due_at=NOW)

    with refused_by("files_to_delete_key"):
        FileToDelete.objects.create(key="k", due_at=NOW)
    assert str(FileToDelete.objects.get()).startswith("file ")
