"""Whatever is signed as an event: it is stored or refused, and the one behind it is worked off."""

import json
from datetime import UTC, datetime
from typing import Final

import pytest
from booking_client import deliver, work_off_events
from django.test import Client
from hostile_json import BODIES, VALUES
from pytest_django import Settings

from standby.core.models import Job
from standby.payments.models import PaymentEvent
from standby.payments.providers import wiring as payments_providers
from standby.payments.providers.cards.stripe_events import sign

pytestmark = pytest.mark.usefixtures("shop", "own_folder")
SECRET: Final = "whsec_test"
GOOD: Final = {"id": "evt_good", "type": "customer.created", "data": {"object": {"id": "cus_1"}}}


@pytest.fixture(autouse=True)
def _stripe(settings: Settings) -> None:
    settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(
        update={
            "cards": "stripe",
            "stripe_secret_key": "sk_test_1",
            "stripe_webhook_secrets": (SECRET,),
        }
    )
    payments_providers.cards.cache_clear()


def delivered(raw: bytes) -> int:
    signature = sign(raw, secret=SECRET, now=datetime.now(UTC))
    browser = Client(raise_request_exception=False)
    return int(deliver(raw, signature, browser=browser).status_code)


def spoiled() -> dict[str, bytes]:
    found = {f"whole: {name}": raw for name, raw in BODIES.items()}
    for value in VALUES:
        found[f"id: {value[:30]}"] = _event(id=value)
        found[f"type: {value[:30]}"] = _event(type=value)
        found[f"object: {value[:30]}"] = _event(object=value)
    return found


def _event(**changed: str) -> bytes:
    honest = {"id": '"evt_x"', "type": '"checkout.session.completed"', "object": "{}"} | changed
    return (
        f'{{"id": {honest["id"]}, "type": {honest["type"]}, '
        f'"data": {{"object": {honest["object"]}}}}}'
    ).encode()


@pytest.mark.req("IN-05.2")
def test_behind_each_hostile_event_the_good_one_is_stored_and_worked_off() -> None:
    hostile, broken = spoiled(), {}
    for number, (name, raw) in enumerate(hostile.items()):
        status = delivered(raw)
        good = json.dumps(GOOD | {"id": f"evt_good_{number}"}).encode()
        if status not in (200, 400, 413) or (number % 10 == 0 and delivered(good) != 200):
            broken[name] = status
    work_off_events()

    assert broken == {}
    assert len(hostile) > 150
    stored = PaymentEvent.objects.filter(event_id__startswith="evt_good_")
    assert stored.count() == -(-len(hostile) // 10)
    waiting = Job.objects.filter(kind="payment_event", attempts=0)
    assert not waiting.filter(key__contains="evt_good_").exists()
