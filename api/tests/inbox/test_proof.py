"""How far a mail proves who sent it, and what it may do with that."""

from collections.abc import Iterator

import pytest
from booking_helpers import NOW, reserve
from console_client import Console
from mail_helpers import OURS, a_mail, a_report, receive
from pytest_django import Settings
from smtp_peer import SENDER, SmtpPeer, smtp_peer
from whole_orders import a_message, now

from standby.company.selectors import mail_from
from standby.core.roles import Role
from standby.inbox.models import Item
from standby.messaging.models import InboundMessage, Message
from standby.messaging.providers.mail import Mail, SmtpMail, message_id
from standby.messaging.reply_address import reply_address, tokens_in
from standby.orders.models import Order
from standby.tracking.selectors.conversation import conversation_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("shop", "own_folder")]
PLUS, CATCH_ALL = "reply+{token}@standby.test", "{token}@replies.standby.test"
PASSED = "mx.standby.test; dkim=pass header.d=example.org"
DISOWNED = "mx.standby.test; dmarc=fail header.from=example.org"


@pytest.fixture(autouse=True)
def _settings(settings: Settings) -> None:
    settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(
        update={"reply_address": PLUS, "imap_authserv_id": "mx.standby.test"}
    )


@pytest.fixture
def order() -> Order:
    order = reserve()
    Message.objects.all().delete()
    sent = {"kind": "date_held", "channel": "email", "status": "sent", "sent_at": NOW}
    a_message(order, provider_ref=own_id(), now=NOW, **sent)
    return order


@pytest.fixture
def server() -> Iterator[SmtpPeer]:
    with smtp_peer() as (peer, _smtp):
        yield peer


def own_id() -> str:
    return message_id("r-1", sender=mail_from())


def reply_to() -> str:
    return reply_address(own_id(), pattern=PLUS)


@pytest.mark.req("IN-03.6")
@pytest.mark.parametrize("pattern", [PLUS, CATCH_ALL])
def test_each_mail_has_its_own_address_for_answers_and_returns(
    server: SmtpPeer, pattern: str
) -> None:
    smtp = SmtpMail(
        host="127.0.0.1", port=server.port, user="", password="", security="none",
        sender=lambda: SENDER, reply_pattern=pattern,
    )  # fmt: skip
    mail = Mail(to="a@b.c", subject="Hi", text="x", reference="r-1", reply_to="office@b.c")

    own = smtp.send(mail)

    expected = reply_address(own, pattern=pattern)
    [taken] = server.taken
    assert taken["Reply-To"] == expected
    assert server.returned_to == [expected]
    assert tokens_in((expected,), pattern=pattern) == [own[1:41]]


@pytest.mark.parametrize(
    ("address", "is_ours"),
    [
        (PLUS.replace("{token}", "a" * 40), True),
        (PLUS.replace("{token}", "a" * 39), False),
        (PLUS.replace("{token}", "x" * 40), False),
        ("reply+@standby.test", False),
        ("reply+" + "a" * 40 + "@elsewhere.test", False),
        ("office@standby.test", False),
        ("", False),
    ],
)
def test_only_an_address_made_by_the_pattern_has_a_token(address: str, is_ours: bool) -> None:
    assert (tokens_in((address,), pattern=PLUS) != []) == is_ours
    assert tokens_in((address,), pattern="") == []


@pytest.mark.req("IN-03.6")
def test_a_reply_to_a_mails_own_address_finds_its_order_without_any_id(order: Order) -> None:
    """As from another address, through a relay that has replaced our Message-ID."""
    headers = {"From": "spouse@example.net", "In_Reply_To": "", "To": reply_to().upper()}

    [item] = receive(a_mail(**headers))

    assert (item.verdict, item.proof) == ("taken", "token")
    [entry] = [one for one in conversation_of(order, kinds={}, now=NOW) if one.is_from_customer]
    assert (entry.proof, entry.sender) == ("token", "spouse@example.net")


def test_a_token_that_somebody_made_up_finds_nothing(order: Order) -> None:
    made_up = PLUS.replace("{token}", "0" * 40)

    [item] = receive(a_mail(From="x@example.net", In_Reply_To="", To=made_up))

    assert (item.verdict, item.proof) == ("nobody", "claimed")


def a_return(
    to: str, *, subject: str = "failure notice", sender: str = "MAILER-DAEMON@mx.test"
) -> bytes:
    """As qmail-like servers write it, who name neither the mail nor its headers."""
    return (
        f"From: {sender}\nTo: {to}\nReturn-Path: <>\nSubject: {subject}\n\nNo such user.\n".encode()
    )


