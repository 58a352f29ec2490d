"""Every change of a status leaves a row, in the same transaction."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final, Literal

from standby.apps.booking.models import Order, OrderLogEntry
from standby.apps.rows import insert, insert_all

Subject = Literal[
    "order",
    "appointment",
    "payment",
    "checkout",
    "refund",
    "milestone",
    "photo",
    "photo review",
    "change order",
    "price",
    "proposal",
    "document",
    "message",
    "technician",
]

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
    insert(
        OrderLogEntry(
            order=order,
            at=now,
            actor=actor,
            subject=subject,
            before=before,
            after=after,
            note=note[:200],
        )
    )


def log_beginnings(
    order: Order, *, begun: Mapping[Subject, str], actor: str, now: datetime
) -> None:
    """What came into being with the order, itself included, and in which status."""
    insert_all(
        [
            OrderLogEntry(order=order, at=now, actor=actor, subject=subject, after=status)
            for subject, status in begun.items()
        ]
    )
