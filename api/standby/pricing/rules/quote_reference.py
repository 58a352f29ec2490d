"""The reference of a request for a quote, such as Q-7K3F9, to say on the phone.

It is the beginning of the request's id, so it needs no column; two of 33 million may share one.
"""

from typing import Final
from uuid import UUID

from standby.core.short_codes import CODES, code_of, number_of

_PREFIX: Final = "Q"
_REST: Final = 128 - (CODES - 1).bit_length()  # bits of an id behind those in the reference


def reference_of(request_id: UUID) -> str:
    return code_of(request_id.int >> _REST, prefix=_PREFIX)


def ids_of_reference(typed: str) -> tuple[UUID, UUID] | None:
    """Return the lowest and the highest id with a typed reference; None when it is none."""
    number = number_of(typed, prefix=_PREFIX)
    if number is None:
        return None
    lowest = number << _REST
    return UUID(int=lowest), UUID(int=lowest + (1 << _REST) - 1)
