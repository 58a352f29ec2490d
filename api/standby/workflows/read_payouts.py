"""Read the card provider's payouts: each payout and each line is judged alone.

One that cannot be taken is set aside for staff, and stops no other.
"""

import logging
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Any, Final

from django.db import transaction

from standby.core.provider_calls import ProviderDown
from standby.core.sweeps import ALL_AT_ONCE, Steps
from standby.core.unavailable import is_unavailable
from standby.inbox.models import Item
from standby.inbox.services.card_reports import ReportOf, set_aside_report, take_report
from standby.inbox.services.items import ref_of
from standby.payments.models import Payout
from standby.payments.providers.cards import (
    Cards,
    PayoutLine,
    PayoutState,
    Report,
    ReportUnreadable,
)
from standby.payments.services.payouts import (
    ensure_not_ahead,
    match_lines,
    note_lines_read,
    store_line,
    store_payout,
    unread_since,
)

log = logging.getLogger(__name__)

_NEVER: Final = datetime.min.replace(tzinfo=UTC)


def read_payouts(*, cards: Cards, now: datetime, steps: Steps = ALL_AT_ONCE) -> int:
    """Read the provider's payouts since the last ones and match their lines with the ledger.

    Returns how many payouts were taken. Safe to repeat. Raises CardsDown; what was read before
    stays.
    """
    since = unread_since()
    distinct = _each_once([] if since is None else cards.payouts_since(since))
    reports = sorted(
        distinct, key=lambda report: _made_at(report, of=lambda state: state.created_at)
    )
    read = steps.items(
        "payouts",
        reports,
        lambda report: int(read_payout(report, cards=cards, now=now)),
        key=lambda report: ref_of(report.raw),
    )
    match_lines(steps=steps)
    return read


def read_payout(report: Report[PayoutState], *, cards: Cards, now: datetime) -> bool:
    """Take a payout and its lines; return False when it was set aside. Raises CardsDown."""
    try:
        state = report.read()
        ensure_not_ahead(state.created_at, now=now)
        with transaction.atomic(durable=True):
            payout = store_payout(state, provider=cards.name)
    except Exception as error:
        if _is_away(error):
            raise
        _set_aside(ReportOf.PAYOUT, report, error=error, now=now)
        return False
    take_report(ReportOf.PAYOUT, report.id, now=now)
    if state.has_lines and payout.lines_read_at is None:
        read_lines(payout, cards=cards, now=now)
    return True


def read_lines(payout: Payout, *, cards: Cards, now: datetime) -> None:
    """Take the lines of a payout. It counts as read when none of them is set aside.

    Raises CardsDown.
    """
    # Asked before a transaction begins, which must not wait for the provider.
    reports = _each_once(cards.lines_of_payout(payout.provider_ref))
    is_whole = True
    # In the order in which they are matched
    for report in sorted(reports, key=lambda report: _made_at(report, of=lambda line: line.at)):
        is_whole = _read_line(report, payout=payout, now=now) and is_whole
    if is_whole:
        note_lines_read(payout.provider_ref, now=now)


def _read_line(report: Report[PayoutLine], *, payout: Payout, now: datetime) -> bool:
    # False when it waits for staff.
    try:
        line = report.read()
        ensure_not_ahead(line.at, now=now)
        with transaction.atomic(durable=True):
            store_line(line, payout=payout)
    except Exception as error:
        if _is_away(error):
            raise
        ref = payout.provider_ref
        item = _set_aside(ReportOf.LINE, report, error=error, part_of=ref, now=now)
        return item.verdict == Item.Verdict.IGNORED
    take_report(ReportOf.LINE, report.id, now=now)
    return True


def _each_once(reports: Iterable[Report[Any]]) -> list[Report[Any]]:
    # The same report twice is one; of two that differ under one id nobody knows which is right.
    distinct = list({(report.id, report.raw): report for report in reports}.values())
    ids = [report.id for report in distinct if report.id]
    doubled = {one for one in ids if ids.count(one) > 1} if len(set(ids)) < len(ids) else set()
    return [_refused(report) if report.id in doubled else report for report in distinct]


def _refused(report: Report[Any]) -> Report[Any]:
    def read() -> Any:
        raise ReportUnreadable("the provider sent two of this number that differ")

    return Report(id=report.id, raw=report.raw, read=read)


def _made_at(report: Report[Any], *, of: Callable[[Any], datetime]) -> datetime:
    try:
        return of(report.read())
    except Exception as error:
        log.debug("%s is set aside in its turn", type(error).__name__, exc_info=error)
        return _NEVER


def _is_away(error: Exception) -> bool:
    return is_unavailable(error) or isinstance(error, ProviderDown)


def _set_aside(
    of: ReportOf, report: Report[Any], *, error: Exception, part_of: str = "", now: datetime
) -> Item:
    name = type(error).__name__
    is_known = isinstance(error, ReportUnreadable)
    reason = str(error) if is_known else f"it cannot be worked out or stored ({name})"
    log.warning("a %s was set aside: %s", of, name, exc_info=not is_known)
    return set_aside_report(of, report.id, report.raw, reason=reason, part_of=part_of, now=now)
