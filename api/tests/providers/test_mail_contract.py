"""Mail is kept or sent; a real SMTP server on 127.0.0.1 says what happened."""

import logging
import socket
import time
from collections.abc import Iterator
from dataclasses import replace
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller

from standby.providers.mail import Mail, MailDown, Mailer, MailRefused
from standby.providers.mail.compose import masked, message_id
from standby.providers.mail.kept import KeptMail
from standby.providers.mail.smtp import TIMEOUT_S, SmtpAccount, SmtpMail
from standby.providers.texts import Text
from standby.providers.texts.kept import KeptTexts

SENDER = "Standby <hello@standby.test>"
MAIL = Mail(to="ada@example.org", subject="We hold Thursday", text="Hello Ada,\n", reference="r-1")


class Post:
    """A mail server that takes mail, after answering so often with something else."""

    def __init__(self) -> None:
        self.refusals: list[str] = []
        self.refused_recipients: list[str] = []
        self.taken: list[Any] = []

    async def handle_RCPT(  # noqa: N802 - the server's own name
        self, server: Any, session: Any, envelope: Any, address: str, options: Any
    ) -> str:
        if self.refused_recipients:
            return self.refused_recipients.pop(0)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        if self.refusals:
            return self.refusals.pop(0)
        self.taken.append(message_from_bytes(envelope.content, policy=policy.default))
        return "250 OK"


@pytest.fixture
def post() -> Iterator[tuple[Post, SmtpMail]]:
    handler = Post()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    controller = Controller(handler, hostname="127.0.0.1", port=port)
    controller.start()
    yield handler, an_account(port)
    controller.stop()


def an_account(port: int, *, security: str = "none", user: str = "") -> SmtpMail:
    return SmtpMail(
        SmtpAccount(
            host="127.0.0.1",
            port=port,
            user=user,
            password="secret",
            security=security,
            sender=SENDER,
        )
    )


def kept(folder: Path) -> Any:
    [path] = folder.glob("*.eml")
    return message_from_bytes(path.read_bytes(), policy=policy.default)


@pytest.mark.req("MSG-01")
def test_the_same_mail_goes_out_by_either_way(tmp_path: Path, post: tuple[Post, SmtpMail]) -> None:
    server, smtp = post

    KeptMail(folder=tmp_path, sender=SENDER).send(MAIL)
    smtp.send(MAIL)

    for message in (kept(tmp_path), server.taken[0]):
        assert message["To"] == "ada@example.org"
        assert message["From"] == SENDER
        assert message["Subject"] == "We hold Thursday"
        assert message["Message-ID"] == message_id("r-1", sender=SENDER)
        assert message["Auto-Submitted"] == "auto-generated"
        assert message.get_content().strip() == "Hello Ada,"


@pytest.mark.req("MSG-01")
def test_a_mail_sent_again_can_be_known_by_its_id(post: tuple[Post, SmtpMail]) -> None:
    server, smtp = post

    smtp.send(MAIL)
    smtp.send(MAIL)

    assert len({message["Message-ID"] for message in server.taken}) == 1


@pytest.mark.req("MSG-01")
def test_a_mail_kept_again_is_one_file(tmp_path: Path) -> None:
    mailer = KeptMail(folder=tmp_path, sender=SENDER)

    mailer.send(MAIL)
    mailer.send(MAIL)

    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.req("MSG-01")
def test_a_passing_refusal_may_be_tried_again(post: tuple[Post, SmtpMail]) -> None:
    server, smtp = post
    server.refusals = ["451 try later"]

    with pytest.raises(MailDown, match="451"):
        smtp.send(MAIL)
    smtp.send(MAIL)

    assert len(server.taken) == 1


@pytest.mark.req("MSG-01")
def test_a_refusal_for_good_is_for_good(post: tuple[Post, SmtpMail]) -> None:
    server, smtp = post
    server.refusals = ["550 no such mailbox"]

    with pytest.raises(MailRefused, match="550"):
        smtp.send(MAIL)


