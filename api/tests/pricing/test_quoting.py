"""A wizard is found, moved forward and completed, also on the wire; a price is kept."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.test.client import MULTIPART_CONTENT

from standby.messaging.models import Consent
from standby.pricing.models.catalog import InstallationPackage
from standby.pricing.models.quoting import WizardInteractionEvent, WizardSession
from standby.pricing.rules.wizard import STEPS_BEFORE_AN_ORDER, in_words
from standby.pricing.selectors.catalog import Selection, catalog_snapshot
from standby.pricing.services.quoting import (
    WizardNotFound,
    complete_wizard,
    make_quote,
    save_progress,
    wizard_for,
)

pytestmark = pytest.mark.django_db


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

ANSWERS = {
    "full_name": "Ada Lovelace",
    "mobile_number": "(281) 555-0100",
    "email": "ada@example.org",
    "selected_installation_date": date(2025, 12, 8),
    "selected_time_window": "morning",
}


def save(progress: dict[str, Any], *, now: datetime = NOW) -> WizardSession:
    return save_progress(session_id="w-1", secret_hash=MINE, progress=progress, now=now)


def complete(*, order_id: str, now: datetime, owner: str = MINE) -> WizardSession:
    return complete_wizard(
        session_id="w-1", secret_hash=owner, order_id=order_id, answers=ANSWERS, now=now
    )


def kept() -> WizardSession:
    return WizardSession.objects.get(session_id="w-1")


def test_a_save_sets_what_it_names_clears_what_is_null_and_leaves_the_rest() -> None:
    save(STEP_3)
    save(STEP_1 | {"full_name": None, "total_cents": None}, now=LATER)
    assert (kept().completed_steps, kept().max_distance_ft) == ([1], 25)
    assert (kept().full_name, kept().total_cents) == ("", None)
    assert kept().email == "ada@example.org"
    assert (kept().created_at, kept().updated_at) == (NOW, LATER)


def test_another_visitors_wizard_is_not_completed() -> None:
    save(STEP_1)
    with pytest.raises(WizardNotFound):
        complete(order_id="order-1", now=NOW, owner=THEIRS)
    assert (kept().status, kept().completed_steps) == ("in_progress", [1])


def test_an_abandoned_wizard_is_brought_back_by_an_order_and_by_no_save() -> None:
    save(STEP_1)
    abandoned = save(STEP_1 | {"status": "abandoned"})
    saved_again = save(STEP_3 | {"status": "in_progress"})
    assert (abandoned.status, saved_again.status, kept().status) == ("abandoned",) * 3
    assert kept().completed_steps == STEPS_BEFORE_AN_ORDER
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
    assert kept().completed_steps == STEPS_BEFORE_AN_ORDER


def test_an_order_completes_a_wizard_that_was_never_saved_and_another_changes_nothing() -> None:
    completed = complete(order_id="order-1", now=NOW)
    complete(order_id="order-2", now=LATER)
    assert completed == kept()
    assert (kept().status, kept().completed_steps) == ("completed", STEPS_BEFORE_AN_ORDER)
    assert (kept().order_id, kept().completed_at) == ("order-1", NOW)


@pytest.mark.req("TRUTH-01.3")
def test_an_order_stores_who_and_when_and_reserving_again_stores_them_anew() -> None:
    save(STEP_1)
    complete(order_id="order-1", now=NOW)
    first = {name: getattr(kept(), name) for name in ANSWERS} | {"step": kept().current_step}
    moved = ANSWERS | {"selected_time_window": "afternoon"}
    complete_wizard(
        session_id="w-1", secret_hash=MINE, order_id="order-2", answers=moved, now=LATER
    )

    assert first == ANSWERS | {"step": STEPS_BEFORE_AN_ORDER[-1]}
    assert (kept().selected_time_window, kept().order_id) == ("afternoon", "order-1")
    assert (kept().completed_at, kept().updated_at) == (NOW, LATER)


def test_a_wizard_is_begun_once_and_found_by_its_id() -> None:
    begun = wizard_for(session_id="w-1", secret_hash=MINE, now=NOW)
    found = wizard_for(session_id="w-1", secret_hash=MINE, now=LATER)

    assert (begun, found.created_at) == (found, NOW)
    assert wizard_for(session_id="w-2", secret_hash=MINE, now=LATER) != begun


@pytest.mark.usefixtures("catalog")
def test_a_quote_keeps_the_price_that_was_shown() -> None:
    wizard = wizard_for(session_id="w-1", secret_hash=MINE, now=NOW)
    selection = Selection(
        band="close",
        address="1 Main St, The Woodlands, TX 77380",
        claimed_zip_code="",
        generator_choice="buy_here",
        model_number="7043",
    )
    snapshot = catalog_snapshot(now=NOW)
    offer = snapshot.offer_for(selection, zip_code="77380", zip_city="The Woodlands")
    quote = make_quote(wizard=wizard, offer=offer, now=NOW)

    InstallationPackage.objects.update(price_cents=9_999_00)

    quote.refresh_from_db()
    assert quote.total_cents == 12_694_77
    assert (quote.band, quote.township, quote.zip_code) == ("close", "woodlands", "77380")
    assert (quote.installation_cents, quote.generator_cents) == (4_990_00, 6_979_00)
    assert (quote.permit_cents, quote.sales_tax_cents) == (150_00, 575_77)
    assert quote.wizard == wizard


UUID = "0b9f8a52-6c1d-4f0e-9c55-5d2f3f0f4a11"
PATH = f"/api/wizard-sessions/{UUID}"
EVENTS = "/api/wizard-interaction-events"
FIRST_STEP = {"current_step": 1, "completed_steps": [1]}


def put(client: Client, body: Any, *, path: str = PATH) -> Any:
    return client.put(path, body, content_type="application/json")


def an_event(**changes: Any) -> dict[str, Any]:
    return {
        "session_id": UUID,
        "event_type": "distance_band_selected",
        "event_data": {"package_id": 1, "package_name": "Standard", "price": 4990},
    } | changes


def post(client: Client, body: Any) -> Any:
    return client.post(EVENTS, body, content_type="application/json")


@pytest.mark.req("WIZ-06.1", "API-02.4")
def test_the_three_steps_are_saved(client: Client) -> None:
    for steps in ([1], [1, 2], [1, 2, 3]):
        response = put(client, {"current_step": len(steps), "completed_steps": steps})
        assert response.status_code == 200
        assert response.json()["completed_steps"] == steps
    assert response.json()["session_id"] == UUID
    assert (response.json()["current_step"], response.json()["status"]) == (3, "in_progress")
    assert WizardSession.objects.get().completed_steps == [1, 2, 3]


@pytest.mark.req("TRUTH-01.3")
def test_a_save_that_is_dropped_is_not_answered_as_stored(client: Client) -> None:
    first = put(client, FIRST_STEP | {"email": "ada@example.org", "recovery_consent": True})
    owner = WizardSession.objects.get().secret_hash
    complete_wizard(
        session_id=UUID, secret_hash=owner, order_id="order-1", answers={}, now=datetime.now(UTC)
    )

    dropped = put(client, FIRST_STEP | {"full_name": "Eve", "recovery_consent": False})
    agreed = put(client, FIRST_STEP | {"recovery_consent": True})

    assert (first.status_code, dropped.status_code, agreed.status_code) == (200, 409, 409)
    assert dropped.json()["code"] == "wizard_completed"
    assert WizardSession.objects.get().full_name == ""
    consents = Consent.objects.filter(purpose="recovery").order_by("pk")
    assert [each.is_granted for each in consents] == [True, False]


@pytest.mark.req("API-03.3")
def test_every_field_of_the_specification_is_kept(client: Client) -> None:
    told = FIRST_STEP | {
        "installation_cost_cents": 4_990_00,
        "max_distance_ft": 25,
        "generator_choice": "buy_here",
        "selected_generator_id": 2,
        "generator_price_cents": 6_979_00,
        "subtotal_cents": 11_969_00,
        "selected_installation_date": "2025-11-20",
        "selected_time_window": "morning",
        "full_name": "Ada Lovelace",
        "mobile_number": "(281) 555-0100",
        "email": "ada@example.org",
        "tax_cents": 575_77,
        "total_cents": 12_694_77,
        "status": "abandoned",
    }

    response = put(client, told)

    assert response.status_code == 200
    wizard = WizardSession.objects.get()
    kept = {name: getattr(wizard, name) for name in told}
    assert kept | {"selected_installation_date": "2025-11-20"} == told
    assert wizard.selected_installation_date is not None


def test_a_first_save_gives_the_visitor_a_secret_of_their_own(client: Client) -> None:
    cookie = put(client, FIRST_STEP).cookies["wz"]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")
    assert len(WizardSession.objects.get().secret_hash) == 64
    assert cookie.value not in WizardSession.objects.get().secret_hash
    assert "wz" not in put(client, FIRST_STEP).cookies


def test_another_visitors_session_answers_404(client: Client) -> None:
    put(client, FIRST_STEP | {"full_name": "Ada"})
    stranger = Client()

    saved = put(stranger, FIRST_STEP | {"full_name": "Eve"})
    recorded = post(stranger, an_event())

    for response in (saved, recorded):
        assert response.status_code == 404
        assert response.json()["code"] == "wizard_not_found"
    assert WizardSession.objects.get().full_name == "Ada"
    assert not WizardInteractionEvent.objects.exists()


@pytest.mark.req("WIZ-03.6", "API-02.5")
def test_an_event_is_kept_even_before_the_first_save(client: Client) -> None:
    response = post(client, an_event())
    assert (response.status_code, response.content) == (202, b"{}")
    event = WizardInteractionEvent.objects.get()
    assert event.session.session_id == UUID
    assert event.event_data["price"] == 4990
    assert put(client, FIRST_STEP).status_code == 200


@pytest.mark.parametrize(
    "changed",
    [
        '"completed_steps": [2]',
        '"completed_steps": [1, 1]',
        '"selected_installation_date": "2025-02-30"',
        '"selected_installation_date": "20251120"',
        '"selected_installation_date": 1763596800',
        '"full_name": "a\\nb"',
        '"full_name": "\\u202egnp.exe"',
    ],
)
def test_a_hostile_field_is_refused_and_named(changed: str, client: Client) -> None:
    response = put(client, '{"current_step": 1, "completed_steps": [1], ' + changed + "}")
    assert response.status_code == 422
    assert response.headers["Content-Type"] == "application/problem+json"
    assert changed.split('"')[1] in [found["field"] for found in response.json()["errors"]]
    assert not WizardSession.objects.exists()


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"\xff\xfe",
        b'{"current_step": 1}',
        b'{"current_step": 1, "completed_steps": [1], "total_cents": NaN}',
        b'{"current_step": 1, "completed_steps": [1], "total_cents": %s}' % (b"9" * 5000),
        b'{"current_step": 1, "completed_steps": [1], "full_name": "\\ud800"}',
        b"[" * 2000 + b"]" * 2000,
    ],
)
def test_a_body_that_is_no_progress_is_refused(body: bytes, client: Client) -> None:
    saved = client.put(PATH, body, content_type="application/json")
    recorded = client.post(EVENTS, body, content_type="application/json")
    for response in (saved, recorded):
        assert response.status_code in (400, 422)
        assert response.headers["Content-Type"] == "application/problem+json"
    assert not WizardSession.objects.exists()


@pytest.mark.parametrize(
    "session_id", ["a" * 65, "a b", "%00", "%F0%9F%98%80", "..", "-a", "a.b", "'--", "%ED%A0%80"]
)
def test_a_hostile_session_id_is_refused(session_id: str, client: Client) -> None:
    saved = put(client, FIRST_STEP, path=f"/api/wizard-sessions/{session_id}")
    assert saved.status_code in (404, 422)
    assert not WizardSession.objects.exists()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("session_id", "a\n"),
        ("event_data", {"a": {"b": ["x\x00y"]}}),
        ("event_data", {"a": "\u202e"}),
    ],
)
def test_a_hostile_event_is_refused_and_named(field: str, value: Any, client: Client) -> None:
    response = post(client, an_event(**{field: value}))
    assert response.status_code == 422
    assert field in [found["field"] for found in response.json()["errors"]]
    assert not WizardInteractionEvent.objects.exists()


@pytest.mark.parametrize(
    "event_data",
    [
        "{}",
        '{"n": 9223372036854775808}',
        '{"a": 1, "a": 2}',
        '{"text": "line\\nline \\ud83d\\ude00"}',
        '{"deep": [[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]}',
    ],
)
def test_odd_but_harmless_details_are_kept(event_data: str, client: Client) -> None:
    body = f'{{"session_id": "{UUID}", "event_type": "help_opened", "event_data": {event_data}}}'
    assert post(client, body).status_code == 202


def test_details_of_more_than_8_kb_and_forms_are_refused(client: Client) -> None:
    large = post(client, an_event(event_data={"text": "x" * 8192}))
    form = client.post(EVENTS, {"session_id": UUID}, content_type=MULTIPART_CONTENT)
    assert (large.status_code, large.json()["code"]) == (413, "too_large")
    assert form.status_code == 415


def test_staff_read_an_answer_of_the_wizard_in_words() -> None:
    answers = {"fuel": "natural_gas", "service_panel": "200_amps", "unanswered": None}

    assert in_words(answers) == {"Fuel": "Natural gas", "Service panel": "200 amps"}
