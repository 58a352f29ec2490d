"""Texts: when they are sent, how long they are as carriers bill them, and what a reply means."""

import re
import unicodedata
from datetime import UTC, datetime, time, timedelta
from enum import StrEnum
from typing import Final

from standby.core.policy import HOUSTON

# When texts are sent (MSG-02.4; promised in the privacy policy)
QUIET_FROM: Final = time(21, 0)
QUIET_UNTIL: Final = time(8, 0)


def earliest_send_time(at: datetime) -> datetime:
    """Return the earliest moment at or after `at` when a text may be sent: `at` by day, else 8 AM.

    8 AM is Houston wall-clock time, also on nights when the clocks change. At night the result is
    in UTC.
    """
    local = at.astimezone(HOUSTON)
    if QUIET_UNTIL <= local.time() < QUIET_FROM:
        return at
    morning = local.date() + timedelta(days=1 if local.time() >= QUIET_FROM else 0)
    return datetime.combine(morning, QUIET_UNTIL, HOUSTON).astimezone(UTC)


# GSM 03.38: the basic alphabet, and the extension characters, which count twice
_ONCE: Final = frozenset(
    "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?"
    "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
)
_TWICE: Final = frozenset("\f^{}\\[~]|€")
_PLAINER: Final = {
    "\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u2013": "-", "\u2014": "-",
    "\u2026": "...", "\u00a0": " ", "\t": " ", "`": "'", "\u00b7": "-", "\u2022": "-",
}  # fmt: skip


def to_gsm(text: str) -> str:
    """Replace typographic characters that would force the costlier Unicode encoding."""
    return "".join(_PLAINER.get(sign, sign) for sign in text)


def length_of(text: str) -> int:
    """Return the length in GSM characters, or in UTF-16 units if any character is not GSM."""
    if _is_gsm(text):
        return sum(2 if sign in _TWICE else 1 for sign in text)
    return len(text.encode("utf-16-le", errors="replace")) // 2


def count_segments(text: str) -> int:
    single_part, each_part = (160, 153) if _is_gsm(text) else (70, 67)
    length = length_of(text)
    return 1 if length <= single_part else -(-length // each_part)


def non_gsm_characters(text: str) -> list[str]:
    return list(dict.fromkeys(sign for sign in text if sign not in _ONCE and sign not in _TWICE))


def _is_gsm(text: str) -> bool:
    return all(sign in _ONCE or sign in _TWICE for sign in text)


class ReplyIntent(StrEnum):
    STOP = "stop"
    START = "start"
    HELP = "help"
    WORDS = "words"


_STOP: Final = frozenset({
    "stop", "stopall", "quit", "end", "revoke", "optout", "unsubscribe", "cancel",
    "alto", "parar", "pare", "cancelar", "baja",
})  # fmt: skip
_START: Final = frozenset({"start", "unstop", "empezar"})
_HELP: Final = frozenset({"help", "info", "ayuda"})
_FILLER_WORDS: Final = frozenset({
    "please", "pls", "now", "it", "all", "this", "these", "the", "me", "us", "my", "texts", "text",
    "messages", "message", "sms", "thanks", "thank", "you", "ok", "okay", "just", "hi", "hello",
    "by", "por", "favor", "ya", "gracias",
})  # fmt: skip
_STOPPING: Final = re.compile(
    r"\b(?:"
    r"(?:stop|quit|end|cease) (?:\w+ ){0,2}(?:texting|texts|messaging|messages|contacting|sms)"
    r"|stop (?:sending|contacting|bothering|spamming)"
    r"|(?:do not|don t|dont|never) (?:ever )?(?:text|message|contact|sms)"
    r"|no (?:more )?(?:texts|messages|mas)(?: please)?$"
    r"|no mas (?:mensajes|textos)"
    r"|(?:opt|take|leave) (?:me )?(?:out|off|alone)"
    r"|remove (?:me|my number)"
    r"|unsubscribe"
    r"|(?:revoke|withdraw) (?:\w+ ){0,2}(?:consent|permission)"
    r"|(?:deje|dejen|para|pare|paren) de (?:enviar|mandar|escribir)\w*"
    r")\b"
)
_SEPARATORS: Final = re.compile(r"[^a-z0-9]+")
_LONGEST_READ: Final = 1600  # longest text that carriers deliver


def parse_reply(text: str) -> ReplyIntent:
    """Classify a reply, in any case, spelling and punctuation; unclear ones are WORDS for staff."""
    # Lowercase letters without accents; each run of anything else becomes one space.
    plain = unicodedata.normalize("NFKD", text[:_LONGEST_READ])
    without = "".join(sign for sign in plain if not unicodedata.combining(sign))
    normalized = _SEPARATORS.sub(" ", without.casefold()).strip()
    words = [word for word in normalized.split() if word not in _FILLER_WORDS]
    if (
        normalized.replace(" ", "") == "nomas"
        or _all_in(words, _STOP)
        or _STOPPING.search(normalized)
    ):
        return ReplyIntent.STOP
    if _all_in(words, _START):
        return ReplyIntent.START
    if _all_in(words, _HELP):
        return ReplyIntent.HELP
    return ReplyIntent.WORDS


def _all_in(words: list[str], known: frozenset[str]) -> bool:
    return bool(words) and all(word in known for word in words)
