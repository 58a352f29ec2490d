"""Every change of a status leaves a row, in the same transaction."""

from datetime import datetime
from typing import Final, Literal

from standby.apps.booking.models import Order, OrderLogEntry

Subject = Literal["order", "appointment", "payment", "checkout"]

VISITOR: Final = "visitor"
CLOCK: Final = "clock"
CARDS: Final = "card provider"


def log_change(
    order: Order,
    *,
    subject: Subject,
    change: tuple[str, str],
    actor: str,
    now: datetime,
    note: str = "",
) -> None:
    """`change` is the status before ("" when it is new) and the status after."""
    before, after = change
    OrderLogEntry.objects.create(
        order=order,
        at=now,
        actor=actor,
        subject=subject,
        before=before,
        after=after,
        note=note[:200],
    )
