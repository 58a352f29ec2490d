"""Calls to providers: five failures in half a minute rest one; traces hold no values (RUN-03)."""

from collections.abc import Callable

import pytest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from smtp_peer import an_account

from standby.accounts.providers.identity import IdentityDown, IdentityProvider
from standby.core.provider_calls import Breaker, ProviderDown, Unreachable
from standby.core.providers.files import FilesDown
from standby.core.providers.files.s3 import S3Files
from standby.coverage.providers.places import PlacesDown, google
from standby.messaging.providers.mail import Mail, MailDown
from standby.messaging.providers.texts import SmsMessage, TextsDown, TwilioTexts
from standby.payments.providers.cards import CardsDown, RefundRequest
from standby.payments.providers.cards.stripe import StripeCards


class Clock:
    def __init__(self) -> None:
        self.now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


def fail(breaker: Breaker, *, meanwhile: Callable[[], object] = object) -> None:
    def ask() -> None:
        with breaker.watch(down=ProviderDown("down")):
            meanwhile()
            raise Unreachable

    with pytest.raises(ProviderDown):
        ask()


def lets_through(breaker: Breaker) -> bool:
    asked = []
    try:
        with breaker.watch(down=ProviderDown("down")):
            asked.append(True)
    except ProviderDown:
        return False
    return bool(asked)


@pytest.mark.parametrize(("apart_s", "failures", "lets"), [(7, 5, False), (8, 20, True)])
def test_the_fifth_failure_in_half_a_minute_opens_it_and_failures_far_apart_do_not(
    apart_s: int, failures: int, lets: bool
) -> None:
    clock = Clock()
    breaker = Breaker(clock)
    for _ in range(failures):
        fail(breaker)
        clock.now_s += apart_s

    assert lets_through(breaker) is lets


def test_after_half_a_minute_one_try_goes_through_for_all() -> None:
    clock = Clock()
    breaker = Breaker(clock)
    for _ in range(5):
        fail(breaker)
    clock.now_s += 30

    meanwhile = []
    fail(breaker, meanwhile=lambda: meanwhile.append(lets_through(breaker)))
    assert meanwhile == [False]
    assert not lets_through(breaker)

    clock.now_s += 30
    assert lets_through(breaker)
    assert lets_through(breaker)


def test_a_success_forgets_the_failures_before_it() -> None:
    breaker = Breaker(Clock())
    for _ in range(4):
        fail(breaker)
    assert lets_through(breaker)

    fail(breaker)

    assert lets_through(breaker)


NOBODY = "http://127.0.0.1:1"  # nothing listens there
CANARY = "canary-4711"
EMAIL = f"{CANARY}@example.org"


def ask_stripe() -> None:
    refund = RefundRequest(
        reference=CANARY, charge=CANARY, amount_cents=1, order_id=CANARY, payment_id=CANARY
    )
    StripeCards(secret_key=f"sk_test_{CANARY}", webhook_secrets=(), api_base=NOBODY).refund(refund)


def ask_the_store() -> None:
    bucket = S3Files(
        CANARY,
        endpoint_url=NOBODY,
        region_name="us-east-1",
        aws_access_key_id=CANARY,
        aws_secret_access_key=CANARY,
    )
    bucket.read(f"photos/{CANARY}/original")


def ask_the_mail_server() -> None:
    mail = Mail(to=EMAIL, subject=CANARY, text=CANARY, reference=CANARY)
    an_account(1, user=CANARY).send(mail)


def ask_twilio() -> None:
    twilio = TwilioTexts(
        sid=CANARY, token=CANARY, sender="+12815550100", status_url=NOBODY, api_base=NOBODY
    )
    twilio.send(SmsMessage(to="(281) 555-0100", text=CANARY, reference=CANARY))


def ask_google() -> None:
    with google.http_client() as client, pytest.MonkeyPatch.context() as patch:
        patch.setattr(google, "MAPS_HOST", NOBODY)
        places = google.GooglePlaces(
            key=CANARY, client=client, breaker=Breaker(), spend_millicents=lambda _: None
        )
        places.geocode(f"{CANARY}, Houston, TX 77002")


def ask_for_an_identity() -> None:
    provider = IdentityProvider(
        issuer=NOBODY, client_id=CANARY, client_secret=CANARY, callback_url=NOBODY
    )
    provider.page(state=CANARY, nonce=CANARY, verifier=CANARY)


@pytest.mark.parametrize(
    ("service", "ask", "down"),
    [
        ("stripe", ask_stripe, CardsDown),
        ("s3", ask_the_store, FilesDown),
        ("mail", ask_the_mail_server, MailDown),
        ("twilio", ask_twilio, TextsDown),
        ("google", ask_google, PlacesDown),
        ("sign-in provider", ask_for_an_identity, IdentityDown),
    ],
)
def test_a_service_that_is_not_there_is_down_and_a_request_a_span_without_its_values(
    monkeypatch: pytest.MonkeyPatch, service: str, ask: Callable[[], None], down: type[Exception]
) -> None:
    """Also when it fails: the texts of these errors hold addresses and names."""
    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    monkeypatch.setattr("opentelemetry.trace.get_tracer", provider.get_tracer)

    with pytest.raises(down) as raised:
        ask()

    assert type(raised.value) is down  # for a text: that it was surely not taken
    (span,) = exporter.get_finished_spans()
    assert (span.name, span.status.is_ok) == (service, False)
    assert span.attributes is not None
    assert set(span.attributes) == {"peer.service", "error.type"}
    assert CANARY not in span.to_json()
