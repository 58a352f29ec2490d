"""Staff add the photos that a customer mailed or showed at the door (OPS-16.3)."""

from typing import Any

import pytest
from access_helpers import script_token
from django.test import Client
from whole_orders import confirm, now, reserve

from standby.core.roles import Role
from standby.orders.models import Order, OrderLogEntry
from standby.photos.models import Photo, PhotoReview
from standby.photos.rules import FIRST_FIVE, TOLD_PHOTO_CONSENT
from standby.photos.services.reviews import open_review

pytestmark = pytest.mark.usefixtures("shop", "own_folder")
PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 64


@pytest.fixture
def desk() -> Client:
    return Client(headers={"authorization": f"Bearer {script_token(Role.DISPATCHER)}"})


@pytest.fixture
def order() -> Order:
    placed = reserve(Client())
    confirm(placed)
    open_review(placed, now=now())
    return placed


def path(order: Order, rest: str = "") -> str:
    return f"/api/staff/orders/{order.public_id}/{rest}"


def add(desk: Client, order: Order, slot: str, content: bytes = PNG) -> Any:
    return desk.post(
        path(order, f"photos/{slot}"), content, content_type="application/octet-stream"
    )


def submit(desk: Client, order: Order, **answers: Any) -> Any:
    body = {"consents": True, **answers}
    return desk.post(path(order, "photo-submission"), body, content_type="application/json")


@pytest.mark.req("OPS-16.3")
def test_staff_fill_the_slots_and_submit_with_the_consent_that_they_asked_for(
    desk: Client, order: Order
) -> None:
    for shot in FIRST_FIVE:
        assert add(desk, order, shot.slot).status_code == 201
    told = desk.get(path(order, "photos")).json()
    assert [one["photo"] is not None for one in told["shots"]] == [True] * 5 + [False] * 5
    assert all(one["photo"]["is_added_by_staff"] for one in told["shots"][:5])

    answer = submit(desk, order)

    assert answer.status_code == 200, answer.content
    review = PhotoReview.objects.get(order=order)
    assert review.status == "submitted"
    assert review.consent_wording.startswith(TOLD_PHOTO_CONSENT)
    assert "staff " in review.consent_wording
    of_photos = OrderLogEntry.objects.filter(order=order, subject__startswith="photo")
    actors = {entry.actor for entry in of_photos if entry.after in ("stored", "submitted")}
    assert len(actors) == 1
    assert actors.pop().startswith("staff ")


def test_another_picture_replaces_the_one_in_its_slot(desk: Client, order: Order) -> None:
    add(desk, order, "gas_meter")
    first = Photo.objects.get()

    assert add(desk, order, "gas_meter", PNG + b"\1").status_code == 201

    assert Photo.objects.get().pk != first.pk


def test_without_the_customers_yes_or_enough_photos_nothing_is_submitted(
    desk: Client, order: Order
) -> None:
    assert submit(desk, order, consents=False).json()["code"] == "photo_consent_needed"
    assert submit(desk, order).json()["code"] == "too_few_photos"


def test_what_is_no_picture_or_no_slot_is_refused(desk: Client, order: Order) -> None:
    assert add(desk, order, "gas_meter", b"%PDF-1.7").json()["code"] == "photo_type_refused"
    assert add(desk, order, "attic").json()["code"] == "photo_slot_unknown"
