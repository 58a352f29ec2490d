"""What is signed is believed to be the provider's, and still breaks nothing (E1, E2, C1).

A homeowner can write some of it: a text, a name on a card, a description in metadata.
"""

import json
from datetime import UTC, datetime
from typing import Final

import pytest
from booking_client import deliver, work_off_events
from django.test import Client
from hostile import HOSTILE
from pytest_django import Settings
from twilio.request_validator import RequestValidator

from standby.core.models import Job
from standby.payments.models import Payment
from standby.payments.providers import wiring as payments_providers
from standby.payments.providers.cards.stripe_events import sign

pytestmark = pytest.mark.usefixtures("shop", "own_folder")
SECRET: Final = "whsec_test"
TOKEN: Final = "token-of-tests-only"
SITE: Final = "https://site.test"
TYPES: Final = (
    "checkout.session.completed",
    "checkout.session.async_payment_failed",
    "charge.refunded",
    "charge.dispute.created",
    "refund.failed",
    "customer.created",
)
# Whatever the worker reads of an event, and a part that it does not.
ABOUT: Final = {
    "id": '"cs_1"',
    "status": '"complete"',
    "payment_status": '"paid"',
    "amount_total": "10000",
    "amount_refunded": "10000",
    "currency": '"usd"',
    "livemode": "false",
    "payment_intent": '"pi_1"',
    "client_reference_id": '"x"',
    "failure_reason": '"lost"',
    "metadata": '{"order_id": "x", "payment_id": "y", "refund_id": "z"}',
    "customer_details": '{"name": "Ada"}',
}
OF_A_TEXT: Final = (
    *("MessageSid", "From", "To", "Body", "OptOutType", "MessageStatus", "ErrorCode"),
    *("NumMedia", "MediaUrl0", "MediaContentType0"),
)


@pytest.fixture(autouse=True)
def _providers(settings: Settings) -> None:
    settings.SITE_URL = SITE
    settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(
        update={
            "cards": "stripe",
            "stripe_secret_key": "sk_test_1",
            "stripe_webhook_secrets": (SECRET,),
            "texts": "twilio",
            "twilio_auth_token": TOKEN,
        }
    )
    payments_providers.cards.cache_clear()


def event(*, kind: str = '"customer.created"', number: str = '"evt_1"', about: str) -> bytes:
    return f'{{"id": {number}, "type": {kind}, "data": {{"object": {about}}}}}'.encode()


def events() -> list[bytes]:
    """Each part of each event in turn with everything that is hostile."""
    made = []
    for hostile in (*HOSTILE.values(), *(f"{'[' * deep}{']' * deep}" for deep in (900, 50_000))):
        made += [
            event(about="{}", number=hostile),
            event(about="{}", kind=hostile),
            event(about=hostile),
        ]
        for kind in TYPES:
            for name in (*ABOUT, "metadata.order_id"):
                told = dict(ABOUT)
                told[name.partition(".")[0]] = (
                    f'{{"order_id": {hostile}}}' if "." in name else hostile
                )
                about = "{" + ", ".join(f'"{part}": {text}' for part, text in told.items()) + "}"
                number = json.dumps(f"evt_{len(made)}")
                made.append(event(kind=json.dumps(kind), number=number, about=about))
    return made


def delivered(raw: bytes) -> int:
    signature = sign(raw, secret=SECRET, now=datetime.now(UTC))
    answer = deliver(raw, signature, browser=Client(raise_request_exception=False))
    return int(answer.status_code)


@pytest.mark.slow
def test_e2_no_signed_event_breaks_anything() -> None:
    sent = events()

    refused = [raw for raw in sent if delivered(raw) not in (200, 400, 413)]
    worked = work_off_events()

    print(f"\nE2 signed events: {len(sent)}, {len(refused)} x 5xx, {worked} worked out")
    assert [raw[:200] for raw in refused] == []
    assert worked > len(sent) / 2
    assert not Job.objects.filter(kind="payment_event", attempts=0).exists()
    assert not Payment.objects.filter(status="paid").exists()


@pytest.mark.parametrize("path", ["/api/webhooks/twilio/inbound", "/api/webhooks/twilio/status"])
def test_e2_no_signed_text_breaks_anything(path: str) -> None:
    browser = Client(raise_request_exception=False)
    honest = {"MessageSid": "SM1", "From": "+12815550100", "Body": "hi", "MessageStatus": "failed"}
    broken, taken = {}, 0
    for name in OF_A_TEXT:
        for title, written in HOSTILE.items():
            text = json.loads(written) if written.startswith('"') else written
            sent = honest | {name: str(text).encode("utf-8", "replace").decode()}
            signature = RequestValidator(TOKEN).compute_signature(f"{SITE}{path}", sent)
            answer = browser.post(path, sent, headers={"X-Twilio-Signature": signature})
            taken += answer.status_code == 200
            if answer.status_code >= 500 or b"<script>" in answer.content:
                broken[f"{name} = {title}"] = answer.status_code

    tried = len(OF_A_TEXT) * len(HOSTILE)
    print(f"\nE2 signed texts, {path}: {tried}, {taken} taken, {len(broken)} x 5xx")
    assert broken == {}
    assert taken > tried / 2
