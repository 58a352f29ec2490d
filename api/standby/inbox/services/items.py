"""Items from outside: each is stored as it came, then judged alone."""

import logging
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import F

from standby.core.errors import Conflict, NotFound, _
from standby.core.provider_calls import ProviderDown
from standby.core.providers.files import FileGone, Files
from standby.core.unavailable import is_unavailable
from standby.inbox.models import Item, Source
from standby.inbox.rules.clean import one_line
from standby.messaging.models import InboundMessage

log = logging.getLogger(__name__)

Verdict = Item.Verdict
Proof = Item.Proof
LARGEST_MAIL_BYTES: Final = 25 * 1024 * 1024
LARGEST_IN_ROW_BYTES: Final = 64 * 1024  # larger ones are files
# An item that takes its worker down each time is set aside in the end.
MOST_ATTEMPTS: Final = 5
JUDGED_AGAIN_AFTER: Final = timedelta(seconds=20)  # by another than who stored it
TEXTS: Final = "texts"  # the source of all texts
POSTED_MAILS: Final = "posted mails"  # ... of mails that come by our webhook
_OPEN: Final = {Verdict.SET_ASIDE, Verdict.NOBODY, Verdict.FORGED}
_ANEW: Final = {"reason": "", "judged_at": None, "attempts": 0}


class ItemNotFound(NotFound):
    code = "inbox_item_not_found"
    message = _("There is no such item.")


class ItemSettled(Conflict):
    code = "inbox_item_settled"
    message = _("Somebody has dealt with this already.")


