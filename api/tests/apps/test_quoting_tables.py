"""What the tables of quoting forbid."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.apps import apps
from django.db import models
from refusals import refused_by

from standby.apps.catalog.models import Generator, InstallationPackage
from standby.apps.quoting.models import (
    ManualQuoteRequest,
    Quote,
    WizardInteractionEvent,
    WizardSession,
)

NOW = datetime(2025, 11, 3, 15, 0, tzinfo=UTC)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("catalog")]


def a_wizard(**changes: Any) -> WizardSession:
    fields: dict[str, Any] = {
        "session_id": "w-1",
        "secret_hash": "a" * 64,
        "created_at": NOW,
        "updated_at": NOW,
    }
    return WizardSession(**fields | changes)


def an_event(**changes: Any) -> WizardInteractionEvent:
    wizard = a_wizard()
    wizard.save()
    fields: dict[str, Any] = {"session": wizard, "event_type": "help_opened", "created_at": NOW}
    return WizardInteractionEvent(**fields | changes)


def a_quote(**changes: Any) -> Quote:
    wizard = a_wizard()
    wizard.save()
    fields: dict[str, Any] = {
        "wizard": wizard,
        "band": "close",
        "city": "The Woodlands",
        "township": "woodlands",
        "zip_code": "77380",
        "package": InstallationPackage.objects.get(max_distance_feet=25),
        "generator": Generator.objects.get(model_number="7043"),
        "generator_choice": "buy_here",
        "installation_cents": 4_990_00,
        "generator_cents": 6_979_00,
        "permit_cents": 150_00,
        "sales_tax_cents": 575_77,
        "discount_cents": 0,
        "total_cents": 12_694_77,
        "created_at": NOW,
    }
    return Quote(**fields | changes)


def a_manual_quote(**changes: Any) -> ManualQuoteRequest:
    fields: dict[str, Any] = {
        "name": "Ada Lovelace",
        "phone": "(281) 555-0100",
        "address": "1 Long Lane, Tomball, TX 77375",
        "run_ft": 240,
        "repeat_key": "a" * 64,
        "created_at": NOW,
    }
    return ManualQuoteRequest(**fields | changes)


BROKEN: dict[str, Callable[[], list[models.Model]]] = {
    "wizard_status_is_known": lambda: [a_wizard(status="paid")],
    "wizard_step_is_1_to_4": lambda: [a_wizard(current_step=5)],
    "wizard_completed_knows_its_order": lambda: [a_wizard(status="completed")],
    "wizard_window_is_known": lambda: [a_wizard(selected_time_window="night")],
    "wizard_choice_is_known": lambda: [a_wizard(generator_choice="none")],
    "wizard_has_an_owner": lambda: [a_wizard(secret_hash="")],
    "wizard_event_type_is_known": lambda: [an_event(event_type="hacked")],
    "quote_total_is_the_sum_of_its_lines": lambda: [a_quote(total_cents=12_694_00)],
    "quote_discount_is_at_most_its_charges": lambda: [
        a_quote(discount_cents=12_694_78, total_cents=-1)
    ],
    "quote_lines_are_not_negative": lambda: [a_quote(permit_cents=-1, total_cents=12_544_76)],
    "quote_band_is_known": lambda: [a_quote(band="near")],
    "quote_own_generator_is_free": lambda: [a_quote(generator_choice="provide_own")],
    "quote_locked_knows_its_run": lambda: [a_quote(locked_at=NOW)],
    "manual_quote_status_is_known": lambda: [a_manual_quote(status="lost")],
    "manual_quote_run_is_beyond_bands": lambda: [a_manual_quote(run_ft=150)],
    "manual_quote_can_be_answered": lambda: [a_manual_quote(phone="")],
}


def save_all(rows: list[models.Model]) -> None:
    for row in rows:
        row.save(force_insert=True)


@pytest.mark.parametrize("name", BROKEN)
def test_the_table_forbids(name: str) -> None:
    rows = BROKEN[name]()

    with refused_by(name):
        save_all(rows)


def test_every_constraint_of_quoting_is_broken_once() -> None:
    named = {
        constraint.name
        for model in apps.get_app_config("quoting").get_models()
        for constraint in model._meta.constraints
    }

    assert named == set(BROKEN)


def test_a_session_id_is_one_wizard() -> None:
    a_wizard().save()

    with refused_by("wizard_sessions_session_id"):
        a_wizard(secret_hash="b" * 64).save()


def test_a_manual_quote_is_asked_once_an_hour() -> None:
    a_manual_quote().save()

    with refused_by("manual_quote_requests_repeat_key"):
        a_manual_quote().save()


def test_a_quote_bought_here_names_its_generator() -> None:
    quote = a_quote(generator=None)

    with refused_by("quote_own_generator_is_free"):
        quote.save()


def test_every_row_says_what_it_is() -> None:
    event = an_event()

    assert str(a_wizard(pk=7)) == "wizard 7, step 1, in_progress"
    assert str(event) == "help_opened at 2025-11-03 15:00"
    assert str(Quote(pk=3, total_cents=12_694_77)) == "quote 3: 1269477 cents"
    assert str(a_manual_quote(pk=4)) == "manual quote request 4, 240 ft, new"


def test_what_is_personal_in_a_manual_quote_is_declared() -> None:
    columns = {field.name for field in ManualQuoteRequest._meta.fields}

    assert set(ManualQuoteRequest.PERSONAL) <= columns
    assert ManualQuoteRequest.PERSONAL == ("name", "phone", "email", "address", "notes")


def test_the_wizards_personal_fields_are_declared() -> None:
    columns = {field.name for field in WizardSession._meta.fields}

    assert set(WizardSession.PERSONAL) <= columns
    assert WizardSession.PERSONAL == ("full_name", "mobile_number", "email", "secret_hash")
