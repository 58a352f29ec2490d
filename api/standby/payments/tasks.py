"""Process stored payment events, send refunds, and look up payments whose events were lost."""

import logging
from datetime import datetime, timedelta
from typing import Final

from standby.core.jobs import GiveUp, JobHandler
from standby.core.models import Job
from standby.core.policy import EARLY_CARD_EVENT_TRIED_FOR
from standby.core.sweeps import ALL_AT_ONCE, Steps
from standby.payments.models import PaymentEvent
from standby.payments.providers.cards import Cards, RefundRefused
from standby.payments.services.disputes import ChargeUnknown
from standby.payments.services.refunds import give_up_refund, send_refund
from standby.workflows.look_up_payment import CHARGE_LOOKBACK, reconcile_charges, reconcile_payments
from standby.workflows.process_card_event import end_event, process_event

log = logging.getLogger(__name__)

# Whoever worked on it may have been lost with its database; twice at once does no harm.
_EVENT_LEASE: Final = timedelta(seconds=20)


def payment_event_handler(*, cards: Cards) -> JobHandler:
    def run(job: Job, now: datetime) -> None:
        provider, _, event_id = job.key.partition(":")
        unprocessed = PaymentEvent.objects.filter(
            provider=provider, event_id=event_id, processed_at=None
        )
        event = unprocessed.first()
        if event is None:
            return
        try:
            process_event(event, cards=cards, now=now)
        except ChargeUnknown as early:
            # The event of the payment itself may still come.
            if now - event.received_at < EARLY_CARD_EVENT_TRIED_FOR:
                raise
            log.error("card event %s given up: %s", event.pk, early.code)
            end_event(event, note=f"given up: {early.code}", now=now)

    # Never given up: money that came in must reach the books. An alarm rises while one waits.
    return JobHandler(
        kind=Job.Kind.PAYMENT_EVENT, run=run, tried_for=timedelta.max, lease=_EVENT_LEASE
    )


def refund_handler(*, cards: Cards) -> JobHandler:
    """Return the handler of refunds. Staff are notified of one that is given up."""

    def run(job: Job, now: datetime) -> None:
        try:
            send_refund(job.key, cards=cards, now=now)
        except RefundRefused as refused:
            raise GiveUp(str(refused)) from refused

    def on_dead(job: Job, reason: str, now: datetime) -> None:
        reason = reason or "the provider did not answer"
        give_up_refund(job.key, reason=reason, now=now)

    return JobHandler(kind=Job.Kind.REFUND, run=run, on_dead=on_dead)


def look_back(*, cards: Cards, now: datetime, steps: Steps = ALL_AT_ONCE) -> int:
    """Look up a month of checkout sessions and charges; returns how many. Raises CardsDown."""
    pages = reconcile_payments(cards=cards, now=now, since=CHARGE_LOOKBACK, steps=steps)
    return pages + reconcile_charges(cards=cards, now=now, steps=steps)
