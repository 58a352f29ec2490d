"""The short confirmation code of an order, such as SB-7K3F9, to say on the phone.

It is the order's row number, shuffled: unique without a column of its own. It opens nothing.
"""

import re
from typing import Final

# Crockford's 32 characters, which are not easily confused.
_CHARACTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_READ_AS: Final = str.maketrans("OIL", "011")
_PREFIX: Final = "SB-"
_LENGTH: Final = 5
_CODES: Final = len(_CHARACTERS) ** _LENGTH
# Any odd factor maps each number below _CODES to another one. This one is large enough that
# neighbors do not look alike.
_FACTOR: Final = 20_787_621
_BACK: Final = pow(_FACTOR, -1, _CODES)
_TYPED: Final = re.compile(r"SB[-\u2010-\u2013]?([0-9A-Z]{5})")


def confirmation_code(order_pk: int) -> str:
    number, code = order_pk * _FACTOR % _CODES, ""
    for _place in range(_LENGTH):
        number, digit = divmod(number, len(_CHARACTERS))
        code = _CHARACTERS[digit] + code
    return _PREFIX + code


def order_pk_of(typed: str) -> int | None:
    """Return the key of the order with this code; None when it is no code.

    O, I and L are read as 0 and 1, and the hyphen may be left out.
    """
    match = _TYPED.fullmatch(typed.upper())
    if match is None:
        return None
    number = 0
    for character in match[1].translate(_READ_AS):
        digit = _CHARACTERS.find(character)
        if digit < 0:
            return None
        number = number * len(_CHARACTERS) + digit
    return number * _BACK % _CODES
