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
    "opt-out", "OptOut", "opt out please", "cancel", "CANCEL", "Unsubscribe", "UNSUBSCRIBE ME",
    "ALTO", "parar", "Parar por favor", "CANCELAR", "No más", "no mas", "NO MAS!", "please stop",
    "STOP please, thanks", "please end the texts", "Stop. Thank you", "stop all messages",
    "stop stop stop", "baja", "\uff33\uff34\uff2f\uff30", "“Stop”",
]  # fmt: skip
LIKELY = [
    "stop texting me", "Please stop texting me", "Stop sending me these", "don't text me again",
    "Do not contact me", "dont text me", "remove me from your list", "Take me off your list",
    "Take me off", "leave me alone", "no more texts", "no more texts pls",
    "No more messages please!", "opt me out", "I want to opt out", "opt out of these texts",
    "I revoke my consent", "deje de enviar mensajes", "no más mensajes",
    "no me manden mas mensajes", "ya no quiero mensajes", "no quiero recibir sus textos",
    "quiero darme de baja", "borren mi número", "no me escriban", "stopp", "STOPPP", "stpo",
    "sotp", "unsubscibe", "unsuscribe", "Unsub me pls", "\N{OCTAGONAL SIGN}", "\N{NO ENTRY}\ufe0f",
    "\N{NO ENTRY SIGN} texts", "\N{RAISED HAND}", "Quit sending me this", "stop with the messages",
    "stop contacting us", "Remove my number please", "remove me from the system",
    "How do I unsubscribe from this", "I withdraw my consent", "never text this number again",
    "Don't message my cell phone anymore", "stop texting my number", "stop bothering me",
    "stop it", "Please stop this!", "get me off this text list",
    "We want to opt out of all messages", "don't text me, call me",
]  # fmt: skip
WORDS = [
    "Can you stop by on Friday?", "Cancel my appointment please call me", "When does it end?",
    "Is the gate code still 4321", "", "   ", "...", "The bus stop is at our corner",
    "I need help with the photos", "no", "yes", "thank you", "👍", "You can start at 8",
    "Please tell the crew to come to the back door",
    # everyday words that opted customers out
    "I can take off work on Tuesday if that helps", "Can you take out the old generator too?",
    "Do not contact the HOA yet, I am still waiting for their letter",
    "Leave out the key? No, gate code is 4321", "Please don't text my wife, text me",
    "Could you leave off the surge protector?", "we opt out of the surge protector",
    "I never text, please call me", "stop by please", "STOP this terrible bill",
    # more of their kinds
    "Stop at the gate and honk", "please stop the sprinkler before you dig",
    "The cover came off, take off the old one", "Take the old unit off our hands",
    "Leave off the second slab", "Opt out of the extended warranty for us",
    "I never text while driving, call me", "We do not text after 9, just call",
    "Don't contact my neighbor about the fence", "Never message the builder, he is slow",
    "Please don't text me before 8, I work nights",
    "Remove me from the Tuesday slot, Friday is better",
    "Remove the old transfer switch", "Take me off the Tuesday slot", "Leave the dog alone please",
    "I got no more messages from you, when do you come?", "No messages came, send the link again",
    "The city may withdraw its permission", "Stop texting my wife",
    "End of the driveway is fine", "Cancel the second photo",
    "Stop texting my old number, this one is right", "We quit smoking so no lighter here",
    "Can you end before 5?", "Is there an end cap on the gas line", "The stop valve is on the left",
    "Do not text the code, call me", "No mas preguntas por ahora", "Para de llover el martes",
    "No me manden a Juan, otra persona", "the alto sax is in the garage",
    "\N{OCTAGONAL SIGN} the dog bites",
]  # fmt: skip


@pytest.mark.req("MSG-05.1")
@pytest.mark.parametrize(
    ("meaning", "said"),
    [
        *((ReplyIntent.STOP, said) for said in STOPS),
        *((ReplyIntent.LIKELY_STOP, said) for said in LIKELY),
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

    assert parse_reply(f"{read}, stop texting me") == ReplyIntent.LIKELY_STOP
    assert parse_reply(f"{unread}, stop texting me") == ReplyIntent.WORDS
