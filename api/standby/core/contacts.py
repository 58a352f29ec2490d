"""Checks on the email addresses and phone numbers customers type."""

import re
from typing import Final

from standby.core.policy import FEWEST_PHONE_DIGITS

_EMAIL: Final = re.compile(
    r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@"
    r"(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,10}[A-Za-z0-9-]{2,63}"
)


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
    return FEWEST_PHONE_DIGITS <= len(digits_of(text)) <= 15


def phone_key(text: str) -> str:
    """Return the last ten digits, so that a number matches with or without the country code 1."""
    return digits_of(text)[-10:]


def digits_of(text: str) -> str:
    return "".join(sign for sign in text if sign.isascii() and sign.isdigit())
