"""An e-mail as it goes over the wire."""

import hashlib
import re
from email.message import EmailMessage
from email.utils import formatdate, parseaddr

from standby.providers.mail import Mail, MailRefused

_METHOD = re.compile(r"^METHOD:(REQUEST|CANCEL|PUBLISH)\s*$", re.MULTILINE)


def composed(mail: Mail, *, sender: str) -> EmailMessage:
    """Raises MailRefused for an address or subject with a line break in it."""
    message = EmailMessage()
    try:
        message["From"] = sender
        message["To"] = mail.to
        message["Subject"] = mail.subject
    except ValueError as error:
        raise MailRefused("a header has a line break") from error
    message["Date"] = formatdate()
    message["Message-ID"] = message_id(mail.reference, sender=sender)
    message["Auto-Submitted"] = "auto-generated"
    if mail.may_unsubscribe:
        message["List-Unsubscribe"] = f"<mailto:{parseaddr(sender)[1]}?subject=unsubscribe>"
    message.set_content(mail.text)
    if mail.html:
        message.add_alternative(mail.html, subtype="html")
    if mail.calendar:
        _attach_calendar(message, mail.calendar)
    return message


def _attach_calendar(message: EmailMessage, calendar: str) -> None:
    """With the method of the file itself: mail programs offer what it says."""
    found = _METHOD.search(calendar)
    message.add_attachment(
        calendar.encode(),
        maintype="text",
        subtype="calendar",
        filename="installation.ics",
        params={"method": found[1] if found else "PUBLISH", "charset": "utf-8"},
    )


def message_id(reference: str, *, sender: str) -> str:
    """The same reference always makes the same id."""
    domain = parseaddr(sender)[1].partition("@")[2] or "localhost"
    return f"<{hashlib.sha256(reference.encode()).hexdigest()[:40]}@{domain}>"


def masked(address: str) -> str:
    """Enough of an address to find it again, too little to write to: a***@example.org."""
    name, _, domain = address.partition("@")
    return f"{name[:1]}***@{domain}" if domain else f"***{address[-2:]}"
