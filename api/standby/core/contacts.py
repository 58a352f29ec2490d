"""Checks on the names, addresses, email addresses and phone numbers customers type."""

import re
from typing import Final
from unicodedata import normalize

from standby.core.policy import FEWEST_PHONE_DIGITS

_EMAIL: Final = re.compile(
    r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@"
    r"(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,10}[A-Za-z0-9-]{2,63}"
)

# What a mail program makes a link of: a scheme, "www.", a domain with a path, or one that ends as
# most do. "St. James", "J.R. Smith" and "12 Main St.Apt 4" are none.
_WEB_ADDRESS: Final = re.compile(
    r"://|\b(?:https?|ftp|mailto|javascript):|\bwww\.|\d{1,3}(?:\.\d{1,3}){3}"
    r"|[^\W_]\.[^\W\d_]{2,24}[/:?#]"
    r"|[^\W_]{2}\.(?:com|net|org|info|biz|io|co|us|me|ly|cc|tv|ru|cn|tk|uk|de|app|dev|xyz|top|site"
    r"|online|shop|store|club|link|click|live|icu|win|page|website|space|example)(?![^\W_])",
    re.IGNORECASE,
)


def has_web_address(text: str) -> bool:
    """Whether a mail program would make a link of a part of a name or address.

    Our mail would carry it to whatever address its sender chose.
    """
    return _WEB_ADDRESS.search(normalize("NFKC", text).replace("\u3002", ".")) is not None


def is_plausible_email(text: str) -> bool:
    """Whether mail can be sent to this address, by its form. Only sending proves that it exists."""
    name = text.partition("@")[0]
    return (
        _EMAIL.fullmatch(text) is not None
        and not name.startswith(".")
        and not name.endswith(".")
        and ".." not in name
    )


def is_callable_phone(text: str) -> bool:
    """Whether the text has 10 to 15 digits, however they are written."""
    digits = digits_of(text)
    # No area code begins with 1: it is the country code, and the number's last digit is missing.
    is_cut_short = len(digits) == 10 and digits.startswith("1") and "+" not in text
    return FEWEST_PHONE_DIGITS <= len(digits) <= 15 and not is_cut_short


def us_phone_digits(text: str) -> str | None:
    """Return the ten digits of a number of the United States, without the country code 1."""
    digits = digits_of(text)
    if digits.startswith("1"):
        digits = digits[1:]
    elif text.lstrip().startswith("+"):
        return None
    return digits if len(digits) == 10 else None


def format_phone(text: str) -> str:
    """Format a number of the United States as (NNN) NNN-NNNN; return anything else as typed."""
    digits = us_phone_digits(text)
    return text if digits is None else f"({digits[:3]}) {digits[3:6]}-{digits[6:]}"


def phone_key(text: str) -> str:
    """Return the last ten digits, so that a number matches with or without the country code 1."""
    return digits_of(text)[-10:]


def digits_of(text: str) -> str:
    return "".join(sign for sign in text if sign.isascii() and sign.isdigit())