class ItemNotFetched(Conflict):
    code = "inbox_item_not_fetched"
    message = _(
        "It was not fetched. Open it in the mailbox, or ask its sender for it; here you can say "
        "whose it is."
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgment:
    """What becomes of an item. `reason` says why in a few words, to staff."""

    verdict: Verdict
    reason: str = ""
    proof: Proof = Proof.NOT
    order_ref: UUID | None = None
    message: InboundMessage | None = None
    reply: str = ""  # to its sender, by the call that brought it


class _JudgedMeanwhile(Exception):
    """Another worker was first: what was made of the item here is taken back."""


Judge = Callable[[Item, bytes, datetime], Judgment]


def source_named(name: str) -> Source:
    return Source.objects.get_or_create(name=name[:300])[0]


def ref_of(raw: bytes) -> str:
    """Return what two copies of the same mail have in common."""
    return sha256(raw).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrived:
    """An item as its source has it. With `set_aside`, a reason, it was left there unread."""

    ref: str  # the same for the same item, whenever it is read
    kind: Item.Kind
    raw: bytes = b""
    sender: str = ""
    subject: str = ""
    size_bytes: int = 0
    set_aside: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredBytes:
    """An item's bytes: a few in its row, many in the file `key`."""

    raw: bytes = b""
    key: str = ""


def store_bytes(source: Source, raw: bytes, *, files: Files) -> StoredBytes:
    """Store the bytes of an item before its row. Raises FilesDown.

    Call it outside a transaction: the file store may be slow.
    """
    if len(raw) <= LARGEST_IN_ROW_BYTES:
        return StoredBytes(raw=raw)
    # By its content, so that a file whose row was never committed is found again.
    key = f"inbox/{source.pk}/{ref_of(raw)}.eml"
    files.put(key, raw, content_type="message/rfc822")
    return StoredBytes(key=key)


def is_stored(source: Source, ref: str) -> bool:
    return Item.objects.filter(source=source, ref=ref).exists()


def store_item(source: Source, arrived: Arrived, *, stored: StoredBytes, now: datetime) -> Item:
    """Store an item as it came, once."""
    item, _is_new = Item.objects.get_or_create(
        source=source,
        ref=arrived.ref,
        defaults={
            "kind": arrived.kind,
            "received_at": now,
            "sender": one_line(arrived.sender, most=254),
            "subject": one_line(arrived.subject, most=200),
            "size_bytes": arrived.size_bytes,
            "raw": stored.raw,
            "raw_key": stored.key,
            "verdict": Verdict.SET_ASIDE if arrived.set_aside else Verdict.WAITING,
            "reason": arrived.set_aside[:200],
            "judged_at": now if arrived.set_aside else None,
        },
    )
    return item


def raw_of(item: Item, *, files: Files) -> bytes:
    """Return an item as it came; b"" for one that was not fetched.

    Raises FilesDown and FileGone.
    """
    return files.read(item.raw_key) if item.raw_key else bytes(item.raw)


def judge_item(item_id: int, *, judge: Judge, files: Files, now: datetime) -> Judgment | None:
    """Judge an item that waits, in a transaction of its own; None when there is nothing to judge.

    Whatever reading it raises sets it aside, with what was raised as the reason: what comes from
    outside may be anything. Raises what says that the database or the file store is away; the item
    waits then, and the attempt does not count.
    """
    item = _claimed(item_id, now=now)
    if item is None:
        return None
    try:
        raw = raw_of(item, files=files)
        with transaction.atomic(durable=True):
            judgment = judge(item, raw, now)
            if not _note(item, judgment, now=now):
                raise _JudgedMeanwhile
            return judgment
    except _JudgedMeanwhile:
        return None
    except Exception as error:
        if is_unavailable(error):
            raise
        if isinstance(error, ProviderDown):
            Item.objects.filter(pk=item.pk).update(attempts=F("attempts") - 1)
            raise
        name = type(error).__name__
        log.warning("%s was set aside: %s", item, name, exc_info=not isinstance(error, FileGone))
        aside = Judgment(verdict=Verdict.SET_ASIDE, reason=f"it could not be read ({name})")
        return aside if _note(item, aside, now=now) else None


def _claimed(item_id: int, *, now: datetime) -> Item | None:
    # Counted before it is read, and kept whatever happens then.
    waiting = Item.objects.filter(pk=item_id, verdict=Verdict.WAITING)
    waiting.update(attempts=F("attempts") + 1)
    item = waiting.select_related("source").first()
    if item is not None and item.attempts > MOST_ATTEMPTS:
        reason = f"it could not be finished in {MOST_ATTEMPTS} attempts"
        _note(item, Judgment(verdict=Verdict.SET_ASIDE, reason=reason), now=now)
        return None
    return item


def _note(item: Item, judgment: Judgment, *, now: datetime) -> bool:
    # False when somebody judged it meanwhile.
    changed = Item.objects.filter(pk=item.pk, verdict=Verdict.WAITING).update(
        verdict=judgment.verdict,
        reason=judgment.reason[:200],
        proof=judgment.proof,
        order_ref=judgment.order_ref,
        message=judgment.message,
        judged_at=now,
    )
    return changed > 0


def waiting_items(*, now: datetime, most: int) -> list[int]:
    """Return items that nobody judged: their worker ended, or could not reach the database."""
    before = now - JUDGED_AGAIN_AFTER
    waiting = Item.objects.filter(verdict=Verdict.WAITING, received_at__lte=before)
    return list(waiting.order_by("pk").values_list("pk", flat=True)[:most])


def item_by_id(public_id: UUID) -> Item:
    """Return a mail or text. Raises ItemNotFound."""
    items = Item.objects.filter(public_id=public_id, kind__in=Item.MESSAGES)
    item = items.select_related("source").first()
    if item is None:
        raise ItemNotFound
    return item


def let_try_again(item: Item) -> None:
    """Let an item be judged anew. Raises ItemNotFetched and ItemSettled."""
    if not item.raw_key and not item.raw:
        raise ItemNotFetched
    _settle(item, _OPEN | {Verdict.IGNORED}, verdict=Verdict.WAITING, **_ANEW)


def ignore_item(item: Item, *, now: datetime) -> None:
    """Take an item from the list; it is kept. Raises ItemSettled."""
    _settle(item, _OPEN, verdict=Verdict.IGNORED, reason="ignored by staff", judged_at=now)


def assign_item(item: Item, *, message: InboundMessage, order_ref: UUID, now: datetime) -> None:
    """Note that an item belongs to an order, as a person says. Raises ItemSettled."""
    _settle(
        item,
        _OPEN | {Verdict.IGNORED},
        verdict=Verdict.TAKEN,
        reason="staff named its order",
        proof=item.proof or Proof.CLAIMED,
        order_ref=order_ref,
        message=message,
        judged_at=now,
    )


def items_of(verdict: str, *, before: int | None, most: int) -> list[Item]:
    """Return mails and texts with this verdict, newest first, below the item numbered `before`."""
    items = Item.objects.filter(verdict=verdict, kind__in=Item.MESSAGES)
    items = items.select_related("source").defer("raw")
    if before is not None:
        items = items.filter(pk__lt=before)
    return list(items.order_by("-pk")[:most])


def _settle(item: Item, before: Collection[str], **values: object) -> None:
    # Of two presses at the same time one gets it.
    if not Item.objects.filter(pk=item.pk, verdict__in=before).update(**values):
        raise ItemSettled
