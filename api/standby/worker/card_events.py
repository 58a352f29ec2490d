"""Works out what a kept card event means."""

import logging
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from standby.apps.payments import inbox
from standby.apps.payments.models import CardEvent
from standby.domain.errors import Conflict
from standby.domain.policy import EARLY_CARD_EVENT_TRIED_FOR
from standby.flows.messages.tell import Office
from standby.flows.money.record_refund import (
    DisputeBeforePayment,
    RefundBeforePayment,
    record_dispute,
    record_refund,
)
from standby.flows.money.send_refund import refund_came_back
from standby.flows.money.settle_payment import settle_payment
from standby.providers.cards import Cards
from standby.providers.cards.signature import state_of

log = logging.getLogger(__name__)

_ABOUT_A_PAGE: Final = frozenset(
    {
        "checkout.session.completed",
        "checkout.session.expired",
        "checkout.session.async_payment_succeeded",
        "checkout.session.async_payment_failed",
    }
)
_BANK_FAILED: Final = "checkout.session.async_payment_failed"
_REFUNDED: Final = "charge.refunded"
_REFUND_FAILED: Final = "refund.failed"
_DISPUTED: Final = "charge.dispute.created"


def work_out_next_event(*, cards: Cards, office: Office, now: datetime) -> bool:
    """False when no event is due, so that the loop may rest. What fails is put back, and raised."""
    event = inbox.claim_next_event(now=now)
    if event is None:
        return False
    try:
        note = _worked_out(event, cards=cards, office=office, now=now)
    except (RefundBeforePayment, DisputeBeforePayment) as early:
        _later(event, early=early, now=now)
        return True
    except Exception as error:
        inbox.put_back(event, now=now, reason=type(error).__name__)
        raise
    log.info("card event %s (%s): %s", event.pk, event.type, note)
    inbox.mark_processed(event, now=now, note=note)
    return True


def _later(event: CardEvent, *, early: Conflict, now: datetime) -> None:
    if now - event.received_at < EARLY_CARD_EVENT_TRIED_FOR:
        inbox.put_back(event, now=now, reason=early.code)
        return
    log.error("card event %s given up: %s", event.pk, early.code)
    inbox.mark_processed(event, now=now, note=f"given up: {early.code}")


def _worked_out(event: CardEvent, *, cards: Cards, office: Office, now: datetime) -> str:
    if event.type in _ABOUT_A_PAGE:
        state = state_of(event.payload)
        if event.type == _BANK_FAILED:
            state = replace(state, has_failed=not state.is_paid)
        return settle_payment(state, cards=cards, office=office, now=now)
    if event.type == _REFUNDED:
        return _refunded(event.payload, now=now)
    if event.type == _REFUND_FAILED:
        return _refund_failed(event.payload, office=office, now=now)
    if event.type == _DISPUTED:
        charge = str(event.payload.get("payment_intent") or "")
        record_dispute(charge=charge, office=office, now=now)
        return "dispute recorded"
    return "nothing to do"


def _refunded(charge: Mapping[str, Any], *, now: datetime) -> str:
    refunded_cents = charge.get("amount_refunded")
    metadata = charge.get("metadata")
    if type(refunded_cents) is not int or not isinstance(metadata, Mapping):
        return "not a refund that can be read"
    intent = charge.get("payment_intent")
    payment = record_refund(
        metadata=metadata,
        charge=intent if isinstance(intent, str) else None,
        refunded_cents=refunded_cents,
        now=now,
    )
    return "refund recorded" if payment else "refund of nothing of ours"


def _refund_failed(refund: Mapping[str, Any], *, office: Office, now: datetime) -> str:
    metadata = refund.get("metadata")
    reference = metadata.get("refund_id") if isinstance(metadata, Mapping) else None
    reason = str(refund.get("failure_reason") or "unknown")
    is_ours = refund_came_back(str(reference), reason=reason, office=office, now=now)
    return "staff told of a refund that came back" if is_ours else "refund of nothing of ours"
