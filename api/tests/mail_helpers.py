"""Mails as customers and mail servers write them, and how they come in."""

from datetime import datetime
from email.message import EmailMessage
from typing import Any

from booking_helpers import NOW
from memory_inbox import MemoryInbox
from sent_files import PDF

from standby.core.providers import wiring as core_providers
from standby.core.providers.files import Files
from standby.inbox.models import Item, ReceivedFile, Source
from standby.messaging.models import InboundMessage
from standby.orders.models import Order
from standby.workflows.read_inbox import read_inbox

OURS = "<ours@standby.test>"
NO_FILES: Any = None  # for what fits into a row


def a_mail(text: str = "Come at ten, please.", **headers: str) -> EmailMessage:
    """A customer's reply to OURS; a header given as "" is left out."""
    mail = EmailMessage()
    named = {
        "From": "Ada Lovelace <Ada@example.org>",
        "To": "office@standby.test",
        "Subject": "Re: Your job",
        "Message-ID": "<1@example.org>",
        "In-Reply-To": OURS,
        **{name.replace("_", "-"): value for name, value in headers.items()},
    }
    for name, value in named.items():
        if value:
            mail[name] = value
    mail.set_content(text)
    return mail


def a_report(action: str = "failed", *, message_id: str = OURS) -> bytes:
    return f"""From: MAILER-DAEMON@mx.test
Subject: Undelivered
Content-Type: multipart/report; report-type=delivery-status; boundary=x

--x

It did not arrive.
--x
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.test

Final-Recipient: rfc822; a@b.c
Action: {action}
--x
Content-Type: text/rfc822-headers

Message-ID: {message_id}
Subject: Your job
--x--
""".encode()


def receive(
    *mails: EmailMessage | bytes, now: datetime = NOW, files: Files | None = None
) -> list[Item]:
    """Read these mails from a mailbox, and return them as they are stored, oldest first."""
    source, _ = Source.objects.get_or_create(name="hello")
    Source.objects.filter(pk=source.pk).update(uid_validity=7, last_uid=0)
    raws = [mail if isinstance(mail, bytes) else mail.as_bytes() for mail in mails]
    read_inbox(inbox=MemoryInbox(*raws), mailbox="hello", files=files or NO_FILES, now=now)
    return list(Item.objects.order_by("pk"))


def an_item_of(order: Order) -> ReceivedFile:
    """A mail of this order's customer that waits for staff, with a paper that is stored."""
    message, _ = InboundMessage.objects.get_or_create(
        provider_ref=f"<{order.public_id}@x>",
        defaults={
            "channel": "email",
            "sender": order.customer.email,
            "text": "Hello",
            "order_ref": order.public_id,
            "meaning": "words",
            "received_at": NOW,
        },
    )
    source, _ = Source.objects.get_or_create(name="hello")
    raw = a_mail(From=order.customer.email, In_Reply_To="").as_bytes()
    item, _ = Item.objects.get_or_create(
        source=source,
        ref=str(order.public_id),
        defaults={
            "kind": "mail",
            "received_at": NOW,
            "size_bytes": len(raw),
            "raw": raw,
            "verdict": "nobody",
            "judged_at": NOW,
            "message": message,
        },
    )
    key = f"inbox/files/{order.public_id}.pdf"
    core_providers.files().put(key, PDF, content_type="application/pdf")
    stored = {"status": "stored", "key": key, "content_type": "application/pdf"}
    return ReceivedFile.objects.get_or_create(
        message=message, place=0, defaults={"item": item, "created_at": NOW, **stored}
    )[0]
