"""Mail is kept or sent; a real SMTP server on 127.0.0.1 says what happened."""

import logging
import socket
import threading
from collections.abc import Iterator
from dataclasses import replace
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings
from smtp_peer import SENDER, SmtpPeer, an_account, smtp_peer

from standby.messaging.providers.mail import (
    TIMEOUT_S,
    FileMailer,
    Mail,
    MailDown,
    Mailer,
    MailRefused,
    SmtpMail,
    masked,
    message_id,
)
from standby.messaging.providers.texts import FileTexter, SmsMessage

MAIL = Mail(to="ada@example.org", subject="We hold Thursday", text="Hello Ada,\n", reference="r-1")


@pytest.fixture
def post() -> Iterator[tuple[SmtpPeer, SmtpMail]]:
    with smtp_peer() as peer:
        yield peer


def kept(folder: Path) -> Any:
    [path] = folder.glob("*.eml")
    return message_from_bytes(path.read_bytes(), policy=policy.default)


@pytest.mark.req("MSG-01.5")
def test_the_same_mail_goes_out_by_either_way_and_again_under_the_same_id(
    tmp_path: Path, post: tuple[SmtpPeer, SmtpMail]
) -> None:
    server, smtp = post

    for mailer in (FileMailer(folder=tmp_path, sender=lambda: SENDER), smtp):
        for _ in range(2):
            mailer.send(MAIL)

    assert len(server.taken) == 2
    for message in (kept(tmp_path), *server.taken):
        assert message["To"] == "ada@example.org"
        assert message["From"] == SENDER
        assert message["Subject"] == "We hold Thursday"
        assert message["Message-ID"] == message_id("r-1", sender=SENDER)
        assert message["Auto-Submitted"] == "auto-generated"
        assert message.get_content().strip() == "Hello Ada,"


@pytest.mark.parametrize(
    ("to_what", "answer", "raised"),
    [
        ("refusals", "451 try later", MailDown),
        ("refusals", "550 no such mailbox", MailRefused),
        ("refusals", "552 mailbox full", MailDown),
        ("refusals", "554 5.7.1 message refused as spam", MailRefused),
        ("refusals", "554 rejected", MailRefused),
        ("refusals", "554 4.7.1 greylisted", MailDown),
        ("refusals", "554 temporary failure", MailDown),
        ("refusals", "554 Please try again", MailDown),
        ("refusals", "553 no such name", MailRefused),
        ("refusals", "421 closing", MailDown),
        ("refused_recipients", "450 busy", MailDown),
        ("refused_recipients", "550 unknown", MailRefused),
        ("refused_recipients", "552 5.2.2 mailbox full", MailDown),
        ("refused_recipients", "554 5.7.1 rejected", MailRefused),
    ],
)
def test_a_mail_or_its_recipient_is_refused_for_now_or_for_good(
    post: tuple[SmtpPeer, SmtpMail], to_what: str, answer: str, raised: type[Exception]
) -> None:
    server, smtp = post
    setattr(server, to_what, [answer])

    with pytest.raises(raised, match=answer[:3]) as refused:
        smtp.send(MAIL)

    assert type(refused.value) is raised
    assert server.taken == []
    smtp.send(MAIL)
    assert len(server.taken) == 1


def test_a_server_that_will_not_talk_to_us_refuses_no_mail() -> None:
    """A greeting of 554 is about us, and not about this mail."""

    def greet(listening: socket.socket) -> None:
        connection, _ = listening.accept()
        with connection:
            connection.sendall(b"554 no service for you\r\n")
            connection.recv(100)

    with socket.create_server(("127.0.0.1", 0)) as listening:
        greeting = threading.Thread(target=greet, args=(listening,))
        greeting.start()
        with pytest.raises(MailDown, match="554"):
            an_account(listening.getsockname()[1]).send(MAIL)
        greeting.join()


@pytest.mark.parametrize(
    "account",
    [{"security": "starttls"}, {"security": "tls"}, {"user": "standby"}],
    ids=["no STARTTLS offered", "no TLS spoken", "no sign-in offered"],
)
def test_a_server_that_cannot_do_what_the_settings_ask_is_down(
    post: tuple[SmtpPeer, SmtpMail], account: dict[str, Any]
) -> None:
    server, _smtp = post

    with pytest.raises(MailDown):
        an_account(server.port, **account).send(MAIL)

    assert server.taken == []


