"""Process stored card events (webhooks of the card provider)."""

import logging
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final

from standby.core.jobs import JobHandler
from standby.core.models import Job
from standby.core.policy import EARLY_CARD_EVENT_TRIED_FOR
from standby.payments.models import PaymentEvent
from standby.payments.providers.cards import Cards, UnknownToProvider
from standby.payments.providers.cards.signature import state_of
from standby.payments.selectors import payments as queries
from standby.payments.services import inbox
from standby.workflows.follow_charge import ChargeUnknown, follow_charge
from standby.workflows.settle_payment import settle_payment

log = logging.getLogger(__name__)

_PAGE_EVENTS: Final = frozenset(
    {
        "checkout.session.completed",
        "checkout.session.expired",
        "checkout.session.async_payment_succeeded",
        "checkout.session.async_payment_failed",
    }
)
_BANK_FAILED: Final = "checkout.session.async_payment_failed"
# Refunds and disputes. The event only says which charge to look up at the provider.
_CHARGE_EVENTS: Final = ("charge.refunded", "charge.refund.", "charge.dispute.", "refund.")
# A bank may return a transfer days after it arrived; before it arrived these events add nothing.
_FAILED: Final = frozenset({"charge.failed", "payment_intent.payment_failed"})


def payment_event_handler(*, cards: Cards) -> JobHandler:
    """Return the handler of payment events, which are tried until they are processed."""

    def run(job: Job, now: datetime) -> None:
        event = inbox.unprocessed_event(job.key)
        if event is None:
            return
        try:
            note = _process(event, cards=cards, now=now)
        except ChargeUnknown as early:
            # The event of the payment itself may still come.
            if now - event.received_at < EARLY_CARD_EVENT_TRIED_FOR:
                raise
            log.error("card event %s given up: %s", event.pk, early.code)
            note = f"given up: {early.code}"
        log.info("card event %s (%s): %s", event.pk, event.type, note)
        inbox.mark_processed(event, now=now, note=note)

    # Never given up: money that came in must reach the books. An alarm rises while one waits.
    return JobHandler(kind=Job.Kind.PAYMENT_EVENT, run=run, tried_for=timedelta.max)


def _process(event: PaymentEvent, *, cards: Cards, now: datetime) -> str:
    if event.type in _PAGE_EVENTS:
        state = state_of(event.payload)
        if event.type == _BANK_FAILED:
            state = replace(state, has_failed=not state.is_paid)
        return settle_payment(state, cards=cards, now=now)
    if event.type.startswith(_CHARGE_EVENTS):
        return _process_charge_event(event.payload, cards=cards, now=now)
    if event.type in _FAILED:
        charge = _charge_in(event.payload)
        if charge and queries.payment_charged(charge):
            return _follow(charge, cards=cards, now=now)
    return "nothing to do"


def _process_charge_event(payload: Mapping[str, Any], *, cards: Cards, now: datetime) -> str:
    # Raises ChargeUnknown, also while the event of the payment itself has not arrived.
    charge, metadata = _charge_in(payload), payload.get("metadata")
    if charge is None:
        return "no charge that can be read"
    payment_id = metadata.get("payment_id") if isinstance(metadata, Mapping) else None
    if (
        payment_id is not None
        and queries.payment_by_reference({"payment_id": str(payment_id)}) is None
    ):
        return "nothing of ours"
    return _follow(charge, cards=cards, now=now)


def _follow(charge: str, *, cards: Cards, now: datetime) -> str:
    try:
        follow_charge(charge, cards=cards, now=now)
    except UnknownToProvider:
        return "a charge that the provider does not know"
    return "charge followed"


def _charge_in(payload: Mapping[str, Any]) -> str | None:
    # The payment intent of an event, which names it by id or embeds it.
    intent = payload if payload.get("object") == "payment_intent" else payload.get("payment_intent")
    name = intent.get("id") if isinstance(intent, Mapping) else intent
    return name if isinstance(name, str) and name else None
