"""Read the mailbox of replies, one mail after another: none of them stops the next."""

import logging
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from standby.core.providers.files import Files, FilesDown
from standby.inbox.models import Item, Source
from standby.inbox.providers.mailbox import Inbox, InboxDown, OpenInbox
from standby.inbox.rules.clean import one_line
from standby.inbox.services.items import (
    LARGEST_MAIL_BYTES,
    Arrived,
    Judge,
    StoredBytes,
    is_stored,
    judge_item,
    source_named,
    store_bytes,
    store_item,
    waiting_items,
)
from standby.workflows.receive_mail import judge_mail
from standby.workflows.take_mail import arrived_mail
from standby.workflows.take_text import judge_text

log = logging.getLogger(__name__)

MOST_AT_ONCE: Final = 100
READ_AGAIN: Final = timedelta(days=14)  # of a mailbox that was made anew
_MOST_FAILURES: Final = 5  # to hand over the same mail, then the next one is read
JUDGES: Final[dict[str, Judge]] = {Item.Kind.MAIL: judge_mail, Item.Kind.TEXT: judge_text}


def read_inbox(*, inbox: Inbox, mailbox: str, files: Files, now: datetime) -> int:
    """Receive what arrived since the last time, and return how many mails were stored.

    A mailbox that is looked into for the first time is read from then on. Raises InboxDown, and
    FilesDown, once the source says so.
    """
    source = source_named(mailbox)
    try:
        with inbox.opened() as opened:
            uids = _new_uids(source, opened, now=now)
            for uid in uids:
                _take_mail(source, opened, uid, files=files, now=now)
    except Exception as error:
        reason = str(error) if isinstance(error, InboxDown) else type(error).__name__
        Source.objects.filter(pk=source.pk).update(
            failed_at=now, last_error=one_line(reason, most=200)
        )
        raise
    Source.objects.filter(pk=source.pk).update(read_at=now, last_error="")
    return len(uids)


def judge_waiting_items(*, files: Files, now: datetime) -> int:
    """Judge what was stored and not judged, and return how many: its worker ended, or had no
    database. Raises FilesDown, after all the others.
    """
    waiting, down = waiting_items(now=now, most=MOST_AT_ONCE), None
    for item_id in waiting:
        try:
            judge_stored(item_id, files=files, now=now)
        except FilesDown as error:  # those that lie in the database are judged all the same
            down = error
    if down is not None:
        raise down
    return len(waiting)


def judge_stored(item_id: int, *, files: Files, now: datetime) -> None:
    """Judge an item by what it is. Raises only what says that we ourselves cannot go on."""
    kind = Item.objects.values_list("kind", flat=True).get(pk=item_id)
    judge_item(item_id, judge=JUDGES[kind], files=files, now=now)


def _new_uids(source: Source, opened: OpenInbox, *, now: datetime) -> list[int]:
    if source.uid_validity != opened.uid_validity:
        last = opened.newest_uid
        if source.uid_validity:
            # Another mailbox under the same name: numbers of before say nothing. What is read twice
            # is stored once, by its content.
            log.warning(
                "%s is another mailbox now: %s days are read again", source, READ_AGAIN.days
            )
            recent = opened.uids_since((now - READ_AGAIN).date())
            last = min(recent, default=last + 1) - 1
        source.uid_validity, source.last_uid = opened.uid_validity, last
        source.failing_uid = source.failures = 0
        source.save()
    return opened.uids_after(source.last_uid)[:MOST_AT_ONCE]


def _take_mail(source: Source, opened: OpenInbox, uid: int, *, files: Files, now: datetime) -> None:
    try:
        mail = _fetched(source, opened, uid)
    except InboxDown:
        is_same = source.failing_uid == uid
        source.failing_uid, source.failures = uid, source.failures + 1 if is_same else 1
        source.save(update_fields=["failing_uid", "failures"])
        raise
    # What is here already is not stored a second time: it may have been erased since.
    is_new = mail is not None and not is_stored(source, mail.ref)
    stored = store_bytes(source, mail.raw, files=files) if mail and is_new else StoredBytes()
    with transaction.atomic(durable=True):
        item = store_item(source, mail, stored=stored, now=now) if mail and is_new else None
        # Only ahead: another worker may be further.
        Source.objects.filter(
            pk=source.pk, uid_validity=source.uid_validity, last_uid__lt=uid
        ).update(last_uid=uid, failing_uid=0, failures=0)
    if item is not None:
        judge_stored(item.pk, files=files, now=now)


def _fetched(source: Source, opened: OpenInbox, uid: int) -> Arrived | None:
    if source.failing_uid == uid and source.failures >= _MOST_FAILURES:
        why = f"the mailbox did not hand it over (mail {uid})"
        ref = f"{source.uid_validity}:{uid}"
        return Arrived(ref=ref, kind=Item.Kind.MAIL, set_aside=why)
    size_bytes = opened.size_bytes(uid)
    if size_bytes is None:
        return None  # gone since it was listed
    is_too_large = size_bytes > LARGEST_MAIL_BYTES
    raw = opened.head(uid) if is_too_large else opened.whole(uid)
    if not raw:
        return None
    return arrived_mail(raw, size_bytes=size_bytes)
