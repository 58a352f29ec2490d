"""Search in what came from outside and belongs to nobody: it may name a customer all the same."""

import logging

from standby.core.providers.files import FileGone, Files
from standby.inbox.models import Item
from standby.inbox.rules.mail import read_mail
from standby.inbox.services.items import raw_of
from standby.workflows.data_subjects import DataSubject

log = logging.getLogger(__name__)


def items_naming(subject: DataSubject, *, files: Files) -> list[int]:
    """Return the keys of the items without a conversation that name this customer anywhere.

    Whatever their verdict: a report that we ignored names whom a mail did not reach. Call it
    outside a transaction, as large ones are read from the file store. Raises FilesDown.
    """
    # Few: each goes after 90 days.
    unplaced = Item.objects.filter(message=None)
    return [each.pk for each in unplaced.iterator(100) if _names(subject, each, files=files)]


def _names(subject: DataSubject, item: Item, *, files: Files) -> bool:
    try:
        raw = raw_of(item, files=files)
    except FileGone:
        raw = b""
    # As it came, and decoded: words may be encoded as base64.
    words = (item.sender, item.subject, raw.decode("latin-1"), _decoded(raw, item=item))
    return any(map(subject.is_in, words))


def _decoded(raw: bytes, *, item: Item) -> str:
    try:
        return read_mail(raw).text
    except Exception as error:  # what comes from outside may be anything
        log.info("%s cannot be read: %s", item, type(error).__name__, exc_info=error)
        return ""
