"""Asking for a quote over HTTP."""

import logging
from typing import Any

import pytest
from django.test import Client
from windows import in_one_window

from standby.apps.notifications.models import Message
from standby.apps.quoting.models import ManualQuoteRequest

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


def test_a_request_is_kept_and_staff_are_told(client: Client) -> None:
    answer = ask(client, email="ada@example.org", notes="Behind the barn.\nRing twice.")

    kept = ManualQuoteRequest.objects.get()
    assert (answer.status_code, answer.json()) == (201, {"id": str(kept.pk)})
    assert (kept.run_ft, kept.steps, kept.notes) == (240, None, "Behind the barn.\nRing twice.")
    assert Message.objects.get().kind == "manual_quote"


def test_the_run_may_be_told_in_steps(client: Client) -> None:
    ask(client, run_ft=None, steps=51)

    kept = ManualQuoteRequest.objects.get()
    assert (kept.run_ft, kept.steps) == (153, 51)


def test_a_second_press_is_answered_with_the_same_request(client: Client) -> None:
    assert ask(client).json() == ask(client).json()


@pytest.mark.parametrize(
    ("told", "field", "code"),
    [
        ({"run_ft": 150}, "run_ft", "run_not_quoted"),
        ({"run_ft": 2001}, "run_ft", "run_not_quoted"),
        ({"run_ft": -(2**63)}, "run_ft", "run_not_quoted"),
        ({"run_ft": None, "steps": 50}, "steps", "run_not_quoted"),
        ({"run_ft": None}, "run_ft", "run_untold"),
        ({"steps": 60}, "run_ft", "run_untold"),
        ({"run_ft": "240"}, "run_ft", "int_type"),
        ({"run_ft": 240.5}, "run_ft", "int_type"),
        ({"run_ft": True}, "run_ft", "int_type"),
        ({"run_ft": [240]}, "run_ft", "int_type"),
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


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"1", b"{", b'{"phone": "\xff"}', b'{"a":' * 200, b'{"run_ft": 1e400}']
)
def test_a_body_that_is_no_request_is_refused(client: Client, body: bytes) -> None:
    answer = client.post(PATH, body, content_type="application/json")

    assert answer.status_code in (400, 422)
    assert answer["Content-Type"] == "application/problem+json"


def test_a_sixth_request_in_an_hour_is_too_many(client: Client) -> None:
    in_one_window()
    answers = [ask(client, address=f"{number} Long Lane") for number in range(6)]

    assert [answer.status_code for answer in answers] == [201] * 5 + [429]
    assert answers[-1].json()["code"] == "limit_reached"
    assert 0 < int(answers[-1]["Retry-After"]) <= 2 * 3600  # the window slides
    assert ManualQuoteRequest.objects.count() == 5


def test_nothing_personal_is_logged(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, logger="standby")

    ask(client, address="77 Canary Lane", phone="713-555-7777")

    assert "Canary" not in caplog.text
    assert "7777" not in caplog.text
