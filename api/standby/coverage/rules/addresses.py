"""Facts that can be parsed from an address or phone number as typed, without a geocoder."""

import re
import unicodedata
from collections.abc import Collection
from typing import Final, Literal

from standby.core.contacts import digits_of, us_phone_digits

LONGEST_ADDRESS: Final = 500
_ZIP: Final = re.compile(
    r"(?:(?<![0-9A-Za-z-])|(?<=[Tt][Xx]))([0-9]{5})(?:-[0-9]{4})?(?![0-9A-Za-z])"
)
_COORDINATES: Final = re.compile(
    r"([+-]?[0-9]{1,2}(?:\.[0-9]{1,15})?) ?, ?([+-]?[0-9]{1,3}(?:\.[0-9]{1,15})?)"
)
_UNIT_WORDS: Final = frozenset(
    ("apt", "apartment", "unit", "ste", "suite", "bldg", "building", "lot", "box", "no", "number")
)
_FEWEST_PHONE_DIGITS: Final = 7
_BOX: Final = r"(?:box|bx|drawer)\b"
_PO_BOX: Final = re.compile(
    rf"(?:^|[^a-z0-9])(?:p\.? ?o\.?|post(?:al)? ?office) ?{_BOX}|^(?:{_BOX}|apartado\b)[^a-z]*[0-9]"
)
# A number as houses have them, after a unit or not, and the beginning of a street's name.
_HOUSE: Final = re.compile(
    r"(?:(?:apt|apartment|unit|ste|suite|bldg|building|lot|#)\.? ?#?[0-9a-z-]+ )?"
    r"(?:[0-9]+[a-z]?(?:[-/][0-9]+[a-z]?)?(?: ?[0-9]\u2044[0-9]| [0-9]/[0-9])?"
    r"|one|two|three|four|five|six|seven|eight|nine|ten)"
    r" (?!(?:tx|texas|usa?)\b|p\.? ?o\.? ?box)(?:[0-9]{1,2} )?[0-9]*[^0-9 ]"
)
_DIGITS_OF_HOUSE: Final = re.compile(r"^([0-9]+[a-z]?) ?, ?(?=[a-z])")
ANY_COVERED_CITY: Final = "default"  # a covered city without its own fee
_UNIT: Final = re.compile(r"(?:apt|apartment|unit|ste|suite|bldg|building|lot|floor|rm|room)\b|#")


def extract_zip(address: str) -> str | None:
    """Return the five digits of the last ZIP or ZIP+4 in an address; None when there is none.

    A number that opens a longer address is the house number; one after "Suite" or "#" is a unit.
    """
    # NFKC maps all kinds of digits and spaces to one; the cut bounds the work.
    text = unicodedata.normalize("NFKC", address[-LONGEST_ADDRESS:]).strip(" \t\r\n,.")
    zip_code = None
    for match in _ZIP.finditer(text):
        before = text[: match.start()].rstrip()
        is_house_number = not before and match.end() != len(text)
        words = before[-20:].lower().replace(".", " ").split()
        is_unit = before.endswith("#") or (bool(words) and words[-1] in _UNIT_WORDS)
        if not is_house_number and not is_unit:
            zip_code = match.group(1)
    return zip_code


def street_lacks(address: str) -> Literal["po_box", "no_number"] | None:
    """Return why a crew cannot find a home by an address; None when it can, or has coordinates."""
    text = unicodedata.normalize("NFKC", address[:LONGEST_ADDRESS]).lower()
    if extract_coordinates(text):
        return None
    text = _DIGITS_OF_HOUSE.sub(r"\1 ", " ".join(text.split()))
    parts = [part.strip() for part in text.split(",")]
    if any(_HOUSE.match(part) for part in parts):
        return None
    return "po_box" if any(_PO_BOX.search(part) for part in parts) else "no_number"


def is_zip(text: str) -> bool:
    return len(text) == 5 and text.isascii() and text.isdigit()


def extract_coordinates(text: str) -> tuple[float, float] | None:
    """Return (latitude, longitude) when the text is nothing but a pair like "29.76,-95.37"."""
    match = _COORDINATES.fullmatch(text.strip()[:LONGEST_ADDRESS])
    if match is None:
        return None
    lat, lon = float(match.group(1)), float(match.group(2))
    return (lat, lon) if abs(lat) <= 90 and abs(lon) <= 180 else None


def phone_digits(phone: str) -> str | None:
    """Return the digits without the country code 1; None when there are fewer than seven."""
    digits = us_phone_digits(phone) or digits_of(phone)
    return digits if len(digits) >= _FEWEST_PHONE_DIGITS else None


def township_key(city: str) -> str:
    """Normalize a city name: "The Woodlands" and "woodlands " are one township."""
    return " ".join(city.lower().split()).removeprefix("the ")


def township_of(*, address: str, zip_city: str | None, configured: Collection[str]) -> str:
    """Return the township whose permit fee an address pays: a configured key or "default".

    The city in the address comes first. When it has no configured fee, the city of the covered ZIP
    code decides, because a township is not a postal city.
    """
    for city in (city_of(address), zip_city or ""):
        key = township_key(city)
        if key in configured:
            return key
    return ANY_COVERED_CITY


def city_of(address: str) -> str:
    """Return the city of an address: its second comma part, skipping units; "" when missing."""
    parts = [part.strip() for part in address.split(",")][1:]
    return next((part for part in parts if not _UNIT.match(part.lower())), "")
