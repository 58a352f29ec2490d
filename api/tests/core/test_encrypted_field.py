"""What must rest for a repeat is sealed; what nobody asks for again is not kept (SEC-02)."""

import json
from pathlib import Path
from typing import Any

import pytest
from bookings import NOW, SITE, reserve
from django.db import connection
from django.db.models import CharField
from django.db.models.functions import Cast

from standby.core.providers import wiring as core_providers
from standby.core.providers.crypto import FernetSealer
from standby.payments.models import CheckoutSession, PaymentEvent
from standby.payments.providers.cards.test_mode import TestCards
from standby.payments.services import charges
from standby.payments.services.checkouts import open_checkout

pytestmark = pytest.mark.usefixtures("shop")


def opened(folder: Path) -> str:
    cards = TestCards(folder=folder, secret="s" * 50)
    return open_checkout(reserve(), agreed_to=None, cards=cards, site_url=SITE, now=NOW)


def test_the_address_of_a_page_to_pay_on_is_sealed_in_its_row(tmp_path: Path) -> None:
    url = opened(tmp_path)

    with connection.cursor() as cursor:
        cursor.execute("SELECT url FROM stripe_checkout_sessions")
        kept = str(cursor.fetchone()[0])
    assert CheckoutSession.objects.get().url == url
    assert url not in kept
    assert kept != ""
    assert core_providers.sealer().unseal(kept) == url
    assert CheckoutSession.objects.values_list("url", flat=True).get() == url
    assert CheckoutSession.objects.exclude(url="").count() == 1


def test_an_address_whose_key_is_gone_reads_as_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(tmp_path)
    monkeypatch.setattr(core_providers, "sealer", lambda: FernetSealer(secret_keys=["n" * 50]))

    assert CheckoutSession.objects.get().url == ""


def test_of_a_card_event_no_address_and_no_key_of_the_providers_is_kept() -> None:
    about: dict[str, Any] = {
        "id": "cs_live_1",
        "url": "https://pay.test/c/live-page",
        "client_secret": "cs_live_1_secret_x",
        "metadata": {"payment_id": "p"},
        "charges": {"data": [{"id": "ch_1", "receipt_url": "https://pay.test/receipts/r"}]},
        "amount_total": 10000,
    }

    charges.store_event(provider="stripe", event_id="evt_1", kind="x", payload=about, now=NOW)

    event = PaymentEvent.objects.annotate(text=Cast("payload", CharField())).get()
    assert event.payload == {
        "id": "cs_live_1",
        "metadata": {"payment_id": "p"},
        "charges": {"data": [{"id": "ch_1"}]},
        "amount_total": 10000,
    }
    assert "pay.test" not in json.dumps(event.text)