@pytest.mark.parametrize(
    "mail",
    [
        Mail(to="ada@example.org\r\nBcc: all@example.org", subject="s", text="t", reference="r"),
        Mail(to="ada@example.org", subject="s\nBcc: all@example.org", text="t", reference="r"),
    ],
    ids=["address", "subject"],
)
def test_a_line_break_in_a_header_is_refused(tmp_path: Path, mail: Mail) -> None:
    with pytest.raises(MailRefused):
        FileMailer(folder=tmp_path, sender=lambda: SENDER).send(mail)

    assert list(tmp_path.iterdir()) == []


def test_what_is_kept_is_one_file_and_logged_without_naming_anybody(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        FileMailer(folder=tmp_path, sender=lambda: SENDER).send(MAIL)
        for _ in range(2):
            FileTexter(folder=tmp_path).send(
                SmsMessage(to="2815550100", text="Hello", reference="r")
            )

    [path] = tmp_path.glob("*.json")
    assert '"text": "Hello"' in path.read_text()
    for told in ("ada@", "2815550100", "Thursday"):
        assert told not in caplog.text


@pytest.mark.parametrize(
    ("address", "shown"), [("ada@example.org", "a***@example.org"), ("2815550100", "***00")]
)
def test_addresses_are_masked_in_logs(address: str, shown: str) -> None:
    assert masked(address) == shown


ICS = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nMETHOD:CANCEL\r\nEND:VCALENDAR\r\n"


@pytest.mark.req("MSG-02.5")
def test_a_letter_goes_out_as_text_as_html_and_with_its_calendar(
    post: tuple[SmtpPeer, SmtpMail],
) -> None:
    server, smtp = post

    smtp.send(replace(MAIL, html="<p>Grüße, Ada</p>", calendar=ICS))

    message = server.taken[0]
    assert message.get_content_type() == "multipart/mixed"
    assert message.get_body(("plain",)).get_content().strip() == "Hello Ada,"
    assert "Grüße" in message.get_body(("html",)).get_content()
    both, file = message.iter_parts()
    assert both.get_content_type() == "multipart/alternative"
    assert [part.get_content_type() for part in both.iter_parts()] == [
        "text/plain",
        "text/html",
        "text/calendar",
    ]
    *_, invitation = both.iter_parts()
    assert invitation.get_param("method") == "CANCEL"
    assert invitation.get_content().replace("\r\n", "\n") == ICS.replace("\r\n", "\n")
    assert (file.get_content_type(), file.get_filename()) == ("application/ics", "installation.ics")
    assert file.get_content() == ICS.encode()


UNSUBSCRIBE = f"https://www.a-long-name-of-a-business.example/unsubscribe/12345:{'x' * 43}"


def test_who_answers_writes_to_the_business_and_only_what_nobody_ordered_is_unsubscribed(
    tmp_path: Path, post: tuple[SmtpPeer, SmtpMail]
) -> None:
    """RFC 8058. As it stands on the wire: a header that is broken into words is no link."""
    server, smtp = post

    asked = replace(MAIL, unsubscribe_url=UNSUBSCRIBE, reply_to="office@contractor.test")
    smtp.send(MAIL)
    smtp.send(asked)
    FileMailer(folder=tmp_path, sender=lambda: SENDER).send(asked)

    assert server.taken[0]["List-Unsubscribe"] is None
    assert f"List-Unsubscribe: <{UNSUBSCRIBE}>\r\n".encode() in server.raw[1]
    assert server.taken[1]["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    replies = [message["Reply-To"] for message in (*server.taken, kept(tmp_path))]
    assert replies == [None, asked.reply_to, asked.reply_to]


def test_a_black_hole_is_left_after_a_few_seconds() -> None:
    with socket.create_server(("127.0.0.1", 0)) as hole, pytest.raises(MailDown):
        an_account(hole.getsockname()[1], timeout_s=0.3).send(MAIL)

    assert TIMEOUT_S <= 10  # J4: said, and short


KEPT: type[Mailer] = FileMailer
LIVE: type[Mailer] = SmtpMail


@pytest.mark.req("IN-03.4")
def test_a_mail_names_its_own_id_where_a_relay_leaves_it(post: tuple[SmtpPeer, SmtpMail]) -> None:
    server, smtp = post

    own_id = smtp.send(MAIL)

    [mail] = server.taken
    assert (mail["Message-ID"], mail["References"]) == (own_id, own_id)
    assert mail["X-Auto-Response-Suppress"] == "OOF, AutoReply"


def test_an_id_of_ours_cannot_be_computed_without_our_key(settings: Settings) -> None:
    own_id = message_id("r-1", sender=SENDER)
    settings.SECRET_KEY = "another"

    assert message_id("r-1", sender=SENDER) != own_id
