"""A wizard is found, moved forward and completed; a price is kept."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from standby.apps.catalog.models import InstallationPackage
from standby.apps.catalog.queries import Job, edition
from standby.apps.quoting.models import WizardInteractionEvent, WizardSession
from standby.apps.quoting.services import (
    WizardNotFound,
    complete_wizard,
    make_quote,
    record_event,
    save_progress,
    wizard_for,
)
from standby.domain.distance import DistanceBand

NOW = datetime(2025, 11, 3, 15, 0, tzinfo=UTC)
LATER = NOW + timedelta(minutes=5)
MINE, THEIRS = "a" * 64, "b" * 64
STEP_1 = {"current_step": 1, "completed_steps": [1], "max_distance_ft": 25}
STEP_3 = {
    "current_step": 3,
    "completed_steps": [1, 2, 3],
    "installation_cost_cents": 4_990_00,
    "generator_choice": "buy_here",
    "selected_generator_id": 2,
    "generator_price_cents": 6_979_00,
    "subtotal_cents": 11_969_00,
    "selected_installation_date": date(2025, 11, 20),
    "selected_time_window": "morning",
    "full_name": "Ada Lovelace",
    "mobile_number": "(281) 555-0100",
    "email": "ada@example.org",
    "tax_cents": 575_77,
    "total_cents": 12_694_77,
}

pytestmark = pytest.mark.django_db


def save(progress: dict[str, Any], *, owner: str = MINE, now: datetime = NOW) -> WizardSession:
    return save_progress(session_id="w-1", secret_hash=owner, progress=progress, now=now)


def complete(*, order_id: str, now: datetime, owner: str = MINE) -> WizardSession:
    return complete_wizard(session_id="w-1", secret_hash=owner, order_id=order_id, now=now)


def kept() -> WizardSession:
    return WizardSession.objects.get(session_id="w-1")


def test_every_field_of_the_three_steps_is_kept() -> None:
    save(STEP_1)

    save(STEP_3, now=LATER)

    wizard = kept()
    assert {name: getattr(wizard, name) for name in STEP_3} == STEP_3
    assert wizard.max_distance_ft == 25
    assert (wizard.created_at, wizard.updated_at) == (NOW, LATER)
    assert wizard.status == "in_progress"


def test_a_save_sets_the_completed_steps_it_names() -> None:
    save(STEP_3)

    save(STEP_1)

    assert kept().completed_steps == [1]


def test_what_is_left_out_stays_and_what_is_null_is_cleared() -> None:
    save(STEP_3)

    save(STEP_1 | {"full_name": None, "total_cents": None})

    assert (kept().full_name, kept().total_cents) == ("", None)
    assert kept().email == "ada@example.org"


def test_another_visitors_wizard_is_not_found_and_not_changed() -> None:
    save(STEP_1)

    with pytest.raises(WizardNotFound):
        save(STEP_3, owner=THEIRS)

    assert kept().completed_steps == [1]
    assert kept().full_name == ""


def test_a_wizard_in_progress_may_be_abandoned_and_a_save_does_not_bring_it_back() -> None:
    save(STEP_1)

    abandoned = save(STEP_1 | {"status": "abandoned"})
    saved_again = save(STEP_3 | {"status": "in_progress"})

    assert (abandoned.status, saved_again.status, kept().status) == ("abandoned",) * 3
    assert kept().completed_steps == [1, 2, 3]


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


def test_completing_twice_keeps_the_first_order() -> None:
    save(STEP_3)

    complete(order_id="order-1", now=NOW)
    complete(order_id="order-2", now=LATER)

    assert (kept().order_id, kept().completed_at) == ("order-1", NOW)


def test_an_order_completes_even_an_abandoned_wizard() -> None:
    save(STEP_1 | {"status": "abandoned"})

    complete(order_id="order-1", now=NOW)

    assert kept().status == "completed"


def test_an_order_begins_the_wizard_that_was_never_saved() -> None:
    completed = complete(order_id="order-1", now=NOW)

    assert completed == kept()
    assert (kept().status, kept().completed_steps) == ("completed", [1, 2, 3])


def test_another_visitors_wizard_is_not_completed() -> None:
    save(STEP_1)

    with pytest.raises(WizardNotFound):
        complete(order_id="order-1", now=NOW, owner=THEIRS)

    assert kept().status == "in_progress"


def test_a_wizard_is_begun_once_and_then_found() -> None:
    begun = wizard_for(session_id="w-1", secret_hash=MINE, now=NOW)

    found = wizard_for(session_id="w-1", secret_hash=MINE, now=LATER)

    assert begun == found
    assert found.created_at == NOW


def test_another_visitors_wizard_is_not_found() -> None:
    wizard_for(session_id="w-1", secret_hash=THEIRS, now=NOW)

    with pytest.raises(WizardNotFound):
        wizard_for(session_id="w-1", secret_hash=MINE, now=NOW)


def test_without_an_id_the_visitors_latest_unfinished_wizard_is_found() -> None:
    wizard_for(session_id="old", secret_hash=MINE, now=NOW)
    latest = wizard_for(session_id="new", secret_hash=MINE, now=LATER)
    wizard_for(session_id="other", secret_hash=THEIRS, now=LATER)

    assert wizard_for(session_id=None, secret_hash=MINE, now=LATER) == latest


def test_without_an_id_and_without_an_unfinished_wizard_a_new_one_is_begun() -> None:
    done = complete(order_id="order-1", now=NOW)

    begun = wizard_for(session_id=None, secret_hash=MINE, now=LATER)

    assert begun != done
    assert begun.status == "in_progress"


def test_an_event_is_kept_with_its_details() -> None:
    wizard = wizard_for(session_id="w-1", secret_hash=MINE, now=NOW)

    record_event(
        wizard,
        event_type=WizardInteractionEvent.Kind.DISTANCE_BAND_SELECTED,
        event_data={"package_id": 1, "previous_selection": None},
        now=NOW,
    )

    event = WizardInteractionEvent.objects.get(session=wizard)
    assert event.event_type == "distance_band_selected"
    assert event.event_data == {"package_id": 1, "previous_selection": None}


@pytest.mark.usefixtures("catalog")
def test_a_quote_keeps_the_price_that_was_shown() -> None:
    wizard = wizard_for(session_id="w-1", secret_hash=MINE, now=NOW)
    job = Job(
        band=DistanceBand.CLOSE,
        address="1 Main St, The Woodlands, TX 77380",
        zip_code="77380",
        zip_city="The Woodlands",
        generator_choice="buy_here",
        model_number="7043",
    )
    quote = make_quote(wizard=wizard, offer=edition(now=NOW).offer_for(job), now=NOW)

    InstallationPackage.objects.update(price_cents=9_999_00)

    quote.refresh_from_db()
    assert quote.total_cents == 12_694_77
    assert (quote.band, quote.township, quote.zip_code) == ("close", "woodlands", "77380")
    assert (quote.installation_cents, quote.generator_cents) == (4_990_00, 6_979_00)
    assert (quote.permit_cents, quote.sales_tax_cents) == (150_00, 575_77)
    assert quote.wizard == wizard


@pytest.mark.usefixtures("catalog")
def test_a_quote_with_an_own_generator_names_none() -> None:
    wizard = wizard_for(session_id="w-1", secret_hash=MINE, now=NOW)
    job = Job(
        band=DistanceBand.FAR,
        address="2 Oak, Houston, TX 77002",
        zip_code="77002",
        zip_city="Houston",
        generator_choice="provide_own",
    )

    quote = make_quote(wizard=wizard, offer=edition(now=NOW).offer_for(job), now=NOW)

    assert quote.generator is None
    assert quote.total_cents == 7_640_00


def test_a_save_takes_one_query(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(1):
        save(STEP_3)
