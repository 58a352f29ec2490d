"""Put a picture or paper that a customer sent where it is needed, by one press of staff."""

from datetime import datetime
from typing import Final
from uuid import UUID

from standby.core.providers.files import Files
from standby.documents.models import OrderFile
from standby.documents.services.order_files import add_order_file
from standby.inbox.models import ReceivedFile, ReceivedFileUse
from standby.inbox.services.received_files import note_use, stored_file
from standby.orders.models import Order
from standby.photos.models import Photo
from standby.photos.rules import EXTRAS
from standby.photos.selectors import review_of
from standby.photos.services.photos import TooManyPhotos, add_photo
from standby.tracking.selectors.conversation import messages_from
from standby.tracking.selectors.used_files import UsableFile, usable_files

Place = ReceivedFileUse.Place
_NOTES: Final = {"email": "came by email", "sms": "came by text"}


def received_file(order: Order, file_id: UUID) -> ReceivedFile:
    """Return a stored file of this customer's conversation. Raises ReceivedFileNotFound."""
    return stored_file(file_id, messages=[each.pk for each in messages_from(order.customer)])


def put_in_review(
    order: Order, file_id: UUID, *, files: Files, actor: str, now: datetime
) -> UsableFile:
    """Add a picture to the order's photos, in the next free place, unless it is among them.

    Raises ReceivedFileNotFound, PhotosNotRequested, PhotosClosed, TooManyPhotos and what
    `add_photo` raises for what is no picture.
    """
    file = received_file(order, file_id)
    if not _usable(file, order=order).is_in_review:
        content = files.read(file.key)
        slot = _free_slot(order)
        photo = add_photo(order, slot=slot, content=content, files=files, actor=actor, now=now)
        ref = photo.public_id
        note_use(file, order_ref=order.public_id, place=Place.REVIEW, ref=ref, now=now)
    return _usable(file, order=order)


def put_in_files(
    order: Order, file_id: UUID, *, files: Files, actor: str, now: datetime
) -> UsableFile:
    """Add a picture or PDF to the order's files, for staff to see, unless it is among them.

    Raises ReceivedFileNotFound, FilesDown and what `add_order_file` raises.
    """
    file = received_file(order, file_id)
    if not _usable(file, order=order).is_in_files:
        added = add_order_file(
            order,
            kind=OrderFile.Type.OTHER,
            content=files.read(file.key),
            note=_NOTES[file.message.channel],
            files=files,
            actor=actor,
            now=now,
        )
        ref = added.public_id
        note_use(file, order_ref=order.public_id, place=Place.FILES, ref=ref, now=now)
    return _usable(file, order=order)


def _usable(file: ReceivedFile, *, order: Order) -> UsableFile:
    return usable_files([file], order=order)[0]


def _free_slot(order: Order) -> str:
    taken = review_of(order).photos.exclude(status=Photo.Status.REFUSED)
    slots = set(taken.values_list("slot", flat=True))
    free = next((extra.slot for extra in EXTRAS if extra.slot not in slots), None)
    if free is None:
        raise TooManyPhotos
    return free
