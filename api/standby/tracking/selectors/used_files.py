"""Which files that a customer sent are among the photos or files of an order now."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet

from standby.documents.models import OrderFile
from standby.inbox.models import ReceivedFile, ReceivedFileUse
from standby.orders.models import Order
from standby.photos.models import Photo


@dataclass(frozen=True, slots=True, kw_only=True)
class UsableFile:
    """A file of the conversation, and where it is now among what belongs to the order."""

    file: ReceivedFile
    is_in_review: bool
    is_in_files: bool


def usable_files(files: Iterable[ReceivedFile], *, order: Order) -> list[UsableFile]:
    """Say of each file whether the order has it. What was removed or refused is there no more."""
    uses = ReceivedFileUse.objects.filter(order_ref=order.public_id)
    photos = Photo.objects.filter(review__order=order).exclude(status=Photo.Status.REFUSED)
    order_files = OrderFile.objects.filter(order=order, removed_at=None)
    in_review = _files_of(uses.filter(ref__in=photos.values("public_id")))
    in_files = _files_of(uses.filter(ref__in=order_files.values("public_id")))
    return [
        UsableFile(file=each, is_in_review=each.pk in in_review, is_in_files=each.pk in in_files)
        for each in files
    ]


def _files_of(uses: QuerySet[ReceivedFileUse]) -> set[int]:
    return set(uses.values_list("file_id", flat=True))
