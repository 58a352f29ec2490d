"""Build the MIME message of an e-mail."""

import hashlib
import re
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import formatdate, parseaddr
from typing import Any, Final

from standby.messaging.providers.mail import Mail, MailRefused

_METHOD = re.compile(r"^METHOD:(REQUEST|CANCEL|PUBLISH)\s*$", re.MULTILINE)

_UNSUBSCRIBE: Final = "List-Unsubscribe"


class _MailPolicy(EmailPolicy):
    # Python splits a URL longer than a line into encoded words, which mail programs cannot read.
    # This one header stays on a single line, however long (RFC 5322 allows 998 characters).
    def fold(self, name: str, value: Any) -> str:
        if name == _UNSUBSCRIBE:
            return f"{name}: {value}{self.linesep}"
        return str(super().fold(name, value))

    def fold_binary(self, name: str, value: Any) -> bytes:
        if name == _UNSUBSCRIBE:
            return self.fold(name, value).encode("ascii")
        return super().fold_binary(name, value)


def build_email(mail: Mail, *, sender: str) -> EmailMessage:
    """Build the MIME message. Raises MailRefused for an address or subject with a line break."""
    message = EmailMessage(policy=_MailPolicy())
    try:
        message["From"] = sender
        message["To"] = mail.to
        if mail.reply_to:
            message["Reply-To"] = mail.reply_to
        message["Subject"] = mail.subject
    except ValueError as error:
        raise MailRefused("a header has a line break") from error
    message["Date"] = formatdate()
    message["Message-ID"] = message_id(mail.reference, sender=sender)
    message["Auto-Submitted"] = "auto-generated"
    if mail.unsubscribe_url:
        by_mail = f"mailto:{parseaddr(sender)[1]}?subject=unsubscribe"
        message[_UNSUBSCRIBE] = f"<{mail.unsubscribe_url}>, <{by_mail}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(mail.text)
    if mail.html:
        message.add_alternative(mail.html, subtype="html")
    if mail.calendar:
        _invite(message, mail.calendar)
    return message


def _invite(message: EmailMessage, calendar: str) -> None:
    # As an alternative part, so that mail programs offer the date by its METHOD; and as an
    # attachment for those that do not.
    method = _METHOD.search(calendar)
    message.add_alternative(
        calendar.encode(),
        maintype="text",
        subtype="calendar",
        params={"method": method[1] if method else "PUBLISH", "charset": "utf-8"},
    )
    message.add_attachment(
        calendar.encode(), maintype="application", subtype="ics", filename="installation.ics"
    )


def message_id(reference: str, *, sender: str) -> str:
    domain = parseaddr(sender)[1].partition("@")[2] or "localhost"
    return f"<{hashlib.sha256(reference.encode()).hexdigest()[:40]}@{domain}>"


def masked(address: str) -> str:
    """Mask an address for logs: recognizable, but not usable for writing (a***@example.org)."""
    name, _, domain = address.partition("@")
    return f"{name[:1]}***@{domain}" if domain else f"***{address[-2:]}"
