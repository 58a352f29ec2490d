"""Files that staff add to an order: permits, approvals, reports, job photos."""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID, uuid4

from django.db import transaction

from standby.core.errors import Conflict, Invalid, TooLarge, _
from standby.core.middleware import LARGEST_FILE_BYTES
from standby.core.policy import RateLimitRule
from standby.core.providers.files import Files
from standby.documents.models import OrderFile
from standby.documents.providers.pdf_files import PdfRefused, ensure_safe_pdf
from standby.documents.selectors import file_of, next_version
from standby.orders.models import Order
from standby.orders.selectors import orders
from standby.orders.services.order_log import log_change
from standby.photos.providers.pictures import PictureRefused
from standby.photos.providers.pictures.file_type import is_plain_pdf
from standby.photos.providers.pictures.process import reencode_photo

ContentType = OrderFile.ContentType
FILES_PER_MEMBER: Final = RateLimitRule(
    name="order_files_member", limit=120, window=timedelta(hours=1)
)


class FileTooLarge(TooLarge):
    code = "order_file_too_large"
    message = _("A file can be up to 20 MB.")


class FileRefused(Invalid):
    code = "order_file_refused"
    message = _("Please choose a PDF, JPG, PNG or HEIC file that opens on your computer.")


class PictureRequired(Invalid):
    code = "order_picture_required"
    message = _("Please choose a picture: JPG, PNG or HEIC.")


class DocumentStays(Conflict):
    code = "document_stays"
    message = _("We made this document, so it stays with the order.")


def add_order_file(
    order: Order,
    *,
    kind: OrderFile.Type,
    content: bytes,
    note: str = "",
    use: Callable[[OrderFile], object] | None = None,
    files: Files,
    actor: str,
    now: datetime,
) -> OrderFile:
    """Store a PDF as it is, or a picture made anew from its pixels. Call it outside a transaction.

    A photo or a signature is a picture. Idempotent: the same file of the same kind is stored once.
    `use` is called with the file in the transaction that stores it, the order locked: what it
    raises leaves neither row nor file.
    Raises FileTooLarge, FileRefused, PictureRequired, CustomerErased and FilesDown.
    """
    content, content_type = safe_content(content, kind=kind)
    digest = hashlib.sha256(content).hexdigest()
    stored = order.files.filter(type=kind, sha256=digest, removed_at=None)
    if (same := stored.first()) is not None:
        with transaction.atomic(durable=True):
            orders.lock_order_to_store(order.pk)
            _use(same, use)
        return same
    ending = "pdf" if content_type == ContentType.PDF else "jpg"
    key = f"orders/{order.public_id}/{kind}-{uuid4().hex}.{ending}"
    files.put(key, content, content_type=content_type)
    with _storing(key, order=order, files=files):
        file, is_new = stored.get_or_create(
            defaults={
                "order": order,
                "type": kind,
                "title": kind.label,
                "version": next_version(order, file_type=kind),
                "key": key,
                "sha256": digest,
                "size_bytes": len(content),
                "content_type": content_type,
                "note": note,
                "added_by": actor,
                "created_at": now,
            }
        )
        if is_new:
            log_change(order, subject="file", change=("", kind), actor=actor, now=now, note=note)
        _use(file, use)
    if not is_new:
        files.delete(key)
    return file


def _use(file: OrderFile, use: Callable[[OrderFile], object] | None) -> None:
    if use is not None:
        use(file)


@contextmanager
def _storing(key: str, *, order: Order, files: Files) -> Iterator[None]:
    # Whatever is raised inside, the file goes.
    try:
        with transaction.atomic(durable=True):
            orders.lock_order_to_store(order.pk)
            yield
    except Exception:
        files.delete(key)
        raise


def remove_order_file(order: Order, *, file_id: UUID, actor: str, now: datetime) -> None:
    """Hide a file that staff added; its row and its bytes stay. Raises DocumentNotFound and
    DocumentStays.
    """
    with transaction.atomic(durable=True):
        orders.lock_order(order.pk)
        file = file_of(order, file_id=file_id)
        if not file.added_by:
            raise DocumentStays
        file.removed_at = now
        file.save(update_fields=["removed_at"])
        change = (file.type, "removed")
        log_change(order, subject="file", change=change, actor=actor, now=now, note=file.note)


def safe_content(
    content: bytes, *, kind: OrderFile.Type = OrderFile.Type.OTHER
) -> tuple[bytes, OrderFile.ContentType]:
    """Return a whole PDF that only shows its pages as it is, or a picture made anew, with its type.

    Raises FileTooLarge, FileRefused, and PictureRequired for a PDF of a kind that is a picture.
    """
    if len(content) > LARGEST_FILE_BYTES:
        raise FileTooLarge(field="file")
    if is_plain_pdf(content):
        if kind in OrderFile.PICTURES:
            raise PictureRequired(field="file")
        return _safe_pdf(content), ContentType.PDF
    try:
        return reencode_photo(content), ContentType.JPEG
    except PictureRefused as refused:
        raise FileRefused(field="file") from refused


def _safe_pdf(content: bytes) -> bytes:
    try:
        ensure_safe_pdf(content)
    except PdfRefused as refused:
        raise FileRefused(field="file") from refused
    return content
