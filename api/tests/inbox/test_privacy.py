"""Mails, texts and what came with them go with their customer, and in time; the copy has them."""

import zipfile
from datetime import timedelta
from pathlib import Path

import pytest
from booking_helpers import NOW, reserve
from django.apps import apps
from hostile_pdfs import ONE_PAGE, written_pdf
from mail_helpers import OURS, a_mail, a_report, receive
from photo_reviews import delete_next_file
from pytest_django import Settings
from sent_files import a_jpeg
from whole_orders import a_message

from standby.core.jobs import run_next_job
from standby.core.providers import wiring as core_providers
from standby.inbox.models import Item, ReceivedFile
from standby.inbox.services.items import LARGEST_IN_ROW_BYTES
from standby.messaging.models import InboundMessage, Message
from standby.orders.models import Order
from standby.orders.services.orders import move_order
from standby.workflows.customer_data import zip_personal_data
from standby.workflows.erase_customer import ErasureReason, erase_customer
from standby.workflows.retention import ORDER_RETENTION, UNPLACED_RETENTION, purge_old_traces
from standby.workflows.store_received_file import received_file_handler
from standby.workflows.take_text import take_text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("shop", "own_folder")]
LATER = NOW + timedelta(hours=1)
ADAS = (b"ada@example.org", b"15550100", b"lovelace", b"spouse@example.net")


@pytest.fixture
def order(own_folder: Path, settings: Settings) -> Order:
    """A mail with a picture, a large one, a text, a report, and the spouse's reply."""
    settings.FILES = own_folder
    order = reserve()
    Message.objects.all().delete()
    sent = {"kind": "date_held", "channel": "email", "status": "sent", "sent_at": NOW}
    a_message(order, provider_ref=OURS, now=NOW, **sent)
    no_order = {**sent, "kind": "quote_saved", "recipient": "Ada@example.org", "text": "x"}
    Message.objects.create(provider_ref="<q@x>", dedupe_key="q", created_at=NOW, **no_order)
    picture, large = a_mail("Ada here"), a_mail("Ada again", Message_ID="<2@x>", In_Reply_To="")
    picture.add_attachment(a_jpeg(), maintype="image", subtype="jpeg", filename="Ada.jpg")
    large.add_attachment(
        written_pdf({**ONE_PAGE, 9: b"%" * LARGEST_IN_ROW_BYTES + b"\nnull"}),
        maintype="application", subtype="pdf", filename="Lovelace.pdf",
    )  # fmt: skip
    spouses = a_mail("Ada is away", From="spouse@example.net", Message_ID="<3@x>")
    report = a_report(message_id="<q@x>").replace(b"a@b.c", b"Ada@Example.org")
    receive(picture, large, spouses, report, files=core_providers.files())
    text = {"MessageSid": "SM1", "From": "+12815550100", "Body": "It is Ada Lovelace"}
    take_text(text, files=core_providers.files(), now=NOW)
    while run_next_job(received_file_handler(files=core_providers.files(), media=None), now=NOW):
        pass
    move_order(order, to=Order.Status.CANCELLED, actor="staff jo", now=NOW)
    return order


def places_naming_her(folder: Path) -> list[str]:
    """Where the tables of messages or their files name her."""
    rows = [
        (f"{model._meta.db_table}.{column.attname}", getattr(row, column.attname))
        for model in (Item, ReceivedFile, InboundMessage)
        for row in model._default_manager.all()
        for column in model._meta.concrete_fields
    ]
    found = [
        (where, value if isinstance(value, bytes) else str(value).encode()) for where, value in rows
    ]
    found += [(str(file), file.read_bytes()) for file in inbox_files(folder)]
    return [where for where, value in found if any(name in value.lower() for name in ADAS)]


def inbox_files(folder: Path) -> list[Path]:
    return [file for file in folder.rglob("*") if file.is_file() and "inbox" in file.parts]


