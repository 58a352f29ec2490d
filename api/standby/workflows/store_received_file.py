"""Store what came with a mail or text, checked like an upload: pictures made anew, whole PDFs."""

import logging
from datetime import datetime, timedelta
from typing import Final

import orjson
from django.db import transaction

from standby.core.jobs import GiveUp, JobHandler, Postpone
from standby.core.middleware import LARGEST_FILE_BYTES
from standby.core.models import Job
from standby.core.providers.files import FileGone, Files, FilesDown
from standby.documents.services.order_files import FileRefused, FileTooLarge, safe_content
from standby.inbox.models import Item, ReceivedFile
from standby.inbox.providers.media import Media, MediaDown, MediaGone, MediaTooLarge
from standby.inbox.rules.mail import read_mail
from standby.inbox.services.items import raw_of
from standby.inbox.services.received_files import mark_stored, refuse, waiting_file

log = logging.getLogger(__name__)

Refused = ReceivedFile.Refused
MOST_TRIES: Final = 3
ASKED_FOR: Final = timedelta(hours=24)  # then the provider is not asked again
_LEASE: Final = timedelta(minutes=3)  # longer than a picture may take
_RESTS: Final = timedelta(minutes=2)
_ENDINGS: Final = {"application/pdf": "pdf", "image/jpeg": "jpg"}


def received_file_handler(*, files: Files, media: Media | None) -> JobHandler:
    """Store one file. It is counted before: one that takes its worker down is refused."""

    def run(job: Job, now: datetime) -> None:
        file = waiting_file(job.key)
        if file is None:
            return
        if job.attempts > MOST_TRIES:
            raise GiveUp("it took its worker down")
        try:
            _store(file, files=files, media=media)
        except (FileRefused, FileTooLarge, MediaTooLarge, FileGone, MediaGone) as refusal:
            log.info("%s is refused: %s", file, type(refusal).__name__)
            refuse(file, _BECAUSE[type(refusal)])
        except (FilesDown, MediaDown) as down:
            # Not the file's fault, so its try is given back.
            if now - file.created_at > ASKED_FOR:
                refuse(file, Refused.UNREACHABLE)
                return
            log.warning("%s waits: %s", file, down)
            raise Postpone(now + _RESTS, is_overdue=True) from down

    def on_dead(job: Job, _reason: str, _now: datetime) -> None:
        if file := waiting_file(job.key):
            refuse(file, Refused.KIND)

    return JobHandler(kind=Job.Kind.RECEIVED_FILE, run=run, on_dead=on_dead, lease=_LEASE)


_BECAUSE: Final[dict[type[Exception], ReceivedFile.Refused]] = {
    FileRefused: Refused.KIND,
    FileTooLarge: Refused.SIZE,
    MediaTooLarge: Refused.SIZE,
    FileGone: Refused.GONE,
    MediaGone: Refused.GONE,
}


def _store(file: ReceivedFile, *, files: Files, media: Media | None) -> None:
    content, content_type = safe_content(_sent(file, files=files, media=media))
    key = f"inbox/files/{file.public_id}.{_ENDINGS[content_type]}"
    files.put(key, content, content_type=content_type)
    with transaction.atomic(durable=True):
        is_stored = mark_stored(file, key=key, content_type=content_type, size_bytes=len(content))
    if not is_stored:
        files.delete(key)  # its customer was erased meanwhile


def _sent(file: ReceivedFile, *, files: Files, media: Media | None) -> bytes:
    if file.item is None:
        raise FileGone
    raw = raw_of(file.item, files=files)
    if file.item.kind == Item.Kind.TEXT:
        url = str(orjson.loads(raw).get(f"MediaUrl{file.place}", ""))
        if media is None:
            raise MediaGone
        return media.read(url, most_bytes=LARGEST_FILE_BYTES)
    return _of_mail(raw, place=file.place)


def _of_mail(raw: bytes, *, place: int) -> bytes:
    # A mail that was stored could be read before; erased ones have no bytes.
    contents = [each.content for each in read_mail(raw).files if each.place == place]
    if not contents:
        raise FileGone
    return contents[0]
