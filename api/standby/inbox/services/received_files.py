"""Pictures and papers that came with a mail or text: noted with it, then checked and stored."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

from standby.core import jobs
from standby.core.errors import NotFound, _
from standby.core.models import Job
from standby.core.transactions import in_transaction
from standby.inbox.models import Item, ReceivedFile, ReceivedFileUse
from standby.inbox.rules.mail import ReceivedMail
from standby.messaging.models import InboundMessage

Status, Refused = ReceivedFile.Status, ReceivedFile.Refused
MOST_FILES: Final = 20  # of one mail or text; the others stay in the item as it came
# Signatures of mail programs: nobody sends them to be looked at.
_NO_FILES: Final = frozenset({"application/pkcs7-signature", "application/pgp-signature"})


class ReceivedFileNotFound(NotFound):
    code = "received_file_not_found"
    message = _("There is no such file, or it cannot be opened.")


def note_files_of_mail(
    mail: ReceivedMail, *, item: Item, message: InboundMessage, now: datetime
) -> None:
    """Note which files came with a mail; a worker stores them. Safe to repeat."""
    files = [(each.place, each.name) for each in mail.files if each.content_type not in _NO_FILES]
    note_files(files, item=item, message=message, now=now)


@in_transaction
def note_files(
    files: Sequence[tuple[int, str]], *, item: Item, message: InboundMessage, now: datetime
) -> None:
    """Note files by their place in the item and their name."""
    known = set(message.received_files.values_list("place", flat=True))
    rows = [
        ReceivedFile(message=message, item=item, place=place, name=name, created_at=now)
        for place, name in files[:MOST_FILES]
        if place not in known
    ]
    # Another copy of the same mail may be judged at the same moment.
    ReceivedFile.objects.bulk_create(rows, ignore_conflicts=True)
    queued = [(Job.Kind.RECEIVED_FILE, str(each.public_id)) for each in rows]
    jobs.enqueue(*queued, due_at=now)


def waiting_file(public_id: str) -> ReceivedFile | None:
    waiting = ReceivedFile.objects.filter(public_id=public_id, status=Status.WAITING)
    return waiting.select_related("item").first()


def mark_stored(file: ReceivedFile, *, key: str, content_type: str, size_bytes: int) -> bool:
    """Returns False when it was erased meanwhile."""
    return _settle(
        file, status=Status.STORED, key=key, content_type=content_type, size_bytes=size_bytes
    )


def refuse(file: ReceivedFile, because: ReceivedFile.Refused) -> None:
    _settle(file, status=Status.REFUSED, refused_because=because)


def stored_file(public_id: UUID, *, messages: Sequence[int]) -> ReceivedFile:
    """Return a stored file of these messages. Raises ReceivedFileNotFound."""
    stored = ReceivedFile.objects.filter(message__in=messages, status=Status.STORED)
    file = stored.filter(public_id=public_id).select_related("message").first()
    if file is None:
        raise ReceivedFileNotFound
    return file


def note_use(
    file: ReceivedFile,
    *,
    order_ref: UUID,
    place: ReceivedFileUse.Place,
    ref: UUID,
    now: datetime,
) -> None:
    """Note that a file became this photo, or this file, of an order. Safe to repeat."""
    use = ReceivedFileUse(file=file, order_ref=order_ref, place=place, ref=ref, created_at=now)
    # Several presses at the same moment put it there once.
    ReceivedFileUse.objects.bulk_create([use], ignore_conflicts=True)


def _settle(file: ReceivedFile, **values: object) -> bool:
    waiting = ReceivedFile.objects.filter(pk=file.pk, status=Status.WAITING)
    return waiting.update(**values) > 0
