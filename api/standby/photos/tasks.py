"""Process uploaded photos and videos, and delete files that are no longer needed."""

import logging
import tempfile
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from standby.core.lifecycle import StatusMoved
from standby.core.providers.files import FileGone, Files, FilesDown
from standby.core.writing import write_transaction
from standby.photos.models import Photo
from standby.photos.providers import pictures
from standby.photos.providers.pictures import PHOTO_TYPES, VIDEO_TYPES, PictureRefused
from standby.photos.providers.pictures.process import ProcessingJob, identify_photo
from standby.photos.services import photos

log = logging.getLogger(__name__)

_TYPES: Final = {"photo": PHOTO_TYPES, "video": VIDEO_TYPES}
_ROUND_S: Final = 0.2  # seconds a round waits for a photo; short, because the lane has other jobs
_JPEG: Final = "image/jpeg"
_MP4: Final = "video/mp4"


@dataclass(slots=True, kw_only=True)
class _InProgress:
    photo: Photo
    folder: "tempfile.TemporaryDirectory[str]"
    job: ProcessingJob


class PhotoWorker:
    """Processes one photo at a time in a child process, polled so that it blocks no other job."""

    def __init__(self, *, files: Files) -> None:
        self._files = files
        self._in_progress: _InProgress | None = None
        self.peak_bytes = 0

    def process_next(self, *, now: datetime) -> bool:
        """Start or poll the processing of a photo. Returns False when none is due."""
        if self._in_progress is None:
            return self._begin(now=now)
        if self._in_progress.job.is_done(wait_s=_ROUND_S):
            in_progress, self._in_progress = self._in_progress, None
            with in_progress.folder:
                self._finish(in_progress, now=now)
        return True

    def _begin(self, *, now: datetime) -> bool:
        photo = photos.claim_next_photo(now=now)
        if photo is None:
            return False
        if photo.attempts > photos.MOST_TRIES:
            _refuse(photo, code=f"{photo.kind}_unreadable", now=now)
            return True
        folder = tempfile.TemporaryDirectory(prefix="standby-photo-")
        try:
            self._in_progress = self._start(photo, folder)
        except PictureRefused as refused:
            _refuse(photo, code=refused.code, now=now)
        except FileGone:
            _refuse(photo, code=f"{photo.kind}_incomplete", now=now)
        except FilesDown as down:
            log.warning("photo %s waits: %s", photo.public_id, down)
            photos.release_photo(photo, now=now)
        finally:
            if self._in_progress is None:
                folder.cleanup()
        return True

    def _start(self, photo: Photo, folder: "tempfile.TemporaryDirectory[str]") -> _InProgress:
        source = Path(folder.name) / "sent"
        self._files.fetch(photo.key, target=source)
        if source.stat().st_size != photo.size_bytes:
            raise PictureRefused(f"{photo.kind}_incomplete")
        identify_photo(source, types=_TYPES[photo.kind], kind=photo.kind)
        output = Path(folder.name) / "made"
        output.mkdir()
        job = ProcessingJob(kind=photo.kind, file=source, folder=output)
        return _InProgress(photo=photo, folder=folder, job=job)

    def _finish(self, in_progress: _InProgress, *, now: datetime) -> None:
        photo = in_progress.photo
        try:
            processed = self._store(photo, in_progress.job.result())
        except PictureRefused as refused:
            _refuse(photo, code=refused.code, now=now)
            return
        except FilesDown as down:
            log.warning("photo %s waits: %s", photo.public_id, down)
            photos.release_photo(photo, now=now)
            return
        finally:
            self.peak_bytes = in_progress.job.peak_bytes
        _show(photo, processed, now=now)

    def _store(
        self, photo: Photo, result: pictures.Photo | pictures.Video
    ) -> photos.ProcessedPhoto:
        # Files first, then the row that names them. Raises FilesDown.
        folder = photo.key.rpartition("/")[0]
        if isinstance(result, pictures.Video):
            shown_key = f"{folder}/video.mp4"
            self._files.store(shown_key, result.shown, content_type=_MP4)
            return photos.ProcessedPhoto(
                content_type=_MP4,
                shown_key=shown_key,
                width_px=result.width_px,
                height_px=result.height_px,
                duration_s=result.duration_s,
            )
        shown_key, thumbnail_key = f"{folder}/shown.jpg", f"{folder}/thumbnail.jpg"
        self._files.store(shown_key, result.shown, content_type=_JPEG)
        self._files.store(thumbnail_key, result.thumbnail, content_type=_JPEG)
        return photos.ProcessedPhoto(
            content_type=_JPEG,
            shown_key=shown_key,
            thumbnail_key=thumbnail_key,
            width_px=result.width_px,
            height_px=result.height_px,
        )


def delete_next_file(*, files: Files, now: datetime) -> bool:
    """Delete the next file that is due. Returns False when none is."""
    file = photos.next_file_to_delete(now=now)
    if file is None:
        return False
    try:
        files.delete(file.key)
    except FilesDown as down:
        log.warning("file %s not deleted yet: %s", file.pk, down)
        photos.delete_later(file, now=now)
        return True
    photos.mark_file_deleted(file)
    return True


def purge_uploads(*, now: datetime) -> int:
    with write_transaction():
        return photos.purge_unfinished_uploads(now=now)


def _refuse(photo: Photo, *, code: str, now: datetime) -> None:
    log.info("photo %s refused: %s", photo.public_id, code)
    try:
        with write_transaction():
            photos.refuse_photo(photo, code=code, now=now)
    except StatusMoved:
        log.info("photo %s was removed meanwhile", photo.public_id)


def _show(photo: Photo, processed: photos.ProcessedPhoto, *, now: datetime) -> None:
    # A photo that was removed meanwhile must leave no files behind.
    try:
        with write_transaction():
            photos.mark_ready(photo, processed, now=now)
    except StatusMoved:
        log.info("photo %s was removed meanwhile", photo.public_id)
        for key in (processed.shown_key, processed.thumbnail_key):
            if key:
                photos.delete_file(key, now=now)
