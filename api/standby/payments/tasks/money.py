"""Send refunds, and look up payments and charges whose webhooks were lost."""

import random
from datetime import datetime

from standby.core.office import MessageContext
from standby.payments.providers.cards import Cards
from standby.payments.services.send_refund import send_next_refund
from standby.workflows.look_up_payment import CHARGE_LOOKBACK, reconcile_charges, reconcile_payments


def send_next(*, cards: Cards, message_context: MessageContext, now: datetime) -> bool:
    """Send the next refund. Returns False when none is due."""
    return send_next_refund(cards=cards, message_context=message_context, jitter=_jitter, now=now)


def look_back(*, cards: Cards, message_context: MessageContext, now: datetime) -> int:
    """Look up a month of checkout sessions and charges; returns how many. Raises CardsDown."""
    pages = reconcile_payments(
        cards=cards, message_context=message_context, now=now, since=CHARGE_LOOKBACK
    )
    return pages + reconcile_charges(cards=cards, message_context=message_context, now=now)


def _jitter(longest_s: float) -> float:
    return random.uniform(0, longest_s)  # noqa: S311 - spreads retries, guards nothing
