"""What the words mean that the card provider uses for a dispute (PAY-04)."""

from typing import Final

LOST: Final = "lost"
_CLOSED: Final = frozenset({"won", LOST, "warning_closed", "prevented"})


def is_closed(status: str) -> bool:
    """Whether there is nothing left to answer; an appeal opens a dispute again."""
    return status in _CLOSED


def is_final(status: str, *, is_bank_transfer: bool) -> bool:
    """Whether withdrawn money is gone for good: a bank transfer's dispute cannot be contested."""
    return status == LOST or is_bank_transfer
