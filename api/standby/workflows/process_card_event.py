"""What a signed event of the card provider reports, worked out; what raises is set aside."""

import logging
from datetime import datetime

import orjson
from django.db import transaction

from standby.core import jobs
from standby.core.models import Job
from standby.core.provider_calls import ProviderDown
from standby.core.unavailable import is_unavailable
from standby.inbox.services.card_reports import ReportOf, set_aside_report, take_report
from standby.payments.models import PaymentEvent
from standby.payments.providers.cards import (
    Cards,
    CheckoutState,
    EventUnreadable,
    SignedEvent,
    UnknownToProvider,
)
from standby.payments.services import charges
from standby.payments.services.disputes import ChargeUnknown
from standby.workflows.settle_payment import follow_charge_of_any, settle_payment

log = logging.getLogger(__name__)


def process_event(event: PaymentEvent, *, cards: Cards, now: datetime) -> None:
    """Work out a stored event and note what came of it.

    What it raises it is set aside with, and raised again: its job tries it on, and whenever a try
    ends well it is taken. Raises ChargeUnknown, also while the event of the payment itself has not
    arrived, and what says that the provider or the database is away; then nothing is set aside.
    """
    try:
        note = _note_of(event, cards=cards, now=now)
    except ChargeUnknown:
        raise
    except Exception as error:
        if not is_unavailable(error) and not isinstance(error, ProviderDown):
            reason = f"its handling failed ({type(error).__name__}); it is tried again by itself"
            raw = orjson.dumps({"id": event.event_id, "type": event.type, "object": event.payload})
            set_aside_report(ReportOf.EVENT, event.event_id, raw, reason=reason, now=now)
        raise
    end_event(event, note=note, now=now)


def end_event(event: PaymentEvent, *, note: str, now: datetime) -> None:
    """Note that nothing is to be done for an event any more. Safe to repeat."""
    log.info("card event %s (%s): %s", event.pk, event.type, note)
    PaymentEvent.objects.filter(pk=event.pk, processed_at=None).update(
        processed_at=now, error=note[:200]
    )
    take_report(ReportOf.EVENT, event.event_id, now=now)


def set_aside_event(unreadable: EventUnreadable, raw: bytes, *, now: datetime) -> None:
    """Store what the provider signed and nobody can read, for staff."""
    reason = f"it cannot be read: {unreadable}"
    with transaction.atomic(durable=True):
        set_aside_report(ReportOf.EVENT, unreadable.ref, raw, reason=reason, now=now)


def try_event_again(event_id: str, *, cards: Cards, now: datetime) -> None:
    """Ask the provider for an event anew and work it out.

    One that it no longer has is worked out as it was stored. Raises CardsDown, EventUnreadable,
    UnknownToProvider where it was not stored either, and whatever its handling raises.
    """
    stored = PaymentEvent.objects.filter(provider=cards.name, event_id=event_id)
    try:
        _store_anew(cards.look_up_event(event_id), cards=cards, now=now)
    except UnknownToProvider:
        if not stored.exists():
            raise
    event = stored.get()
    process_event(event, cards=cards, now=now)
    with transaction.atomic(durable=True):
        jobs.discard(Job.Kind.PAYMENT_EVENT, f"{event.provider}:{event.event_id}")


def _store_anew(signed: SignedEvent, *, cards: Cards, now: datetime) -> None:
    payload = dict(signed.about)
    with transaction.atomic(durable=True):
        charges.store_event(
            provider=cards.name, event_id=signed.id, kind=signed.type, payload=payload, now=now
        )


def _note_of(event: PaymentEvent, *, cards: Cards, now: datetime) -> str:
    report = cards.read_event(event.type, event.payload)
    if report is None:
        return "nothing to do"
    if isinstance(report, CheckoutState):
        return settle_payment(report, cards=cards, now=now)
    if not report.charge:
        return "no charge that can be read"
    try:
        is_ours = follow_charge_of_any(
            report.charge, payment_id=report.payment_id, cards=cards, now=now
        )
    except UnknownToProvider:
        return "a charge that the provider does not know"
    except ChargeUnknown:
        if report.has_failed:
            return "nothing to do"
        raise
    return "charge followed" if is_ours else "nothing of ours"
