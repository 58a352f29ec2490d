"""Texts: quiet hours, their length as carriers bill it, and what a reply means."""

from datetime import UTC, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standby.core.policy import MARKET_ZONE
from standby.messaging.rules import (
    ReplyIntent,
    count_segments,
    earliest_send_time,
    length_of,
    parse_reply,
    to_gsm,
)

FIRST = datetime(2024, 1, 1, tzinfo=UTC)
MOMENTS = st.integers(min_value=0, max_value=10 * 366 * 24 * 60 * 60).map(
    lambda seconds: FIRST + timedelta(seconds=seconds)
)


def in_houston(*numbers: int) -> datetime:
    return datetime(*numbers, tzinfo=MARKET_ZONE).astimezone(UTC)  # type: ignore[misc, arg-type]


@pytest.mark.req("MSG-02.4")
@pytest.mark.parametrize(
    ("asked", "rings"),
    [
        ((2025, 11, 20, 8, 0), (2025, 11, 20, 8, 0)),
        ((2025, 11, 20, 20, 59), (2025, 11, 20, 20, 59)),
        ((2025, 11, 20, 21, 0), (2025, 11, 21, 8, 0)),
        ((2025, 11, 21, 0, 30), (2025, 11, 21, 8, 0)),
        ((2025, 11, 21, 7, 59), (2025, 11, 21, 8, 0)),
        ((2026, 3, 7, 23, 0), (2026, 3, 8, 8, 0)),
        ((2025, 11, 1, 23, 0), (2025, 11, 2, 8, 0)),
        ((2025, 12, 31, 22, 0), (2026, 1, 1, 8, 0)),
    ],
    ids=[
        "8 AM", "before 9 PM", "9 PM", "past midnight", "before 8 AM",
        "the night the clocks go forward", "the night they go back", "New Year",
    ],
)  # fmt: skip
def test_a_text_waits_for_the_morning(asked: tuple[int, ...], rings: tuple[int, ...]) -> None:
    assert earliest_send_time(in_houston(*asked)) == in_houston(*rings)


@given(MOMENTS)
def test_no_text_ever_rings_at_night_nor_waits_longer_than_one(at: datetime) -> None:
    rings = earliest_send_time(at)

    assert time(8) <= rings.astimezone(MARKET_ZONE).time() < time(21)
    assert timedelta(0) <= rings - at <= timedelta(hours=12)
    assert earliest_send_time(rings) == rings


@pytest.mark.parametrize(
    ("text", "length", "segments"),
    [
        ("", 0, 1),
        ("a" * 160, 160, 1),
        ("a" * 161, 161, 2),
        ("a" * 306, 306, 2),
        ("a" * 307, 307, 3),
        ("{" * 80, 160, 1),
        ("ñé", 2, 1),
        ("\u2019" * 70, 70, 1),
        ("\u2019" * 71, 71, 2),
        ("😀", 2, 1),
    ],
)
def test_length_and_segments(text: str, length: int, segments: int) -> None:
    assert (length_of(text), count_segments(text)) == (length, segments)


def test_typographic_signs_are_made_plain_and_other_letters_stay() -> None:
    said = "It\u2019s \u201cours\u201d \u2013 really\u2026\u00a0€ Nguyễn 李"

    assert to_gsm(said) == 'It\'s "ours" - really... € Nguyễn 李'


STOPS = [
    "STOP", "stop", "Stop.", " sToP!!! ", "STOPALL", "quit", "END", "end.", "Revoke", "OPT OUT",
    "opt-out", "OptOut", "cancel", "CANCEL", "Unsubscribe", "UNSUBSCRIBE ME", "ALTO", "parar",
    "Parar por favor", "CANCELAR", "No más", "no mas", "NO MAS!", "stop texting me",
    "Please stop texting me", "Stop sending me these", "please stop", "STOP please, thanks",
    "stop all messages", "don't text me again", "Do not contact me", "dont text me",
    "remove me from your list", "Take me off your list", "leave me alone", "no more texts",
    "opt me out", "I want to opt out", "I revoke my consent", "deje de enviar mensajes",
    "\uff33\uff34\uff2f\uff30", "“Stop”", "stop stop stop", "no más mensajes",
]  # fmt: skip
WORDS = [
    "Can you stop by on Friday?", "Cancel my appointment please call me", "When does it end?",
    "Is the gate code still 4321", "", "   ", "...", "The bus stop is at our corner",
    "I need help with the photos", "no", "yes", "thank you", "👍", "You can start at 8",
    "Please tell the crew to come to the back door",
]  # fmt: skip


@pytest.mark.parametrize(
    ("meaning", "said"),
    [
        *((ReplyIntent.STOP, said) for said in STOPS),
        *((ReplyIntent.WORDS, said) for said in WORDS),
        *((ReplyIntent.START, said) for said in ("START", "Start.", "unstop", "start please")),
        *((ReplyIntent.HELP, said) for said in ("HELP", "info", "Help me please", "Ayuda")),
    ],
)
def test_a_reply_is_known_for_what_it_means(meaning: ReplyIntent, said: str) -> None:
    assert parse_reply(said) == meaning


@given(st.text(), st.sampled_from(["STOP", "Quit", "opt out", "ALTO"]))
def test_case_and_punctuation_never_matter(around: str, word: str) -> None:
    signs = "".join(sign for sign in around if sign in " .,!?*-'\"")

    assert parse_reply(f"{signs}{word.swapcase()}{signs}") == ReplyIntent.STOP


@pytest.mark.parametrize("filler", ["no ", "do not ", "\u0301", "revoke ", "never ever "])
def test_e13_no_more_is_read_than_a_text_can_hold(filler: str) -> None:
    """However long and hostile it is."""
    read, unread = filler * 20, filler * 1600

    assert parse_reply(f"{read}, stop texting me") == ReplyIntent.STOP
    assert parse_reply(f"{unread}, stop texting me") == ReplyIntent.WORDS
