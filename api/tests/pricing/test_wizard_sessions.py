"""The wizard's progress and its events on the wire."""

from typing import Any

import pytest
from django.test import Client
from django.test.client import MULTIPART_CONTENT

from standby.pricing.models.quoting import WizardInteractionEvent, WizardSession

UUID = "0b9f8a52-6c1d-4f0e-9c55-5d2f3f0f4a11"
PATH = f"/api/wizard-sessions/{UUID}"
EVENTS = "/api/wizard-interaction-events"
STEP_1 = {"current_step": 1, "completed_steps": [1]}

pytestmark = pytest.mark.django_db


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


@pytest.mark.req("API-03.3")
def test_every_field_of_the_specification_is_kept(client: Client) -> None:
    told = STEP_1 | {
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
    cookie = put(client, STEP_1).cookies["wz"]

    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")
    assert len(WizardSession.objects.get().secret_hash) == 64
    assert cookie.value not in WizardSession.objects.get().secret_hash
    assert "wz" not in put(client, STEP_1).cookies


def test_another_visitors_session_answers_404(client: Client) -> None:
    put(client, STEP_1 | {"full_name": "Ada"})
    stranger = Client()

    saved = put(stranger, STEP_1 | {"full_name": "Eve"})
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
    assert put(client, STEP_1).status_code == 200


@pytest.mark.parametrize(
    "changed",
    [
        '"current_step": 0',
        '"current_step": 5',
        '"current_step": "1"',
        '"completed_steps": [2]',
        '"completed_steps": [1, 1]',
        '"installation_cost_cents": -1',
        '"installation_cost_cents": 4990.5',
        '"total_cents": 1000000000001',
        '"max_distance_ft": 1001',
        '"generator_choice": "rent"',
        '"selected_generator_id": 0',
        '"selected_generator_id": 9223372036854775808',
        '"selected_installation_date": "2025-02-30"',
        '"selected_installation_date": "20251120"',
        '"selected_installation_date": 1763596800',
        '"selected_time_window": "night"',
        '"full_name": "a\\u0000b"',
        '"full_name": "a\\nb"',
        '"full_name": "\\u202egnp.exe"',
        f'"full_name": "{"x" * 101}"',
        f'"mobile_number": "{"1" * 41}"',
        f'"email": "{"a" * 255}"',
        '"status": "paid"',
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
    saved = put(client, STEP_1, path=f"/api/wizard-sessions/{session_id}")

    assert saved.status_code in (404, 422)
    assert not WizardSession.objects.exists()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("session_id", ""),
        ("session_id", "a\n"),
        ("session_id", 5),
        ("event_type", "anything"),
        ("event_data", []),
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
