"""Parse an address as typed: street, city, state and ZIP code, each as far as it is given."""

import unicodedata
from dataclasses import dataclass
from typing import Final, Literal

import usaddress

from standby.core.market import PLACE
from standby.coverage.rules.addresses import LONGEST_ADDRESS

MissingPart = Literal["town_or_zip", "zip"]
_COUNTRY: Final = frozenset(("us", "usa", "u.s.", "u.s.a.", "united states"))
# fmt: off
_STATES: Final = frozenset((
    "al", "ak", "az", "ar", "ca", "co", "ct", "de", "fl", "ga", "hi", "id", "il", "in", "ia", "ks",
    "ky", "la", "me", "md", "ma", "mi", "mn", "ms", "mo", "mt", "ne", "nv", "nh", "nj", "nm", "ny",
    "nc", "nd", "oh", "ok", "or", "pa", "ri", "sc", "sd", "tn", "tx", "ut", "vt", "va", "wa", "wv",
    "wi", "wy", "dc", PLACE.state.lower(),
))
_OURS: Final = frozenset(name.lower() for name in PLACE.state_names)
_UPPER_WORDS: Final = frozenset((
    "n", "s", "e", "w", "ne", "nw", "se", "sw", "fm", "cr", "po", "us", "sh", "ih",
))
# fmt: on
_UNIT_LABELS: Final = frozenset(
    ("OccupancyType", "OccupancyIdentifier", "SubaddressType", "SubaddressIdentifier")
)
_TOWN_LABELS: Final = frozenset(("PlaceName", "StateName", "ZipCode"))


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedAddress:
    """`street` is empty without a street; `zip_code` may hold only the first digits."""

    street: str = ""
    street_number: str = ""
    street_name: str = ""
    city: str = ""
    state: str = ""
    zip_code: str = ""

    @property
    def has_street(self) -> bool:
        """Whether it has both a house number and a street name."""
        return bool(self.street_number and self.street_name)


def missing_part(address: ParsedAddress) -> MissingPart | None:
    """Return what a street with its number still needs so that its place is known.

    None when nothing is missing, or when it is no street yet.
    """
    if not address.has_street or len(address.zip_code) == 5:
        return None
    return "zip" if address.city else "town_or_zip"


def parse_address(text: str) -> ParsedAddress:
    """Parse an address. Nothing is added: every part was typed, with case and spaces tidied."""
    plain = " ".join(unicodedata.normalize("NFKC", text[:LONGEST_ADDRESS]).split())
    parts = [part.strip() for part in plain.split(",") if part.strip(" .")]
    if parts and parts[-1].lower() in _COUNTRY:
        parts.pop()
    if len(parts) == 1:
        parts = _split_without_commas(parts[0])
    if not parts:
        return ParsedAddress()
    streets = 1
    while streets < len(parts) and not parts[streets].isdigit():
        labels = {label for _, label in _labelled(parts[streets])}
        if not labels or not labels <= _UNIT_LABELS:
            break
        streets += 1
    city, state, zip_code = _read_town(parts[streets:])
    number, name = _read_street(parts[0])
    return ParsedAddress(
        street=_tidy(", ".join(parts[:streets])) if name else "",
        street_number=number,
        street_name=_tidy(name),
        city=_tidy(city),
        state=state,
        zip_code=zip_code,
    )


def _labelled(text: str) -> list[tuple[str, str]]:
    labelled: list[tuple[str, str]] = usaddress.parse(text)
    return labelled


def _split_without_commas(text: str) -> list[str]:
    # "1 main st tomball tx" has two parts: the town begins at the first word labeled as one.
    labelled = _labelled(text)
    for at, (_, label) in enumerate(labelled):
        if at and label in _TOWN_LABELS:
            words = [word for word, _ in labelled]
            return [" ".join(words[:at]), " ".join(words[at:])]
    return [text]


def _read_street(part: str) -> tuple[str, str]:
    # House number and street name; the name is empty when this is not a street.
    if not any(sign.isalpha() for sign in part):
        return part, ""
    labelled = _labelled(part)
    number = " ".join(word for word, label in labelled if label.startswith("AddressNumber"))
    name = " ".join(word for word, label in labelled if label.startswith("StreetName"))
    if not name and part[0].isdigit() and " " in part:
        number, name = part.split(" ", 1)  # usaddress finds no street in a text as short as "1 Oak"
    return number.strip(" ,."), name.strip(" ,.")


def _read_town(parts: list[str]) -> tuple[str, str, str]:
    # City, state and ZIP code of what follows the street; a state only after a city, or ours.
    if not parts:
        return "", "", ""
    city, tail = parts[0], " ".join(parts[1:]).split()
    words = tail or city.split()
    digits = words[-1].split("-")[0]
    is_zip_start = digits.isascii() and digits.isdigit() and len(digits) <= 5
    zip_code = digits if is_zip_start else ""
    if zip_code:
        words = words[:-1]
    if tail:
        return city, _state(words[-1]) if words else "", zip_code
    last = words[-1].lower().strip(".") if words else ""
    if last in _OURS or (len(words) > 1 and last in _STATES):
        return " ".join(words[:-1]), _state(words[-1]), zip_code
    return " ".join(words), "", zip_code


def _state(word: str) -> str:
    plain = word.upper().strip(".")
    return PLACE.state_code if plain == PLACE.state.upper() else plain


def _tidy(text: str) -> str:
    # An address typed all in lowercase is capitalized; anything else stays as typed.
    if text != text.lower():
        return text
    return " ".join(
        word.upper() if word.strip(",.") in _UPPER_WORDS else word[:1].upper() + word[1:]
        for word in text.split(" ")
    )
