"""Every change of a status leaves a row, in the same transaction."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final, Literal

from standby.apps.booking.models import Order, OrderLogEntry
from standby.apps.rows import insert, insert_all
from standby.domain.errors import Conflict
from standby.domain.order_story import Happening, ago, deed, who

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
    "contact",
    "note",
]

VISITOR: Final = "visitor"
CLOCK: Final = "clock"
CARDS: Final = "card provider"


class ChangedMeanwhile(Conflict):
    """Somebody changed this order since you looked. Look again before you go on."""

    code = "changed_meanwhile"


def version_of(order: Order) -> int:
    """What a member of staff has seen of an order: it grows with all that happens to it."""
    newest = OrderLogEntry.objects.filter(order=order).order_by("-pk").first()
    return newest.pk if newest else 0


def ensure_seen(order: Order, seen_version: int | None, *, now: datetime) -> None:
    """Nobody overwrites what they have not seen. Under the order's lock, before anything is
    changed; None is who does not say what they saw.

    Raises ChangedMeanwhile, which names the first thing that the newest act did.
    """
    if seen_version is None:
        return
    newest = OrderLogEntry.objects.filter(order=order).order_by("-pk").first()
    if newest is None or newest.pk <= seen_version:
        return
    together = OrderLogEntry.objects.filter(
        order=order, pk__gt=seen_version, at=newest.at, actor=newest.actor
    )
    first = happening_of(together.order_by("pk")[0])
    raise ChangedMeanwhile(
        f"{who(first.actor)} {deed(first)} {ago(first.at, now=now)}. Look again before you go on."
    )


def happening_of(entry: OrderLogEntry) -> Happening:
    return Happening(
        at=entry.at,
        actor=entry.actor,
        subject=entry.subject,
        before=entry.before,
        after=entry.after,
        note=entry.note,
    )


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
