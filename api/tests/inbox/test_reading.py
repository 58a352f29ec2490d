"""Reading a mailbox: each mail once, in its own transaction, wherever the last reading ended."""

from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path

import pytest
from booking_helpers import NOW, reserve
from django.db import OperationalError
from mail_helpers import NO_FILES, OURS, a_mail, receive
from memory_inbox import MemoryInbox
from whole_orders import a_message

from standby.core.providers.files import FilesDown
from standby.core.providers.files.local import LocalFiles
from standby.inbox.models import Item, Source
from standby.inbox.providers.mailbox import InboxDown
from standby.inbox.services.items import (
    LARGEST_IN_ROW_BYTES,
    LARGEST_MAIL_BYTES,
    MOST_ATTEMPTS,
    Judgment,
    judge_item,
    raw_of,
)
from standby.messaging.models import InboundMessage, Message
from standby.orders.models import Order
from standby.workflows.read_inbox import judge_waiting_items, read_inbox
from standby.workflows.take_text import take_text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("shop")]
LATER = NOW + timedelta(minutes=1)


@pytest.fixture
def order() -> Order:
    order = reserve()
    Message.objects.all().delete()
    sent = {"kind": "date_held", "channel": "email", "status": "sent", "sent_at": NOW}
    a_message(order, provider_ref=OURS, now=NOW, **sent)
    return order


def raw(number: int, text: str = "Hi") -> bytes:
    return a_mail(text, Message_ID=f"<{number}@x>").as_bytes()


def read(inbox: MemoryInbox, *, files: LocalFiles = NO_FILES) -> int:
    return read_inbox(inbox=inbox, mailbox="hello", files=files, now=NOW)


def test_the_mailbox_is_read_on_from_where_it_was_left(order: Order) -> None:
    inbox = MemoryInbox(raw(1))
    counts = [read(inbox)]
    inbox.deliver(raw(2))
    counts += [read(inbox), read(inbox)]

    source = Source.objects.get()
    assert (counts, inbox.fetched, source.last_uid) == ([0, 1, 0], [2], 2)
    assert (source.read_at, source.last_error) == (NOW, "")
    assert [one.provider_ref for one in InboundMessage.objects.all()] == ["<2@x>"]


@pytest.mark.req("IN-01.4")
def test_a_mailbox_that_cannot_be_opened_is_a_failure_and_says_so() -> None:
    inbox = MemoryInbox()
    inbox.is_down = True

    with pytest.raises(InboxDown):
        read(inbox)

    source = Source.objects.get()
    assert (source.failed_at, source.last_error, source.read_at) == (NOW, "TimeoutError", None)


@pytest.mark.req("IN-01.7")
def test_a_mailbox_made_anew_is_read_again_from_two_weeks_ago_and_each_mail_once(
    order: Order,
) -> None:
    before = MemoryInbox()
    read(before)
    before.deliver(raw(1))
    read(before)
    anew = MemoryInbox(raw(0), raw(1), raw(2), uid_validity=8)
    anew.arrived = {1: (NOW - timedelta(days=16)).date()}

    assert read(anew) == 2

    source = Source.objects.get()
    assert (source.uid_validity, source.last_uid, anew.fetched) == (8, 3, [2, 3])
    assert sorted(InboundMessage.objects.values_list("provider_ref", flat=True)) == [
        "<1@x>",
        "<2@x>",
    ]
    assert Item.objects.count() == 2


def test_an_empty_mailbox_made_anew_is_read_from_now_on() -> None:
    read(MemoryInbox(raw(1)))
    read(MemoryInbox(uid_validity=8))

    assert Source.objects.get().last_uid == 0


@pytest.mark.req("IN-01.6")
def test_a_mail_that_is_too_large_is_set_aside_without_being_fetched(order: Order) -> None:
    Source.objects.create(name="hello", uid_validity=7)
    inbox = MemoryInbox(raw(1), raw(2))
    inbox.sizes = {1: LARGEST_MAIL_BYTES + 1}

    read(inbox)

    large, small = Item.objects.order_by("pk")
    assert (large.verdict, large.reason) == ("set_aside", "larger than 25 MB")
    assert (large.sender, large.subject) == ("Ada@example.org", "Re: Your job")
    assert (large.size_bytes, bytes(large.raw), large.raw_key) == (LARGEST_MAIL_BYTES + 1, b"", "")
    assert (small.verdict, inbox.fetched) == ("taken", [2])


def test_a_large_mail_is_a_file_and_what_was_erased_is_not_kept_again(
    order: Order, tmp_path: Path
) -> None:
    files = LocalFiles(folder=tmp_path)
    large = raw(1, "x\n" * LARGEST_IN_ROW_BYTES)
    [item] = receive(large, files=files)
    assert (bytes(item.raw), raw_of(item, files=files)) == (b"", large)
    files.delete(item.raw_key)

    receive(large, files=files)

    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_a_mail_that_went_away_meanwhile_is_passed_over(order: Order) -> None:
    Source.objects.create(name="hello", uid_validity=7)
    inbox = MemoryInbox(raw(1), b"", raw(3))
    inbox.gone = {1}

    read(inbox)

    assert Source.objects.get().last_uid == 3
    assert [item.verdict for item in Item.objects.all()] == ["taken"]


def test_a_mail_that_is_never_handed_over_is_named_and_left(order: Order) -> None:
    Source.objects.create(name="hello", uid_validity=7)
    inbox = MemoryInbox(raw(1), raw(2))
    inbox.broken = {1}

    for _ in range(5):
        with pytest.raises(InboxDown):
            read(inbox)
    read(inbox)

    left, read_one = Item.objects.order_by("pk")
    assert left.reason == "the mailbox did not hand it over (mail 1)"
    assert (left.verdict, read_one.verdict) == ("set_aside", "taken")
    assert Source.objects.get().failures == 0


