"""Staff look at photos, the longest waiting first."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from access_helpers import signed_in
from django.db import transaction
from django.test import Client
from market_bands import REACH_FT
from photo_reviews import process_photos, submitted
from sent_files import a_jpeg
from stay_on_lists import IN_TURN
from whole_orders import now, reserve

from standby.core.providers import wiring as core_providers
from standby.core.roles import Role
from standby.orders.models import Order
from standby.photos.models import Photo, PhotoReview
from standby.photos.services.reviews import open_review

pytestmark = pytest.mark.usefixtures("shop", "own_folder")
REVIEWS = "/api/staff/photo-reviews"
JPEG = a_jpeg(64, 48)


@pytest.fixture
def staff() -> Client:
    return Client(headers={"authorization": f"Bearer {signed_in(Role.MANAGER, name='Jo')}"})


def an_order(number: int) -> Order:
    """Photos are asked for."""
    told = {"email": f"v{number}@example.org", "phone": f"(281) 555-01{number:02}"}
    order = reserve(Client(), **told)
    with transaction.atomic(durable=True):
        open_review(order, now=now())
    return order


def a_submitted_review(number: int = 0) -> PhotoReview:
    return submitted(an_order(number), JPEG, files=core_providers.files())


def work_off() -> None:
    process_photos(core_providers.files(), now=now())


def test_the_longest_waiting_come_first(staff: Client) -> None:
    late, early = a_submitted_review(1), a_submitted_review(2)
    PhotoReview.objects.filter(pk=late.pk).update(submitted_at=now() - timedelta(hours=1))
    PhotoReview.objects.filter(pk=early.pk).update(submitted_at=now() - timedelta(hours=30))

    queue = staff.get(REVIEWS).json()

    assert [line["id"] for line in queue] == [str(early.public_id), str(late.public_id)]
    assert (queue[0]["waiting_hours"], queue[0]["photo_count"]) == (30.0, 5)
    assert (queue[0]["band"], queue[0]["band_max_ft"]) == ("close", 25)
    assert queue[0]["customer_name"] == "Ada Lovelace"


def test_the_queue_can_be_asked_by_status_and_what_was_never_sent_has_not_waited(
    staff: Client,
) -> None:
    a_submitted_review(1)
    an_order(2)

    [line] = staff.get(f"{REVIEWS}?status=awaiting_photos").json()

    assert (line["waiting_hours"], line["submitted_at"], line["photo_count"]) == (0.0, None, 0)


@pytest.mark.req("PHOTO-02.1")
def test_all_that_tells_the_run_stands_on_the_desk_beside_the_chosen_band(staff: Client) -> None:
    review = a_submitted_review()
    work_off()
    PhotoReview.objects.update(submitted_at=now() - timedelta(days=9), least_photos=10)

    desk = staff.get(f"{REVIEWS}/{review.public_id}").json()
    [line] = staff.get(REVIEWS).json()

    assert (desk["band"], desk["band_max_ft"]) == ("close", 25)
    assert desk["notes"] == "Dog in the yard"
    assert (desk["is_decision_maker"], desk["can_place_stake"]) == (True, True)
    assert len(desk["photos"]) == 5
    shown = staff.get(desk["photos"][0]["shown_url"])
    assert shown.content.startswith(b"\xff\xd8\xff")
    assert shown.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert [shot["slot"] for shot in desk["shots"] if shot["is_required"]][:2] == [
        "panel_open",
        "panel_wide",
    ]
    assert sum(shot["is_required"] for shot in desk["shots"]) == desk["least_photos"] == 10
    assert desk["shots"][-1]["slot"] == "video"
    assert desk["order_version"] > 0
    assert (desk["is_overdue"], line["is_overdue"], desk["can_be_decided"]) == (True, True, True)
    assert desk["generator"] == "Generac 7043, 22 kW"
    assert desk["price"]["lines"]["total_cents"] == 12_694_77
    assert (desk["price"]["version"], desk["price"]["locked_at"], desk["change"]) == (1, None, None)

    for own, named in (("G007043", "G007043"), ("", None)):
        Order.objects.update(generator=None, own_model_number=own)
        desk = staff.get(f"{REVIEWS}/{review.public_id}").json()
        assert desk["generator"] == named


def test_the_price_of_a_run_is_seen_before_it_is_decided(staff: Client) -> None:
    url = f"{REVIEWS}/{a_submitted_review().public_id}"
    decide = {"confirmed_run_ft": 60, "reason": "Around the pool"}

    def preview(**asked: int) -> Any:
        return staff.get(f"{url}/price", query_params=asked)

    kept, asked, beyond = (preview(run_ft=run_ft) for run_ft in (25, 26, REACH_FT + 1))
    lowered = preview(run_ft=20, installation_cents=4_000_00)

    outcomes = [each.json()["outcome"] for each in (kept, asked, lowered)]
    assert outcomes == ["kept", "asked", "lowered"]
    told = asked.json()
    assert (told["band"], told["band_max_ft"]) == ("medium", 50)
    assert told["lines"]["total_cents"] - told["was_cents"] == told["change_cents"] == 1_000_00
    assert (told["percent"], told["is_refundable"]) == (7.9, False)
    assert (beyond.status_code, beyond.json()["code"]) == (422, "installation_price_missing")

    decided = staff.post(f"{url}/decide", data=decide, content_type="application/json")
    desk = staff.get(url).json()

    assert decided.json()["status"] == "change_proposed"
    assert (desk["change"]["status"], desk["change"]["reason"]) == ("proposed", "Around the pool")
    assert (desk["can_be_decided"], desk["is_overdue"], desk["deadline"]) == (False, False, None)


def test_modules_to_quote_are_on_the_desk_and_decided_with_the_run(staff: Client) -> None:
    review = a_submitted_review()
    Order.objects.update(answers={"stay_on": IN_TURN})
    url = f"{REVIEWS}/{review.public_id}"
    desk = staff.get(url).json()
    assert desk["modules_to_quote"] == 1
    assert "two ACs (8 tons together)" in desk["answers"]["What should stay on"]

    told = {"confirmed_run_ft": 20, "reason": "As you chose"}
    undecided = staff.post(f"{url}/decide", data=told, content_type="application/json")
    assert (undecided.status_code, undecided.json()["code"]) == (422, "modules_undecided")
    assert undecided.json()["errors"][0]["field"] == "module_cents"

    seen = staff.get(f"{url}/price", query_params={"run_ft": 20, "module_cents": 400_00}).json()
    assert (seen["outcome"], seen["change_cents"]) == ("asked", 433_00)
    assert seen["lines"]["line_items"][3]["description"] == "Load management module"
    decided = staff.post(
        f"{url}/decide",
        data=told | {"without_modules": True, "customer_words": "Agreed on the phone"},
        content_type="application/json",
    )
    assert decided.json()["status"] == "locked"


def test_a_retake_is_asked_with_its_reason(staff: Client) -> None:
    retake = f"{REVIEWS}/{a_submitted_review().public_id}/retake"

    asked, again, without, unknown = (
        staff.post(
            retake, data={"reason": reason, "slots": [slot]}, content_type="application/json"
        )
        for reason, slot in (
            ("Blurred", "meter"),
            ("Blurred", "meter"),
            ("", "meter"),
            ("Blurred", "roof"),
        )
    )

    assert asked.json() == {"status": "retake_requested"}
    assert (again.status_code, again.json()["code"]) == (409, "status_moved")
    assert (without.status_code, unknown.status_code) == (422, 422)
    review = PhotoReview.objects.get()
    assert (review.retake_reason, review.retake_slots) == ("Blurred", ["meter"])


def test_a_film_comes_through_us_for_whoever_calls_with_a_token(
    staff: Client, own_folder: Path
) -> None:
    a_submitted_review()
    core_providers.files().put("film", b"a film", content_type="video/mp4")
    film = Photo.objects.all()[0]
    Photo.objects.filter(pk=film.pk).update(kind="video", shown_key="film", status="ready")

    answer, as_picture, as_sent = (
        staff.get(f"/api/staff/photos/{film.public_id}/{rendition}")
        for rendition in ("video", "shown", "original")
    )

    assert answer.getvalue() == b"a film"
    assert answer.headers["Content-Type"] == "video/mp4"
    assert (as_picture.status_code, as_sent.status_code) == (404, 422)
