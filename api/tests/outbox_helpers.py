"""The worker's outbox with providers that tests look into, and the links of account mails."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, ClassVar, Final
from urllib.parse import parse_qs, urlsplit

from booking_helpers import NOW
from django.conf import settings

from standby.core.jobs import run_next_job
from standby.messaging.models import Message
from standby.messaging.providers.mail import Mail
from standby.messaging.providers.texts import SmsMessage
from standby.messaging.services import outbox
from standby.messaging.services.consents import confirm_number
from standby.messaging.services.templates import with_words
from standby.workflows.send_messages import SendContext, message_handlers

KEYS: Final = ["k" * 50]
PHONE: Final = "(281) 555-0100"


class Way:
    """Takes mails or texts, after failing so often."""

    sends: ClassVar[bool] = True

    def __init__(self, *failures: BaseException) -> None:
        self.failures = list(failures)
        self.taken: list[Any] = []

    def send(self, what: Any) -> str:
        if self.failures:
            raise self.failures.pop(0)
        self.taken.append(what)
        return f"ref-{len(self.taken)}"


def a_post(mail: Any = None, texts: Any = None, **changed: Any) -> SendContext:
    made = SendContext(
        mail=mail or Way(),
        texts=texts or Way(),
        site_url="https://site.test",
        secret_keys=KEYS,
    )
    return replace(made, **changed)


def send_next(post: SendContext, *, now: datetime = NOW) -> int:
    """One mail and one text, where there are any."""
    return sum(run_next_job(handler, now=now) for handler in message_handlers(post))


def send_all(post: SendContext, *, now: datetime = NOW) -> int:
    sent = 0
    while more := send_next(post, now=now):
        sent += more
    return sent


def worded(messages: Iterable[Message], *, now: datetime = NOW) -> list[Message]:
    """As they would leave now, or have left."""
    return with_words(messages, now=now)


def the_message(*, now: datetime = NOW, **of: Any) -> Message:
    [message] = worded(Message.objects.filter(**of), now=now)
    return message


def queue(to: str = PHONE, *, kind: str = "reminder_day", now: datetime = NOW) -> None:
    """A mail where it is to an address, else a text to a number that has agreed by a text."""
    channel = Message.Channel.EMAIL if "@" in to else Message.Channel.SMS
    if channel == Message.Channel.SMS:
        confirm_number(to, now=now)
    message = Message(
        kind=kind,
        channel=channel,
        recipient=to,
        subject="Hello",
        text=f"Hello {to}",
        dedupe_key=f"{kind}:{to}:{now}",
    )
    outbox.queue_messages(message, now=now)


@dataclass
class Postbox:
    """Takes every mail and every text, after failing so often."""

    sends: ClassVar[bool] = True
    failures: list[Exception] = field(default_factory=list)
    mails: list[Mail] = field(default_factory=list)

    def send(self, sent: Mail | SmsMessage) -> str:
        if isinstance(sent, Mail):
            self.mails.append(sent)
        if self.failures:
            raise self.failures.pop(0)
        return f"ref-{len(self.mails)}"

    def collect(self, now: datetime) -> "list[Mail]":
        """What is due is sent; all mails so far."""
        send_all(a_post(self, self, site_url=settings.SITE_URL), now=now)
        return self.mails


def mailed_link(now: datetime | None = None) -> str:
    """The address in the newest account mail, which is sent now."""
    return link_in(Postbox().collect(now or datetime.now(UTC))[-1].text)


def link_in(text: str) -> str:
    return str(re.findall(r"https?://\S+token_hash=\S+", text)[-1])


def token_in(link: str) -> str:
    return parse_qs(urlsplit(link).query)["token_hash"][0]
