"""What staff do with what could not be placed: try again, say whose it is, ignore it."""

from typing import Any
from uuid import uuid4

import pytest
from booking_helpers import NOW, reserve
from console_client import Console
from django.db.models import Count
from mail_helpers import a_mail, receive
from whole_orders import now

from standby.core.providers import wiring as core_providers
from standby.core.providers.files import FilesDown
from standby.core.roles import Role
from standby.inbox.models import Item, Source
from standby.messaging.models import InboundMessage, Message
from standby.orders.models import Order
from standby.tracking.selectors.conversation import conversation_of

pytestmark = pytest.mark.usefixtures("shop", "own_folder")


@pytest.fixture
def order() -> Order:
    order = reserve()
    Message.objects.all().delete()
    return order


@pytest.fixture
def console() -> Console:
    return Console(Role.DISPATCHER)


def a_spouses(text: str = "It is me, the spouse: cancel Tuesday.", **headers: str) -> Item:
    """As it comes where the relay has replaced our Message-ID."""
    named = {"From": "husband@example.net", "In_Reply_To": "<x@amazonses.com>", **headers}
    [item] = receive(a_mail(text, **named), now=now())
    return item


def an_unreadable(**values: Any) -> Item:
    source, _ = Source.objects.get_or_create(name="hello")
    fields: dict[str, Any] = {
        "source": source,
        "ref": "r",
        "kind": "mail",
        "received_at": now(),
        "size_bytes": 1,
        "raw": b"From: " + b"(" * 5000 + b"\r\n\r\nHello\r\n",
        "subject": "Re: Your job",
        "verdict": "set_aside",
        "reason": "it could not be read (RecursionError)",
        "judged_at": now(),
    }
    return Item.objects.create(**{**fields, **values})


@pytest.mark.req("IN-01.5")
@pytest.mark.req("IN-02.4")
def test_a_mail_of_nobody_waits_and_goes_to_the_order_that_staff_name(
    order: Order, console: Console
) -> None:
    item = a_spouses(f"About {order.confirmation_code.lower()}: cancel Tuesday.")
    waiting = console.get("waits?group=inbox")["to_do"][0]["items"]

    looked = console.get(f"inbox/{item.public_id}")
    answer = console.call(
        "POST", f"inbox/{item.public_id}/order", {"code": order.confirmation_code}
    )

    assert [(one["id"], one["title"]) for one in waiting] == [
        (str(item.public_id), "husband@example.net")
    ]
    assert "of no order that we know" in waiting[0]["detail"]
    assert looked["text"].endswith("cancel Tuesday.")
    assert [one["code"] for one in looked["proposed"]] == [order.confirmation_code]
    assert answer.json()["verdict"] == "taken"
    assert answer.json()["order_id"] == str(order.public_id)
    [entry] = [one for one in conversation_of(order, kinds={}, now=NOW) if one.is_from_customer]
    assert (entry.sender, entry.is_to_answer) == ("husband@example.net", True)
    assert console.get("waits?group=inbox")["to_do"] == []


@pytest.mark.parametrize(
    ("item", "is_proposed"),
    [
        ({"sender": "ada+generator@example.org"}, True),
        ({"sender": "ADA@example.org"}, True),
        ({"sender": "stranger@example.org"}, False),
        ({"sender": ""}, False),
        ({"kind": "text", "sender": "+12815550100", "raw": b'{"Body": "Hi"}'}, True),
        ({"kind": "text", "sender": "", "raw": b"{}"}, False),
    ],
)
def test_the_orders_of_the_sender_are_proposed(
    order: Order, console: Console, item: dict[str, Any], is_proposed: bool
) -> None:
    stored = an_unreadable(**item)

    proposed = console.get(f"inbox/{stored.public_id}")["proposed"]

    assert [one["id"] for one in proposed] == [str(order.public_id)] * is_proposed


def test_what_cannot_be_read_goes_to_an_order_by_its_subject(
    order: Order, console: Console
) -> None:
    named, nameless = an_unreadable(), an_unreadable(ref="s", subject="", raw=b"")
    text = an_unreadable(ref="SM1", kind="text", raw=b'{"Body": "Hi", "NumMedia": "2"}')

    for item in (named, nameless, text):
        code = {"code": order.confirmation_code}
        assert console.call("POST", f"inbox/{item.public_id}/order", code).status_code == 200

    counted = InboundMessage.objects.annotate(files=Count("received_files"))
    stored = counted.order_by("pk").values_list("channel", "subject", "text", "files")
    assert list(stored) == [
        ("email", "Re: Your job", "", 0),
        ("email", "it could not be read (RecursionError)", "", 0),
        ("sms", "Re: Your job", "Hi", 2),
    ]
    assert set(Item.objects.values_list("proof", flat=True)) == {"claimed"}


def test_a_code_that_is_none_is_refused(order: Order, console: Console) -> None:
    item = an_unreadable()

    for code in ("SB-ZZZZZ", "?"):
        answer = console.call("POST", f"inbox/{item.public_id}/order", {"code": code})
        assert (answer.status_code, answer.json()["code"]) == (422, "order_code_unknown")


@pytest.mark.req("IN-01.5")
def test_an_item_is_tried_again_once_its_reader_is_mended(order: Order, console: Console) -> None:
    readable = an_unreadable(raw=a_mail(In_Reply_To="").as_bytes())
    still_bad = an_unreadable(ref="s")

    answers = [
        console.call("POST", f"inbox/{item.public_id}/again").json()
        for item in (readable, still_bad)
    ]

    assert [answer["verdict"] for answer in answers] == ["taken", "set_aside"]
    assert InboundMessage.objects.get().sender == "Ada@example.org"


def test_what_is_ignored_waits_no_more_and_is_settled_once(console: Console) -> None:
    item = an_unreadable()

    answers = [console.call("POST", f"inbox/{item.public_id}/ignore") for _ in range(2)]

    assert [answer.status_code for answer in answers] == [200, 409]
    assert answers[0].json()["reason"] == "ignored by staff"
    assert console.get("waits?group=inbox")["to_do"] == []


def test_the_original_is_downloaded_byte_for_byte(console: Console) -> None:
    item, left = an_unreadable(), an_unreadable(ref="s", raw=b"")

    answer = console.call("GET", f"inbox/{item.public_id}/original")
    refusals = [
        console.call(method, f"inbox/{left.public_id}/{what}")
        for method, what in (("GET", "original"), ("POST", "again"))
    ]

    assert answer.content == bytes(item.raw)
    assert answer["Content-Disposition"] == f'attachment; filename="mail-{item.pk}.eml"'
    assert {refused.json()["code"] for refused in refusals} == {"inbox_item_not_fetched"}
    unknown = console.call("GET", f"inbox/{uuid4()}")
    assert unknown.json()["code"] == "inbox_item_not_found"


def test_of_an_erased_text_nothing_is_shown(console: Console) -> None:
    item = an_unreadable(kind="text", raw=b"", verdict="nobody")

    answer = console.call("GET", f"inbox/{item.public_id}")

    assert (answer.status_code, answer.json()["text"], answer.json()["files"]) == (200, "", [])


class _NoFiles:
    def read(self, key: str) -> bytes:
        raise FilesDown


def test_while_the_file_store_is_down_nothing_is_said_of_an_item(
    console: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(core_providers, "files", _NoFiles)
    item = an_unreadable(raw=b"", raw_key="inbox/1/a.eml")

    assert console.call("GET", f"inbox/{item.public_id}").status_code == 503
