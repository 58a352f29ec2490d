"""Reports of the card provider that could not be taken: stored as they came, listed for staff."""

import json
import re
from datetime import datetime
from enum import StrEnum
from typing import Final
from uuid import UUID

from django.db.models import F, QuerySet

from standby.core.errors import Conflict, NotFound, _
from standby.core.words import say
from standby.inbox.models import Item
from standby.inbox.rules.clean import clean, one_line
from standby.inbox.services.items import ItemSettled, ref_of, source_named

Verdict = Item.Verdict
LARGEST_REPORT_BYTES: Final = 1024 * 1024  # of a larger one the row says how large it was
LONGEST_SHOWN: Final = 20_000  # characters of its JSON
IGNORED: Final = "ignored by staff"
_REF: Final = re.compile(r"[!-~]{1,100}")
_REPORTS: Final = Item.objects.filter(kind=Item.Kind.CARD_REPORT)


class ReportOf(StrEnum):
    """What was reported, in the words of its row."""

    EVENT = "payment event"
    PAYOUT = "payout"
    LINE = "payout line"


_TITLES: Final = {
    ReportOf.EVENT: _("Payment event %(number)s"),
    ReportOf.PAYOUT: _("Payout %(number)s"),
    ReportOf.LINE: _("Payout line %(number)s"),
}


class ReportNotFound(NotFound):
    code = "card_report_not_found"
    message = _("There is no such report of the card provider.")


class ReportHasNoOrder(Conflict):
    code = "card_report_has_no_order"
    message = _("This came from the card provider, so it belongs to no conversation.")


def set_aside_report(
    of: ReportOf, ref: str, raw: bytes, *, reason: str, part_of: str = "", now: datetime
) -> Item:
    """Store a report that could not be taken, once. One that staff ignored stays ignored."""
    reason = one_line(reason, most=200) or "it cannot be read"
    item, is_new = Item.objects.get_or_create(
        source=source_named(_source_of(of)),
        ref=stored_ref(ref, raw),
        defaults={
            "kind": Item.Kind.CARD_REPORT,
            "received_at": now,
            "part_of": part_of,
            "subject": one_line(ref, most=200),
            "size_bytes": len(raw),
            "raw": raw if len(raw) <= LARGEST_REPORT_BYTES else b"",
            "verdict": Verdict.SET_ASIDE,
            "reason": reason,
            "attempts": 1,
            "judged_at": now,
        },
    )
    if not is_new and item.verdict != Verdict.IGNORED:
        item.verdict, item.reason, item.judged_at = Verdict.SET_ASIDE, reason, now
        item.save(update_fields=["verdict", "reason", "judged_at"])
    return item


def stored_ref(ref: str, raw: bytes) -> str:
    """Return the provider's id where it can be one, else a hash of what came."""
    return ref if _REF.fullmatch(ref) else ref_of(raw or ref.encode(errors="replace"))


def take_report(of: ReportOf, ref: str, *, now: datetime) -> None:
    """Note that a report which was set aside has been taken meanwhile."""
    _REPORTS.filter(source__name=_source_of(of), ref=ref).exclude(verdict=Verdict.TAKEN).update(
        verdict=Verdict.TAKEN, reason="", judged_at=now
    )


def open_reports() -> QuerySet[Item]:
    return _REPORTS.filter(verdict=Verdict.SET_ASIDE)


def has_open_lines(payout_ref: str) -> bool:
    return open_reports().filter(part_of=payout_ref).exclude(part_of="").exists()


def reports_of(verdict: str, *, before: int | None, most: int) -> list[Item]:
    """Return reports with this verdict, newest first, below the item numbered `before`."""
    reports = _REPORTS.filter(verdict=verdict).select_related("source").defer("raw")
    if before is not None:
        reports = reports.filter(pk__lt=before)
    return list(reports.order_by("-pk")[:most])


def report_by_id(public_id: UUID) -> Item:
    """Raises ReportNotFound."""
    item = _REPORTS.filter(public_id=public_id).select_related("source").first()
    if item is None:
        raise ReportNotFound
    return item


def ensure_no_report(public_id: UUID) -> None:
    """Raises ReportHasNoOrder."""
    if _REPORTS.filter(public_id=public_id).exists():
        raise ReportHasNoOrder


def kind_of_report(item: Item) -> ReportOf:
    return {_source_of(of): of for of in ReportOf}[item.source.name]


def title_of(item: Item) -> str:
    """Return what a list calls a report: `Payout line txn_1 of payout po_1`."""
    title = say(_TITLES[kind_of_report(item)], number=item.subject).strip()
    if item.part_of:
        return say("%(title)s of payout %(payout)s", title=title, payout=item.part_of)
    return title


def shown_json(item: Item) -> str:
    """Return the report's JSON as lines for a person, cut at 20,000 characters."""
    raw = bytes(item.raw)
    try:
        text = json.dumps(json.loads(raw), indent=1)
    except (ValueError, RecursionError):
        text = raw.decode(errors="replace")
    return clean(text[:LONGEST_SHOWN])


def set_reason(item: Item, reason: str) -> None:
    Item.objects.filter(pk=item.pk).update(reason=reason)


def note_attempt(item: Item) -> None:
    """Count a try at which the provider answered."""
    Item.objects.filter(pk=item.pk).update(attempts=F("attempts") + 1)


def ignore_report(item: Item, *, now: datetime) -> None:
    """Take a report from the list; it is kept. Raises ItemSettled."""
    ignored = open_reports().filter(pk=item.pk)
    if not ignored.update(verdict=Verdict.IGNORED, reason=IGNORED, judged_at=now):
        raise ItemSettled


def _source_of(of: ReportOf) -> str:
    return f"card provider, {of}s"
