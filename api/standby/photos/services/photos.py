"""Photos and their review, from the first chunk to the decision."""

import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from standby.core import jobs
from standby.core.errors import Conflict, _
from standby.core.lifecycle import PHOTO, PHOTO_REVIEW, StatusMoved, statuses_before
from standby.core.models import Job
from standby.orders.models import Order
from standby.orders.services.order_log import CLOCK, VISITOR, log_change
from standby.photos.models import Photo, PhotoReview
from standby.photos.rules.policy import UNFINISHED_UPLOADS_KEPT

Status = PhotoReview.Status
# A chunk may still be on its way to a file that was given up.
_LAST_PIECE_LANDS: Final = timedelta(minutes=5)


class PhotosClosed(Conflict):
    code = "photos_closed"
    message = _("We have your photos. To change one, please call us.")


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessedPhoto:
    """The processed files of a photo or video, with their measures."""

    content_type: str
    shown_key: str
    thumbnail_key: str = ""
    width_px: int | None = None
    height_px: int | None = None
    duration_s: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmissionDetails:
    """The homeowner's answers and the consent text they agreed to."""

    is_decision_maker: bool
    can_place_stake: bool
    notes: str
    consent_wording: str


def open_review(order: Order, *, now: datetime) -> PhotoReview:
    review, is_new = PhotoReview.objects.get_or_create(order=order, defaults={"created_at": now})
    if is_new:
        _log(review, ("", Status.AWAITING_PHOTOS), actor=CLOCK, now=now)
    return review


def ensure_takes_photos(review: PhotoReview) -> None:
    """Raise PhotosClosed if the review takes no photos now."""
    if review.status not in (Status.AWAITING_PHOTOS, Status.RETAKE_REQUESTED):
        raise PhotosClosed


def submit_review(
    review: PhotoReview, *, submission: SubmissionDetails, now: datetime
) -> PhotoReview:
    return _move(
        review,
        Status.SUBMITTED,
        actor=VISITOR,
        now=now,
        notes=submission.notes,
        is_decision_maker=submission.is_decision_maker,
        can_place_stake=submission.can_place_stake,
        consent_wording=submission.consent_wording,
        consented_at=now,
        submitted_at=now,
        retake_reason="",
    )


def request_retake(
    review: PhotoReview, *, reason: str, least_photos: int, actor: str, now: datetime
) -> PhotoReview:
    return _move(
        review,
        Status.RETAKE_REQUESTED,
        actor=actor,
        now=now,
        note=reason,
        retake_reason=reason,
        least_photos=least_photos,
    )


def cancel_review(order: Order, *, actor: str, now: datetime) -> None:
    """Cancel the order's review unless it was decided or never opened. Safe to repeat."""
    review = PhotoReview.objects.filter(
        order=order, status__in=statuses_before(PHOTO_REVIEW, Status.CANCELLED)
    ).first()
    if review is not None:
        _move(review, Status.CANCELLED, actor=actor, now=now)


def create_photo(
    review: PhotoReview, *, kind: str, slot: str, size_bytes: int, now: datetime
) -> Photo:
    # The unique constraint allows one photo per slot, so the caller makes room in the slot first.
    photo = Photo(
        review=review,
        kind=kind,
        slot=slot,
        size_bytes=size_bytes,
        key=f"photos/{uuid.uuid4().hex}/original",
        created_at=now,
    )
    photo.save(force_insert=True)
    return photo


def mark_received(photo: Photo, *, received_bytes: int, now: datetime) -> bool:
    """Record the bytes received so far; a complete photo becomes stored.

    Returns False when a concurrent request was faster.
    """
    is_whole = received_bytes == photo.size_bytes
    moved: dict[str, Any] = {"received_bytes": received_bytes}
    if is_whole:
        moved |= {"status": Photo.Status.STORED, "stored_at": now}
    waiting = Photo.objects.filter(
        pk=photo.pk, status=Photo.Status.RECEIVING, received_bytes=photo.received_bytes
    )
    if not waiting.update(**moved):
        return False
    if is_whole:
        jobs.enqueue((Job.Kind.PHOTO, str(photo.public_id)), due_at=now)
        _log_photo(photo, (Photo.Status.RECEIVING, Photo.Status.STORED), actor=VISITOR, now=now)
    return True


def remove_photo(photo: Photo, *, now: datetime) -> None:
    _log_photo(photo, (photo.status, "removed"), actor=VISITOR, now=now)
    _delete_files_of(photo, now=now)
    photo.delete()


def refuse_photo(photo: Photo, *, code: str, now: datetime) -> None:
    """Refuse a photo: its files are deleted, its row stays with the reason. Raises StatusMoved."""
    _move_photo(photo, Photo.Status.REFUSED, note=code, now=now, refused_code=code)
    _delete_files_of(photo, now=now)


def mark_ready(photo: Photo, developed: ProcessedPhoto, *, now: datetime) -> None:
    # Only processed files are kept: the original, with its metadata, is deleted (PHOTO-01.9).
    _move_photo(
        photo,
        Photo.Status.READY,
        note="",
        now=now,
        content_type=developed.content_type,
        shown_key=developed.shown_key,
        thumbnail_key=developed.thumbnail_key,
        width_px=developed.width_px,
        height_px=developed.height_px,
        duration_s=developed.duration_s,
        ready_at=now,
    )
    delete_file(photo.key, now=now)


def delete_file(key: str, *, now: datetime) -> None:
    """Schedule a file's deletion in the caller's transaction. Safe to repeat."""
    jobs.enqueue((Job.Kind.FILE_DELETION, key), due_at=now + _LAST_PIECE_LANDS)


def purge_unfinished_uploads(*, now: datetime) -> int:
    old = Photo.objects.filter(
        status=Photo.Status.RECEIVING, created_at__lt=now - UNFINISHED_UPLOADS_KEPT
    ).select_related("review__order")
    photos = list(old)
    for photo in photos:
        refuse_photo(photo, code="photo_never_finished", now=now)
    return len(photos)


def _move(
    review: PhotoReview, status: Status, *, actor: str, now: datetime, note: str = "", **facts: Any
) -> PhotoReview:
    movable = PhotoReview.objects.filter(
        pk=review.pk, status=review.status, status__in=statuses_before(PHOTO_REVIEW, status)
    )
    if not movable.update(status=status, **facts):
        raise StatusMoved
    _log(review, (review.status, status), actor=actor, now=now, note=note)
    review.refresh_from_db()
    return review


def _move_photo(
    photo: Photo, status: Photo.Status, *, note: str, now: datetime, **facts: Any
) -> None:
    movable = Photo.objects.filter(
        pk=photo.pk, status=photo.status, status__in=statuses_before(PHOTO, status)
    )
    if not movable.update(status=status, **facts):
        raise StatusMoved
    _log_photo(photo, (photo.status, status), actor=CLOCK, now=now, note=note)
    photo.refresh_from_db()


def _delete_files_of(photo: Photo, *, now: datetime) -> None:
    for key in (photo.key, photo.shown_key, photo.thumbnail_key):
        if key:
            delete_file(key, now=now)


def _log(
    review: PhotoReview, change: tuple[str, str], *, actor: str, now: datetime, note: str = ""
) -> None:
    before, after = change
    log_change(
        review.order,
        subject="photo review",
        change=(str(before), str(after)),
        actor=actor,
        now=now,
        note=note,
    )


def _log_photo(
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