@pytest.mark.req("IN-03.1")
def test_a_return_to_a_mails_own_address_marks_that_mail(order: Order) -> None:
    receive(a_return(reply_to()))

    assert Message.objects.get(provider_ref=own_id()).delivery == "undelivered"


@pytest.mark.parametrize(
    "mail",
    [
        a_return("office@standby.test"),
        a_return(PLUS.replace("{token}", "0" * 40)),
        a_return("OURS", subject="Warning: message delayed 24 hours"),
        a_return("OURS", sender="ada@example.org", subject="I am away"),
        a_report("delayed").replace(b"Subject: Undelivered", b"To: OURS\nSubject: Undelivered"),
        a_mail("On holiday", Auto_Submitted="auto-replied", Return_Path="<>", To="OURS").as_bytes(),
    ],
    ids=["no address of ours", "made up", "late", "an absence note", "a late report", "RFC 3834"],
)
def test_what_is_no_return_of_that_very_mail_marks_nothing(order: Order, mail: bytes) -> None:
    receive(mail.replace(b"OURS", reply_to().encode()).replace(OURS.encode(), b"<x@y>"))

    assert Message.objects.get(provider_ref=own_id()).delivery == ""
    assert not InboundMessage.objects.exists()


@pytest.mark.req("IN-03.5")
@pytest.mark.parametrize(
    ("results", "senders", "verdict", "proof"),
    [
        (PASSED, "Ada@example.org", "taken", "aligned"),
        (PASSED.replace("mx.standby.test", "mx.evil.test"), "Ada@example.org", "taken", "claimed"),
        ("", "Ada@example.org", "taken", "claimed"),
        (DISOWNED, "Ada@example.org", "forged", "claimed"),
        (PASSED, "Ada@example.org, mallory@example.net", "taken", "claimed"),
        (PASSED, "x@example.org", "nobody", "aligned"),
        (DISOWNED, "x@example.org", "nobody", "claimed"),
    ],
)
def test_the_conversation_says_how_far_a_sender_is_proven(
    order: Order, results: str, senders: str, verdict: str, proof: str
) -> None:
    headers = {"From": senders, "In_Reply_To": "", "Authentication_Results": results}

    [item] = receive(a_mail(**headers))

    assert (item.verdict, item.proof) == (verdict, proof)
    assert [
        one.proof for one in conversation_of(order, kinds={}, now=NOW) if one.is_from_customer
    ] == ([proof] if verdict == "taken" else [])


def test_an_answer_to_ours_needs_no_word_of_its_domain(order: Order) -> None:
    """Mailing lists and forwarding break the proofs of domains."""
    [item] = receive(a_mail(In_Reply_To=own_id(), Authentication_Results=DISOWNED))

    assert (item.verdict, item.proof) == ("taken", "token")


@pytest.mark.req("IN-02.8")
def test_what_was_forged_waits_for_staff_and_what_was_ignored_is_listed(order: Order) -> None:
    forged, ignored = receive(
        a_mail(In_Reply_To="", Authentication_Results=DISOWNED),
        a_mail(Auto_Submitted="auto-replied", Message_ID="<2@x>", In_Reply_To=""),
        now=now(),
    )
    console = Console(Role.DISPATCHER)

    [waiting] = console.get("waits?group=inbox")["to_do"][0]["items"]
    lists = {verdict: console.get(f"inbox?verdict={verdict}") for verdict in ("forged", "ignored")}
    looked = console.get(f"inbox/{ignored.public_id}")
    code = {"code": order.confirmation_code}
    placed = [
        console.call("POST", f"inbox/{item.public_id}/order", code) for item in (forged, ignored)
    ]

    assert waiting["id"] == str(forged.public_id)
    assert "says that it did not send it" in waiting["detail"]
    listed = {verdict: [row["id"] for row in found["items"]] for verdict, found in lists.items()}
    assert listed == {"forged": [str(forged.public_id)], "ignored": [str(ignored.public_id)]}
    assert [one["code"] for one in looked["proposed"]] == [order.confirmation_code]
    assert [answer.json()["verdict"] for answer in placed] == ["taken", "taken"]


def test_a_long_list_is_asked_for_in_parts(order: Order) -> None:
    receive(*(a_mail(In_Reply_To="", From="x@y.z", Message_ID=f"<{n}@x>") for n in range(53)))
    console = Console(Role.DISPATCHER)

    first = console.get("inbox?verdict=nobody")
    rest = console.get(f"inbox?verdict=nobody&before={first['next_before']}")

    assert (len(first["items"]), len(rest["items"]), rest["next_before"]) == (50, 3, None)
    ids = {row["id"] for row in (*first["items"], *rest["items"])}
    assert len(ids) == Item.objects.count()
