"""The files that snapshots contain: finished photos and documents of customers not erased."""

from collections.abc import Iterator
from itertools import chain

from standby.documents.models import OrderFile
from standby.photos.models import Photo


def keys_of_kept_files() -> Iterator[str]:
    # Never the original uploads (`Photo.key`), which hold location metadata and are deleted within
    # minutes.
    photos = Photo.objects.filter(
        status=Photo.Status.READY, review__order__customer__erased_at=None
    ).values_list("shown_key", "thumbnail_key")
    documents = OrderFile.objects.filter(order__customer__erased_at=None)
    shown = (key for keys in photos.iterator() for key in keys if key)
    return chain(shown, documents.values_list("key", flat=True).iterator())
