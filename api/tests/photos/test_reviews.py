"""Which pictures a review asks for, by when staff answer, and submitting them."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from booking_helpers import NOW, reserve
from django.db import transaction
from outbox_helpers import the_message, worded
from photo_reviews import YES, an_order_that_asks_for_photos, send, send_each, submitted
from sent_files import a_jpeg

from standby.core.lifecycle import StatusMoved
from standby.core.policy import LEAST_PHOTOS, MARKET_ZONE, MOST_PHOTOS
from standby.core.providers.files.local import LocalFiles
from standby.messaging.models import Message
from standby.orders.models import Order, OrderLogEntry
from standby.photos import rules
from standby.photos.models import Photo, PhotoReview
from standby.photos.rules import FULL_REVIEW_PHOTOS, PHOTO_CONSENT, review_deadline
from standby.photos.selectors import PhotosNotRequested, photos_of
from standby.photos.services import photos, reviews
from standby.photos.services.reviews import (
    PhotoConsentNeeded,
    PhotosClosed,
    RetakeMissing,
    TooFewPhotos,
    request_retake,
    submit_photos,
)

pytestmark = pytest.mark.usefixtures("shop")


@pytest.mark.req("PHOTO-01.3")
def test_the_policys_five_are_asked_after_a_reservation_and_ten_in_a_full_review() -> None:
    assert [shot.title for shot in rules.FIRST_FIVE] == [
        "Electrical panel, door open",
        "Wall around the panel and the electric meter",
        "Gas meter or propane tank",
        "Spot for the generator",
        "Path from the panel to the spot",
    ]
    assert LEAST_PHOTOS == 5
    assert len(rules.GUIDED) == FULL_REVIEW_PHOTOS == 10
    assert len(rules.PHOTO_SLOTS) == MOST_PHOTOS == 20


def test_every_shot_says_how_it_is_taken() -> None:
    for shot in (*rules.GUIDED, *rules.EXTRAS, rules.VIDEO):
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
    assert rules.is_slot_for(slot, kind=kind) == has_its_place


def houston(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=MARKET_ZONE)


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


JPEG = a_jpeg(64, 48)
LATER = NOW + timedelta(hours=1)
RETAKE: dict[str, Any] = {
    "reason": "The breaker is blurred",
    "needs_full_review": False,
    "actor": "staff Jo",
}


@pytest.fixture
def files(tmp_path: Path) -> LocalFiles:
    return LocalFiles(folder=tmp_path)


@pytest.fixture
def order() -> Order:
    return an_order_that_asks_for_photos()


def messages_of(kind: str) -> list[Message]:
    return worded(Message.objects.filter(kind=kind))


def test_five_photos_both_boxes_and_consent_bring_them_to_staff_once(
    order: Order, files: LocalFiles
) -> None:
    review = submitted(order, JPEG, files=files)
    again = submit_photos(order, **YES, now=LATER)

    assert again.pk == review.pk
    assert (again.status, again.submitted_at, again.consented_at) == ("submitted", NOW, NOW)
    assert (review.is_decision_maker, review.can_place_stake) == (True, True)
    assert review.consent_wording == PHOTO_CONSENT
    assert review.notes == "Dog in the yard"
    entry = OrderLogEntry.objects.filter(subject="photo review").last()
    assert entry is not None
    assert (entry.before, entry.after, entry.actor) == ("awaiting_photos", "submitted", "visitor")
    # The page has just said the same, so that it is not said a third time.
    assert [message.channel for message in messages_of("photos_received")] == ["email"]


@pytest.mark.parametrize(
    ("takes_email", "actor", "channels"),
    [(False, "visitor", ["sms"]), (True, "staff jo", ["email", "sms"])],
)
def test_photos_are_told_by_text_to_who_takes_no_email_or_did_not_send_them(
    order: Order, files: LocalFiles, *, takes_email: bool, actor: str, channels: list[str]
) -> None:
    type(order.customer).objects.update(email_updates=takes_email)
    order.customer.refresh_from_db()
    for slot in rules.FIRST_FIVE:
        send(order, JPEG, files=files, slot=slot.slot)
    submit_photos(order, **YES, actor=actor, now=NOW)

    assert sorted(message.channel for message in messages_of("photos_received")) == channels


@pytest.mark.req("PHOTO-01.5")
def test_too_few_photos_a_refused_one_or_no_consent_bring_nothing_to_staff(
    order: Order, files: LocalFiles
) -> None:
    send_each(order, JPEG, files=files, slots=("panel_open", "panel_wide", "gas_meter", "meter"))
    send(order, b"\0\0\0\x18ftypmp42" + bytes(100), files=files, slot="video", kind="video")
    with pytest.raises(TooFewPhotos, match="4 of 5"):
        submit_photos(order, **YES, now=NOW)

    fifth = send(order, JPEG, files=files, slot="wall_run")
    with pytest.raises(PhotoConsentNeeded):
        submit_photos(order, **YES | {"consents": False}, now=NOW)
    photos.refuse_photo(fifth, code="photo_unreadable", now=NOW)
    with pytest.raises(TooFewPhotos, match="4 of 5"):
        submit_photos(order, **YES, now=NOW)

    assert PhotoReview.objects.get().status == "awaiting_photos"


def test_a_cancelled_review_takes_no_photos_and_cancelling_again_changes_nothing(
    order: Order,
) -> None:
    for _ in range(2):
        with transaction.atomic(durable=True):
            reviews.cancel_review(order, actor="visitor", now=NOW)

    with pytest.raises(PhotosClosed):
        submit_photos(order, **YES, now=NOW)
    with pytest.raises(PhotosNotRequested):
        submit_photos(reserve(), **YES, now=NOW)
    assert PhotoReview.objects.get().status == "cancelled"
    assert OrderLogEntry.objects.filter(subject="photo review", after="cancelled").count() == 1


def test_a_review_is_opened_once(order: Order) -> None:
    with transaction.atomic(durable=True):
        again = reviews.open_review(order, now=LATER)

    assert again.created_at == NOW
    assert OrderLogEntry.objects.filter(subject="photo review").count() == 1


def test_staff_ask_for_a_better_photo_and_the_clock_starts_again(
    order: Order, files: LocalFiles
) -> None:
    review = submitted(order, JPEG, files=files)

    asked = request_retake(review, **RETAKE, now=NOW)
    status_then = asked.status
    assert asked.wants_new_photo(photos_of(asked))
    with pytest.raises(RetakeMissing, match="replace a photo or add one"):
        submit_photos(order, **YES, now=LATER)
    send(order, JPEG, files=files, slot="meter")
    Photo.objects.filter(slot="meter").update(stored_at=LATER)
    again = submit_photos(order, **YES, now=LATER)

    assert status_then == "retake_requested"
    assert asked.retake_reason == "The breaker is blurred"
    assert asked.least_photos == 5
    assert (again.status, again.submitted_at, again.retake_reason) == ("submitted", LATER, "")
    assert len(messages_of("retake_wanted")) == 2
    assert len(messages_of("photos_received")) == 2
    changes = OrderLogEntry.objects.filter(subject="photo review").values_list("after", "actor")
    assert list(changes) == [
        ("awaiting_photos", "clock"),
        ("submitted", "visitor"),
        ("retake_requested", "staff Jo"),
        ("submitted", "visitor"),
    ]


@pytest.mark.req("TRUTH-03.1")
def test_the_photos_in_question_are_marked_until_they_are_sent_again(
    order: Order, files: LocalFiles
) -> None:
    review = submitted(order, JPEG, files=files)

    asked = request_retake(review, **RETAKE, slots=["panel_open", "meter"], now=NOW)
    assert asked.slots_to_retake(photos_of(asked)) == ["panel_open", "meter"]
    mail = the_message(kind="retake_wanted", channel="email")
    assert "Electrical panel, door open; Electric meter, close up." in mail.text
    send(order, JPEG, files=files, slot="meter")
    Photo.objects.filter(slot="meter").update(stored_at=LATER)

    assert asked.slots_to_retake(photos_of(asked)) == ["panel_open"]
    with pytest.raises(RetakeMissing, match="Electrical panel, door open"):
        submit_photos(order, **YES, now=LATER)
    Photo.objects.filter(slot="panel_open").update(stored_at=LATER)
    again = submit_photos(order, **YES, now=LATER)
    assert (again.retake_slots, again.slots_to_retake(photos_of(again))) == (None, [])


def test_a_full_review_asks_for_ten(order: Order, files: LocalFiles) -> None:
    review = submitted(order, JPEG, files=files)

    asked = request_retake(review, **RETAKE | {"needs_full_review": True}, now=NOW)

    assert asked.least_photos == 10
    with pytest.raises(TooFewPhotos, match="5 of 10"):
        submit_photos(order, **YES, now=LATER)


def test_two_of_the_staff_ask_once(order: Order, files: LocalFiles) -> None:
    review = submitted(order, JPEG, files=files)
    as_seen_by_another = PhotoReview.objects.get(pk=review.pk)
    request_retake(review, **RETAKE, now=NOW)

    with pytest.raises(StatusMoved):
        request_retake(as_seen_by_another, **RETAKE | {"reason": "Dark"}, now=NOW)

    assert PhotoReview.objects.get().retake_reason == RETAKE["reason"]
    print("A4: two of the staff ask for a retake: one asks, one is told that it moved")
