"""Send refunds, and look up payments and charges whose webhooks were lost."""

from datetime import datetime

from standby.core.jobs import GiveUp, JobHandler
from standby.core.models import Job
from standby.payments.providers.cards import Cards, RefundRefused
from standby.payments.services.send_refund import give_up_refund, send_refund
from standby.workflows.look_up_payment import CHARGE_LOOKBACK, reconcile_charges, reconcile_payments


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


def look_back(*, cards: Cards, now: datetime) -> int:
    """Look up a month of checkout sessions and charges; returns how many. Raises CardsDown."""
    pages = reconcile_payments(cards=cards, now=now, since=CHARGE_LOOKBACK)
    return pages + reconcile_charges(cards=cards, now=now)
