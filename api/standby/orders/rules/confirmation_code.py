"""The short confirmation code of an order, such as SB-7K3F9, to say on the phone.

It is the order's row number, shuffled: unique without a column of its own. It opens nothing.
"""

from typing import Final

from standby.core.short_codes import CODES, code_of, number_of

_PREFIX: Final = "SB"
# Any odd factor maps each number below CODES to another one. This one is large enough that
# neighbors do not look alike.
_FACTOR: Final = 20_787_621
_BACK: Final = pow(_FACTOR, -1, CODES)


def confirmation_code(order_pk: int) -> str:
    return code_of(order_pk * _FACTOR % CODES, prefix=_PREFIX)


def order_pk_of(typed: str) -> int | None:
    """Return the key of the order with this code; None when it is no code.

    O, I and L are read as 0 and 1, and the hyphen may be left out.
    """
    number = number_of(typed, prefix=_PREFIX)
    return None if number is None else number * _BACK % CODES
