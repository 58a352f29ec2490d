"""After an erasure the database's own files and the kept messages say nothing of the person."""

from pathlib import Path

import orjson
import pytest
from access_helpers import a_sent_quote
from booking_helpers import NOW, reserve
from django.db import connection
from meeting import Scratch
from photo_reviews import delete_next_file
from whole_orders import a_message

from standby.core.models import IdempotencyRecord
from standby.core.providers import wiring as core_providers
from standby.core.write_ahead_log import empty_write_ahead_log
from standby.messaging.providers import wiring as messaging_providers
from standby.messaging.providers.mail import Mail
from standby.messaging.providers.texts import SmsMessage
from standby.orders.models import Order
from standby.workflows.erase_customer import ErasureReason, erase_customer

pytest_plugins = ("scratch_database",)
CANARIES = (b"lovelace", b"ada@example.org", b"waterway", b"555-0100")


def erase(order: Order) -> None:
    erase_customer(
        order.customer.public_id, reason=ErasureReason.RESTORED, actor="staff jo", now=NOW
    )


def told_in(folder: Path) -> list[str]:
    return [
        f"{path.name}: {canary.decode()}"
        for path in folder.rglob("*")
        if path.is_file()
        for canary in CANARIES
        if canary in path.read_bytes().lower()
    ]


@pytest.mark.req("ERASE-01.1")
@pytest.mark.usefixtures("own_folder")
def test_no_file_of_the_database_or_of_kept_messages_tells_of_the_person(
    scratch: Scratch, tmp_path: Path
) -> None:
    order = reserve()
    keep_messages(order)
    quote = a_sent_quote(order)
    answer = {"id": str(quote.public_id), "name": "Ada Lovelace", "address": quote.address}
    IdempotencyRecord.objects.create(
        endpoint="staff/quotes", key="k" * 16, body=orjson.dumps(answer).decode(), created_at=NOW
    )
    assert len({line.partition(":")[0] for line in told_in(tmp_path)}) >= 2

    erase(order)
    while delete_next_file(core_providers.files(), now=NOW):
        pass

    assert told_in(tmp_path) == []
    assert not IdempotencyRecord.objects.filter(endpoint="staff/quotes").exists()
    is_emptied = empty_write_ahead_log()
    assert is_emptied == (connection.vendor == "sqlite")


def keep_messages(order: Order) -> None:
    """As where nothing is sent: each stands in a file."""
    to, words = order.customer.email, "To Ada Lovelace at 24 Waterway Ave"
    mailed = messaging_providers.mail().send(Mail(to=to, subject="Hi", text=words, reference="m"))
    texted = messaging_providers.texts().send(
        SmsMessage(to=order.customer.phone, text=words, reference="t")
    )
    for channel, reference in (("email", mailed), ("sms", texted)):
        sent = {"status": "sent", "sent_at": NOW, "provider_ref": reference}
        a_message(order, now=NOW, channel=channel, **sent)


@pytest.mark.django_db
def test_inside_a_transaction_the_log_is_not_emptied() -> None:
    assert not empty_write_ahead_log()
