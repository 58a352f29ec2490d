"""Intent of a customer's reply to our texts: stop, start, help, or words for staff to read.

Covers the keywords of 47 CFR 64.1200(a)(10), common phrasings of them, and Spanish. A lone CANCEL
ends the texts, so no message may ask to reply CANCEL for an appointment.
"""

import re
import unicodedata
from enum import StrEnum
from typing import Final


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
    normalized = _folded(text)
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


def _folded(text: str) -> str:
    # Lowercase letters without accents; each run of anything else becomes one space.
    plain = unicodedata.normalize("NFKD", text[:_LONGEST_READ])
    without = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return _SEPARATORS.sub(" ", without.casefold()).strip()


def _all_in(words: list[str], known: frozenset[str]) -> bool:
    return bool(words) and all(word in known for word in words)
