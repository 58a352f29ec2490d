"""What customers send as pictures and papers is seen, and goes where it is needed by one press."""

import io
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from booking_helpers import ADA, NOW, a_request, reserve
from console_client import Console
from django.db import transaction
from mail_helpers import OURS, a_mail, receive
from PIL import Image
from sent_files import PDF, SECRET, a_jpeg, a_png, a_telling_jpeg
from twilio_peer import ACCOUNT, TOKEN, Peer, twilio_peer
from whole_orders import a_message

from standby.accounts.models import User
from standby.core.jobs import TRIED_FOR, run_next_job
from standby.core.models import Job
from standby.core.providers import wiring as core_providers
from standby.core.providers.files import FilesDown
from standby.core.roles import Role
from standby.inbox.models import Item, ReceivedFile, ReceivedFileUse
from standby.inbox.providers.media import MediaDown, TwilioMedia
from standby.inbox.services.received_files import note_use
from standby.messaging.models import InboundMessage, Message
from standby.orders.models import Order
from standby.photos.models import Photo
from standby.photos.services.reviews import open_review
from standby.tracking.rules.waits import WaitKey
from standby.tracking.selectors.conversation import conversation_of
from standby.tracking.selectors.waits import waiting_groups
from standby.workflows.store_received_file import ASKED_FOR, MOST_TRIES, received_file_handler
from standby.workflows.take_text import take_text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("shop", "own_folder")]


@pytest.fixture
def order() -> Order:
    order = reserve()
    Message.objects.all().delete()
    sent = {"kind": "date_held", "channel": "email", "status": "sent", "sent_at": NOW}
    a_message(order, provider_ref=OURS, now=NOW, **sent)
    return order


@pytest.fixture
def console() -> Console:
    return Console(Role.MANAGER)


@pytest.fixture
def peer() -> Iterator[Peer]:
    with twilio_peer() as one:
        one.media |= {"ME1": a_jpeg(), "ME2": a_jpeg(300, 200)}
        yield one


def with_files(*files: tuple[str, bytes], **headers: str) -> EmailMessage:
    mail = a_mail("Here are the photos you asked for.", **headers)
    for name, content in files:
        mail.add_attachment(content, maintype="application", subtype="octet-stream", filename=name)
    return mail


def store_all(*, media: Any = None, now: Any = NOW) -> list[ReceivedFile]:
    handler = received_file_handler(files=core_providers.files(), media=media)
    while run_next_job(handler, now=now):
        pass
    return list(ReceivedFile.objects.order_by("pk"))


def conversation(order: Order, console: Console) -> dict[str, Any]:
    entries = console.get(f"orders/{order.public_id}/conversation")["entries"]
    [entry] = [one for one in entries if one["is_from_customer"]]
    return dict(entry)


def a_text(**form: str) -> dict[str, str]:
    """As Twilio sends two pictures without a word."""
    url = f"https://api.twilio.com/2010-04-01/Accounts/{ACCOUNT}/Messages/MM1/Media"
    sent = {
        "MessageSid": "MM00000000000000000000000000000001",
        "From": "+12815550100",
        "Body": "",
        "NumMedia": "2",
        "MediaUrl0": f"{url}/ME1",
        "MediaContentType0": "image/jpeg",
        "MediaUrl1": f"{url}/ME2",
        "MediaContentType1": "image/jpeg",
    }
    return sent | form


@pytest.mark.req("IN-02.5")
def test_a_picture_and_a_paper_of_a_mail_are_in_the_conversation_made_safe(
    order: Order, console: Console
) -> None:
    mail = with_files(("IMG_1.jpeg", a_telling_jpeg()), ("Approval.pdf", PDF))
    receive(mail, files=core_providers.files())

    waiting = conversation(order, console)["files"]
    picture, paper = store_all()
    shown = conversation(order, console)

    assert [(one["name"], one["status"]) for one in waiting] == [
        ("IMG_1.jpeg", "waiting"),
        ("Approval.pdf", "waiting"),
    ]
    assert [(one["name"], one["content_type"]) for one in shown["files"]] == [
        ("IMG_1.jpeg", "image/jpeg"),
        ("Approval.pdf", "application/pdf"),
    ]
    assert shown["is_to_answer"] is True
    place = f"orders/{order.public_id}/received-files"
    seen = console.call("GET", f"{place}/{picture.public_id}")
    read = console.call("GET", f"{place}/{paper.public_id}")
    assert Image.open(io.BytesIO(seen.content)).format == "JPEG"
    assert SECRET.encode() not in seen.content
    assert read.content == PDF
    assert read["Content-Disposition"] == f'attachment; filename="received-{paper.pk}.pdf"'
    assert "sandbox" in seen["Content-Security-Policy"]
    original = console.call("GET", f"inbox/{shown['original']}/original")
    assert b"IMG_1.jpeg" in original.content


