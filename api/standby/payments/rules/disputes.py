"""Meaning of the card provider's dispute statuses (PAY-04.2)."""

from typing import Final

LOST: Final = "lost"
_LONGEST_IN_LOG: Final = 20
_CLOSED: Final = frozenset({"won", LOST, "warning_closed", "prevented"})


def is_closed(status: str) -> bool:
    # An appeal opens a closed dispute again.
    return status in _CLOSED


def is_final(status: str, *, is_bank_transfer: bool) -> bool:
    """Whether withdrawn money is gone for good. A bank transfer's dispute cannot be contested."""
    return status == LOST or is_bank_transfer


def short_status(status: str) -> str:
    # The stage prefix is dropped so that the status fits the order log's column.
    return status.removeprefix("warning_").removeprefix("appeal_")[:_LONGEST_IN_LOG]