@pytest.mark.req("IN-02.9")
def test_nothing_that_she_sent_is_left_after_an_erasure(order: Order, own_folder: Path) -> None:
    stranger = a_mail("Buy now", From="ads@example.com", Message_ID="<9@x>", In_Reply_To="")
    receive(stranger)
    before, files = places_naming_her(own_folder), inbox_files(own_folder)

    erase_customer(
        order.customer.public_id, reason=ErasureReason.REQUESTED, actor="staff jo", now=LATER
    )
    while delete_next_file(core_providers.files(), now=LATER + timedelta(hours=1)):
        pass

    assert len(before) > 8
    assert len(files) == 3  # the large mail, the picture and the paper
    assert places_naming_her(own_folder) == []
    assert inbox_files(own_folder) == []
    assert not ReceivedFile.objects.exists()
    assert Item.objects.exclude(raw=b"").get().sender == "ads@example.com"
    assert apps.get_model("inbox", "Item").objects.count() == 6


@pytest.mark.req("IN-02.9")
def test_what_belongs_to_nobody_and_names_her_goes_too(order: Order, own_folder: Path) -> None:
    """As a report without our id, a large one, and words that are encoded."""
    ignored = a_report(message_id="<unknown@x>").replace(b"a@b.c", b"Ada@Example.org")
    large = ignored.replace(b"It did not arrive.", b"It did not arrive again.\n" + b"x\n" * 40_000)
    phone = a_mail("Ask 281-555-0100", From="x@y.test", Message_ID="<7@x>", In_Reply_To="")
    encoded = a_mail("", From="x@y.test", Message_ID="<8@x>", In_Reply_To="")
    encoded.set_content("Ask Ada@example.org", cte="base64")
    program = a_mail("For ada@example.org", From="x@y.test", Auto_Submitted="auto-generated")
    unreadable = b"X: ada@example.org\nFrom: " + b"(" * 5000 + b"\r\n\r\nHello\r\n"
    other = a_mail("For nada@example.org", From="x@y.test", Message_ID="<9@x>", In_Reply_To="")
    lost = a_mail("y " * LARGEST_IN_ROW_BYTES, From="x@y.test", In_Reply_To="")
    before = Item.objects.count()
    mails = (ignored, large, phone, encoded, program, unreadable, lost, other)
    items = receive(*mails, files=core_providers.files())[before:]
    core_providers.files().delete(items[6].raw_key)

    erase_customer(
        order.customer.public_id, reason=ErasureReason.REQUESTED, actor="staff jo", now=LATER
    )
    while delete_next_file(core_providers.files(), now=LATER + timedelta(hours=1)):
        pass

    assert {item.verdict for item in items} >= {"ignored", "nobody", "set_aside"}
    after = Item.objects.in_bulk([item.pk for item in items])
    has_bytes = [bool(after[item.pk].raw or after[item.pk].raw_key) for item in items]
    assert has_bytes == [False] * 6 + [True] * 2
    assert inbox_files(own_folder) == []


@pytest.mark.req("IN-02.9")
def test_the_copy_for_the_customer_has_each_message_as_it_came(
    order: Order, tmp_path: Path
) -> None:
    target = tmp_path / "copy.zip"

    zip_personal_data(
        order.customer.public_id,
        files=core_providers.files(), target=target, actor="staff jo", now=NOW,
    )  # fmt: skip

    with zipfile.ZipFile(target) as archive:
        names = [name for name in archive.namelist() if name.startswith("messages/")]
        mails = [archive.read(name) for name in names if name.endswith(".eml")]
    assert sorted(name.rpartition(".")[2] for name in names) == [
        *("eml", "eml", "eml", "eml"), "jpg", "json", "pdf",
    ]  # fmt: skip
    assert any(b"Ada again" in mail for mail in mails)


@pytest.mark.parametrize(
    ("age", "items", "files"),
    [
        (UNPLACED_RETENTION - timedelta(days=1), 6, 2),
        (UNPLACED_RETENTION + timedelta(days=1), 4, 2),
        (ORDER_RETENTION + timedelta(days=1), 0, 0),
    ],
)
def test_what_belongs_to_nobody_goes_after_90_days_and_the_rest_after_five_years(
    order: Order, own_folder: Path, age: timedelta, items: int, files: int
) -> None:
    receive(a_mail("Buy now", From="ads@example.com", Message_ID="<9@x>", In_Reply_To=""))

    purge_old_traces(now=NOW + age)
    while delete_next_file(core_providers.files(), now=NOW + age + timedelta(hours=1)):
        pass

    assert (Item.objects.count(), ReceivedFile.objects.count()) == (items, files)
    assert len(inbox_files(own_folder)) == (3 if files else 0)
