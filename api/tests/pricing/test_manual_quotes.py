"""Asking for a quote over HTTP."""

import logging
from typing import Any

import pytest
from django.test import Client

from standby.messaging.models import Message
from standby.pricing.models.quoting import ManualQuoteRequest

pytestmark = pytest.mark.django_db
PATH = "/api/manual-quote-requests"
TOLD = {
    "name": "Ada Lovelace",
    "phone": "(281) 555-0100",
    "address": "1 Long Lane, Tomball, TX 77375",
    "run_ft": 240,
}


def ask(client: Client, **told: Any) -> Any:
    return client.post(PATH, TOLD | told, content_type="application/json")


@pytest.mark.parametrize(
    ("run", "kept"), [({}, (240, None)), ({"run_ft": None, "steps": 51}, (153, 51))]
)
def test_a_request_is_kept_once_and_staff_are_told(
    client: Client, run: dict[str, Any], kept: tuple[int, int | None]
) -> None:
    notes = "Behind the barn.\nRing twice."
    answer, again = (ask(client, email="ada@example.org", notes=notes, **run) for _ in range(2))

    request = ManualQuoteRequest.objects.get()
    assert (answer.status_code, answer.json()) == (201, {"id": str(request.pk)})
    assert again.json() == answer.json()
    assert (request.run_ft, request.steps, request.notes) == (*kept, notes)
    assert Message.objects.get().kind == "manual_quote"


@pytest.mark.parametrize(
    ("told", "field", "code"),
    [
        *(({"run_ft": run_ft}, "run_ft", "run_not_quoted") for run_ft in (150, -(2**63))),
        ({"run_ft": None}, "run_ft", "run_untold"),
        *(({"run_ft": run_ft}, "run_ft", "int_type") for run_ft in ("240", True)),
        ({"name": " "}, "name", "string_too_short"),
        ({"name": "A\nBcc: b@example.org"}, "name", "value_error"),
        ({"name": "\u202eecila"}, "name", "value_error"),
        ({"phone": "555-0100"}, "phone", "phone_incomplete"),
        ({"phone": 2815550100}, "phone", "string_type"),
        ({"address": "x" * 301}, "address", "string_too_long"),
        ({"address": "a\x00b"}, "address", "value_error"),
        ({"email": "ada@"}, "email", "email_implausible"),
        ({"notes": "x" * 1001}, "notes", "string_too_long"),
        ({"notes": "\x1b[2J"}, "notes", "value_error"),
    ],
)
def test_what_cannot_be_right_names_its_field(
    client: Client, told: dict[str, Any], field: str, code: str
) -> None:
    answer = ask(client, **told)

    (problem,) = answer.json()["errors"]
    assert (answer.status_code, problem["field"], problem["code"]) == (422, field, code)
    assert (ManualQuoteRequest.objects.count(), Message.objects.count()) == (0, 0)


def test_nothing_personal_is_logged(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, logger="standby")

    ask(client, address="77 Canary Lane", phone="713-555-7777")

    assert "Canary" not in caplog.text
    assert "7777" not in caplog.text
