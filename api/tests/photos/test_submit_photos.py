"""The homeowner hands the photos to staff; staff may ask for better ones."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from bookings import NOW, reserve
from django.db import transaction
from photo_reviews import YES, an_order_that_asks_for_photos, send, send_each, submitted
from sent_files import a_jpeg

from standby.core.lifecycle import StatusMoved
from standby.core.providers.files.local import LocalFiles
from standby.messaging.models import Message
from standby.orders.models import Order, OrderLogEntry
from standby.orders.services.order_log import ChangedMeanwhile, log_change, version_of
from standby.photos.models import PhotoReview
from standby.photos.rules.policy import PHOTO_CONSENT
from standby.photos.selectors import PhotosNotAsked
from standby.photos.services import photos
from standby.photos.services.photos import PhotosClosed
from standby.photos.services.request_retake import RetakeRequest, request_retake
from standby.photos.services.submit_photos import PhotoConsentNeeded, TooFewPhotos, submit_photos

pytestmark = pytest.mark.usefixtures("shop")
JPEG = a_jpeg(64, 48)
LATER = NOW + timedelta(hours=1)
RETAKE = RetakeRequest(
    reason="The breaker is blurred", needs_full_review=False, actor="staff Jo", if_version=None
)


@pytest.fixture
def files(tmp_path: Path) -> LocalFiles:
    return LocalFiles(folder=tmp_path)


@pytest.fixture
def order() -> Order:
    return an_order_that_asks_for_photos()


def told_of(kind: str) -> list[Message]:
    return list(Message.objects.filter(kind=kind))


def test_five_photos_both_boxes_and_consent_bring_them_to_staff_once(
    order: Order, files: LocalFiles
) -> None:
    review = submitted(order, JPEG, files=files)
    again = submit_photos(order, YES, now=LATER)

    assert again.pk == review.pk
    assert (again.status, again.submitted_at, again.consented_at) == ("submitted", NOW, NOW)
    assert (review.is_decision_maker, review.can_place_stake) == (True, True)
    assert review.consent_wording == PHOTO_CONSENT
    assert review.notes == "Dog in the yard"
    entry = OrderLogEntry.objects.filter(subject="photo review").last()
    assert entry is not None
    assert (entry.before, entry.after, entry.actor) == ("awaiting_photos", "submitted", "visitor")
    assert sorted(message.channel for message in told_of("photos_received")) == ["email", "sms"]


@pytest.mark.req("PHOTO-01.5")
def test_too_few_photos_a_refused_one_or_no_consent_bring_nothing_to_staff(
    order: Order, files: LocalFiles
) -> None:
    send_each(order, JPEG, files=files, slots=("panel_open", "panel_wide", "gas_meter", "meter"))
    send(order, b"\0\0\0\x18ftypmp42" + bytes(100), files=files, slot="video", kind="video")
    with pytest.raises(TooFewPhotos, match="4 of 5"):
        submit_photos(order, YES, now=NOW)

    fifth = send(order, JPEG, files=files, slot="wall_run")
    with pytest.raises(PhotoConsentNeeded):
        submit_photos(order, replace(YES, consents=False), now=NOW)
    photos.refuse_photo(fifth, code="photo_unreadable", now=NOW)
    with pytest.raises(TooFewPhotos, match="4 of 5"):
        submit_photos(order, YES, now=NOW)

    assert PhotoReview.objects.get().status == "awaiting_photos"


def test_a_cancelled_review_takes_no_photos_and_cancelling_again_changes_nothing(
    order: Order,
) -> None:
    for _ in range(2):
        with transaction.atomic(durable=True):
            photos.cancel_review(order, actor="visitor", now=NOW)

    with pytest.raises(PhotosClosed):
        submit_photos(order, YES, now=NOW)
    with pytest.raises(PhotosNotAsked):
        submit_photos(reserve(), YES, now=NOW)
    assert PhotoReview.objects.get().status == "cancelled"
    assert OrderLogEntry.objects.filter(subject="photo review", after="cancelled").count() == 1


def test_a_review_is_opened_once(order: Order) -> None:
    with transaction.atomic(durable=True):
        again = photos.open_review(order, now=LATER)

    assert again.created_at == NOW
    assert OrderLogEntry.objects.filter(subject="photo review").count() == 1


def test_staff_ask_for_a_better_photo_and_the_clock_starts_again(
    order: Order, files: LocalFiles
) -> None:
    review = submitted(order, JPEG, files=files)

    asked = request_retake(review, RETAKE, now=NOW)
    status_then = asked.status
    send(order, JPEG, files=files, slot="meter")
    again = submit_photos(order, YES, now=LATER)

    assert status_then == "retake_requested"
    assert asked.retake_reason == "The breaker is blurred"
    assert asked.least_photos == 5
    assert (again.status, again.submitted_at, again.retake_reason) == ("submitted", LATER, "")
    assert len(told_of("retake_wanted")) == 2
    assert len(told_of("photos_received")) == 4
    changes = OrderLogEntry.objects.filter(subject="photo review").values_list("after", "actor")
    assert list(changes) == [
        ("awaiting_photos", "clock"),
        ("submitted", "visitor"),
        ("retake_requested", "staff Jo"),
        ("submitted", "visitor"),
    ]


def test_a_full_review_asks_for_ten(order: Order, files: LocalFiles) -> None:
    review = submitted(order, JPEG, files=files)

    asked = request_retake(review, replace(RETAKE, needs_full_review=True), now=NOW)

    assert asked.least_photos == 10
    with pytest.raises(TooFewPhotos, match="5 of 10"):
        submit_photos(order, YES, now=LATER)


def test_nobody_asks_for_photos_of_an_order_that_moved_on_unseen(
    order: Order, files: LocalFiles
) -> None:
    review = submitted(order, JPEG, files=files)
    seen = version_of(order)
    log_change(order, subject="order", change=("", "scheduled"), actor="clock", now=NOW)

    with pytest.raises(ChangedMeanwhile):
        request_retake(review, replace(RETAKE, if_version=seen), now=NOW)

    assert PhotoReview.objects.get().status == "submitted"
    assert request_retake(review, replace(RETAKE, if_version=version_of(order)), now=NOW)


def test_two_of_the_staff_ask_once(order: Order, files: LocalFiles) -> None:
    review = submitted(order, JPEG, files=files)
    as_seen_by_another = PhotoReview.objects.get(pk=review.pk)
    request_retake(review, RETAKE, now=NOW)

    with pytest.raises(StatusMoved):
        request_retake(as_seen_by_another, replace(RETAKE, reason="Dark"), now=NOW)

    assert PhotoReview.objects.get().retake_reason == RETAKE.reason
    print("A4: two of the staff ask for a retake: one asks, one is told that it moved")
