"""A run beyond the bands: one request, told to staff, and its reference to its customer."""

import json
import logging
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import pytest
from booking_helpers import NOW
from django.test import Client
from market_bands import BEYOND_STEPS, REACH_FT, REACH_STEPS

from standby.core.business_days import contact_promised_by, contact_promised_on
from standby.core.clock import local_date
from standby.core.policy import MARKET_ZONE
from standby.messaging.models import Consent, Message
from standby.pricing.models.quoting import ManualQuoteRequest
from standby.pricing.rules.distance import FEET_PER_STEP
from standby.pricing.rules.policy import REQUEST_TEXT_CONSENT
from standby.pricing.rules.quote_reference import ids_of_reference, reference_of
from standby.pricing.services.manual_quotes import QuoteRequest, ask_for_manual_quote

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("catalog")]
LONG_RUN: Final[dict[str, Any]] = {
    "name": "Ada Lovelace",
    "phone": "281-555-0100",
    "address": "1 Long Lane, Tomball, TX 77375",
    "run_ft": None,
    "steps": 80,
    "loads": "",
    "email": "ada@example.org",
    "notes": "Behind the barn.\nThe gate sticks.",
}


IN_LOADS: Final[dict[str, Any]] = {"run_ft": None, "steps": None}


def ask(*, after: timedelta = timedelta(0), **changed: Any) -> ManualQuoteRequest:
    return ask_for_manual_quote(QuoteRequest(**LONG_RUN | changed), now=NOW + after)


def test_the_request_is_kept_as_it_was_told_and_staff_are_told_all_they_need() -> None:
    kept = ask()

    assert (kept.run_ft, kept.steps, kept.status) == (240, 80, "new")
    assert (kept.name, kept.phone) == ("Ada Lovelace", "(281) 555-0100")
    assert (kept.address, kept.created_at) == ("1 Long Lane, Tomball, TX 77375", NOW)
    message = Message.objects.get(kind="manual_quote")
    assert (message.channel, message.recipient) == ("email", "staff@site.test")
    assert message.subject == f"Please quote a run of about 240 ft ({kept.reference})"
    assert "We promised to call by 6 PM on Wednesday, November 5." in message.text
    for told in ("Ada Lovelace", "240 ft, 80 steps", "1 Long Lane", "(281) 555-0100", "The gate"):
        assert told in message.text


def test_what_was_not_told_is_said_so() -> None:
    ask(run_ft=1500, steps=None, email="", notes="")
    text = Message.objects.get(kind="manual_quote").text
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
    assert (ManualQuoteRequest.objects.count(), Message.objects.count()) == (1, 3)
    assert Consent.objects.count() == 1


@pytest.mark.parametrize(
    "changed",
    [
        {"after": timedelta(minutes=60)},
        {"phone": "281-555-0199"},
        {"address": "2 Long Lane, Tomball, TX 77375"},
        {"steps": BEYOND_STEPS + 9},
        {"notes": "Behind the pool."},
        {"email": "ada@example.com"},
    ],
    ids=["an hour later", "another phone", "another address", "a run", "a note", "an email"],
)
def test_anything_else_is_another_request(changed: dict[str, Any]) -> None:
    ask()
    ask(**changed)
    assert (ManualQuoteRequest.objects.count(), Message.objects.count()) == (2, 6)


@pytest.mark.req("TRUTH-03.5")
def test_the_customer_gets_a_reference_and_a_time_by_text_and_by_email_where_one_was_given() -> (
    None
):
    kept = ask(notes="[[my-booking]]")
    ask(phone="281-555-0199", email="")

    [text, other] = Message.objects.filter(kind="quote_requested", channel="sms").order_by("pk")
    mail = Message.objects.get(kind="quote_requested", channel="email")
    assert (text.recipient, other.recipient) == ("(281) 555-0100", "(281) 555-0199")
    assert text.text == (
        f"Standby: we have your request {kept.reference} for a run of about 240 ft. "
        "We\N{RIGHT SINGLE QUOTATION MARK}ll call you at this number by 6 PM on Wednesday, "
        "November 5. Reply STOP to opt out."
    )
    assert mail.recipient == "ada@example.org"
    assert mail.subject == f"We have your request {kept.reference}"
    for told in ("6 PM on Wednesday, November 5", "(281) 555-0100", "about 240 ft", "1 Long Lane"):
        assert told in mail.text
    consent = Consent.objects.order_by("pk")[0]
    assert (consent.channel, consent.wording) == ("sms", REQUEST_TEXT_CONSENT)
    words = json.loads((Path(__file__).parents[3] / "web/src/messages/en.json").read_text())
    assert words["manual_quote_consent"] == REQUEST_TEXT_CONSENT


