"""Whether a customer can be reached by what they typed."""

import re
from typing import Final

from standby.domain.policy import FEWEST_PHONE_DIGITS

_EMAIL: Final = re.compile(
    r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@"
    r"(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,10}[A-Za-z0-9-]{2,63}"
)


def is_plausible_email(text: str) -> bool:
    """A name, one @, and a domain with a dot: what mail can be sent to. Only sending proves it."""
    name = text.partition("@")[0]
    return (
        _EMAIL.fullmatch(text) is not None
        and not name.startswith(".")
        and not name.endswith(".")
        and ".." not in name
    )


def is_callable_phone(text: str) -> bool:
    """Ten digits or more, however they are written."""
    digits = [sign for sign in text if sign.isascii() and sign.isdigit()]
    return FEWEST_PHONE_DIGITS <= len(digits) <= 15


def phone_key(text: str) -> str:
    """The last ten digits: with or without the country's 1 it is one phone."""
    return "".join(sign for sign in text if sign.isascii() and sign.isdigit())[-10:]
