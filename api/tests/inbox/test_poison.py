"""No mail stops the next one, whatever it is: read from a real mailbox, one behind the other."""

from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest
from booking_helpers import NOW, reserve
from hostile_mails import hostile_mails
from imap_peer import ImapPeer, imap_peer
from memory_inbox import MemoryInbox
from whole_orders import a_message

from standby.accounts.models import User
from standby.core.providers.files.local import LocalFiles
from standby.inbox.models import Item, Source
from standby.inbox.services.items import raw_of
from standby.messaging.models import InboundMessage, Message
from standby.orders.models import Order
from standby.tracking.rules.waits import WaitKey
from standby.tracking.selectors.waits import waiting_groups
from standby.workflows.read_inbox import MOST_AT_ONCE, read_inbox

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("shop")]
OURS = "<ours@standby.test>"
HOSTILE = hostile_mails()


@pytest.fixture(scope="module")
def server() -> Iterator[ImapPeer]:
    with imap_peer() as peer:
        yield peer


@pytest.fixture
def files(tmp_path: Path) -> LocalFiles:
    return LocalFiles(folder=tmp_path)


@pytest.fixture
def order() -> Order:
    order = reserve()
    Message.objects.all().delete()
    sent = {"kind": "date_held", "channel": "email", "status": "sent", "sent_at": NOW}
    a_message(order, provider_ref=OURS, now=NOW, **sent)
    return order


def a_customers(number: int) -> bytes:
    mail = EmailMessage()
    mail["From"], mail["Subject"] = "Ada <ada@example.org>", f"Re: Your job {number}"
    mail["Message-ID"], mail["In-Reply-To"] = f"<{number}@example.org>", OURS
    mail.set_content(f"Gate code {number}, do not come Monday.\n")
    return mail.as_bytes()


def read(server: ImapPeer, files: LocalFiles, *, at: int = 0) -> int:
    now = NOW + timedelta(minutes=at)
    return read_inbox(inbox=server.inbox(), mailbox="hello", files=files, now=now)


@pytest.mark.req("IN-01.1")
def test_the_mail_behind_each_hostile_one_is_read_at_the_next_reading(
    server: ImapPeer, files: LocalFiles, order: Order
) -> None:
    read(server, files)
    for number, mail in enumerate(HOSTILE.values()):
        server.deliver(mail, a_customers(number))
    rounds = -(-2 * len(HOSTILE) // MOST_AT_ONCE)

    stored = [read(server, files, at=number + 1) for number in range(rounds)]

    words = InboundMessage.objects.filter(provider_ref__endswith="@example.org>")
    assert len(HOSTILE) > 60
    assert sum(stored) == 2 * len(HOSTILE)
    assert words.count() == len(HOSTILE)
    assert all(one.text.startswith("Gate code") for one in words)
    assert not Item.objects.filter(verdict="waiting").exists()
    source = Source.objects.get()
    assert (source.last_error, source.failures) == ("", 0)
    assert source.read_at == NOW + timedelta(minutes=rounds)


@pytest.mark.req("IN-01.2")
@pytest.mark.parametrize("name", list(HOSTILE))
def test_a_hostile_mail_is_kept_as_it_came_and_what_cannot_be_read_is_listed(
    name: str, files: LocalFiles, order: Order
) -> None:
    Source.objects.create(name="hello", uid_validity=7)
    inbox = MemoryInbox(HOSTILE[name])

    read_inbox(inbox=inbox, mailbox="hello", files=files, now=NOW)

    item = Item.objects.get()
    is_unreadable = name in {"deep parts", "deep mails", "many parts", "header 5"}
    assert raw_of(item, files=files) == HOSTILE[name]
    assert (item.verdict == "set_aside") == is_unreadable
    assert item.verdict in {"set_aside", "nobody", "ignored"}
    assert item.reason != ""
    assert not InboundMessage.objects.exists()
    shown = [group.key for group in waiting_groups([WaitKey.INBOX], user=User(), now=NOW)]
    assert shown == (["inbox"] if item.verdict != "ignored" else [])