@pytest.mark.req("TRUTH-03.5")
@pytest.mark.parametrize(
    ("asked", "by"),
    [
        ("2025-11-03 09:00", "2025-11-05 18:00"),
        ("2025-11-05 12:00", "2025-11-07 18:00"),
        ("2025-11-07 09:00", "2025-11-07 18:00"),
        ("2025-11-07 17:30", "2025-11-09 17:30"),
        ("2025-11-08 10:00", "2025-11-10 18:00"),
        ("2025-11-26 09:00", "2025-11-28 18:00"),
        ("2025-11-25 09:00", "2025-11-26 18:00"),
    ],
    ids=[
        *("a Monday", "a Wednesday", "a Friday morning", "a Friday evening", "a Saturday"),
        *("before Thanksgiving", "two days before it"),
    ],
)
def test_the_time_is_that_of_the_task_on_the_business_calendar(asked: str, by: str) -> None:
    asked_at, until = (
        datetime.fromisoformat(each).replace(tzinfo=MARKET_ZONE).astimezone(UTC)
        for each in (asked, by)
    )

    assert contact_promised_by(asked_at) == until
    assert contact_promised_on(asked_at) <= local_date(until)


def test_a_reference_leads_to_the_ids_that_begin_with_it() -> None:
    kept = ask()
    typed = kept.reference.lower().replace("-", "").replace("0", "o")

    lowest, highest = ids_of_reference(typed) or (None, None)

    assert lowest is not None
    assert highest is not None
    assert lowest <= kept.pk <= highest
    assert {reference_of(lowest), reference_of(highest)} == {kept.reference}
    assert ids_of_reference("SB-7K3F9") is None


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
    ("run", "kept"),
    [
        ({}, (240, None)),
        ({"run_ft": None, "steps": BEYOND_STEPS}, (BEYOND_STEPS * FEET_PER_STEP, BEYOND_STEPS)),
    ],
)
def test_a_request_is_kept_once_and_staff_are_told(
    client: Client, run: dict[str, Any], kept: tuple[int, int | None]
) -> None:
    notes = "Behind the barn.\nRing twice."
    answer, again = (post(client, email="ada@example.org", notes=notes, **run) for _ in range(2))
    request = ManualQuoteRequest.objects.get()
    told = answer.json()
    assert (answer.status_code, again.json()) == (201, told)
    assert told == {
        "id": str(request.pk),
        "reference": request.reference,
        "call_by": told["call_by"],
        "phone": "(281) 555-0100",
        "run_ft": kept[0],
    }
    assert datetime.fromisoformat(told["call_by"]) == contact_promised_by(request.created_at)
    assert (request.run_ft, request.steps, request.notes) == (*kept, notes)
    assert Message.objects.filter(kind="manual_quote").count() == 1


@pytest.mark.parametrize(
    ("changed", "field", "code"),
    [
        *(({"run_ft": run_ft}, "run_ft", "run_not_quoted") for run_ft in (REACH_FT, -(2**63))),
        ({"run_ft": None, "steps": REACH_STEPS}, "steps", "run_not_quoted"),
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
        *(
            (IN_LOADS | {"loads": loads}, "loads", code)
            for loads, code in (
                (["range"] * 100, "string_type"),
                ({"range": -50}, "string_type"),
                (-50, "string_type"),
                ("x" * 501, "string_too_long"),
                ("the range\nBcc: b@example.org", "value_error"),
                ("the \x00 range", "value_error"),
                ("\u202eegnar eht", "value_error"),
            )
        ),
        (IN_LOADS | {"loads": " "}, "run_ft", "run_untold"),
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


@pytest.mark.req("GUIDE-03.1")
def test_a_home_that_needs_more_than_we_sell_gets_the_same_answer_without_a_run() -> None:
    kept = ask(run_ft=None, steps=None, loads="the EV charger, and the range")

    assert (kept.run_ft, kept.steps, kept.loads) == (None, None, "the EV charger, and the range")
    assert ask(run_ft=None, steps=None, loads="the EV charger, and the range") == kept
    to_staff = Message.objects.get(kind="manual_quote")
    assert to_staff.subject == f"Please quote a larger generator than we list ({kept.reference})"
    assert "a larger generator than we list: the EV charger, and the range\n" in to_staff.text
    # A stranger's words are not texted to whatever number they give.
    for told in Message.objects.filter(kind="quote_requested"):
        assert "a larger generator than we list" in told.text
        assert "EV charger" not in told.text


def test_loads_beside_a_run_are_left_to_the_run() -> None:
    assert ask(loads="the range").loads == ""


def test_markup_and_placeholders_in_loads_stay_words() -> None:
    words = "<img src=x onerror=alert(1)> {phone} =1+1 [[my-booking]]"

    kept = ask(loads=words, **IN_LOADS)

    to_staff = Message.objects.get(kind="manual_quote")
    assert kept.loads == words
    read = words.replace("[[", "((")
    assert f"a larger generator than we list: {read}\n" in to_staff.text
    assert to_staff.email_parts == {}, "mail to staff is plain text"
    for told in Message.objects.filter(kind="quote_requested"):
        assert "onerror" not in f"{told.text} {told.email_parts}"
