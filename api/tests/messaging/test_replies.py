"""Whoever wants no more texts gets none, however it is said (D4)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standby.messaging.rules.sms_replies import ReplyIntent, parse_reply

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
