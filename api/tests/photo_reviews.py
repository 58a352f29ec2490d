"""The stories that photo tests begin with."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from booking_helpers import NOW, reserve
from django.db import transaction

from standby.core.jobs import run_next_job
from standby.core.providers.files import Files
from standby.orders.models import Order
from standby.photos import rules
from standby.photos.models import Photo, PhotoReview
from standby.photos.services.photos import append_chunk, start_upload
from standby.photos.services.reviews import open_review, submit_photos
from standby.photos.tasks import file_deletion_handler, photo_handler

FIVE = tuple(shot.slot for shot in rules.FIRST_FIVE)
YES: dict[str, Any] = {
    "is_decision_maker": True,
    "can_place_stake": True,
    "consents": True,
    "notes": "Dog in the yard",
}


def an_order_that_asks_for_photos(*, now: datetime = NOW) -> Order:
    order = reserve(now=now)
    with transaction.atomic(durable=True):
        open_review(order, now=now)
    return order


def announced(
    order: Order, slot: str = "panel_open", *, size_bytes: int, kind: str = "photo"
) -> Photo:
    return start_upload(order, kind=kind, slot=slot, size_bytes=size_bytes, now=NOW)


def send(
    order: Order, content: bytes, *, files: Files, slot: str = "panel_open", kind: str = "photo"
) -> Photo:
    """All of it at once."""
    photo = announced(order, slot, size_bytes=len(content), kind=kind)
    append_chunk(order, photo.public_id, offset=0, chunk=content, files=files, now=NOW)
    photo.refresh_from_db()
    return photo


def process_photos(files: Files, *, now: datetime = NOW) -> None:
    while run_next_job(photo_handler(files=files), now=now):
        pass


def delete_next_file(files: Files, *, now: datetime) -> bool:
    return run_next_job(file_deletion_handler(files=files), now=now)


def send_each(order: Order, content: bytes, *, files: Files, slots: Iterable[str] = FIVE) -> None:
    for slot in slots:
        send(order, content, files=files, slot=slot)


def submitted(order: Order, content: bytes, *, files: Files) -> PhotoReview:
    send_each(order, content, files=files)
    return submit_photos(order, **YES, now=NOW)
