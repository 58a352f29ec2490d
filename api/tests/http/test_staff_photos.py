"""Staff look at photos, the longest waiting first."""

import uuid
from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from booking_client import a_body, post_order
from django.core.management import call_command
from django.test import Client
from photo_reviews import submitted
from sent_files import a_jpeg

from standby import providers
from standby.apps.booking.models import Order
from standby.apps.photos import services as photos
from standby.apps.photos.models import Photo, PhotoReview
from standby.flows.writing import writing
from standby.worker.photos import PhotoDesk

pytestmark = [pytest.mark.usefixtures("shop", "own_folder"), pytest.mark.req("PHOTO-02")]
REVIEWS = "/api/staff/photo-reviews"
JPEG = a_jpeg(64, 48)


@pytest.fixture
def staff() -> dict[str, str]:
    said = StringIO()
    call_command("staff_token", "Jo", stdout=said)
    return {"Authorization": f"Bearer {said.getvalue().strip()}"}


def now() -> datetime:
    return datetime.now(UTC)


def a_submitted_review(number: int = 0) -> PhotoReview:
    visitor = Client()
    told = {"email": f"v{number}@example.org", "phone": f"(281) 555-01{number:02}"}
    answer = post_order(visitor, a_body(visitor, **told))
    order = Order.objects.get(public_id=answer.json()["orderId"])
    with writing():
        photos.open_review(order, now=now())
    return submitted(order, JPEG, files=providers.files())


def work_off() -> None:
    desk = PhotoDesk(files=providers.files())
    while desk.work(now=now()):
        pass


def test_the_longest_waiting_come_first(browser: Client, staff: dict[str, str]) -> None:
    late, early = a_submitted_review(1), a_submitted_review(2)
    PhotoReview.objects.filter(pk=late.pk).update(submitted_at=now() - timedelta(hours=1))
    PhotoReview.objects.filter(pk=early.pk).update(submitted_at=now() - timedelta(hours=30))

    queue = browser.get(REVIEWS, headers=staff).json()

    assert [line["id"] for line in queue] == [str(early.public_id), str(late.public_id)]
    assert (queue[0]["waiting_hours"], queue[0]["photo_count"]) == (30.0, 5)
    assert (queue[0]["band"], queue[0]["max_distance_ft"]) == ("close", 25)
    assert queue[0]["customer_name"] == "Ada Lovelace"


def test_the_queue_can_be_asked_by_status(browser: Client, staff: dict[str, str]) -> None:
    a_submitted_review()

    waiting = browser.get(f"{REVIEWS}?status=awaiting_photos", headers=staff)
    unknown = browser.get(f"{REVIEWS}?status=lost", headers=staff)

    assert (waiting.json(), unknown.status_code) == ([], 422)


def test_photos_stand_beside_the_chosen_band(browser: Client, staff: dict[str, str]) -> None:
    review = a_submitted_review()
    work_off()

    desk = browser.get(f"{REVIEWS}/{review.public_id}", headers=staff).json()

    assert (desk["band"], desk["max_distance_ft"], desk["notes"]) == (
        "close",
        25,
        "Dog in the yard",
    )
    assert (desk["is_decision_maker"], desk["can_place_stake"]) == (True, True)
    assert len(desk["photos"]) == 5
    shown = browser.get(desk["photos"][0]["shown_url"], headers=staff)
    assert shown.content.startswith(b"\xff\xd8\xff")
    assert shown.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"


def test_a_retake_is_asked_with_its_reason(browser: Client, staff: dict[str, str]) -> None:
    review = a_submitted_review()
    retake = f"{REVIEWS}/{review.public_id}/retake"

    asked = browser.post(
        retake, data={"reason": "Blurred"}, content_type="application/json", headers=staff
    )
    again = browser.post(
        retake, data={"reason": "Blurred"}, content_type="application/json", headers=staff
    )
    without = browser.post(
        retake, data={"reason": ""}, content_type="application/json", headers=staff
    )

    assert asked.json() == {"status": "retake_requested"}
    assert (again.status_code, again.json()["code"]) == (409, "status_moved")
    assert without.status_code == 422
    assert PhotoReview.objects.get().retake_reason == "Blurred"


def test_f1_nobody_else_sees_them(browser: Client, staff: dict[str, str]) -> None:
    review = a_submitted_review()
    work_off()
    photo = Photo.objects.first()
    assert photo is not None
    paths = [
        REVIEWS,
        f"{REVIEWS}/{review.public_id}",
        f"/api/staff/photos/{photo.public_id}/shown",
    ]

    for path in paths:
        assert browser.get(path).status_code == 401
        assert browser.get(path, headers={"Authorization": "Bearer x"}).status_code == 401
        assert browser.get(path, headers=staff).status_code == 200


def test_what_is_not_there_is_404(browser: Client, staff: dict[str, str]) -> None:
    nothing = uuid.uuid4()

    for path in (f"{REVIEWS}/{nothing}", f"/api/staff/photos/{nothing}/shown"):
        assert browser.get(path, headers=staff).status_code == 404
    assert browser.get(f"/api/staff/photos/{nothing}/original", headers=staff).status_code == 422


def test_a_review_that_was_never_sent_has_not_waited(
    browser: Client, staff: dict[str, str]
) -> None:
    other = Client()
    answer = post_order(other, a_body(other, email="bo@example.org", phone="(281) 555-0199"))
    with writing():
        photos.open_review(Order.objects.get(public_id=answer.json()["orderId"]), now=now())

    [line] = browser.get(f"{REVIEWS}?status=awaiting_photos", headers=staff).json()

    assert (line["waiting_hours"], line["submitted_at"], line["photo_count"]) == (0.0, None, 0)
