"""Mails as they come, from a mailbox or posted to us: described, and stored once."""

import logging
from datetime import datetime
from typing import Final

from django.db import transaction

from standby.core.providers.files import Files
from standby.inbox.models import Item, Source
from standby.inbox.rules.mail import sender_and_subject
from standby.inbox.services.items import (
    LARGEST_MAIL_BYTES,
    POSTED_MAILS,
    Arrived,
    StoredBytes,
    is_stored,
    ref_of,
    source_named,
    store_bytes,
    store_item,
)

log = logging.getLogger(__name__)

TOO_LARGE: Final = f"larger than {LARGEST_MAIL_BYTES // 1024**2} MB"


def arrived_mail(raw: bytes, *, size_bytes: int) -> Arrived:
    """Describe a mail. Of one that is too large `raw` is its first part alone, and not kept."""
    is_too_large = size_bytes > LARGEST_MAIL_BYTES
    sender, subject = _described(raw)
    return Arrived(
        ref=ref_of(raw),
        kind=Item.Kind.MAIL,
        raw=b"" if is_too_large else raw,
        sender=sender,
        subject=subject,
        size_bytes=size_bytes,
        set_aside=TOO_LARGE if is_too_large else "",
    )


def take_posted_mail(raw: bytes, *, size_bytes: int, files: Files, now: datetime) -> None:
    """Store a mail that was posted to us, once however often it comes; a worker judges it.

    Raises FilesDown: then it has to be posted again.
    """
    source = source_named(POSTED_MAILS)
    arrived = arrived_mail(raw, size_bytes=size_bytes)
    # What is here already is not stored a second time: it may have been erased since.
    is_new = not is_stored(source, arrived.ref)
    stored = store_bytes(source, arrived.raw, files=files) if is_new else StoredBytes()
    with transaction.atomic(durable=True):
        if is_new:
            store_item(source, arrived, stored=stored, now=now)
        Source.objects.filter(pk=source.pk).update(read_at=now)


def _described(raw: bytes) -> tuple[str, str]:
    try:
        return sender_and_subject(raw)
    except Exception as error:
        log.warning("a mail's sender and subject cannot be read", exc_info=error)
        return "", ""
