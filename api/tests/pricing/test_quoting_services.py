"""A wizard is found, moved forward and completed; a price is kept."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from standby.pricing.models.catalog import InstallationPackage
from standby.pricing.models.quoting import WizardSession
from standby.pricing.rules.distance import DistanceBand
from standby.pricing.selectors.catalog import PricingInput, catalog_snapshot
from standby.pricing.services.quoting import (
    WizardNotFound,
    complete_wizard,
    make_quote,
    save_progress,
    wizard_for,
)

NOW = datetime(2025, 11, 3, 15, 0, tzinfo=UTC)
LATER = NOW + timedelta(minutes=5)
MINE, THEIRS = "a" * 64, "b" * 64
STEP_1 = {"current_step": 1, "completed_steps": [1], "max_distance_ft": 25}
STEP_3 = {
    "current_step": 3,
    "completed_steps": [1, 2, 3],
    "full_name": "Ada Lovelace",
    "email": "ada@example.org",
    "total_cents": 12_694_77,
}

pytestmark = pytest.mark.django_db


def save(progress: dict[str, Any], *, owner: str = MINE, now: datetime = NOW) -> WizardSession:
    return save_progress(session_id="w-1", secret_hash=owner, progress=progress, now=now)


def complete(*, order_id: str, now: datetime, owner: str = MINE) -> WizardSession:
    return complete_wizard(session_id="w-1", secret_hash=owner, order_id=order_id, now=now)


def kept() -> WizardSession:
    return WizardSession.objects.get(session_id="w-1")


def test_a_save_sets_what_it_names_clears_what_is_null_and_leaves_the_rest() -> None:
    save(STEP_3)

    save(STEP_1 | {"full_name": None, "total_cents": None}, now=LATER)

    assert (kept().completed_steps, kept().max_distance_ft) == ([1], 25)
    assert (kept().full_name, kept().total_cents) == ("", None)
    assert kept().email == "ada@example.org"
    assert (kept().created_at, kept().updated_at) == (NOW, LATER)


def test_another_visitors_wizard_is_not_found_changed_or_completed() -> None:
    save(STEP_1)

    with pytest.raises(WizardNotFound):
        save(STEP_3, owner=THEIRS)
    with pytest.raises(WizardNotFound):
        complete(order_id="order-1", now=NOW, owner=THEIRS)
    with pytest.raises(WizardNotFound):
        wizard_for(session_id="w-1", secret_hash=THEIRS, now=NOW)

    assert (kept().status, kept().completed_steps, kept().full_name) == ("in_progress", [1], "")


def test_an_abandoned_wizard_is_brought_back_by_an_order_and_by_no_save() -> None:
    save(STEP_1)

    abandoned = save(STEP_1 | {"status": "abandoned"})
    saved_again = save(STEP_3 | {"status": "in_progress"})

    assert (abandoned.status, saved_again.status, kept().status) == ("abandoned",) * 3
    assert kept().completed_steps == [1, 2, 3]
    complete(order_id="order-1", now=NOW)
    assert kept().status == "completed"


def test_a_browser_cannot_complete_a_wizard() -> None:
    saved = save(STEP_3 | {"status": "completed", "order_id": "x", "completed_at": NOW})

    assert saved.status == kept().status == "in_progress"
    assert kept().order_id == ""


@pytest.mark.parametrize("status", ["in_progress", "abandoned", "completed"])
def test_a_completed_wizard_stays_as_it_was_sold(status: str) -> None:
    save(STEP_3)
    complete(order_id="order-1", now=LATER)

    saved = save(STEP_1 | {"status": status, "full_name": "Eve"}, now=LATER + timedelta(hours=1))

    assert saved == kept()
    assert kept().status == "completed"
    assert kept().full_name == "Ada Lovelace"
    assert kept().completed_steps == [1, 2, 3]


def test_an_order_completes_a_wizard_that_was_never_saved_and_another_changes_nothing() -> None:
    completed = complete(order_id="order-1", now=NOW)
    complete(order_id="order-2", now=LATER)

    assert completed == kept()
    assert (kept().status, kept().completed_steps) == ("completed", [1, 2, 3])
    assert (kept().order_id, kept().completed_at) == ("order-1", NOW)


def test_a_wizard_is_begun_once_and_found_by_its_id_or_as_the_latest_unfinished() -> None:
    begun = wizard_for(session_id="w-1", secret_hash=MINE, now=NOW)
    found = wizard_for(session_id="w-1", secret_hash=MINE, now=LATER)
    latest = wizard_for(session_id="w-2", secret_hash=MINE, now=LATER)
    wizard_for(session_id="other", secret_hash=THEIRS, now=LATER)

    assert (begun, found.created_at) == (found, NOW)
    assert wizard_for(session_id=None, secret_hash=MINE, now=LATER) == latest
    for done in ("w-1", "w-2"):
        complete_wizard(session_id=done, secret_hash=MINE, order_id=done, now=LATER)
    anew = wizard_for(session_id=None, secret_hash=MINE, now=LATER)
    assert anew not in (begun, latest)
    assert anew.status == "in_progress"


@pytest.mark.usefixtures("catalog")
def test_a_quote_keeps_the_price_that_was_shown() -> None:
    wizard = wizard_for(session_id="w-1", secret_hash=MINE, now=NOW)
    job = PricingInput(
        band=DistanceBand.CLOSE,
        address="1 Main St, The Woodlands, TX 77380",
        zip_code="77380",
        zip_city="The Woodlands",
        generator_choice="buy_here",
        model_number="7043",
    )
    quote = make_quote(wizard=wizard, offer=catalog_snapshot(now=NOW).offer_for(job), now=NOW)

    InstallationPackage.objects.update(price_cents=9_999_00)

    quote.refresh_from_db()
    assert quote.total_cents == 12_694_77
    assert (quote.band, quote.township, quote.zip_code) == ("close", "woodlands", "77380")
    assert (quote.installation_cents, quote.generator_cents) == (4_990_00, 6_979_00)
    assert (quote.permit_cents, quote.sales_tax_cents) == (150_00, 575_77)
    assert quote.wizard == wizard
