"""A run beyond the bands: one request, one message to staff."""

import logging
from datetime import timedelta
from typing import Any, Final

import pytest
from bookings import NOW
from django.test import Client

from standby.messaging.models import Message
from standby.pricing.models.quoting import ManualQuoteRequest
from standby.pricing.services.manual_quotes import ask_for_manual_quote

pytestmark = pytest.mark.django_db
LONG_RUN: Final[dict[str, Any]] = {
    "name": "Ada Lovelace",
    "phone": "281-555-0100",
    "address": "1 Long Lane, Tomball, TX 77375",
    "run_ft": None,
    "steps": 80,
    "email": "ada@example.org",
    "notes": "Behind the barn.\nThe gate sticks.",
}


def ask(*, after: timedelta = timedelta(0), **changed: Any) -> ManualQuoteRequest:
    return ask_for_manual_quote(**LONG_RUN | changed, now=NOW + after)


def test_the_request_is_kept_as_it_was_told_and_staff_are_told_all_they_need() -> None:
    kept = ask()

    assert (kept.run_ft, kept.steps, kept.status) == (240, 80, "new")
    assert (kept.name, kept.phone) == ("Ada Lovelace", "(281) 555-0100")
    assert (kept.address, kept.created_at) == ("1 Long Lane, Tomball, TX 77375", NOW)
    message = Message.objects.get()
    assert (message.channel, message.recipient) == ("email", "staff@site.test")
    assert message.subject == f"Please quote a run of 240 ft ({str(kept.pk)[:8]})"
    for told in ("Ada Lovelace", "240 ft, 80 steps", "1 Long Lane", "(281) 555-0100", "The gate"):
        assert told in message.text


def test_what_was_not_told_is_said_so() -> None:
    ask(run_ft=1500, steps=None, email="", notes="")
    text = Message.objects.get().text
    assert "1,500 ft\n" in text
    assert "Email:   not told" in text
    assert "Notes:   none" in text


@pytest.mark.parametrize(
    "minutes", [0, 1, 30, 59], ids=["at once", "a minute", "the next hour", "almost an hour"]
)
def test_a_second_press_within_the_hour_is_the_same_request(minutes: int) -> None:
    start = timedelta(minutes=45)  # the clock's hour ends in between
    rewritten = {"phone": "+1 (281) 555 0100", "address": "1 long lane Tomball  TX 77375"}
    first = ask(after=start)
    second = ask(after=start + timedelta(minutes=minutes), **rewritten)
    assert first.pk == second.pk
    assert (ManualQuoteRequest.objects.count(), Message.objects.count()) == (1, 1)


@pytest.mark.parametrize(
    "changed",
    [
        {"after": timedelta(minutes=60)},
        {"phone": "281-555-0199"},
        {"address": "2 Long Lane, Tomball, TX 77375"},
    ],
    ids=["an hour later", "another phone", "another address"],
)
def test_anything_else_is_another_request(changed: dict[str, Any]) -> None:
    ask()
    ask(**changed)
    assert (ManualQuoteRequest.objects.count(), Message.objects.count()) == (2, 2)


def post(client: Client, **changed: Any) -> Any:
    body = {
        "name": "Ada Lovelace",
        "phone": "(281) 555-0100",
        "address": "1 Long Lane, Tomball, TX 77375",
        "run_ft": 240,
    }
    return client.post(
        "/api/manual-quote-requests", body | changed, content_type="application/json"
    )


@pytest.mark.parametrize(
    ("run", "kept"), [({}, (240, None)), ({"run_ft": None, "steps": 51}, (153, 51))]
)
def test_a_request_is_kept_once_and_staff_are_told(
    client: Client, run: dict[str, Any], kept: tuple[int, int | None]
) -> None:
    notes = "Behind the barn.\nRing twice."
    answer, again = (post(client, email="ada@example.org", notes=notes, **run) for _ in range(2))
    request = ManualQuoteRequest.objects.get()
    assert (answer.status_code, answer.json()) == (201, {"id": str(request.pk)})
    assert again.json() == answer.json()
    assert (request.run_ft, request.steps, request.notes) == (*kept, notes)
    assert Message.objects.get().kind == "manual_quote"


@pytest.mark.parametrize(
    ("changed", "field", "code"),
    [
        *(({"run_ft": run_ft}, "run_ft", "run_not_quoted") for run_ft in (150, -(2**63))),
        ({"run_ft": None, "steps": 50}, "steps", "run_not_quoted"),
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
    client: Client, changed: dict[str, Any], field: str, code: str
) -> None:
    answer = post(client, **changed)
    (problem,) = answer.json()["errors"]
    assert (answer.status_code, problem["field"], problem["code"]) == (422, field, code)
    assert (ManualQuoteRequest.objects.count(), Message.objects.count()) == (0, 0)


def test_nothing_personal_is_logged(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, logger="standby")
    post(client, address="77 Canary Lane", phone="713-555-7777")
    assert "Canary" not in caplog.text
    assert "7777" not in caplog.text
