"""Account mail is read where it arrives: no row holds its link."""

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from urllib.parse import parse_qs, urlsplit

from django.conf import settings
from ways_out import a_post, send_all

from standby.messaging.providers.mail import Mail
from standby.messaging.providers.texts import SmsMessage


@dataclass
class Postbox:
    """Takes every mail and every text, after failing so often."""

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
