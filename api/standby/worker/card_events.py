"""Works out what a kept card event means."""

import logging
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from standby.apps.payments import inbox
from standby.apps.payments.models import CardEvent
from standby.flows.record_refund import RefundBeforePayment, record_refund
from standby.flows.settle_payment import settle_payment
from standby.flows.tell import Office
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
_REFUNDED: Final = "charge.refunded"


def work_out_next_event(*, cards: Cards, office: Office, now: datetime) -> bool:
    """False when no event is due, so that the loop may rest. What fails is put back, and raised."""
    event = inbox.claim_next_event(now=now)
    if event is None:
        return False
    try:
        note = _worked_out(event, cards=cards, office=office, now=now)
    except RefundBeforePayment as early:
        inbox.put_back(event, now=now, reason=early.code)
        return True
    except Exception as error:
        inbox.put_back(event, now=now, reason=type(error).__name__)
        raise
    log.info("card event %s (%s): %s", event.pk, event.type, note)
    inbox.mark_processed(event, now=now, note=note)
    return True


def _worked_out(event: CardEvent, *, cards: Cards, office: Office, now: datetime) -> str:
    if event.type in _ABOUT_A_PAGE:
        return settle_payment(state_of(event.payload), cards=cards, office=office, now=now)
    if event.type == _REFUNDED:
        return _refunded(event.payload, now=now)
    return "nothing to do"


def _refunded(charge: Mapping[str, Any], *, now: datetime) -> str:
    refunded_cents = charge.get("amount_refunded")
    metadata = charge.get("metadata")
    if type(refunded_cents) is not int or not isinstance(metadata, Mapping):
        return "not a refund that can be read"
    payment = record_refund(metadata=metadata, refunded_cents=refunded_cents, now=now)
    return "refund recorded" if payment else "refund of nothing of ours"
