"""What the words mean that the card provider uses for a dispute (PAY-04)."""

from typing import Final

LOST: Final = "lost"
_LONGEST_IN_LOG: Final = 20
_CLOSED: Final = frozenset({"won", LOST, "warning_closed", "prevented"})


def is_closed(status: str) -> bool:
    """Whether there is nothing left to answer; an appeal opens a dispute again."""
    return status in _CLOSED


def is_final(status: str, *, is_bank_transfer: bool) -> bool:
    """Whether withdrawn money is gone for good: a bank transfer's dispute cannot be contested."""
    return status == LOST or is_bank_transfer


def short_status(status: str) -> str:
    """Without the stage that it is in, as an order's log has room for."""
    return status.removeprefix("warning_").removeprefix("appeal_")[:_LONGEST_IN_LOG]