def test_what_was_not_judged_is_judged_by_the_next_worker(order: Order) -> None:
    [item] = receive(a_mail())
    InboundMessage.objects.all().delete()
    Item.objects.update(verdict="waiting", judged_at=None, message=None)

    assert judge_waiting_items(files=NO_FILES, now=NOW) == 0  # its own worker is at it
    assert judge_waiting_items(files=NO_FILES, now=LATER) == 1

    item.refresh_from_db()
    assert item.verdict == "taken"
    assert InboundMessage.objects.count() == 1


def an_item(**values: object) -> Item:
    source, _ = Source.objects.get_or_create(name="hello")
    fields = {"source": source, "ref": "r", "kind": "mail", "received_at": NOW, "size_bytes": 1}
    return Item.objects.create(**{**fields, "raw": b"x", **values})


def test_an_item_that_ends_its_worker_each_time_is_set_aside() -> None:
    item = an_item(attempts=MOST_ATTEMPTS)

    assert judge_item(item.pk, judge=never, files=NO_FILES, now=NOW) is None

    item.refresh_from_db()
    assert (item.verdict, item.reason) == ("set_aside", "it could not be finished in 5 attempts")


def never(item: Item, raw: bytes, now: object) -> Judgment:
    raise AssertionError("it was judged")


@pytest.mark.parametrize(("error", "attempts"), [(OperationalError("locked"), 1), (FilesDown(), 0)])
def test_while_we_ourselves_cannot_go_on_an_item_waits(error: Exception, attempts: int) -> None:
    item = an_item()

    def fails(item: Item, raw: bytes, now: object) -> Judgment:
        raise error

    with pytest.raises(type(error)):
        judge_item(item.pk, judge=fails, files=NO_FILES, now=NOW)

    item.refresh_from_db()
    assert (item.verdict, item.attempts) == ("waiting", attempts)


class _NoFiles(LocalFiles):
    def read(self, key: str) -> bytes:
        raise FilesDown


def test_behind_an_item_whose_file_store_is_down_the_others_are_judged(tmp_path: Path) -> None:
    early = NOW - timedelta(minutes=1)
    large = an_item(raw=b"", raw_key="inbox/1/large.eml", received_at=early)
    small = an_item(ref="s", raw=b"From: ads@example.com\r\n\r\nBuy", received_at=early)

    for _ in range(MOST_ATTEMPTS + 1):
        with pytest.raises(FilesDown):
            judge_waiting_items(files=_NoFiles(folder=tmp_path), now=NOW)

    large.refresh_from_db()
    small.refresh_from_db()
    assert (large.verdict, large.attempts, small.verdict) == ("waiting", 0, "nobody")


def test_whoever_is_second_takes_back_what_it_made_of_an_item() -> None:
    item = an_item()

    def is_overtaken(item: Item, raw: bytes, now: object) -> Judgment:
        Item.objects.update(verdict="ignored", judged_at=NOW)
        Source.objects.create(name="made meanwhile")
        return Judgment(verdict=Item.Verdict.TAKEN)

    assert judge_item(item.pk, judge=is_overtaken, files=NO_FILES, now=NOW) is None
    assert not Source.objects.filter(name="made meanwhile").exists()
    assert judge_item(item.pk + 1, judge=never, files=NO_FILES, now=NOW) is None


def test_an_item_whose_file_is_gone_is_set_aside(tmp_path: Path) -> None:
    item = an_item(raw=b"", raw_key="inbox/1/gone.eml")

    judgment = judge_item(item.pk, judge=never, files=LocalFiles(folder=tmp_path), now=NOW)

    assert judgment is not None
    assert (judgment.verdict, judgment.reason) == ("set_aside", "it could not be read (FileGone)")


TEXT: Mapping[str, str] = {"From": "+12815550100"}


@pytest.mark.req("IN-01.8")
def test_a_text_is_stored_as_it_was_sent_before_it_is_judged(order: Order) -> None:
    replies = [
        take_text({**TEXT, "MessageSid": sid, "Body": body}, files=NO_FILES, now=NOW)
        for sid, body in (("SM1", "Gate code 4321"), ("SM2", "STOP"), ("SM2", "STOP"))
    ]

    words, stop = Item.objects.order_by("pk")
    assert b'"Body":"Gate code 4321"' in bytes(words.raw)
    assert (words.verdict, words.proof, words.sender) == ("taken", "token", "+12815550100")
    assert words.message == InboundMessage.objects.get(provider_ref="SM1")
    assert [bool(reply) for reply in replies] == [False, True, False]
    assert stop.verdict == "taken"
    assert Source.objects.get(name="texts").read_at == NOW


def test_a_text_that_cannot_be_judged_is_set_aside() -> None:
    item = an_item(kind="text", raw=b"{")

    judge_waiting_items(files=NO_FILES, now=LATER)

    item.refresh_from_db()
    assert (item.verdict, item.reason) == ("set_aside", "it could not be read (JSONDecodeError)")


@pytest.mark.parametrize(
    ("sent", "count", "words"),
    [("1", 1, "1 picture or file"), ("2", 2, "2 pictures or files"), ("x", 0, ""), ("0", 0, "")],
)
def test_staff_are_told_how_many_pictures_came_with_a_text(
    order: Order, sent: str, count: int, words: str
) -> None:
    take_text({**TEXT, "MessageSid": "MM1", "NumMedia": sent}, files=NO_FILES, now=NOW)

    assert InboundMessage.objects.get().received_files.count() == count
    assert words in Message.objects.get(kind="text_received").text
