"""Photos and videos: announced, uploaded in chunks or to file storage, processed, deleted."""

import uuid
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db import transaction

from standby.core import jobs
from standby.core.errors import Conflict, Invalid, TooLarge, _
from standby.core.lifecycle import PHOTO, StatusMoved, statuses_before
from standby.core.models import Job
from standby.core.policy import MOST_PHOTOS
from standby.core.providers.files import FileGone, Files
from standby.core.sweeps import ALL_AT_ONCE, Steps
from standby.core.transactions import in_transaction
from standby.orders.models import Order
from standby.orders.selectors import orders
from standby.orders.services.order_log import CLOCK, VISITOR, log_change
from standby.photos import selectors
from standby.photos.models import Photo
from standby.photos.providers.pictures import PHOTO_TYPES, VIDEO_TYPES
from standby.photos.providers.pictures.file_type import HEAD_BYTES, type_of
from standby.photos.rules import (
    LARGEST_ORDER_BYTES,
    LARGEST_PHOTO_BYTES,
    LARGEST_VIDEO_BYTES,
    UNFINISHED_UPLOADS_KEPT,
    is_slot_for,
)
from standby.photos.services.reviews import ensure_takes_photos

Status = Photo.Status
TYPES: Final[Mapping[str, frozenset[str]]] = {"photo": PHOTO_TYPES, "video": VIDEO_TYPES}
_TYPE_ALIASES: Final[Mapping[str, str]] = {"image/heif": "image/heic", "image/jpg": "image/jpeg"}
_LARGEST: Final[Mapping[str, int]] = {"photo": LARGEST_PHOTO_BYTES, "video": LARGEST_VIDEO_BYTES}
# A chunk may still be on its way to a file that was given up.
_LAST_PIECE_LANDS: Final = timedelta(minutes=5)


class PhotoTooLarge(TooLarge):
    code = "photo_too_large"
    message = _("Photos can be up to 10 MB, a video up to 100 MB.")


class TypeRefused(Invalid):
    """Base of the errors for file types that are not accepted."""


class PhotoTypeRefused(TypeRefused):
    code = "photo_type_refused"
    message = _("Please send a PNG, JPG or HEIC picture.")


class VideoTypeRefused(TypeRefused):
    code = "video_type_refused"
    message = _("Please send the video as MP4 or MOV.")


class SlotUnknown(Invalid):
    code = "photo_slot_unknown"
    message = _("There is no such photo slot.")


class SlotTaken(Conflict):
    code = "photo_slot_taken"
    message = _("There is already a photo in this slot. Remove it first.")


class TooManyPhotos(Conflict):
    code = "too_many_photos"
    message = _("One booking can have 20 photos, 200 MB in all.")


class OffsetWrong(Conflict):
    code = "upload_offset_wrong"
    message = _("The chunk does not continue what was already uploaded.")

    def __init__(self, offset: int) -> None:
        super().__init__()
        self.offset = offset


_TYPE_REFUSED: Final[Mapping[str, type[TypeRefused]]] = {
    "photo": PhotoTypeRefused,
    "video": VideoTypeRefused,
}


def add_photo(
    order: Order, *, slot: str, content: bytes, files: Files, actor: str, now: datetime
) -> Photo:
    """Add a picture that the customer mailed or showed to staff, in place of one in its slot.

    Raises what `start_upload` and `append_chunk` raise, and PhotosClosed.
    """
    review = selectors.review_of(order)
    existing = review.photos.filter(slot=slot).exclude(status=Status.REFUSED).first()
    if existing is not None:
        remove_photo(order, existing.public_id, actor=actor, now=now)
    photo = start_upload(
        order, kind=Photo.Kind.PHOTO, slot=slot, size_bytes=len(content), added_by=actor, now=now
    )
    append_chunk(order, photo.public_id, offset=0, chunk=content, files=files, now=now)
    return selectors.photo_of(order, photo.public_id)


def start_upload(
    order: Order,
    *,
    kind: str,
    slot: str,
    size_bytes: int,
    content_type: str = "",
    added_by: str = "",
    now: datetime,
) -> Photo:
    # An unfinished upload in the same slot is replaced.
    if not is_slot_for(slot, kind=kind):
        raise SlotUnknown(field="slot")
    if size_bytes > _LARGEST[kind]:
        raise PhotoTooLarge(field="size_bytes")
    if content_type and _TYPE_ALIASES.get(content_type, content_type) not in TYPES[kind]:
        raise _TYPE_REFUSED[kind](field="content_type")
    with transaction.atomic(durable=True):
        orders.lock_order(order.pk)
        review = selectors.review_of(order)
        ensure_takes_photos(review)
        # The unique constraint allows one photo per slot.
        existing = review.photos.filter(slot=slot).exclude(status=Status.REFUSED).first()
        if existing is not None:
            if existing.status != Status.RECEIVING:
                raise SlotTaken(field="slot")
            _remove(existing, now=now)
        photo_count, total_bytes = selectors.upload_usage(review)
        if kind == Photo.Kind.PHOTO and photo_count >= MOST_PHOTOS:
            raise TooManyPhotos
        if total_bytes + size_bytes > LARGEST_ORDER_BYTES:
            raise TooManyPhotos
        return Photo.objects.create(
            review=review,
            kind=kind,
            slot=slot,
            size_bytes=size_bytes,
            key=f"photos/{uuid.uuid4().hex}/original",
            added_by=added_by,
            created_at=now,
        )


