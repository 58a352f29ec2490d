"""A quote that is saved before reserving: priced by the server, signed, passed on, gone in time."""

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from booking_client import post
from django.test import Client
from rate_limit_windows import in_one_window
from whole_orders import now

from standby.messaging.models import Consent, Message
from standby.messaging.services.consents import suppress
from standby.pricing.models.catalog import Generator, InstallationPackage
from standby.pricing.models.quoting import SavedQuote
from standby.pricing.rules.policy import (
    QUOTE_TEXT_CONSENT,
    SAVED_QUOTE_RETENTION,
    SAVED_QUOTE_VALID,
)
from standby.workflows.retention import erase_expired_customers

pytestmark = pytest.mark.usefixtures("shop", "own_folder")
CHOSEN = {
    "address": "24 Waterway Ave, The Woodlands, TX 77380",
    "band": "close",
    "generator_choice": "buy_here",
    "model_number": "7043",
}


def save(**changed: Any) -> dict[str, Any]:
    made = post(Client(), "/api/saved-quotes", {**CHOSEN, **changed})
    assert made.status_code == 201, made.content
    return made.json()  # type: ignore[no-any-return]


def seen_at(token: str) -> dict[str, Any]:
    return Client().get(f"/api/saved-quotes/{token}").json()  # type: ignore[no-any-return]


@pytest.mark.parametrize("band", ["medium", "50", 50])
def test_a_band_is_named_by_its_code_or_by_its_farthest_foot(band: str | int) -> None:
    seen = seen_at(save(band=band)["token"])
    assert (seen["band"], seen["band_from_ft"], seen["band_max_ft"]) == ("medium", 25, 50)


def test_a_saved_quote_keeps_the_limits_of_its_band_when_the_catalog_has_others() -> None:
    token = save(band="medium")["token"]
    InstallationPackage.objects.filter(code="medium").update(max_distance_feet=60)
    seen = seen_at(token)
    assert (seen["band_from_ft"], seen["band_max_ft"]) == (25, 50)
    InstallationPackage.objects.filter(code="medium").update(code="middle")
    assert seen_at(token)["lines_today"] is None


@pytest.mark.req("SAVE-01.2")
def test_whoever_has_the_link_sees_the_signed_price_and_until_when_it_is_valid() -> None:
    made = save()

    seen = seen_at(made["token"])

    assert made["url"].endswith(f"/quote/{made['token']}")
    assert seen["lines"]["total_cents"] == seen["lines_today"]["total_cents"] == 12_694_77
    assert (seen["city"], seen["band"], seen["generator"]["kw"]) == ("The Woodlands", "close", 22)
    assert seen["is_valid"] is True
    assert seen["valid_until"] == made["valid_until"]
    row = SavedQuote.objects.get()
    assert row.valid_until - row.created_at == SAVED_QUOTE_VALID
    assert "Waterway" not in json.dumps(seen) + str(vars(row))
    assert made["token"] not in str(vars(row))


def test_a_changed_row_or_a_later_day_is_not_valid() -> None:
    changed, old = save()["token"], save()["token"]
    row = SavedQuote.objects.first()
    assert row is not None
    SavedQuote.objects.filter(pk=row.pk).update(lines={**row.lines, "total_cents": 1})
    assert seen_at(changed)["is_valid"] is False

    past = now() - timedelta(days=1)
    SavedQuote.objects.exclude(pk=row.pk).update(valid_until=past)
    assert seen_at(old)["is_valid"] is False


def test_after_a_change_of_prices_todays_price_is_shown_beside_the_saved_one() -> None:
    token = save()["token"]
    unit = Generator.objects.get(model_number="7043")
    unit.price_cents += 100_00
    unit.save()

    dearer = seen_at(token)
    unit.is_active = False
    unit.save()
    gone = seen_at(token)

    assert dearer["lines"]["total_cents"] < dearer["lines_today"]["total_cents"]
    assert gone["lines_today"] is None
    assert gone["lines"] == dearer["lines"]


def test_a_home_owners_own_generator_can_be_saved_too() -> None:
    seen = seen_at(save(generator_choice="provide_own", model_number=None)["token"])

    assert seen["generator"] is None
    assert seen["lines"]["generator_cents"] == 0


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"address": "1 Far St, Dallas, TX 75201"}, "address_not_covered"),
        ({"model_number": "0000"}, "generator_not_sold"),
        ({"model_number": None}, "generator_missing"),
    ],
)
def test_what_cannot_be_ordered_cannot_be_saved(changed: dict[str, Any], code: str) -> None:
    refused = post(Client(), "/api/saved-quotes", {**CHOSEN, **changed})

    assert refused.json()["code"] == code
    assert not SavedQuote.objects.exists()


@pytest.mark.req("SAVE-01.1")
def test_the_quote_is_mailed_and_texted_with_its_link() -> None:
    token = save()["token"]

    mailed = post(Client(), f"/api/saved-quotes/{token}/email", {"email": "ada@example.org"})
    texted = post(
        Client(), f"/api/saved-quotes/{token}/text", {"phone": "(281) 555-0100", "consent": True}
    )

    assert (mailed.status_code, texted.status_code) == (202, 202)
    assert (mailed.json(), texted.json()) == ({"outcome": "kept"}, {"outcome": "kept"})
    mail, text = Message.objects.order_by("channel")
    assert (mail.channel, mail.recipient) == ("email", "ada@example.org")
    assert mail.subject == "Your generator quote: $12,694.77"
    assert f"/quote/{token}" in mail.text
    assert f"/quote/{token}" in text.text
    assert "STOP" in text.text
    consent = Consent.objects.get()
    assert (consent.channel, consent.wording) == ("sms", QUOTE_TEXT_CONSENT)


@pytest.mark.usefixtures("both_connected")
def test_a_quote_is_said_to_leave_only_where_its_recipient_may_be_written_to() -> None:
    path, phone = f"/api/saved-quotes/{save()['token']}", "(281) 555-0100"
    mailed = post(Client(), f"{path}/email", {"email": "ada@example.org"})
    texted = post(Client(), f"{path}/text", {"phone": phone, "consent": True})
    suppress("sms", recipient=phone, reason="answered a text", now=now())
    refused = post(Client(), f"{path}/text", {"phone": phone, "consent": True})

    answers = [each.json()["outcome"] for each in (mailed, texted, refused)]
    assert answers == ["queued", "queued", "opted_out"]


def test_nobody_is_texted_without_consent_to_the_wording_that_is_shown() -> None:
    token = save()["token"]

    refused = post(
        Client(), f"/api/saved-quotes/{token}/text", {"phone": "(281) 555-0100", "consent": False}
    )

    assert refused.status_code == 422
    assert not Message.objects.exists()
    words = json.loads((Path(__file__).parents[3] / "web/src/messages/en.json").read_text())
    assert words["save_quote_text_consent"] == QUOTE_TEXT_CONSENT


def test_one_address_is_not_mailed_again_and_again() -> None:
    in_one_window()
    token = save()["token"]
    path = f"/api/saved-quotes/{token}/email"

    answers = [post(Client(), path, {"email": "Ada@example.org"}).status_code for _ in range(5)]

    assert answers == [202] * 4 + [429]


def test_expired_quotes_are_deleted() -> None:
    save()
    kept = SavedQuote.objects.get()
    SavedQuote.objects.update(valid_until=now() - SAVED_QUOTE_RETENTION + timedelta(days=1))
    erase_expired_customers(now=now())
    assert SavedQuote.objects.get() == kept

    erase_expired_customers(now=now() + timedelta(days=2))
    assert not SavedQuote.objects.exists()
