"""The mailbox of replies is read by IMAP from a real server on 127.0.0.1, and left as it is."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from imap_peer import ImapPeer, imap_peer

from standby.inbox.providers.mailbox import InboxDown
from standby.inbox.rules.mail import HEADER_BYTES

MAIL = b"From: Ada <ada@example.org>\r\nSubject: %s\r\n\r\nHi\r\n"


@pytest.fixture(scope="module")
def server() -> Iterator[ImapPeer]:
    with imap_peer() as peer:
        yield peer


def test_each_mail_is_measured_before_it_is_fetched_and_nothing_is_marked(
    server: ImapPeer,
) -> None:
    server.remove_all()
    server.deliver(MAIL % b"one", MAIL % b"two")

    with server.inbox().opened() as opened:
        uids = opened.uids_after(opened.newest_uid - 2)
        sizes = [opened.size_bytes(uid) for uid in uids]
        raws = [opened.whole(uid) for uid in uids]
        head = opened.head(uids[0])
        beyond = opened.uids_after(opened.newest_uid)
        gone = opened.newest_uid + 7
        missing = (opened.size_bytes(gone), opened.head(gone), opened.whole(gone))

    assert raws == [MAIL % b"one", MAIL % b"two"]
    assert sizes == [len(raw) for raw in raws]
    assert head == raws[0].partition(b"Hi")[0]
    assert (beyond, missing) == ([], (None, b"", b""))
    assert server.unseen() == 2


def test_of_a_mail_with_endless_headers_the_first_part_is_read(server: ImapPeer) -> None:
    server.deliver(b"X-Long: " + b"a" * 900 + b"\r\n" + (b"X-L: " + b"b" * 900 + b"\r\n") * 100)

    with server.inbox().opened() as opened:
        assert len(opened.head(opened.newest_uid)) == HEADER_BYTES


def test_what_arrived_since_a_day_is_found(server: ImapPeer) -> None:
    server.remove_all()
    server.deliver(MAIL % b"today")
    today = datetime.now(UTC).date()

    with server.inbox().opened() as opened:
        assert opened.uids_since(today - timedelta(days=1)) == [opened.newest_uid]
        assert opened.uids_since(today + timedelta(days=2)) == []


def test_a_wrong_password_a_server_without_tls_and_no_server_are_told(server: ImapPeer) -> None:
    for inbox in (
        server.inbox(password="wrong"),
        server.inbox(security="tls"),
        ImapPeer().inbox(),
    ):
        with pytest.raises(InboxDown), inbox.opened():
            raise AssertionError("it opened")


def test_a_mail_that_the_server_does_not_hand_over_is_told(server: ImapPeer) -> None:
    with server.inbox().opened() as opened, pytest.raises(InboxDown):
        opened.whole(-1)


def test_a_mail_that_the_server_itself_cannot_read_is_told() -> None:
    with imap_peer() as server:
        server.deliver(MAIL % b"one")
        with server.inbox().opened() as opened:
            server.make_unreadable()
            with pytest.raises(InboxDown):
                opened.whole(opened.newest_uid)
