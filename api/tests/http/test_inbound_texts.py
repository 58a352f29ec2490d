"""Calls about texts are believed only with the provider's signature (D5), and answered once."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings
from twilio.request_validator import RequestValidator

from standby.apps.notifications.models import Consent, InboundText, Message, Suppression

pytestmark = pytest.mark.usefixtures("shop", "own_folder")
TOKEN = "token-of-tests-only"
INBOUND = "/api/webhooks/twilio/inbound"
STATUS = "/api/webhooks/twilio/status"
STOP = {"MessageSid": "SM1", "From": "+12815550100", "To": "+17135550142", "Body": "Stop."}


@pytest.fixture(autouse=True)
def _twilio(settings: Settings) -> None:
    settings.SITE_URL = "https://site.test"
    settings.ENVIRONMENT = replace(settings.ENVIRONMENT, texts="twilio", twilio_auth_token=TOKEN)


def call(path: str, sent: dict[str, str], *, token: str = TOKEN, url: str = "") -> Any:
    validator = RequestValidator(token)
    signature = validator.compute_signature(url or f"https://site.test{path}", sent)
    return Client().post(path, sent, headers={"X-Twilio-Signature": signature})


def test_a_signed_stop_is_obeyed_and_confirmed_in_twiml() -> None:
    answer = call(INBOUND, STOP)

    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/xml"
    said = answer.content.decode()
    assert said.startswith('<?xml version="1.0" encoding="UTF-8"?><Response><Message>Standby: you')
    assert Suppression.objects.get().recipient == "2815550100"


def test_the_same_text_delivered_again_is_answered_by_silence() -> None:
    call(INBOUND, STOP)

    again = call(INBOUND, STOP).content.decode()

    assert again.endswith("<Response></Response>")
    assert InboundText.objects.count() == 1


def test_where_the_account_answers_itself_we_do_not() -> None:
    answer = call(INBOUND, STOP | {"OptOutType": "STOP"})

    assert b"<Message>" not in answer.content
    assert Suppression.objects.count() == 1


@pytest.mark.parametrize(
    ("sent", "how"),
    [
        (STOP, {"token": "another"}),
        (STOP, {"url": "https://elsewhere.test/api/webhooks/twilio/inbound"}),
        (STOP, {"url": f"http://site.test{INBOUND}"}),
    ],
    ids=["another account", "another site", "not https"],
)
@pytest.mark.parametrize("path", [INBOUND, STATUS])
def test_a_forged_call_is_refused_and_writes_nothing(
    path: str, sent: dict[str, str], how: dict[str, str]
) -> None:
    answer = call(path, sent | {"MessageStatus": "failed"}, **how)

    assert answer.status_code == 403
    assert answer.json()["code"] == "text_call_forged"
    assert (InboundText.objects.count(), Suppression.objects.count()) == (0, 0)
    assert (Consent.objects.count(), Message.objects.count()) == (0, 0)


@pytest.mark.parametrize("headers", [{}, {"X-Twilio-Signature": "é"}])
def test_an_unsigned_call_is_refused(headers: dict[str, str]) -> None:
    assert Client().post(INBOUND, STOP, headers=headers).status_code == 403


def test_a_changed_text_breaks_its_signature() -> None:
    signature = RequestValidator(TOKEN).compute_signature(f"https://site.test{INBOUND}", STOP)

    answer = Client().post(
        INBOUND, STOP | {"Body": "START"}, headers={"X-Twilio-Signature": signature}
    )

    print("D5: another account, site, scheme, no signature, changed text: 403, 0 writes")
    assert answer.status_code == 403
    assert not InboundText.objects.exists()


def test_without_a_provider_nobody_is_believed(settings: Settings) -> None:
    settings.ENVIRONMENT = replace(settings.ENVIRONMENT, texts="kept", twilio_auth_token="")

    assert call(INBOUND, STOP, token="").status_code == 403


@pytest.mark.parametrize("sid", ["", "SM 1", "S" * 65, "SM1\n"])
def test_a_text_without_an_id_is_no_text(sid: str) -> None:
    assert call(INBOUND, STOP | {"MessageSid": sid}).status_code == 400


@pytest.mark.parametrize("body", ["a\x00b", "<b>&", "😀" * 700, "x" * 5000, ""])
def test_any_body_is_taken(body: str) -> None:
    answer = call(INBOUND, STOP | {"Body": body})

    # NUL is taken out before the signature is read: what a form cannot type is no text of ours
    assert answer.status_code == (403 if "\x00" in body else 200)


@pytest.mark.parametrize(
    ("status", "kept"), [("undelivered", "undelivered"), ("read", "delivered"), ("accepted", "")]
)
def test_what_became_of_a_text_is_kept(status: str, kept: str) -> None:
    Message.objects.create(
        kind="photo_link", channel="sms", recipient="2815550100", text="Hello", dedupe_key="k",
        status="sent", provider_ref="SM9", created_at="2025-11-03T15:00Z",
        due_at="2025-11-03T15:00Z", sent_at="2025-11-03T15:00Z",
    )  # fmt: skip

    answer = call(STATUS, {"MessageSid": "SM9", "MessageStatus": status, "ErrorCode": "30003"})

    assert answer.status_code == 200
    message = Message.objects.get()
    assert message.delivery == kept
    assert message.last_error == ("not delivered (30003)" if kept == "undelivered" else "")


@pytest.mark.parametrize("path", [INBOUND, STATUS])
@pytest.mark.parametrize(
    "content_type",
    [
        "multipart/form-data",
        "multipart/form-data; boundary=",
        "multipart/form-data; boundary=" + "x" * 300,
        "application/x-www-form-urlencoded; charset=latin-1",
    ],
)
def test_e1_a_form_that_cannot_be_read_is_the_senders_fault(path: str, content_type: str) -> None:
    answer = Client().generic("POST", path, b"--x garbage", content_type=content_type)

    assert (answer.status_code, answer.json()["code"]) == (400, "unreadable")


@pytest.mark.parametrize("path", [INBOUND, STATUS])
def test_e1_a_form_of_too_many_fields_is_the_senders_fault(path: str) -> None:
    body = "&".join(f"f{number}=1" for number in range(1001))

    answer = Client().post(path, body, content_type="application/x-www-form-urlencoded")

    assert (answer.status_code, answer.json()["code"]) == (400, "unreadable")


@pytest.mark.parametrize("path", [INBOUND, STATUS])
@pytest.mark.parametrize(
    ("content_type", "body"),
    [
        ("application/x-www-form-urlencoded", b"%FF=%00&&==&\xff\xfe"),
        ("application/x-www-form-urlencoded", b""),
        ("multipart/form-data; boundary=x", b"nothing of it"),
        ("application/json", b"{}"),
    ],
)
def test_d5_garbage_is_not_signed(path: str, content_type: str, body: bytes) -> None:
    answer = Client().generic("POST", path, body, content_type=content_type)

    assert (answer.status_code, answer.json()["code"]) == (403, "text_call_forged")