@pytest.mark.req("IN-02.5")
@pytest.mark.parametrize("message_id", ["", "<1@example.org>"])
def test_another_picture_with_the_same_words_is_in_the_conversation_too(
    order: Order, message_id: str
) -> None:
    first = with_files(("IMG.jpeg", a_telling_jpeg()), Message_ID=message_id)
    other = ("IMG.jpeg", a_jpeg())
    second = with_files(other, Message_ID=message_id)
    again = with_files(other, Message_ID=message_id, X_Spam="no")
    receive(first, second, again, files=core_providers.files())
    store_all()

    entries = [one for one in conversation_of(order, kinds={}, now=NOW) if one.is_from_customer]

    assert [[usable.file.status for usable in one.files] for one in entries] == [["stored"]] * 2


@pytest.mark.req("IN-02.7")
def test_a_use_is_noted_once_however_often_it_is_pressed(order: Order) -> None:
    receive(with_files(("Approval.pdf", PDF)), files=core_providers.files())
    [file] = store_all()
    place, ref = ReceivedFileUse.Place.FILES, uuid4()

    for _ in range(3):
        note_use(file, order_ref=order.public_id, place=place, ref=ref, now=NOW)
    note_use(file, order_ref=order.public_id, place=place, ref=uuid4(), now=NOW)

    assert ReceivedFileUse.objects.count() == 2


@pytest.mark.req("IN-02.6")
def test_two_pictures_of_a_text_are_fetched_and_staff_are_told_how_many(
    order: Order, peer: Peer, console: Console
) -> None:
    media = TwilioMedia(sid=ACCOUNT, token=TOKEN, api_base=peer.origin)

    reply = take_text(a_text(), files=core_providers.files(), now=NOW)
    again = take_text(a_text(), files=core_providers.files(), now=NOW)
    stored = store_all(media=media)

    assert (reply, again) == ("", "")
    assert [one.status for one in stored] == ["stored", "stored"]
    told = Message.objects.get(kind="text_received")
    assert "[2 pictures or files came with it]" in told.text
    entry = conversation(order, console)
    assert (len(entry["files"]), entry["is_to_answer"], entry["text"]) == (2, True, "")
    [group] = waiting_groups([WaitKey.REPLIES], user=User(), now=NOW)
    assert [row.detail for row in group.items] == ["2 files came with it"]


@pytest.mark.req("IN-02.7")
def test_a_picture_goes_into_the_photo_review_by_one_press(order: Order, console: Console) -> None:
    with transaction.atomic(durable=True):
        open_review(order, now=NOW)
    receive(with_files(("1.jpg", a_jpeg()), ("2.jpg", a_png())), files=core_providers.files())
    one, other = store_all()
    place = f"orders/{order.public_id}/received-files"

    answers = [
        console.call("POST", f"{place}/{file.public_id}/review") for file in (one, one, other)
    ]

    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert [answer.json()["is_in_review"] for answer in answers] == [True] * 3
    photos = Photo.objects.order_by("pk").values_list("slot", "status", "added_by")
    assert [(slot, status) for slot, status, _by in photos] == [
        ("extra-1", "stored"),
        ("extra-2", "stored"),
    ]
    assert all(by for _slot, _status, by in photos)


def test_a_full_or_closed_review_refuses_a_picture_and_says_why(
    order: Order, console: Console
) -> None:
    receive(with_files(("1.jpg", a_jpeg()), ("2.pdf", PDF)), files=core_providers.files())
    picture, paper = store_all()
    place = f"orders/{order.public_id}/received-files"

    not_asked = console.call("POST", f"{place}/{picture.public_id}/review")
    with transaction.atomic(durable=True):
        review = open_review(order, now=NOW)
    no_picture = console.call("POST", f"{place}/{paper.public_id}/review")
    Photo.objects.all().delete()
    for number in range(1, 11):
        values: dict[str, Any] = {"key": f"k{number}", "size_bytes": 1, "created_at": NOW}
        Photo.objects.create(review=review, kind="photo", slot=f"extra-{number}", **values)
    full = console.call("POST", f"{place}/{picture.public_id}/review")

    assert (not_asked.status_code, not_asked.json()["code"]) == (404, "photos_not_asked")
    assert (no_picture.status_code, no_picture.json()["code"]) == (422, "photo_type_refused")
    assert (full.status_code, full.json()["code"]) == (409, "too_many_photos")
    assert not any(file["is_in_review"] for file in conversation(order, console)["files"])


