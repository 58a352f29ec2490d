"""Codes that people type: short ones to say on the phone, and long ones that nobody can guess.

A short code, such as SB-7K3F9, stands for a number below `CODES`. It opens nothing. A long one has
80 random bits and finds what was promised or recorded under it.
"""

import re
import secrets
from typing import Final

# Crockford's 32 characters, which are not easily confused.
_CHARACTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_READ_AS: Final = str.maketrans("OIL", "011")
_LENGTH: Final = 5
CODES: Final = len(_CHARACTERS) ** _LENGTH
_LONG: Final = 16
_TYPED: Final = re.compile(r"([A-Z]+?)[-\u2010-\u2013]?([0-9A-Z]{5})")


def code_of(number: int, *, prefix: str) -> str:
    """Return the code of a number below `CODES`."""
    code = ""
    for _place in range(_LENGTH):
        number, digit = divmod(number, len(_CHARACTERS))
        code = _CHARACTERS[digit] + code
    return f"{prefix}-{code}"


def number_of(typed: str, *, prefix: str) -> int | None:
    """Return the number of a typed code with this prefix; None when it is no such code.

    O, I and L are read as 0 and 1, and the hyphen may be left out.
    """
    match = _TYPED.fullmatch(typed.upper())
    if match is None or match[1] != prefix:
        return None
    number = 0
    for character in match[2].translate(_READ_AS):
        digit = _CHARACTERS.find(character)
        if digit < 0:
            return None
        number = number * len(_CHARACTERS) + digit
    return number


def new_long_code() -> str:
    return "".join(secrets.choice(_CHARACTERS) for _ in range(_LONG))


def read_long_code(typed: str) -> str:
    """Return a typed code as it is stored: case, spaces and hyphens do not matter."""
    return typed.upper().translate(_READ_AS).translate(str.maketrans("", "", " -"))
