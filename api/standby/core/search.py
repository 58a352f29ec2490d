"""Search in columns, where no search text is stored."""

import re
from typing import Any, Final

from django.db.models import Q, QuerySet

from standby.core.contacts import digits_of, phone_key

_FEWEST_PHONE_DIGITS: Final = 4
_NUMBER: Final = re.compile(r"[0-9()\-. +/]+")
_BETWEEN_DIGITS: Final = "[^0-9]*"


def matching(rows: QuerySet[Any], text: str, *columns: str, phone: str = "") -> QuerySet[Any]:
    """Return the rows in whose columns every word of the text is found, in any case of letters.

    `phone` is a column of phone numbers: they are found by four digits or more that follow each
    other, however the text and the column write them.
    """
    condition, words = Q(), text.split()
    for word in words:
        is_word = _is_number_in(phone, word)
        for column in columns:
            is_word |= Q(**{f"{column}__icontains": word})
        condition &= is_word
    if len(words) > 1:
        condition |= _is_number_in(phone, text)  # "281 555 0144"
    return rows.filter(condition)


def _is_number_in(column: str, text: str) -> Q:
    digits = digits_of(phone_key(text))
    if not column or not _NUMBER.fullmatch(text) or len(digits) < _FEWEST_PHONE_DIGITS:
        return Q(pk=None)
    return Q(**{f"{column}__regex": digits_pattern(digits)})


def digits_pattern(key: str) -> str:
    """Return the pattern of these digits in this order, whatever is written between them."""
    return _BETWEEN_DIGITS.join(digits_of(key))
