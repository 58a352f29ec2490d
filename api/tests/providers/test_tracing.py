"""What we ask of other services is seen in traces, and nothing of what was asked (RUN-03)."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from standby.providers.cards import CardsDown, CheckoutRequest
from standby.providers.cards.stripe import StripeCards
from standby.providers.errors import ProviderDown
from standby.providers.files.s3 import Bucket, S3Files
from standby.providers.identity import Visit
from standby.providers.identity.oidc import Client, OidcIdentity
from standby.providers.mail import Mail, MailDown
from standby.providers.mail.smtp import SmtpAccount, SmtpMail
from standby.providers.places.google import GooglePlaces, Line, open_line
from standby.providers.texts import Text, TextsDown
from standby.providers.texts.twilio import TwilioAccount, TwilioTexts

NOBODY = "http://127.0.0.1:1"  # nothing listens there
CANARY = "canary-4711"
EMAIL = f"{CANARY}@example.org"


def ask_stripe() -> None:
    cards = StripeCards(secret_key=f"sk_test_{CANARY}", webhook_secrets=(), api_base=NOBODY)
    cards.open_checkout(
        CheckoutRequest(
            reference=CANARY,
            amount_cents=100_00,
            currency="usd",
            title=CANARY,
            email=EMAIL,
            order_id=CANARY,
            payment_id=CANARY,
            expires_at=datetime.now(UTC) + timedelta(minutes=31),
            success_url=f"http://site.test/{CANARY}",
            cancel_url=f"http://site.test/{CANARY}",
        )
    )


def ask_the_store() -> None:
    bucket = Bucket(
        name=CANARY, endpoint=NOBODY, region="us-east-1", access_key=CANARY, secret_key=CANARY
    )
    S3Files(bucket).read(f"photos/{CANARY}/original")


def ask_the_mail_server() -> None:
    account = SmtpAccount(
        host="127.0.0.1", port=1, user=CANARY, password=CANARY, security="none", sender=EMAIL
    )
    SmtpMail(account).send(Mail(to=EMAIL, subject=CANARY, text=CANARY, reference=CANARY))


def ask_twilio() -> None:
    account = TwilioAccount(
        sid=CANARY, token=CANARY, sender="+12815550100", status_url=NOBODY, api_base=NOBODY
    )
    TwilioTexts(account).send(Text(to="(281) 555-0100", text=CANARY, reference=CANARY))


def ask_google() -> None:
    line = open_line()
    there = Line(client=line.client, breaker=line.breaker, places_host=NOBODY, maps_host=NOBODY)
    GooglePlaces(key=CANARY, line=there, spend_millicents=lambda _: None).geocode(
        f"{CANARY}, Houston, TX 77002"
    )


def ask_for_an_identity() -> None:
    account = Client(issuer=NOBODY, client_id=CANARY, client_secret=CANARY)
    visit = Visit(state=CANARY, nonce=CANARY, verifier=CANARY, callback_url=NOBODY)
    OidcIdentity(account).page(visit)


@pytest.mark.parametrize(
    ("service", "ask"),
    [
        ("stripe", ask_stripe),
        ("s3", ask_the_store),
        ("mail", ask_the_mail_server),
        ("twilio", ask_twilio),
        ("google", ask_google),
        ("sign-in provider", ask_for_an_identity),
    ],
)
def test_a_request_to_another_service_is_a_span_without_its_values(
    monkeypatch: pytest.MonkeyPatch, service: str, ask: Callable[[], None]
) -> None:
    """Also when it fails: the texts of these errors hold addresses and names."""
    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    monkeypatch.setattr("opentelemetry.trace.get_tracer", provider.get_tracer)

    with pytest.raises((ProviderDown, CardsDown, MailDown, TextsDown)):
        ask()

    (span,) = exporter.get_finished_spans()
    assert (span.name, span.status.is_ok) == (service, False)
    assert span.attributes is not None
    assert set(span.attributes) == {"peer.service", "error.type"}
    assert CANARY not in span.to_json()
