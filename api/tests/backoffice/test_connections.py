"""What the connections are set to, and their tests."""

from datetime import UTC, datetime
from typing import Any, Final

import pytest
from console_client import Console
from imap_peer import imap_peer
from pytest_django import Settings
from smtp_peer import SmtpPeer, smtp_peer

from standby.core.roles import Role
from standby.inbox.models import Source
from standby.inbox.providers import wiring as inbox_providers
from standby.messaging.models import Message
from standby.messaging.providers import wiring as messaging_providers
from standby.payments.models import PaymentEvent
from standby.payments.providers import wiring as payments_providers
from standby.payments.providers.cards.stripe import StripeCards

pytestmark = pytest.mark.usefixtures("shop", "own_folder")
AT: Final = "settings/connections"


@pytest.fixture
def console() -> Console:
    return Console(Role.MANAGER)


def one(console: Console, name: str) -> dict[str, Any]:
    return next(each for each in console.get(AT) if each["name"] == name)


def test_a_mailbox_of_replies_that_cannot_be_read_is_named(
    console: Console, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(
        update={"inbox": "imap", "imap_host": "127.0.0.1", "imap_port": 143, "imap_user": "ada"}
    )
    with imap_peer() as peer:
        for password, reason in (("demopass", ""), ("wrong", "MailboxLoginError")):
            inbox = peer.inbox(password=password)
            monkeypatch.setattr(inbox_providers, "inbox", lambda inbox=inbox: inbox)
            answer = console.call("POST", f"{AT}/mail/test").json()
            assert reason in answer["reason"]
            assert answer["is_ok"] == (reason == "")

    details = one(console, "mail")["details"]
    assert (details["inbox"], details["inbox_read"]) == ("ada, 127.0.0.1:143", "never")
    assert "inbox_failed" not in details


@pytest.mark.req("IN-01.3")
def test_when_the_mailbox_was_read_and_why_it_was_not_is_on_the_screen(
    console: Console, settings: Settings
) -> None:
    settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(
        update={"inbox": "imap", "imap_host": "127.0.0.1", "imap_port": 143, "imap_user": "ada"}
    )
    source = Source.objects.create(
        name="ada at 127.0.0.1, INBOX",
        read_at=datetime(2026, 11, 24, 15, 0, tzinfo=UTC),
        failed_at=datetime(2026, 11, 24, 16, 0, tzinfo=UTC),
        last_error="MailboxLoginError",
    )
    failing = one(console, "mail")["details"]
    Source.objects.filter(pk=source.pk).update(last_error="")

    assert failing["inbox_read"] == "Nov 24, 2026, 9:00 AM"
    assert failing["inbox_failed"] == "Nov 24, 2026, 10:00 AM: MailboxLoginError"
    assert "inbox_failed" not in one(console, "mail")["details"]


@pytest.mark.req("IN-04.4")
def test_where_mails_are_posted_and_when_one_last_was_is_on_the_screen(
    console: Console, settings: Settings
) -> None:
    without = one(console, "mail")["details"]
    settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(update={"inbox_webhook_secret": "s"})
    never = one(console, "mail")["details"]
    at = datetime(2026, 11, 24, 15, 0, tzinfo=UTC)
    Source.objects.create(name="posted mails", read_at=at)

    assert "posted_mails" not in without
    assert never["posted_mails"].endswith("/api/webhooks/mail/inbound")
    assert never["posted_last"] == "never"
    assert one(console, "mail")["details"]["posted_last"] == "Nov 24, 2026, 9:00 AM"


@pytest.mark.req("OPS-14.4")
def test_a_test_mail_that_is_kept_goes_to_whoever_asks_and_can_be_read(console: Console) -> None:
    answer = console.call("POST", f"{AT}/mail/test")

    (kept,) = console.get("messages?status=sent&without_order=true")
    assert answer.json() == {"is_ok": True, "reason": ""}
    assert (kept["recipient"], kept["outcome"]) == (console.user.email, "kept")
    assert "Emails from this address work" in kept["text"]
    assert one(console, "mail")["last_success_at"] is not None


def test_a_test_text_goes_to_the_number_that_was_typed(console: Console) -> None:
    answer = console.call("POST", f"{AT}/texts/test", {"phone": "(281) 555-0100"})

    assert answer.json()["is_ok"]
    message = Message.objects.get()
    assert (message.recipient, message.outcome) == ("(281) 555-0100", "kept")
    assert console.call("POST", f"{AT}/texts/test", {"phone": "123"}).status_code == 422


def test_a_server_that_does_not_answer_is_named(console: Console, settings: Settings) -> None:
    with smtp_peer(SmtpPeer()) as (peer, _smtp):
        port = peer.port
    settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(
        update={"mail": "smtp", "smtp_host": "127.0.0.1", "smtp_port": port}
    )
    messaging_providers.mail.cache_clear()
    shown = one(console, "mail")

    answer = console.call("POST", f"{AT}/mail/test").json()

    assert shown["details"]["server"] == f"127.0.0.1:{port} (starttls)"
    assert (answer["is_ok"], answer["reason"]) == (False, "ConnectionRefusedError")
    assert not Message.objects.exists()


def test_cards_say_when_the_provider_does_not_answer(
    console: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    works = console.call("POST", f"{AT}/cards/test").json()
    ill = StripeCards(secret_key="sk_test_1", webhook_secrets=(), api_base="http://127.0.0.1:9")
    monkeypatch.setattr(payments_providers, "cards", lambda: ill)

    answer = console.call("POST", f"{AT}/cards/test").json()

    assert works["is_ok"]
    assert not answer["is_ok"]
    assert "no answer from the card provider" in answer["reason"]


@pytest.mark.req("OPS-14.4")
def test_the_test_of_cards_says_that_the_key_works_and_when_an_event_came(
    console: Console,
) -> None:
    before = console.call("POST", f"{AT}/cards/test").json()
    PaymentEvent.objects.create(
        provider="test",
        event_id="evt_1",
        type="checkout.session.completed",
        payload={},
        received_at=datetime(2026, 11, 27, 21, 15, tzinfo=UTC),
    )

    after = console.call("POST", f"{AT}/cards/test").json()

    assert before["is_ok"]
    assert "No signed event has come yet" in before["reason"]
    assert "/api/webhooks/test" in before["reason"]
    assert after["reason"] == "The last signed event came on Nov 27, 2026, 3:15 PM."


def test_maps_locate_the_companys_own_address(console: Console) -> None:
    assert not console.call("POST", f"{AT}/maps/test").json()["is_ok"]  # 77386 is not served

    assert one(console, "maps")["provider"] == "offline"


def test_no_secret_is_shown(console: Console, settings: Settings) -> None:
    settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(
        update={"smtp_password": "pw-1", "twilio_auth_token": "pw-2", "stripe_secret_key": "pw-3"}
    )

    assert "pw-" not in console.call("GET", AT).content.decode()
