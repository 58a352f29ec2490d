"""Normalization of the text orders are searched by, and of search queries."""

import re
import unicodedata
from itertools import filterfalse
from typing import Final
from uuid import UUID

from standby.core.contacts import phone_key

LONGEST_SEARCH: Final = 120
_MOST_WORDS: Final = 8
_FEWEST_ID_DIGITS: Final = 8  # fewer digits match too much
_ID_DIGITS: Final = 32
_APOSTROPHES: Final = str.maketrans("", "", "'\u2019`")  # O'Brien is found as obrien
_LETTERS: Final = re.compile(r"[^\W_]+")
_PHONE: Final = re.compile(r"\+?[0-9().\-/]*[0-9][0-9().\-/]*")
_HEX: Final = re.compile(r"[0-9a-f]+")
_FEWEST_PHONE_DIGITS: Final = 5


def normalize(text: str) -> str:
    """Lowercase, strip accents and punctuation, and put one space between words."""
    plain = text.translate(_APOSTROPHES)
    if plain.isascii():
        return " ".join(_LETTERS.findall(plain.casefold()))
    small = unicodedata.normalize("NFKD", plain).casefold()
    return " ".join(_LETTERS.findall("".join(filterfalse(unicodedata.combining, small))))


def search_text(*, name: str, email: str, phone: str, places: tuple[str, ...]) -> str:
    parts = (
        normalize(name),
        email.strip().lower(),
        phone_key(phone),
        *(normalize(at) for at in places),
    )
    return " ".join(part for part in parts if part)


def parse_search_terms(query: str) -> list[tuple[str, str]]:
    """Split a query into search terms, all of which must match.

    Each is a word as it was typed, and normalized like the stored search text. Words of punctuation
    are dropped.
    """
    words = query[:LONGEST_SEARCH].split()[:_MOST_WORDS]
    terms = [(word, _to_stored_form(word)) for word in words]
    return [(typed, folded) for typed, folded in terms if folded]


def ids_like(typed: str) -> tuple[UUID, UUID] | None:
    """Return the first and last id with this prefix; None when it is no prefix of an id."""
    digits = typed.lower().replace("-", "")
    if not _FEWEST_ID_DIGITS <= len(digits) <= _ID_DIGITS or not _HEX.fullmatch(digits):
        return None
    return UUID(digits.ljust(_ID_DIGITS, "0")), UUID(digits.ljust(_ID_DIGITS, "f"))


def _to_stored_form(word: str) -> str:
    if "@" in word:
        return word.lower()
    digits = "".join(sign for sign in word if sign.isdigit())
    if _PHONE.fullmatch(word) and len(digits) >= _FEWEST_PHONE_DIGITS:
        return phone_key(word)
    return normalize(word)
