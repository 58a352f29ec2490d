"""Texts: when they go, how long they are as carriers bill them, what a reply means; placeholders.

A placeholder is a name in braces and nothing more. No template language reads staff's templates, so
they can reach only the values they are given.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Set
from datetime import UTC, datetime, time, timedelta
from enum import StrEnum
from typing import Final, Literal

from standby.core.policy import MARKET_ZONE
from standby.core.words import _


class Outcome(StrEnum):
    """What became of a message of ours; the last eight name why it was not sent."""

    QUEUED = "queued"
    SENT = "sent"
    KEPT = "kept"  # here alone: its channel is not connected
    DELIVERED = "delivered"
    UNDELIVERED = "undelivered"
    DEAD = "dead"
    OPTED_OUT = "opted_out"
    PAUSED = "paused"
    UNCONFIRMED = "unconfirmed"
    OVER_BUDGET = "over_budget"
    UNSUBSCRIBED = "unsubscribed"
    OUT_OF_DATE = "out_of_date"
    ORDER_CANCELED = "order_canceled"
    DROPPED = "dropped"


# Ends "… was not sent: "
WHY_NOT_SENT: Final[Mapping[Outcome, str]] = {
    Outcome.OPTED_OUT: _("the customer has opted out"),
    Outcome.PAUSED: _("what the customer wrote may be an opt-out, and nobody has decided yet"),
    Outcome.UNCONFIRMED: _("the number got one text, and nobody has answered YES from it"),
    Outcome.OVER_BUDGET: _("the day's limit for messages to visitors was reached"),
    Outcome.UNSUBSCRIBED: _("the reader unsubscribed from emails of this sort"),
    Outcome.OUT_OF_DATE: _("it was out of date"),
    Outcome.ORDER_CANCELED: _("the order was canceled"),
    Outcome.DROPPED: _("it was taken out of the queue"),
}


class OptOut(StrEnum):
    """Why a recipient gets nothing by a channel, as its suppression says."""

    BY_TEXT = "answered a text"
    ON_PAGE = "on their page"
    BY_STAFF = "decided by staff"
    AT_PROVIDER = "opted out at Twilio (21610)"
    MAYBE = "words that may be an opt-out"


# When texts are sent (MSG-02.4; promised in the privacy policy)
QUIET_FROM: Final = time(21, 0)
QUIET_UNTIL: Final = time(8, 0)


def earliest_send_time(at: datetime) -> datetime:
    """Return the earliest moment at or after `at` when a text may be sent: `at` by day, else 8 AM.

    8 AM is local wall-clock time, also on nights when the clocks change. At night the result is
    in UTC.
    """
    local = at.astimezone(MARKET_ZONE)
    if QUIET_UNTIL <= local.time() < QUIET_FROM:
        return at
    morning = local.date() + timedelta(days=1 if local.time() >= QUIET_FROM else 0)
    return datetime.combine(morning, QUIET_UNTIL, MARKET_ZONE).astimezone(UTC)


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


def costly_characters(text: str) -> list[str]:
    # These double the price of a text: carriers then bill it as Unicode.
    return list(dict.fromkeys(sign for sign in to_gsm(text) if not _is_gsm(sign)))


def _is_gsm(text: str) -> bool:
    return all(sign in _ONCE or sign in _TWICE for sign in text)


class ReplyIntent(StrEnum):
    STOP = "stop"
    LIKELY_STOP = "likely_stop"  # looks like an opt-out, which staff decide
    START = "start"
    YES = "yes"  # to the one text that asked; `says_yes` finds it
    HELP = "help"
    WORDS = "words"


# Carriers' words and their Spanish forms. They act at once, alone or with a courtesy around them.
_STOP: Final = frozenset({
    "stop", "stopall", "quit", "end", "revoke", "optout", "unsubscribe", "cancel",
    "alto", "parar", "pare", "cancelar", "baja", "nomas",
})  # fmt: skip
_START: Final = frozenset({"start", "unstop", "empezar"})
_HELP: Final = frozenset({"help", "info", "ayuda"})
_COURTESY: Final = frozenset({
    "please", "pls", "now", "all", "the", "me", "us", "my", "texts", "text", "messages", "message",
    "sms", "thanks", "thank", "you", "ok", "okay", "just", "hi", "hello", "por", "favor", "ya",
    "gracias",
})  # fmt: skip
_STOP_SIGNS: Final = frozenset("\N{OCTAGONAL SIGN}\N{NO ENTRY}\N{NO ENTRY SIGN}\N{RAISED HAND}")
# Of texts, or of us: "take out the old generator" and "do not contact the HOA" are about the job.
_TEXTS: Final = r"(?:texts?|texting|txts?|messages?|messaging|sms|notifications|alerts)\b"
_LIST: Final = rf"(?:{_TEXTS}|(?:mailing |contact )?list|system|contacts|database)"
_LAST: Final = r"(?: (?:please|pls|now|already|thanks|thank you|ok))* *$"
_WHO: Final = r"(?:me|us|my (?:\w+ )?(?:number|phone)|this (?:number|phone))"
_LIKELY_STOP: Final = re.compile(
    r"\b(?:"
    r"(?:stop|quit|end|cease) (?:with )?(?:all |the |these |those |your |sending |any ){0,3}"
    rf"{_TEXTS}(?! (?:him|her|them|the|to|my (?!number|phone|cell)\w+)\b)"
    r"|(?:stop|quit) (?:sending|contacting|bothering|spamming|harassing) "
    r"(?:me|us|this|these|those|so many)\b"
    rf"|(?:stop|quit) (?:contacting|bothering|spamming|it|this|these|that){_LAST}"
    r"|(?<!\bi )(?<!\bwe )(?:do not|don t|dont|never) (?:ever )?(?:text|message|contact|sms|bother)"
    rf"(?:{_LAST}| {_WHO}\b| (?:again|anymore|any more)\b)"
    r"(?! (?:before|until|till|after|while|during|if|when|about|on|at|between)\b)"
    rf"|no more {_TEXTS}(?! (?:from|came|have|has|yet|since)\b)"
    r"|(?:no (?:quiero|necesito|deseo)|ya no quiero) (?:\w+ ){0,3}(?:mensajes|textos)"
    r"|no mas (?:mensajes|textos)"
    rf"|opt (?:me |us )?out(?:{_LAST}"
    rf"| of (?:\w+ ){{0,2}}(?:{_TEXTS}|updates|this|these|all|everything)\b)"
    rf"|(?:take|get) {_WHO} off(?:{_LAST}| (?:\w+ ){{0,3}}{_LIST}\b)"
    rf"|remove {_WHO}(?:{_LAST}| from (?:\w+ ){{0,3}}{_LIST}\b)"
    r"|leave (?:me|us) alone"
    r"|unsubscribe|unsuscribe|unsub"
    r"|(?:revoke|withdraw) (?:my|our|all) (?:\w+ )?(?:consent|permission)"
    r"|(?:deje|dejen|deja|dejar|para|pare|paren) de "
    r"(?:enviar|mandar|escribir|textear|molestar|contactar)\w*"
    r"|no (?:me|nos) (?:escriba|mande|envie|textee|contacte|moleste)n?"
    rf"(?: (?:mas|mensajes|textos|nada)\b|{_LAST})"
    r"|(?:dar|de|den|da)(?:me|nos) de baja"
    r"|(?:quite|quiten|borre|borren|elimine|eliminen) mi (?:numero|telefono)"
    r")"
)
_MISSPELT: Final = re.compile(
    r"s+t+o+p+[a-z]?|sotp|stpo|tsop|stp|s top|st op|sto p|unsub\w*|unsus\w*"
)
_SEPARATORS: Final = re.compile(r"[^a-z0-9]+")
_LONGEST_READ: Final = 1600  # longest text that carriers deliver


_YES: Final = re.compile(
    r"(?:yes|yeah|yep|y|si|ok|okay|acepto)"
    r"(?: (?:please|pls|thanks|thank you|por favor|gracias))*"
    r"(?P<code> [a-z]+ [0-9a-z]{5})?"
)


def parse_reply(text: str) -> ReplyIntent:
    """Classify a reply, in any case, spelling and punctuation; unclear ones are WORDS for staff.

    Only what consists of an agreed word is STOP; what merely looks like it is LIKELY_STOP.
    """
    plain = unicodedata.normalize("NFKD", text[:_LONGEST_READ])
    normalized = _normalized(plain)
    joined = re.sub(r"\b(opt) (out)\b|\b(no) (mas)\b", r"\1\2\3\4", normalized)
    words = [word for word in joined.split() if word not in _COURTESY]
    for known, intent in (
        (_STOP, ReplyIntent.STOP),
        (_START, ReplyIntent.START),
        (_HELP, ReplyIntent.HELP),
    ):
        if _all_in(words, known):
            return intent
    is_sign = not words and any(sign in _STOP_SIGNS for sign in plain)
    if is_sign or _MISSPELT.fullmatch(" ".join(words)) or _LIKELY_STOP.search(normalized):
        return ReplyIntent.LIKELY_STOP
    return ReplyIntent.WORDS


def says_yes(text: str) -> Literal["", "yes", "with_code"]:
    """Whether a reply consists of a yes, alone or with the code that our link put behind it."""
    match = _YES.fullmatch(_normalized(unicodedata.normalize("NFKD", text[:_LONGEST_READ])))
    if match is None:
        return ""
    return "with_code" if match["code"] else "yes"


def _normalized(decomposed: str) -> str:
    # Lowercase letters without accents; each run of anything else becomes one space.
    without = "".join(sign for sign in decomposed if not unicodedata.combining(sign))
    return _SEPARATORS.sub(" ", without.casefold()).strip()


def _all_in(words: list[str], known: frozenset[str]) -> bool:
    return bool(words) and all(word in known for word in words)


MOST_SEGMENTS: Final = 3  # of a text: each segment is paid for
LONGEST_SUBJECT: Final = 120  # in characters, values included: mail programs cut longer ones
DETAILS: Final = "details"
BUTTON: Final = "button"
NO_CANCEL: Final = "A reply of CANCEL ends all texts: do not ask for it."
_BLOCKS: Final = frozenset({DETAILS, BUTTON})  # each is a paragraph of its own
_PLACEHOLDER: Final = re.compile(r"\{([a-z_]+)\}")
_PARAGRAPHS: Final = re.compile(r"\n[ \t]*\n\s*")
_CANCEL_INSTRUCTION: Final = re.compile(r"(?i)(text|reply|answer|send)\W+(with )?\W*cancel")


def fill_placeholders(words: str, values: Mapping[str, str]) -> str:
    """Fill in the placeholders and join the result into one line.

    Values are not scanned for placeholders. Raises KeyError for an unknown name.
    """
    return " ".join(replace_placeholders(words, values).split())


def replace_placeholders(words: str, values: Mapping[str, str]) -> str:
    return _PLACEHOLDER.sub(lambda match: values[match[1]], words)


def paragraphs_of(words: str) -> list[str]:
    text = words.replace("\r\n", "\n").strip()
    return _PARAGRAPHS.split(text) if text else []


def placeholders_in(words: str) -> list[str]:
    return _PLACEHOLDER.findall(words)


def find_errors(words: str, *, known: Iterable[str]) -> list[str]:
    allowed = set(known)
    unknown = sorted(set(placeholders_in(words)) - allowed)
    errors = [f"{{{name}}} is not a known placeholder." for name in unknown]
    rest = _PLACEHOLDER.sub("", words)
    if "{" in rest or "}" in rest:
        errors.append("Use braces only around the name of a placeholder, such as {day}.")
    if "[[" in rest or "]]" in rest:
        errors.append("Double brackets are reserved for links. Use a placeholder instead.")
    if any(not sign.isprintable() and sign not in "\n\r" for sign in rest):
        errors.append("It contains an invisible character.")
    return errors


def missing_placeholder_errors(words: str, *, must: Set[str]) -> list[str]:
    missing = sorted(must - set(placeholders_in(words)))
    return [f"{{{name}}} has to be in it." for name in missing]


def subject_errors(words: str, *, free_text: Iterable[str]) -> list[str]:
    errors = []
    if "\n" in words or "\r" in words:
        errors.append("It must be one line.")
    disallowed = sorted(set(placeholders_in(words)) & (set(free_text) | _BLOCKS))
    errors += [f"{{{name}}} cannot be used here." for name in disallowed]
    return errors


def email_errors(text: str) -> list[str]:
    errors = []
    parts = paragraphs_of(text)
    for name in sorted(_BLOCKS):
        holding = [part for part in parts if f"{{{name}}}" in part]
        if len(holding) > 1 or any(part.strip() != f"{{{name}}}" for part in holding):
            errors.append(f"{{{name}}} can be used once, with an empty line before and after it.")
    return errors


def sms_errors(rendered: str) -> list[str]:
    # The link in it must be as long as a real one.
    errors = []
    segments = count_segments(to_gsm(rendered))
    if segments > MOST_SEGMENTS:
        errors.append(f"It would be sent as {segments} texts; the limit is {MOST_SEGMENTS}.")
    if mentions_cancel(rendered):
        errors.append(NO_CANCEL)
    return errors


def mentions_cancel(rendered: str) -> bool:
    return _CANCEL_INSTRUCTION.search(rendered) is not None
