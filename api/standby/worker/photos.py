"""Process uploaded photos and videos, and delete files that are no longer needed."""

import logging
import tempfile
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from standby.apps.photos import services as photos
from standby.apps.photos.models import Photo
from standby.domain.lifecycle import StatusMoved
from standby.flows.writing import write_transaction
from standby.providers import pictures
from standby.providers.files import FileGone, Files, FilesDown
from standby.providers.pictures import PHOTO_TYPES, VIDEO_TYPES, PictureRefused
from standby.providers.pictures.darkroom import ProcessingJob, identify_photo

log = logging.getLogger(__name__)

_TYPES: Final = {"photo": PHOTO_TYPES, "video": VIDEO_TYPES}
_ROUND_S: Final = 0.2  # seconds a round waits for a photo; short, because the lane has other jobs
_JPEG: Final = "image/jpeg"
_MP4: Final = "video/mp4"


@dataclass(slots=True, kw_only=True)
class _InProgress:
    photo: Photo
    folder: "tempfile.TemporaryDirectory[str]"
    developing: ProcessingJob


class PhotoWorker:
    """Processes one photo at a time in a child process, polled so that it blocks no other job."""

    def __init__(self, *, files: Files) -> None:
        self._files = files
        self._at_work: _InProgress | None = None
        self.peak_bytes = 0

    def process_next(self, *, now: datetime) -> bool:
        """Start or poll the processing of a photo. Returns False when none is due."""
        if self._at_work is None:
            return self._begin(now=now)
        if self._at_work.developing.is_done(wait_s=_ROUND_S):
            at_work, self._at_work = self._at_work, None
            with at_work.folder:
                self._finish(at_work, now=now)
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
            self._at_work = self._begun(photo, folder)
        except PictureRefused as refused:
            _refuse(photo, code=refused.code, now=now)
        except FileGone:
            _refuse(photo, code=f"{photo.kind}_incomplete", now=now)
        except FilesDown as down:
            log.warning("photo %s waits: %s", photo.public_id, down)
            photos.release_photo(photo, now=now)
        finally:
            if self._at_work is None:
                folder.cleanup()
        return True

    def _begun(self, photo: Photo, folder: "tempfile.TemporaryDirectory[str]") -> _InProgress:
        sent = Path(folder.name) / "sent"
        self._files.fetch(photo.key, target=sent)
        if sent.stat().st_size != photo.size_bytes:
            raise PictureRefused(f"{photo.kind}_incomplete")
        identify_photo(sent, types=_TYPES[photo.kind], kind=photo.kind)
        made = Path(folder.name) / "made"
        made.mkdir()
        developing = ProcessingJob(kind=photo.kind, file=sent, folder=made)
        return _InProgress(photo=photo, folder=folder, developing=developing)

    def _finish(self, at_work: _InProgress, *, now: datetime) -> None:
        photo = at_work.photo
        try:
            developed = self._store(photo, at_work.developing.result())
        except PictureRefused as refused:
            _refuse(photo, code=refused.code, now=now)
            return
        except FilesDown as down:
            log.warning("photo %s waits: %s", photo.public_id, down)
            photos.release_photo(photo, now=now)
            return
        finally:
            self.peak_bytes = at_work.developing.peak_bytes
        _show(photo, developed, now=now)

    def _store(self, photo: Photo, made: pictures.Photo | pictures.Video) -> photos.ProcessedPhoto:
        # Files first, then the row that names them. Raises FilesDown.
        beside = photo.key.rpartition("/")[0]
        if isinstance(made, pictures.Video):
            shown_key = f"{beside}/video.mp4"
            self._files.store(shown_key, made.shown, content_type=_MP4)
            return photos.ProcessedPhoto(
                content_type=_MP4,
                shown_key=shown_key,
                width_px=made.width_px,
                height_px=made.height_px,
                duration_s=made.duration_s,
            )
        shown_key, thumbnail_key = f"{beside}/shown.jpg", f"{beside}/thumbnail.jpg"
        self._files.store(shown_key, made.shown, content_type=_JPEG)
        self._files.store(thumbnail_key, made.thumbnail, content_type=_JPEG)
        return photos.ProcessedPhoto(
            content_type=_JPEG,
            shown_key=shown_key,
            thumbnail_key=thumbnail_key,
            width_px=made.width_px,
            height_px=made.height_px,
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


def _show(photo: Photo, developed: photos.ProcessedPhoto, *, now: datetime) -> None:
    # A photo that was removed meanwhile must leave no files behind.
    try:
        with write_transaction():
            photos.mark_ready(photo, developed, now=now)
    except StatusMoved:
        log.info("photo %s was removed meanwhile", photo.public_id)
        for key in (developed.shown_key, developed.thumbnail_key):
            if key:
                photos.delete_file(key, now=now)
