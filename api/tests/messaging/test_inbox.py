"""The mailbox of replies is read by IMAP from a real server on 127.0.0.1."""

from collections.abc import Iterator
from email import message_from_string
from email.message import EmailMessage, Message

import pytest
from imap_peer import ImapPeer, imap_peer

from standby.messaging.providers.inbox import MOST_AT_ONCE, InboxDown


@pytest.fixture(scope="module")
def server() -> Iterator[ImapPeer]:
    with imap_peer() as peer:
        yield peer


def a_mail(subject: str = "Re: Your job", text: str = "Hi", **headers: str) -> EmailMessage:
    mail = EmailMessage()
    mail["From"], mail["To"] = "Ada Lovelace <Ada@example.org>", "hello@standby.test"
    mail["Subject"], mail["Message-ID"] = subject, "<1@example.org>"
    for name, value in headers.items():
        mail[name.replace("_", "-")] = value
    mail.set_content(text)
    return mail


def a_report(action: str) -> Message:
    return message_from_string(
        f"""From: MAILER-DAEMON@mx.test
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

Message-ID: <ours@standby.test>
Subject: Your job
--x--
"""
    )


@pytest.mark.req("OPS-21.3")
def test_only_what_arrives_after_the_first_look_is_read_and_nothing_is_marked(
    server: ImapPeer,
) -> None:
    inbox = server.inbox()
    server.deliver(a_mail("old").as_bytes())
    place = inbox.read_after(0, 0)
    assert place.mails == []
    quiet = inbox.read_after(place.uid_validity, place.last_uid)
    server.deliver(a_mail(In_Reply_To="<1@x>", References="<0@x> <1@x>").as_bytes())

    read = inbox.read_after(place.uid_validity, place.last_uid)

    [mail] = read.mails
    assert (quiet.mails, quiet.last_uid) == ([], place.last_uid)
    assert (mail.sender, mail.subject, mail.text.strip()) == (
        "Ada@example.org",
        "Re: Your job",
        "Hi",
    )
    assert mail.answers == ("<1@x>", "<0@x>")
    assert (mail.message_id, mail.is_automatic, mail.bounced) == (
        "<1@example.org>",
        False,
        "",
    )
    assert inbox.read_after(read.uid_validity, read.last_uid).mails == []
    assert server.unseen() == 2


@pytest.mark.parametrize(
    ("mail", "is_automatic", "bounced"),
    [
        (a_mail(Auto_Submitted="auto-replied"), True, ""),
        (a_mail(Auto_Submitted="no"), False, ""),
        (a_mail(List_Id="<news.example.org>"), True, ""),
        (a_report("failed"), True, "<ours@standby.test>"),
        (a_report("delayed"), True, ""),
    ],
)
def test_notes_of_programs_and_reports_of_failure_are_told_apart(
    server: ImapPeer, mail: Message, is_automatic: bool, bounced: str
) -> None:
    place = server.inbox().read_after(0, 0)
    server.deliver(mail.as_bytes())

    [read] = server.inbox().read_after(place.uid_validity, place.last_uid).mails

    assert (read.is_automatic, read.bounced) == (is_automatic, bounced)


def test_a_mail_in_html_alone_is_read_as_text(server: ImapPeer) -> None:
    mail = a_mail()
    mail.set_content("<p>We are <b>away</b> until Monday</p>", subtype="html")
    place = server.inbox().read_after(0, 0)
    server.deliver(mail.as_bytes())

    [read] = server.inbox().read_after(place.uid_validity, place.last_uid).mails

    assert read.text.strip() == "We are away until Monday"


def test_a_full_mailbox_is_read_in_parts(server: ImapPeer) -> None:
    place = server.inbox().read_after(0, 0)
    server.deliver(*[a_mail(f"n{number}").as_bytes() for number in range(MOST_AT_ONCE + 1)])

    first = server.inbox().read_after(place.uid_validity, place.last_uid)
    second = server.inbox().read_after(first.uid_validity, first.last_uid)

    assert [len(first.mails), len(second.mails)] == [MOST_AT_ONCE, 1]
    assert (first.mails[0].subject, second.mails[0].subject) == ("n0", f"n{MOST_AT_ONCE}")


def test_a_wrong_password_a_server_without_tls_and_no_server_are_told(server: ImapPeer) -> None:
    for inbox in (
        server.inbox(password="wrong"),
        server.inbox(security="tls"),
        ImapPeer().inbox(),
    ):
        with pytest.raises(InboxDown):
            inbox.read_after(0, 0)
