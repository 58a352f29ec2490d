"""Process uploaded photos and videos, and delete files that are no longer needed."""

import logging
import tempfile
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

from django.db import transaction

from standby.core import stopping
from standby.core.jobs import GiveUp, JobHandler, Postpone
from standby.core.lifecycle import StatusMoved
from standby.core.models import Job
from standby.core.providers.files import FileGone, Files, FilesDown
from standby.orders.selectors.orders import CustomerErased
from standby.photos.models import Photo
from standby.photos.providers.pictures import PictureRefused
from standby.photos.providers.pictures.process import ProcessingJob, identify_photo
from standby.photos.services import photos

log = logging.getLogger(__name__)

MOST_TRIES: Final = 3
_LEASE: Final = timedelta(minutes=3)  # longer than processing may take
_STORAGE_RESTS: Final = timedelta(seconds=30)
_LOOKS_UP_EVERY_S: Final = 0.5
# By their column: what processing makes of a photo or a video, and its content type.
_FILES_OF: Final = {
    Photo.Kind.PHOTO: {
        "thumbnail_key": ("thumbnail.jpg", "image/jpeg"),
        "shown_key": ("shown.jpg", "image/jpeg"),
    },
    Photo.Kind.VIDEO: {"shown_key": ("video.mp4", "video/mp4")},
}


def photo_handler(*, files: Files) -> JobHandler:
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
            try:
                with transaction.atomic(durable=True):
                    photos.mark_ready(photo, now=now, **processed)
            except (StatusMoved, CustomerErased):
                log.info("photo %s was removed meanwhile", photo.public_id)
                # It must leave no files behind.
                for key in {"shown_key", "thumbnail_key"} & set(processed):
                    photos.delete_file(processed[key], now=now)

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


def _stored_photo(job: Job) -> Photo | None:
    stored = Photo.objects.filter(public_id=job.key, status=Photo.Status.STORED)
    return stored.select_related("review__order").first()


def _process(photo: Photo, *, files: Files) -> dict[str, Any]:
    # Returns the row's new values. Raises PictureRefused, FileGone, FilesDown and Stopped.
    with tempfile.TemporaryDirectory(prefix="standby-photo-") as folder:
        source, output = Path(folder) / "sent", Path(folder) / "made"
        files.fetch(photo.key, target=source)
        if source.stat().st_size != photo.size_bytes:
            raise PictureRefused(f"{photo.kind}_incomplete")
        identify_photo(source, types=photos.TYPES[photo.kind], kind=photo.kind)
        output.mkdir()
        job = ProcessingJob(kind=photo.kind, file=source, folder=output)
        while not job.is_done(wait_s=_LOOKS_UP_EVERY_S):
            if stopping.is_requested():
                job.abandon()
                raise stopping.Stopped
        measures = job.result()
        # Files first, then the row that names them.
        types = _FILES_OF[Photo.Kind(photo.kind)]
        storage_folder = photo.key.rpartition("/")[0]
        keys = {column: f"{storage_folder}/{name}" for column, (name, _) in types.items()}
        for column, (name, content_type) in types.items():
            files.store(keys[column], output / name, content_type=content_type)
        return {**measures, **keys, "content_type": types["shown_key"][1]}


def _refuse(photo: Photo, *, code: str, now: datetime) -> None:
    log.info("photo %s refused: %s", photo.public_id, code)
    try:
        with transaction.atomic(durable=True):
            photos.refuse_photo(photo, code=code, now=now)
    except StatusMoved:
        log.info("photo %s was removed meanwhile", photo.public_id)
