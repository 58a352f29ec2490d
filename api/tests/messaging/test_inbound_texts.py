"""Calls about texts are believed only with the provider's signature (D5), and answered once."""

from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings
from twilio.request_validator import RequestValidator

from standby.messaging.models import Consent, InboundText, Message, Suppression

pytestmark = pytest.mark.usefixtures("shop", "own_folder")
TOKEN = "token-of-tests-only"
INBOUND = "/api/webhooks/twilio/inbound"
STATUS = "/api/webhooks/twilio/status"
STOP = {"MessageSid": "SM1", "From": "+12815550100", "To": "+17135550142", "Body": "Stop."}
FORM, MULTIPART = "application/x-www-form-urlencoded", "multipart/form-data"


@pytest.fixture(autouse=True)
def _twilio(settings: Settings) -> None:
    settings.SITE_URL = "https://site.test"
    settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(
        update={"texts": "twilio", "twilio_auth_token": TOKEN}
    )


def call(path: str, sent: dict[str, str], **how: Any) -> Any:
    """Signed as Twilio does; `how` says what is wrong with it."""
    url, signed = how.get("url", f"https://site.test{path}"), how.get("signed", sent)
    made = RequestValidator(how.get("token", TOKEN)).compute_signature(url, signed)
    return Client().post(path, sent, headers={"X-Twilio-Signature": how.get("signature", made)})


def test_a_signed_stop_is_obeyed_and_confirmed_in_twiml_and_delivered_again_met_by_silence() -> (
    None
):
    answer, again = call(INBOUND, STOP), call(INBOUND, STOP)

    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/xml"
    said = answer.content.decode()
    assert said.startswith('<?xml version="1.0" encoding="UTF-8"?><Response><Message>Standby: you')
    assert Suppression.objects.get().recipient == "2815550100"
    assert again.content.endswith(b"<Response></Response>")
    assert InboundText.objects.count() == 1


def test_where_the_account_answers_itself_we_do_not() -> None:
    answer = call(INBOUND, STOP | {"OptOutType": "STOP"})

    assert b"<Message>" not in answer.content
    assert Suppression.objects.count() == 1


@pytest.mark.parametrize(
    "how",
    [
        {"token": "another"},
        {"url": "https://elsewhere.test/api/webhooks/twilio/inbound"},
        {"url": f"http://site.test{INBOUND}"},
        {"signed": STOP | {"Body": "START"}},
        {"signature": ""},
        {"signature": "é"},
    ],
    ids=["another account", "another site", "not https", "another text", "unsigned", "not ASCII"],
)
@pytest.mark.parametrize("path", [INBOUND, STATUS])
def test_a_forged_call_is_refused_and_writes_nothing(path: str, how: dict[str, Any]) -> None:
    answer = call(path, STOP | {"MessageStatus": "failed"}, **how)

    print("D5: another account, site, scheme, no signature, changed text: 403, 0 writes")
    assert answer.status_code == 403
    assert answer.json()["code"] == "text_call_forged"
    assert (InboundText.objects.count(), Suppression.objects.count()) == (0, 0)
    assert (Consent.objects.count(), Message.objects.count()) == (0, 0)


def test_without_a_provider_nobody_is_believed(settings: Settings) -> None:
    settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(
        update={"texts": "kept", "twilio_auth_token": ""}
    )

    assert call(INBOUND, STOP, token="").status_code == 403


@pytest.mark.parametrize("sid", ["", "SM 1", "S" * 65, "SM1\n"])
def test_a_text_without_an_id_is_no_text(sid: str) -> None:
    assert call(INBOUND, STOP | {"MessageSid": sid}).status_code == 400


def test_a_text_with_what_no_form_can_type_is_no_text_of_ours() -> None:
    assert call(INBOUND, STOP | {"Body": "a\x00b"}).status_code == 403


def test_what_became_of_a_text_is_kept() -> None:
    Message.objects.create(
        kind="photo_link", channel="sms", recipient="2815550100", text="Hello", dedupe_key="k",
        status="sent", provider_ref="SM9", created_at="2025-11-03T15:00Z",
        sent_at="2025-11-03T15:00Z",
    )  # fmt: skip
    told = {"MessageSid": "SM9", "MessageStatus": "undelivered", "ErrorCode": "30003"}

    assert call(STATUS, told).status_code == 200

    message = Message.objects.get()
    assert (message.delivery, message.last_error) == ("undelivered", "not delivered (30003)")


@pytest.mark.parametrize("path", [INBOUND, STATUS])
@pytest.mark.parametrize(
    ("content_type", "body", "status", "code"),
    [
        *(
            (content_type, b"--x garbage", 400, "unreadable")
            for content_type in (
                MULTIPART,
                f"{MULTIPART}; boundary=",
                f"{MULTIPART}; boundary=" + "x" * 300,
                f"{FORM}; charset=latin-1",
            )
        ),
        (FORM, "&".join(f"f{number}=1" for number in range(1001)), 400, "unreadable"),
        (FORM, b"%FF=%00&&==&\xff\xfe", 403, "text_call_forged"),
        (FORM, b"", 403, "text_call_forged"),
        (f"{MULTIPART}; boundary=x", b"nothing of it", 403, "text_call_forged"),
        ("application/json", b"{}", 403, "text_call_forged"),
    ],
)
def test_e1_d5_what_cannot_be_read_is_the_senders_fault_and_garbage_is_not_signed(
    path: str, content_type: str, body: bytes | str, status: int, code: str
) -> None:
    answer = Client().generic("POST", path, body, content_type=content_type)

    assert (answer.status_code, answer.json()["code"]) == (status, code)
