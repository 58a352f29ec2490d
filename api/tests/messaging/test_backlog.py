"""After an hour without a provider the backlog is gone within ten minutes (D3)."""

from datetime import datetime, timedelta
from typing import ClassVar

import pytest
from outbox_helpers import a_post, queue, send_next
from sampling import WHOLE

from standby.core.policy import MARKET_ZONE
from standby.messaging.models import Message
from standby.messaging.providers.mail import TIMEOUT_S, Mail, MailDown
from standby.messaging.providers.texts import SmsMessage, TextsUnanswered

NOON = datetime(2025, 11, 3, 12, 0, tzinfo=MARKET_ZONE)
EACH_STANDS_FOR = 1 if WHOLE else 10  # and takes as long as so many
BACKLOG, QUEUED = 500 // EACH_STANDS_FOR, 200 // EACH_STANDS_FOR
# With a connection of its own, by TLS, with a sign-in
A_MAIL_TAKES = timedelta(seconds=1) * EACH_STANDS_FOR
A_FAILURE_TAKES = timedelta(seconds=TIMEOUT_S) * EACH_STANDS_FOR
REST = timedelta(seconds=0.5)


class Provider:
    """Answers, unless it is in its outage: then each try ends after the adapter's timeout."""

    sends: ClassVar[bool] = True

    def __init__(self) -> None:
        self.now = NOON
        self.is_up = True
        self.taken: list[str] = []

    def send(self, what: Mail | SmsMessage) -> str:
        if not self.is_up:
            self.now += A_FAILURE_TAKES
            raise MailDown("timeout") if isinstance(what, Mail) else TextsUnanswered("timeout")
        self.now += A_MAIL_TAKES
        self.taken.append(what.reference)
        return "ref"


@pytest.mark.django_db
def test_an_hours_backlog_is_sent_within_ten_minutes() -> None:
    provider = Provider()
    post = a_post(provider, provider)
    for number in range(BACKLOG):
        queue(f"{number}@example.org", now=NOON)
    provider.is_up = False
    while provider.now < NOON + timedelta(hours=1):
        if not send_next(post, now=provider.now):
            provider.now += REST
    tried = sum(Message.objects.values_list("attempts", flat=True))
    provider.is_up, up_again = True, provider.now

    while len(provider.taken) < BACKLOG and provider.now < up_again + timedelta(hours=1):
        if not send_next(post, now=provider.now):
            provider.now += REST

    took = provider.now - up_again
    print(
        f"D3: outage of 1 h, {tried} tries in it; {BACKLOG} messages sent {took.seconds} s after "
        f"it by one worker at {A_MAIL_TAKES.total_seconds():g} s each (bound 600 s)"
    )
    assert took <= timedelta(minutes=10)
    assert not Message.objects.filter(status="dead").exists()


@pytest.mark.django_db
def test_at_one_message_a_second_none_waits_long() -> None:
    provider = Provider()
    post = a_post(provider, provider)
    queued_at: list[datetime] = []
    sent_at: list[datetime] = []
    number = 0

    while len(sent_at) < QUEUED:
        while number < QUEUED and (due := NOON + number * A_MAIL_TAKES) <= provider.now:
            queue(f"{number}@example.org", now=due)
            queued_at.append(due)
            number += 1
        if send_next(post, now=provider.now):
            sent_at.append(provider.now)
        else:
            provider.now += REST

    waits = sorted(
        (sent - queued).total_seconds() for queued, sent in zip(queued_at, sent_at, strict=True)
    )
    p95 = waits[int(len(waits) * 0.95)]
    print(f"D3: each as long as the next is due, 95 of 100 are sent within {p95:.1f} s")
    assert p95 <= 10 * EACH_STANDS_FOR