@pytest.mark.req("IN-02.7")
def test_a_paper_goes_to_the_orders_files_by_one_press(order: Order, console: Console) -> None:
    receive(with_files(("Approval.pdf", PDF)), files=core_providers.files())
    [paper] = store_all()
    place = f"orders/{order.public_id}/received-files/{paper.public_id}/files"

    answers = [console.call("POST", place) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [200, 200]
    [file] = order.files.all()
    assert (file.type, file.note, file.size_bytes) == ("other", "came by email", len(PDF))


@pytest.mark.req("IN-02.7")
def test_what_was_removed_from_the_order_is_not_said_to_be_there_and_can_go_again(
    order: Order, console: Console
) -> None:
    with transaction.atomic(durable=True):
        open_review(order, now=NOW)
    receive(with_files(("1.jpg", a_jpeg()), ("2.pdf", PDF)), files=core_providers.files())
    picture, paper = store_all()
    place = f"orders/{order.public_id}/received-files"
    presses = [f"{place}/{picture.public_id}/review", f"{place}/{paper.public_id}/files"]

    def press_both() -> list[tuple[bool, bool]]:
        answers = [console.call("POST", press).json() for press in presses]
        return [(each["is_in_review"], each["is_in_files"]) for each in answers]

    there = press_both()
    Photo.objects.get().delete()
    [file] = order.files.all()
    console.call("DELETE", f"orders/{order.public_id}/files/{file.public_id}")
    gone = [
        (each["is_in_review"], each["is_in_files"])
        for each in conversation(order, console)["files"]
    ]
    again = press_both()

    assert (there, gone) == ([(True, False), (False, True)], [(False, False)] * 2)
    assert again == there
    assert (Photo.objects.count(), order.files.filter(removed_at=None).count()) == (1, 1)


@pytest.mark.req("IN-02.7")
def test_a_file_of_one_order_is_not_said_to_be_in_the_customers_other_order(
    order: Order, console: Console
) -> None:
    other = reserve(a_request())
    receive(with_files(("Approval.pdf", PDF)), files=core_providers.files())
    [paper] = store_all()
    place = f"received-files/{paper.public_id}/files"

    console.call("POST", f"orders/{order.public_id}/{place}")
    shown = [conversation(one, console)["files"][0]["is_in_files"] for one in (order, other)]
    console.call("POST", f"orders/{other.public_id}/{place}")

    assert shown == [True, False]
    assert [one.files.count() for one in (order, other)] == [1, 1]


def test_a_file_of_another_conversation_is_not_found(order: Order, console: Console) -> None:
    receive(with_files(("1.jpg", a_jpeg())), files=core_providers.files())
    grace = {"name": "Grace Hopper", "email": "grace@example.org", "phone": "(713) 555-0166"}
    other = reserve(a_request(contact=replace(ADA, **grace)))  # type: ignore[arg-type]
    [waiting] = ReceivedFile.objects.all()

    def ask(one: Order) -> int:
        place = f"orders/{one.public_id}/received-files/{waiting.public_id}"
        return int(console.call("GET", place).status_code)

    before = ask(order)
    store_all()

    assert (before, ask(order), ask(other)) == (404, 200, 404)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("winmail.dat", b"\x78\x9f\x3e\x22" * 50),
        ("invite.ics", b"BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"),
        ("page.html", b"<html><script>alert(1)</script></html>"),
        ("empty.jpg", b""),
        ("cut.jpg", b"\xff\xd8\xff\xe0" + b"x" * 100),
        ("virus.pdf.exe", b"MZ" + b"\0" * 500),
        ("half.pdf", b"%PDF-1.7\n"),
    ],
)
def test_what_is_no_picture_or_paper_is_listed_and_never_served(
    order: Order, name: str, content: bytes, console: Console
) -> None:
    receive(with_files((name, content)), files=core_providers.files())

    [file] = store_all()

    assert (file.status, file.refused_because, file.key) == ("refused", "kind", "")
    assert [one["name"] for one in conversation(order, console)["files"]] == [name]
    place = f"orders/{order.public_id}/received-files/{file.public_id}"
    assert console.call("GET", place).status_code == 404


def test_signatures_of_mail_programs_are_no_files_and_of_many_only_some_are_taken(
    order: Order,
) -> None:
    signed = a_mail("Yes.")
    signed.add_attachment(b"x", maintype="application", subtype="pkcs7-signature", filename="s.p7s")
    many = with_files(*((f"{n}.jpg", b"x") for n in range(25)), Message_ID="<2@x>")

    receive(signed, many, files=core_providers.files())

    assert ReceivedFile.objects.count() == 20
    assert not ReceivedFile.objects.filter(name="s.p7s").exists()


class _Media:
    """A provider that hands over what it is told to, or is away."""

    def __init__(self, content: bytes | Exception) -> None:
        self.content = content

    def read(self, url: str, *, most_bytes: int) -> bytes:
        if isinstance(self.content, Exception):
            raise self.content
        return self.content


