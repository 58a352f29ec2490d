"""An e-mail as it goes over the wire."""

import hashlib
from email.message import EmailMessage
from email.utils import formatdate, parseaddr

from standby.providers.mail import Mail, MailRefused


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
    message.set_content(mail.text)
    return message


def message_id(reference: str, *, sender: str) -> str:
    """The same reference always makes the same id."""
    domain = parseaddr(sender)[1].partition("@")[2] or "localhost"
    return f"<{hashlib.sha256(reference.encode()).hexdigest()[:40]}@{domain}>"


def masked(address: str) -> str:
    """Enough of an address to find it again, too little to write to: a***@example.org."""
    name, _, domain = address.partition("@")
    return f"{name[:1]}***@{domain}" if domain else f"***{address[-2:]}"
