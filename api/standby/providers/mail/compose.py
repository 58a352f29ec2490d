"""An e-mail as it goes over the wire."""

import hashlib
import re
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import formatdate, parseaddr
from typing import Any, Final

from standby.providers.mail import Mail, MailRefused

_METHOD = re.compile(r"^METHOD:(REQUEST|CANCEL|PUBLISH)\s*$", re.MULTILINE)

_UNSUBSCRIBE: Final = "List-Unsubscribe"


class _MailPolicy(EmailPolicy):
    """Python breaks an address that is longer than a line into encoded words, and no mail program
    finds it again. That one header stays on a line of its own, however long (RFC 5322: 998)."""

    def fold(self, name: str, value: Any) -> str:
        if name == _UNSUBSCRIBE:
            return f"{name}: {value}{self.linesep}"
        return str(super().fold(name, value))

    def fold_binary(self, name: str, value: Any) -> bytes:
        if name == _UNSUBSCRIBE:
            return self.fold(name, value).encode("ascii")
        return super().fold_binary(name, value)


def build_email(mail: Mail, *, sender: str) -> EmailMessage:
    """Raises MailRefused for an address or subject with a line break in it."""
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
    """As one of the ways to read the mail, so that programs offer the date with its METHOD; and as
    a file, for those that do not."""
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
    """The same reference always makes the same id."""
    domain = parseaddr(sender)[1].partition("@")[2] or "localhost"
    return f"<{hashlib.sha256(reference.encode()).hexdigest()[:40]}@{domain}>"


def masked(address: str) -> str:
    """Enough of an address to find it again, too little to write to: a***@example.org."""
    name, _, domain = address.partition("@")
    return f"{name[:1]}***@{domain}" if domain else f"***{address[-2:]}"
