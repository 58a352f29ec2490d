"""Uploads of photos and videos, in resumable chunks or directly to file storage."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction

from standby.core.errors import Conflict, Invalid, TooLarge, _
from standby.core.policy import MOST_PHOTOS
from standby.core.providers.files import FileGone, Files, PresignedUpload
from standby.orders.models import Order
from standby.orders.selectors import orders as bookings
from standby.photos import selectors as queries
from standby.photos.models import Photo, PhotoReview
from standby.photos.providers.pictures import PHOTO_TYPES, VIDEO_TYPES
from standby.photos.providers.pictures.file_type import HEAD_BYTES, type_of
from standby.photos.rules import photo_slots as shots
from standby.photos.rules.policy import (
    LARGEST_ORDER_BYTES,
    LARGEST_PHOTO_BYTES,
    LARGEST_VIDEO_BYTES,
    STORAGE_LINK_LASTS,
)
from standby.photos.services import photos

Status = Photo.Status
_LARGEST: Final[Mapping[str, int]] = {"photo": LARGEST_PHOTO_BYTES, "video": LARGEST_VIDEO_BYTES}
_TYPES: Final[Mapping[str, frozenset[str]]] = {"photo": PHOTO_TYPES, "video": VIDEO_TYPES}
_TYPE_ALIASES: Final[Mapping[str, str]] = {"image/heif": "image/heic", "image/jpg": "image/jpeg"}


class PhotoTooLarge(TooLarge):
    code = "photo_too_large"
    message = _("Photos may be 10 MB, a video 100 MB.")


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
    message = _("There is no such place for a picture.")


class SlotTaken(Conflict):
    code = "photo_slot_taken"
    message = _("There is a picture in this place. Remove it first.")


class TooManyPhotos(Conflict):
    code = "too_many_photos"
    message = _("That is as much as one order takes: 20 photos, 200 MB in all.")


class OffsetWrong(Conflict):
    code = "upload_offset_wrong"
    message = _("The piece does not follow what has arrived.")

    def __init__(self, offset: int) -> None:
        super().__init__()
        self.offset = offset


_TYPE_REFUSED: Final[Mapping[str, type[TypeRefused]]] = {
    "photo": PhotoTypeRefused,
    "video": VideoTypeRefused,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class UploadAnnouncement:
    kind: str
    slot: str
    size_bytes: int
    content_type: str


def start_upload(order: Order, upload: UploadAnnouncement, *, now: datetime) -> Photo:
    """Create the photo row for an announced file, replacing an unfinished upload in the same slot.

    Raises PhotoTooLarge, TypeRefused, SlotUnknown, SlotTaken, TooManyPhotos, PhotosClosed and
    PhotosNotAsked.
    """
    _ensure_allowed(upload)
    with transaction.atomic(durable=True):
        bookings.lock_order(order.pk)
        review = queries.review_of(order)
        photos.ensure_takes_photos(review)
        _free_slot(review, slot=upload.slot, now=now)
        _ensure_room_for(review, upload)
        return photos.create_photo(
            review,
            kind=upload.kind,
            slot=upload.slot,
            size_bytes=upload.size_bytes,
            now=now,
        )


def direct_upload(
    photo: Photo, upload: UploadAnnouncement, *, files: Files
) -> PresignedUpload | None:
    """Return a presigned upload to file storage, or None when the file is to be sent in chunks.

    Raises FilesDown.
    """
    return files.presigned_upload(
        photo.key,
        size_bytes=photo.size_bytes,
        content_type=upload.content_type or "application/octet-stream",
        expires_in=STORAGE_LINK_LASTS,
    )


def append_chunk(
    order: Order, photo_id: UUID, *, offset: int, chunk: bytes, files: Files, now: datetime
) -> int:
    """Append a chunk and return the number of bytes received. Idempotent: a known chunk is ignored.

    Raises OffsetWrong, PhotoTooLarge, TypeRefused, PhotosClosed, PhotoNotFound and FilesDown.
    """
    photo = queries.photo_of(order, photo_id)
    after = offset + len(chunk)
    if after > photo.size_bytes:
        raise PhotoTooLarge
    if after <= photo.received_bytes:
        return photo.received_bytes
    photos.ensure_takes_photos(photo.review)
    if photo.status != Status.RECEIVING or offset != photo.received_bytes:
        raise OffsetWrong(photo.received_bytes)
    _ensure_file_signature(photo, offset=offset, chunk=chunk, now=now)
    files.append(photo.key, offset=offset, chunk=chunk)
    with transaction.atomic(durable=True):
        if not photos.mark_received(photo, received_bytes=after, now=now):
            raise OffsetWrong(queries.photo_of(order, photo_id).received_bytes)
    return after


def upload_offset(order: Order, photo_id: UUID, *, files: Files, now: datetime) -> Photo:
    """Return the photo with the bytes received so far, also those uploaded directly to storage.

    Raises PhotoNotFound and FilesDown.
    """
    photo = queries.photo_of(order, photo_id)
    if photo.status != Status.RECEIVING or photo.received_bytes:
        return photo
    try:
        size_bytes = files.size_bytes(photo.key)
    except FileGone:
        return photo
    if size_bytes != photo.size_bytes:
        return photo
    with transaction.atomic(durable=True):
        photos.mark_received(photo, received_bytes=size_bytes, now=now)
    return queries.photo_of(order, photo_id)


def remove_photo(order: Order, photo_id: UUID, *, now: datetime) -> None:
    with transaction.atomic(durable=True):
        bookings.lock_order(order.pk)
        photo = queries.photo_of(order, photo_id)
        photos.ensure_takes_photos(photo.review)
        photos.remove_photo(photo, now=now)


def _ensure_allowed(upload: UploadAnnouncement) -> None:
    if not shots.is_slot_for(upload.slot, kind=upload.kind):
        raise SlotUnknown(field="slot")
    if upload.size_bytes > _LARGEST[upload.kind]:
        raise PhotoTooLarge(field="size_bytes")
    content_type = _TYPE_ALIASES.get(upload.content_type, upload.content_type)
    if content_type and content_type not in _TYPES[upload.kind]:
        raise _TYPE_REFUSED[upload.kind](field="content_type")


def _free_slot(review: PhotoReview, *, slot: str, now: datetime) -> None:
    existing = queries.photo_in(review, slot=slot)
    if existing is None:
        return
    if existing.status != Status.RECEIVING:
        raise SlotTaken(field="slot")
    photos.remove_photo(existing, now=now)


def _ensure_room_for(review: PhotoReview, upload: UploadAnnouncement) -> None:
    usage = queries.upload_usage(review)
    if upload.kind == Photo.Kind.PHOTO and usage.photos >= MOST_PHOTOS:
        raise TooManyPhotos
    if usage.size_bytes + upload.size_bytes > LARGEST_ORDER_BYTES:
        raise TooManyPhotos


def _ensure_file_signature(photo: Photo, *, offset: int, chunk: bytes, now: datetime) -> None:
    # A file whose first bytes cannot be a picture is refused before the rest is uploaded.
    is_sufficient = len(chunk) >= min(HEAD_BYTES, photo.size_bytes)
    if offset or not is_sufficient or type_of(chunk[:HEAD_BYTES]) in _TYPES[photo.kind]:
        return
    refusal = _TYPE_REFUSED[photo.kind]
    with transaction.atomic(durable=True):
        photos.refuse_photo(photo, code=refusal.code, now=now)
    raise refusal