def append_chunk(
    order: Order, photo_id: UUID, *, offset: int, chunk: bytes, files: Files, now: datetime
) -> int:
    # Idempotent: a known chunk is ignored.
    photo = selectors.photo_of(order, photo_id)
    after = offset + len(chunk)
    if after > photo.size_bytes:
        raise PhotoTooLarge
    if after <= photo.received_bytes:
        return photo.received_bytes
    ensure_takes_photos(photo.review)
    if photo.status != Status.RECEIVING or offset != photo.received_bytes:
        raise OffsetWrong(photo.received_bytes)
    # A file whose first bytes cannot be a picture is refused before the rest is uploaded.
    is_head = offset == 0 and len(chunk) >= min(HEAD_BYTES, photo.size_bytes)
    if is_head and type_of(chunk[:HEAD_BYTES]) not in TYPES[photo.kind]:
        refusal = _TYPE_REFUSED[photo.kind]
        with transaction.atomic(durable=True):
            refuse_photo(photo, code=refusal.code, now=now)
        raise refusal
    files.append(photo.key, offset=offset, chunk=chunk)
    with transaction.atomic(durable=True):
        if not mark_received(photo, received_bytes=after, now=now):
            raise OffsetWrong(selectors.photo_of(order, photo_id).received_bytes)
    return after


def upload_offset(order: Order, photo_id: UUID, *, files: Files, now: datetime) -> Photo:
    # Also counts bytes uploaded directly to storage.
    photo = selectors.photo_of(order, photo_id)
    if photo.status != Status.RECEIVING or photo.received_bytes:
        return photo
    try:
        size_bytes = files.size_bytes(photo.key)
    except FileGone:
        return photo
    if size_bytes != photo.size_bytes:
        return photo
    with transaction.atomic(durable=True):
        mark_received(photo, received_bytes=size_bytes, now=now)
    return selectors.photo_of(order, photo_id)


def mark_received(photo: Photo, *, received_bytes: int, now: datetime) -> bool:
    # Returns False when a concurrent request was faster.
    is_whole = received_bytes == photo.size_bytes
    values: dict[str, Any] = {"received_bytes": received_bytes}
    if is_whole:
        values |= {"status": Status.STORED, "stored_at": now}
    waiting = Photo.objects.filter(
        pk=photo.pk, status=Status.RECEIVING, received_bytes=photo.received_bytes
    )
    if not waiting.update(**values):
        return False
    if is_whole:
        jobs.enqueue((Job.Kind.PHOTO, str(photo.public_id)), due_at=now)
        actor = photo.added_by or VISITOR
        _log(photo, (Status.RECEIVING, Status.STORED), actor=actor, now=now)
    return True


def mark_ready(photo: Photo, *, now: datetime, **processed: Any) -> None:
    """Keep the processed files alone: the original, with its metadata, is deleted (PHOTO-01.9).

    In the caller's transaction. Raises StatusMoved, and CustomerErased of one erased meanwhile.
    """
    orders.lock_order_to_store(photo.review.order_id)
    _move(photo, Status.READY, now=now, ready_at=now, **processed)
    delete_file(photo.key, now=now)


def refuse_photo(photo: Photo, *, code: str, now: datetime) -> None:
    # Its files are deleted, its row stays with the reason.
    _move(photo, Status.REFUSED, note=code, now=now, refused_code=code)
    _delete_files_of(photo, now=now)


def remove_photo(order: Order, photo_id: UUID, *, actor: str = VISITOR, now: datetime) -> None:
    with transaction.atomic(durable=True):
        orders.lock_order(order.pk)
        photo = selectors.photo_of(order, photo_id)
        ensure_takes_photos(photo.review)
        _remove(photo, actor=actor, now=now)


@in_transaction
def delete_file(key: str, *, now: datetime) -> None:
    """Schedule a file's deletion. Safe to repeat."""
    jobs.enqueue((Job.Kind.FILE_DELETION, key), due_at=now + _LAST_PIECE_LANDS)


def purge_unfinished_uploads(*, now: datetime, steps: Steps = ALL_AT_ONCE) -> int:
    def refuse(photo: Photo) -> int:
        with transaction.atomic(durable=True):
            refuse_photo(photo, code="photo_never_finished", now=now)
        return 1

    old = Photo.objects.filter(
        status=Status.RECEIVING, created_at__lt=now - UNFINISHED_UPLOADS_KEPT
    )
    return steps.each("photos", old.select_related("review__order"), refuse)


def _remove(photo: Photo, *, actor: str = VISITOR, now: datetime) -> None:
    _log(photo, (photo.status, "removed"), actor=actor, now=now)
    _delete_files_of(photo, now=now)
    photo.delete()


def _delete_files_of(photo: Photo, *, now: datetime) -> None:
    for key in (photo.key, photo.shown_key, photo.thumbnail_key):
        if key:
            delete_file(key, now=now)


def _move(
    photo: Photo, status: Photo.Status, *, now: datetime, note: str = "", **values: Any
) -> None:
    movable = Photo.objects.filter(
        pk=photo.pk, status=photo.status, status__in=statuses_before(PHOTO, status)
    )
    if not movable.update(status=status, **values):
        raise StatusMoved
    _log(photo, (photo.status, status), actor=CLOCK, now=now, note=note)
    photo.refresh_from_db()


def _log(
    photo: Photo, change: tuple[str, str], *, actor: str, now: datetime, note: str = ""
) -> None:
    before, after = change
    log_change(
        photo.review.order,
        subject="photo",
        change=(str(before), str(after)),
        actor=actor,
        now=now,
        note=f"{photo.slot} {note}".strip(),
    )
