"""One spelling for all: what an order is found by, and what somebody types to find it."""

import re
import unicodedata
from dataclasses import dataclass
from itertools import filterfalse
from typing import Final
from uuid import UUID

from standby.domain.contacts import phone_key

LONGEST_SEARCH: Final = 120
_MOST_WORDS: Final = 8
_FEWEST_ID_DIGITS: Final = 8  # fewer could be anything
_ID_DIGITS: Final = 32
_APOSTROPHES: Final = str.maketrans("", "", "'\u2019`")  # O'Brien is found as obrien
_LETTERS: Final = re.compile(r"[^\W_]+")
_PHONE: Final = re.compile(r"\+?[0-9().\-/]*[0-9][0-9().\-/]*")
_HEX: Final = re.compile(r"[0-9a-f]+")
_FEWEST_PHONE_DIGITS: Final = 5


@dataclass(frozen=True, slots=True)
class SearchTerm:
    """One word as it was typed, and in the spelling in which orders are kept."""

    typed: str
    folded: str

    @property
    def ids(self) -> tuple[UUID, UUID] | None:
        """The first and the last id that begin with it; None when it is no id."""
        digits = self.typed.lower().replace("-", "")
        if not _FEWEST_ID_DIGITS <= len(digits) <= _ID_DIGITS or not _HEX.fullmatch(digits):
            return None
        return UUID(digits.ljust(_ID_DIGITS, "0")), UUID(digits.ljust(_ID_DIGITS, "f"))


def normalize(text: str) -> str:
    """Small letters without accents, and one space between words."""
    plain = text.translate(_APOSTROPHES)
    if plain.isascii():
        return " ".join(_LETTERS.findall(plain.casefold()))
    small = unicodedata.normalize("NFKD", plain).casefold()
    return " ".join(_LETTERS.findall("".join(filterfalse(unicodedata.combining, small))))


def search_text(*, name: str, email: str, phone: str, places: tuple[str, ...]) -> str:
    """All that an order is found by, as it is kept."""
    parts = (
        normalize(name),
        email.strip().lower(),
        phone_key(phone),
        *(normalize(at) for at in places),
    )
    return " ".join(part for part in parts if part)


def parse_search_terms(query: str) -> list[SearchTerm]:
    """What was typed, word by word; all of them have to be found. Mere signs are no word."""
    words = [
        SearchTerm(word, _to_stored_form(word))
        for word in query[:LONGEST_SEARCH].split()[:_MOST_WORDS]
    ]
    return [word for word in words if word.folded]


def _to_stored_form(word: str) -> str:
    if "@" in word:
        return word.lower()
    digits = "".join(sign for sign in word if sign.isdigit())
    if _PHONE.fullmatch(word) and len(digits) >= _FEWEST_PHONE_DIGITS:
        return phone_key(digits)
    return normalize(word)
