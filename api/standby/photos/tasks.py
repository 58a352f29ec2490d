"""Process uploaded photos and videos, and delete files that are no longer needed."""

import logging
import tempfile
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from django.db import transaction

from standby.core.jobs import GiveUp, JobHandler, Postpone
from standby.core.lifecycle import StatusMoved
from standby.core.models import Job
from standby.core.providers.files import FileGone, Files, FilesDown
from standby.photos.models import Photo
from standby.photos.providers import pictures
from standby.photos.providers.pictures import PHOTO_TYPES, VIDEO_TYPES, PictureRefused
from standby.photos.providers.pictures.process import LONGEST_S, ProcessingJob, identify_photo
from standby.photos.services import photos

log = logging.getLogger(__name__)

MOST_TRIES: Final = 3
_LEASE: Final = timedelta(minutes=3)  # longer than processing may take
_STORAGE_RESTS: Final = timedelta(seconds=30)
_TYPES: Final = {"photo": PHOTO_TYPES, "video": VIDEO_TYPES}
_JPEG: Final = "image/jpeg"
_MP4: Final = "video/mp4"


def photo_handler(*, files: Files) -> JobHandler:
    """Return the handler that processes one photo or video, each in a child process."""

    def run(job: Job, now: datetime) -> None:
        photo = _stored_photo(job)
        if photo is None:
            return
        # The try is counted before processing: a photo that takes its worker down is refused.
        if job.attempts > MOST_TRIES:
            raise GiveUp("it took its worker down")
        try:
            processed = _process(photo, files=files)
        except PictureRefused as refused:
            _refuse(photo, code=refused.code, now=now)
        except FileGone:
            _refuse(photo, code=f"{photo.kind}_incomplete", now=now)
        except FilesDown as down:
            # Not the photo's fault, so its try is given back.
            log.warning("photo %s waits: %s", photo.public_id, down)
            raise Postpone(now + _STORAGE_RESTS, is_overdue=True) from down
        else:
            _show(photo, processed, now=now)

    def on_dead(job: Job, _reason: str, now: datetime) -> None:
        photo = _stored_photo(job)
        if photo is not None:
            photos.refuse_photo(photo, code=f"{photo.kind}_unreadable", now=now)

    return JobHandler(kind=Job.Kind.PHOTO, run=run, on_dead=on_dead, lease=_LEASE)


def file_deletion_handler(*, files: Files) -> JobHandler:
    def run(job: Job, now: datetime) -> None:
        try:
            files.delete(job.key)
        except FilesDown as down:
            log.warning("a file is not deleted yet: %s", down)
            raise Postpone(now + _STORAGE_RESTS, is_overdue=True) from down

    return JobHandler(kind=Job.Kind.FILE_DELETION, run=run)


def purge_uploads(*, now: datetime) -> int:
    with transaction.atomic(durable=True):
        return photos.purge_unfinished_uploads(now=now)


def _stored_photo(job: Job) -> Photo | None:
    stored = Photo.objects.filter(public_id=job.key, status=Photo.Status.STORED)
    return stored.select_related("review__order").first()


def _process(photo: Photo, *, files: Files) -> photos.ProcessedPhoto:
    # Raises PictureRefused, FileGone and FilesDown.
    with tempfile.TemporaryDirectory(prefix="standby-photo-") as folder:
        source, output = Path(folder) / "sent", Path(folder) / "made"
        files.fetch(photo.key, target=source)
        if source.stat().st_size != photo.size_bytes:
            raise PictureRefused(f"{photo.kind}_incomplete")
        identify_photo(source, types=_TYPES[photo.kind], kind=photo.kind)
        output.mkdir()
        job = ProcessingJob(kind=photo.kind, file=source, folder=output)
        job.is_done(wait_s=LONGEST_S)
        return _store(photo, job.result(), files=files)


def _store(
    photo: Photo, result: pictures.Photo | pictures.Video, *, files: Files
) -> photos.ProcessedPhoto:
    # Files first, then the row that names them.
    folder = photo.key.rpartition("/")[0]
    if isinstance(result, pictures.Video):
        shown_key = f"{folder}/video.mp4"
        files.store(shown_key, result.shown, content_type=_MP4)
        return photos.ProcessedPhoto(
            content_type=_MP4,
            shown_key=shown_key,
            width_px=result.width_px,
            height_px=result.height_px,
            duration_s=result.duration_s,
        )
    shown_key, thumbnail_key = f"{folder}/shown.jpg", f"{folder}/thumbnail.jpg"
    files.store(shown_key, result.shown, content_type=_JPEG)
    files.store(thumbnail_key, result.thumbnail, content_type=_JPEG)
    return photos.ProcessedPhoto(
        content_type=_JPEG,
        shown_key=shown_key,
        thumbnail_key=thumbnail_key,
        width_px=result.width_px,
        height_px=result.height_px,
    )


def _refuse(photo: Photo, *, code: str, now: datetime) -> None:
    log.info("photo %s refused: %s", photo.public_id, code)
    try:
        with transaction.atomic(durable=True):
            photos.refuse_photo(photo, code=code, now=now)
    except StatusMoved:
        log.info("photo %s was removed meanwhile", photo.public_id)


def _show(photo: Photo, processed: photos.ProcessedPhoto, *, now: datetime) -> None:
    # A photo that was removed meanwhile must leave no files behind.
    try:
        with transaction.atomic(durable=True):
            photos.mark_ready(photo, processed, now=now)
    except StatusMoved:
        log.info("photo %s was removed meanwhile", photo.public_id)
        for key in (processed.shown_key, processed.thumbnail_key):
            if key:
                photos.delete_file(key, now=now)