def test_a_provider_that_is_away_is_asked_again_for_a_day(order: Order) -> None:
    take_text(a_text(NumMedia="1"), files=core_providers.files(), now=NOW)
    down = _Media(MediaDown("503"))

    [waiting] = store_all(media=down)
    before = (waiting.status, Job.objects.get(kind="received_file").attempts)
    [given_up] = store_all(media=down, now=NOW + ASKED_FOR + timedelta(minutes=1))

    assert before == ("waiting", 0)
    assert (given_up.status, given_up.refused_because) == ("refused", "unreachable")


@pytest.mark.parametrize(
    ("media", "because"),
    [(None, "gone"), (_Media(b"x" * (20 * 1024**2 + 1)), "size"), (_Media(b"%PDF-"), "kind")],
)
def test_what_cannot_be_had_says_why(order: Order, media: Any, because: str) -> None:
    take_text(a_text(NumMedia="1"), files=core_providers.files(), now=NOW)

    [file] = store_all(media=media)

    assert (file.status, file.refused_because) == ("refused", because)


def test_the_storage_may_be_away_and_a_mail_be_gone(
    order: Order, own_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = with_files(("1.jpg", a_jpeg())), with_files(("2.jpg", b"x"), Message_ID="<2@x>")
    receive(one, other, files=core_providers.files())
    files = core_providers.files()

    class Away:
        def __getattr__(self, _name: str) -> Any:
            raise FilesDown("away")

    handler = received_file_handler(files=Away(), media=None)
    assert run_next_job(handler, now=NOW)
    assert set(ReceivedFile.objects.values_list("status", flat=True)) == {"waiting"}

    Item.objects.filter(files__name="2.jpg").update(raw=b"From: a@b.c\r\n\r\nHi", raw_key="")
    Item.objects.filter(files__name="1.jpg").delete()
    stored = store_all(now=NOW + timedelta(minutes=5))

    assert files is core_providers.files()
    assert [file.refused_because for file in stored] == ["gone", "gone"]


def test_a_file_that_takes_its_worker_down_is_refused_in_the_end(order: Order) -> None:
    receive(with_files(("1.jpg", a_jpeg())), files=core_providers.files())
    Job.objects.filter(kind="received_file").update(attempts=MOST_TRIES)

    [file] = store_all()

    assert (file.status, file.refused_because) == ("refused", "kind")
    assert Job.objects.get(kind="received_file").dead_at is not None


def test_what_is_erased_or_settled_meanwhile_leaves_no_file(order: Order, own_folder: Path) -> None:
    receive(with_files(("1.jpg", a_jpeg())), files=core_providers.files())
    files = core_providers.files()

    class Erasing:
        """The customer is erased while the picture is made anew."""

        def __getattr__(self, name: str) -> Any:
            return getattr(files, name)

        def put(self, key: str, content: bytes, *, content_type: str) -> None:
            files.put(key, content, content_type=content_type)
            ReceivedFile.objects.all().delete()

    assert run_next_job(received_file_handler(files=Erasing(), media=None), now=NOW)
    handler = received_file_handler(files=files, media=None)
    Job.objects.create(kind="received_file", key=str(uuid4()), due_at=NOW, waiting_since=NOW)
    assert run_next_job(handler, now=NOW)
    Job.objects.create(
        kind="received_file", key=str(order.public_id), due_at=NOW, waiting_since=NOW,
        failing_since=NOW - TRIED_FOR - timedelta(hours=1), attempts=MOST_TRIES,
        leased_until=NOW - timedelta(minutes=1),
    )  # fmt: skip
    run_next_job(handler, now=NOW)
    assert Job.objects.get(key=str(order.public_id)).dead_at == NOW

    assert list((own_folder / "files").rglob("*.jpg")) == []


def test_a_mail_of_nobody_shows_its_files_and_brings_them_to_the_order(
    order: Order, console: Console
) -> None:
    headers = {"From": "spouse@example.net", "In_Reply_To": ""}
    [item] = receive(with_files(("1.jpg", a_jpeg()), **headers), files=core_providers.files())
    text = Item.objects.create(
        source=item.source, ref="SM9", kind="text", received_at=NOW, size_bytes=2,
        raw=b'{"Body": "Hi", "NumMedia": "1"}', verdict="nobody", judged_at=NOW,
    )  # fmt: skip

    looked = [console.get(f"inbox/{one.public_id}")["files"] for one in (item, text)]
    for one in (item, text):
        code = {"code": order.confirmation_code}
        assert console.call("POST", f"inbox/{one.public_id}/order", code).status_code == 200

    assert looked == [["1.jpg"], [""]]
    assert ReceivedFile.objects.count() == 2
    assert InboundMessage.objects.count() == 2
