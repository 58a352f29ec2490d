"""What staff do with a report of the card provider that was set aside: try it again, ignore it."""

import logging
from datetime import datetime
from uuid import UUID

from django.db import transaction

from standby.core import jobs
from standby.core.models import Job
from standby.core.provider_calls import ProviderDown
from standby.core.unavailable import is_unavailable
from standby.inbox.models import Item
from standby.inbox.services.card_reports import (
    IGNORED,
    ReportOf,
    has_open_lines,
    ignore_report,
    kind_of_report,
    note_attempt,
    report_by_id,
    set_reason,
)
from standby.inbox.services.items import ItemSettled
from standby.payments.models import PaymentEvent, Payout
from standby.payments.providers.cards import Cards, EventUnreadable, UnknownToProvider
from standby.payments.services.payouts import match_lines, note_lines_read
from standby.workflows.process_card_event import try_event_again
from standby.workflows.read_payouts import read_lines, read_payout

log = logging.getLogger(__name__)

NOT_THERE = "the provider has nothing by this number; look into its dashboard"


def try_report_again(public_id: UUID, *, cards: Cards, now: datetime) -> Item:
    """Ask the provider for a report anew and judge it again.

    Raises ReportNotFound, ItemSettled, and CardsDown: then it stays as it was and counts no try.
    """
    item = report_by_id(public_id)
    if item.verdict == Item.Verdict.TAKEN:
        raise ItemSettled
    try:
        _ask_anew(item, cards=cards, now=now)
    except UnknownToProvider:
        set_reason(item, NOT_THERE)
    except Exception as error:
        if is_unavailable(error) or isinstance(error, ProviderDown):
            raise
        name = type(error).__name__
        log.warning("%s cannot be taken: %s", item, name, exc_info=error)
        is_known = isinstance(error, EventUnreadable)
        set_reason(item, f"it cannot be read: {error}" if is_known else f"it failed ({name})")
    note_attempt(item)
    return report_by_id(public_id)


def _ask_anew(item: Item, *, cards: Cards, now: datetime) -> None:
    match kind_of_report(item):
        case ReportOf.EVENT:
            try_event_again(item.ref, cards=cards, now=now)
        case ReportOf.PAYOUT:
            read_payout(cards.look_up_payout(item.ref), cards=cards, now=now)
            match_lines()
        case _:
            read_lines(Payout.objects.get(provider_ref=item.part_of), cards=cards, now=now)
            match_lines()


def ignore(public_id: UUID, *, now: datetime) -> Item:
    """Take a report from the list, as a person says. It is kept.

    An event is tried no more, and a payout counts as read when no other of its lines waits. Raises
    ReportNotFound and ItemSettled.
    """
    item = report_by_id(public_id)
    of = kind_of_report(item)
    with transaction.atomic(durable=True):
        ignore_report(item, now=now)
        if of is ReportOf.EVENT:
            for event in PaymentEvent.objects.filter(event_id=item.ref, processed_at=None):
                jobs.discard(Job.Kind.PAYMENT_EVENT, f"{event.provider}:{event.event_id}")
                PaymentEvent.objects.filter(pk=event.pk).update(processed_at=now, error=IGNORED)
        elif of is ReportOf.LINE and not has_open_lines(item.part_of):
            note_lines_read(item.part_of, now=now)
    return report_by_id(public_id)