@pytest.mark.parametrize(
    ("answer", "raised"), [("450 busy", MailDown), ("550 unknown", MailRefused)]
)
def test_a_recipient_can_be_refused_for_now_or_for_good(
    post: tuple[Post, SmtpMail], answer: str, raised: type[Exception]
) -> None:
    server, smtp = post
    server.refused_recipients = [answer]

    with pytest.raises(raised):
        smtp.send(MAIL)


@pytest.mark.req("MSG-01")
def test_a_server_that_is_not_there_is_down() -> None:
    with pytest.raises(MailDown):
        an_account(1).send(MAIL)


@pytest.mark.parametrize(
    "account",
    [{"security": "starttls"}, {"security": "tls"}, {"user": "standby"}],
    ids=["no STARTTLS offered", "no TLS spoken", "no sign-in offered"],
)
def test_a_server_that_cannot_do_what_the_settings_ask_is_down(
    post: tuple[Post, SmtpMail], account: dict[str, str]
) -> None:
    server, smtp = post
    port = smtp._account.port

    with pytest.raises(MailDown):
        an_account(port, **account).send(MAIL)

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
        KeptMail(folder=tmp_path, sender=SENDER).send(mail)

    assert list(tmp_path.iterdir()) == []


def test_what_is_kept_is_logged_without_naming_anybody(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        KeptMail(folder=tmp_path, sender=SENDER).send(MAIL)
        KeptTexts(folder=tmp_path).send(Text(to="2815550100", text="Hello", reference="r"))

    assert "ada@" not in caplog.text
    assert "2815550100" not in caplog.text
    assert "Thursday" not in caplog.text


@pytest.mark.req("MSG-01")
def test_a_text_kept_again_is_one_file(tmp_path: Path) -> None:
    texts = KeptTexts(folder=tmp_path)

    for _ in range(2):
        texts.send(Text(to="2815550100", text="Hello", reference="r"))

    [path] = tmp_path.iterdir()
    assert '"text": "Hello"' in path.read_text()


@pytest.mark.parametrize(
    ("address", "shown"), [("ada@example.org", "a***@example.org"), ("2815550100", "***00")]
)
def test_addresses_are_masked_in_logs(address: str, shown: str) -> None:
    assert masked(address) == shown


ICS = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nMETHOD:CANCEL\r\nEND:VCALENDAR\r\n"


@pytest.mark.req("MSG-02")
def test_a_letter_goes_out_as_text_as_html_and_with_its_calendar(
    post: tuple[Post, SmtpMail],
) -> None:
    server, smtp = post

    smtp.send(replace(MAIL, html="<p>Grüße, Ada</p>", calendar=ICS))

    message = server.taken[0]
    assert message.get_content_type() == "multipart/mixed"
    assert message.get_body(("plain",)).get_content().strip() == "Hello Ada,"
    assert "Grüße" in message.get_body(("html",)).get_content()
    [calendar] = message.iter_attachments()
    assert calendar.get_content_type() == "text/calendar"
    assert calendar.get_param("method") == "CANCEL"
    assert calendar.get_filename() == "installation.ics"
    assert calendar.get_content().replace("\r\n", "\n") == ICS.replace("\r\n", "\n")


def test_only_what_nobody_ordered_offers_to_unsubscribe(post: tuple[Post, SmtpMail]) -> None:
    server, smtp = post

    smtp.send(MAIL)
    smtp.send(replace(MAIL, may_unsubscribe=True))

    assert [message["List-Unsubscribe"] for message in server.taken] == [
        None,
        "<mailto:hello@standby.test?subject=unsubscribe>",
    ]


@pytest.mark.req("MSG-01")
def test_a_black_hole_is_left_after_a_few_seconds() -> None:
    with socket.create_server(("127.0.0.1", 0)) as hole:
        begun = time.monotonic()
        with pytest.raises(MailDown):
            SmtpMail(an_account(hole.getsockname()[1])._account, timeout_s=0.3).send(MAIL)

    assert time.monotonic() - begun < 5
    assert TIMEOUT_S <= 10  # J4: said, and short


KEPT: type[Mailer] = KeptMail
LIVE: type[Mailer] = SmtpMail
