"""A run beyond the bands: one request, one message to staff."""

from dataclasses import replace
from datetime import timedelta

import pytest
from bookings import NOW

from standby.messaging.models import Message
from standby.pricing.models.quoting import ManualQuoteRequest
from standby.pricing.rules.distance import RunNotQuoted
from standby.pricing.services.manual_quotes import ManualQuoteInput, ask_for_manual_quote

pytestmark = pytest.mark.django_db
TOLD = ManualQuoteInput(
    name="Ada Lovelace",
    phone="281-555-0100",
    address="1 Long Lane, Tomball, TX 77375",
    run_ft=None,
    steps=80,
    email="ada@example.org",
    notes="Behind the barn.\nThe gate sticks.",
)


def ask(told: ManualQuoteInput = TOLD, *, after: timedelta = timedelta(0)) -> ManualQuoteRequest:
    return ask_for_manual_quote(told, now=NOW + after)


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
    ask(replace(TOLD, run_ft=1500, steps=None, email="", notes=""))

    text = Message.objects.get().text
    assert "1,500 ft\n" in text
    assert "E-mail:  not told" in text
    assert "Notes:   none" in text


@pytest.mark.parametrize(
    "minutes", [0, 1, 30, 59], ids=["at once", "a minute", "the next hour", "almost an hour"]
)
def test_a_second_press_within_the_hour_is_the_same_request(minutes: int) -> None:
    start = timedelta(minutes=45)  # the clock's hour ends in between
    written_otherwise = replace(
        TOLD, phone="+1 (281) 555 0100", address="1 long lane Tomball  TX 77375"
    )

    first = ask(after=start)
    second = ask(written_otherwise, after=start + timedelta(minutes=minutes))

    assert first.pk == second.pk
    assert (ManualQuoteRequest.objects.count(), Message.objects.count()) == (1, 1)


@pytest.mark.parametrize(
    ("told", "after"),
    [
        (TOLD, timedelta(minutes=60)),
        (replace(TOLD, phone="281-555-0199"), timedelta(0)),
        (replace(TOLD, address="2 Long Lane, Tomball, TX 77375"), timedelta(0)),
    ],
    ids=["an hour later", "another phone", "another address"],
)
def test_anything_else_is_another_request(told: ManualQuoteInput, after: timedelta) -> None:
    ask()
    ask(told, after=after)

    assert (ManualQuoteRequest.objects.count(), Message.objects.count()) == (2, 2)


def test_a_run_with_a_flat_price_leaves_nothing() -> None:
    with pytest.raises(RunNotQuoted):
        ask(replace(TOLD, steps=50))

    assert (ManualQuoteRequest.objects.count(), Message.objects.count()) == (0, 0)
