"""The worker's jobs about money, one at a time."""

from datetime import datetime

from bookings import NOW

from standby.core.jobs import run_next_job
from standby.payments.providers.cards import Cards
from standby.payments.tasks.card_events import payment_event_handler
from standby.payments.tasks.money import refund_handler


def process_next_event(*, cards: Cards, now: datetime = NOW) -> bool:
    return run_next_job(payment_event_handler(cards=cards), now=now)


def send_next_refund(*, cards: Cards, now: datetime = NOW) -> bool:
    return run_next_job(refund_handler(cards=cards), now=now)
