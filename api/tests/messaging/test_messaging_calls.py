"""Inbound texts, delivery reports and the unsubscribe page over HTTP."""

from collections import Counter
from typing import Any

import pytest
from booking_helpers import NOW
from django.core.signing import Signer
from django.test import Client
from outbox_helpers import Way, a_post, send_all
from pytest_django import Settings
from rate_limit_windows import in_one_window
from twilio.request_validator import RequestValidator

from standby.core.models import RateLimitBucket
from standby.core.policy import UNSUBSCRIBE_GUESSES_PER_CLIENT
from standby.messaging.models import Consent, InboundMessage, Message, Suppression
from standby.messaging.providers.mail import Mail
from standby.messaging.services import consents
from standby.messaging.services.consents import unsubscribe_token
from standby.pricing.models.quoting import WizardSession
from standby.workflows.reminders import (
    RECOVERED_AFTER,
    agree_to_reminder,
    remind_of_wizards,
    take_back_reminder,
)

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
    assert InboundMessage.objects.count() == 1


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
    assert (InboundMessage.objects.count(), Suppression.objects.count()) == (0, 0)
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


ADA = "ada@example.org"
LATER = NOW + RECOVERED_AFTER
ONE_CLICK = {"List-Unsubscribe": "One-Click"}


def sent() -> list[Mail]:
    mails = Way()
    send_all(a_post(mails), now=LATER)
    return mails.taken


def agree(email: str = ADA) -> None:
    agree_to_reminder(WizardSession(email=email), now=NOW)


@pytest.fixture
def address() -> str:
    """Where the header of a reminder that was sent to Ada leads."""
    agree()
    remind_of_wizards(now=LATER)
    [mail] = sent()
    return mail.unsubscribe_url


def given() -> list[tuple[str, bool]]:
    return list(Consent.objects.order_by("pk").values_list("recipient", "is_granted"))


def test_one_post_by_a_mail_program_or_the_pages_button_is_enough_and_may_be_repeated(
    address: str,
) -> None:
    agree("grace@example.org")
    page = Client().get(address)
    answers = [Client().post(address, ONE_CLICK) for _ in range(2)]

    said = page.content.decode()
    assert '<form method="post">' in said
    assert "form-action 'self'" in page["Content-Security-Policy"]
    assert (page["Cache-Control"], page["Referrer-Policy"]) == ("no-store", "no-referrer")
    assert ADA not in said
    assert [answer.status_code for answer in answers] == [200, 200]
    assert "You are unsubscribed" in answers[0].content.decode()
    taken_back = Consent.objects.filter(is_granted=False).order_by("pk")
    assert list(taken_back.values_list("recipient", "purpose", "page")) == [
        (ADA, "reminder", "/unsubscribe"),
        (ADA, "recovery", "/unsubscribe"),
    ]
    assert not consents.is_suppressed("email", recipient=ADA), "only from what nobody ordered"


@pytest.mark.req("SEC-04.1")
@pytest.mark.parametrize(
    ("method", "status"),
    [("get", 200), ("head", 200), ("put", 405), ("delete", 405), ("patch", 405)],
)
def test_nothing_but_a_post_changes_anything(address: str, method: str, status: int) -> None:
    """Mail scanners open every link."""
    assert getattr(Client(), method)(address).status_code == status
    assert given() == [(ADA, True)]


@pytest.mark.parametrize("by_link", [True, False])
def test_what_is_queued_already_is_not_sent_after_the_link_or_an_unticked_box(
    by_link: bool,
) -> None:
    agree()
    remind_of_wizards(now=LATER)
    if by_link:
        Client().post(f"/unsubscribe/{unsubscribe_token(Message.objects.get())}", ONE_CLICK)
    else:
        take_back_reminder(WizardSession(email=ADA), now=LATER)

    assert sent() == []
    message = Message.objects.get()
    assert (message.status, message.outcome) == ("suppressed", "unsubscribed")


def test_a_message_that_was_erased_meanwhile_is_nothing_to_worry_about(address: str) -> None:
    Message.objects.all().delete()

    assert Client().post(address, ONE_CLICK).status_code == 200
    assert given() == [(ADA, True)]


def made_up(address: str) -> list[str]:
    prefix, _, token = address.rpartition("/")
    number, _, signature = token.partition(".")
    other = f"{int(number) + 1}.{signature}"
    guesses = (other, f"{number}.{'x' * 43}", number, f"{number}.", "x" * 64, f".{signature}")
    return [f"{prefix}/{guess}" for guess in guesses]


def test_made_up_tokens_change_nothing_and_are_answered_alike(address: str) -> None:
    """Whether there is such a message cannot be learned."""
    answers = [Client().post(guess, ONE_CLICK) for guess in made_up(address)]

    assert {answer.status_code for answer in answers} == {404}
    assert len({answer.content for answer in answers}) == 1
    assert given() == [(ADA, True)]


def test_g4_guesses_are_counted_and_who_has_the_right_one_never_is(address: str) -> None:
    in_one_window()
    right = [Client().post(address, ONE_CLICK).status_code for _ in range(30)]
    assert set(right) == {200}
    assert not RateLimitBucket.objects.filter(rule=UNSUBSCRIBE_GUESSES_PER_CLIENT.name).exists()

    wrong = made_up(address)[0]
    statuses = [Client().post(wrong, ONE_CLICK).status_code for _ in range(25)]

    print(f"G4: 30 right tokens and 25 wrong ones of one client: {Counter(statuses)}")
    assert statuses == [404] * UNSUBSCRIBE_GUESSES_PER_CLIENT.limit + [429] * 5


def test_the_token_is_for_one_purpose(address: str) -> None:
    """It opens no booking, and no other signed thing of ours unsubscribes anybody."""
    token = address.rpartition("/")[2]

    assert Client().get(f"/b/{token}")["Location"].endswith("?link=expired")
    for salt in ("standby.notifications.forgotten", "django.core.signing.Signer"):
        other = Signer(salt=salt, sep=".").sign(token.partition(".")[0])
        assert Client().post(f"/unsubscribe/{other}", ONE_CLICK).status_code == 404
    assert given() == [(ADA, True)]
