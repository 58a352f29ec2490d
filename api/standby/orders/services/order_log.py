"""The order log: one row per change of status, written in the same transaction."""

import secrets
from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from typing import Any, Final, Literal

from django.db import connection

from standby.audit.rules import BEGINNING, hash_row, hash_text
from standby.audit.selectors import name_of_actor
from standby.audit.services import origin
from standby.core.errors import Conflict, _
from standby.core.lifecycle import (
    APPOINTMENT,
    CHANGE_ORDER,
    MILESTONE,
    ORDER,
    PAYMENT,
    REFUND,
    REVIEW,
    Lifecycle,
    statuses_before,
)
from standby.core.policy import UNDO_FOR
from standby.orders.models import Order, OrderLogEntry, UndoableAction
from standby.orders.selectors.order_log_text import ago, describe_change

Subject = Literal[
    "order",
    "appointment",
    "payment",
    "refund",
    "dispute",
    "visit",
    "milestone",
    "photo",
    "photo review",
    "change order",
    "price",
    "proposal",
    "document",
    "file",
    "step",
    "message",
    "technician",
    "contact",
    "note",
    "power",
    "review",
]

# By the name of the row's model, which is the subject in the log.
_LIFECYCLES: Final[Mapping[Subject, Lifecycle]] = {
    "order": ORDER,
    "appointment": APPOINTMENT,
    "payment": PAYMENT,
    "refund": REFUND,
    "milestone": MILESTONE,
    "change order": CHANGE_ORDER,
    "review": REVIEW,
}

VISITOR: Final = "visitor"
CLOCK: Final = "clock"
CARDS: Final = "card provider"
ERASED: Final = "erased"  # what the log says of a contact then


class ChangedMeanwhile(Conflict):
    code = "changed_meanwhile"
    message = _("Someone changed this order since you opened it. Review it before you continue.")


def version_of(order: Order) -> int:
    """Return the order's version, which grows with every change to it."""
    newest = OrderLogEntry.objects.filter(order=order).order_by("-pk").first()
    return newest.pk if newest else 0


def ensure_version(order: Order, if_version: int | None, *, now: datetime) -> None:
    """Raise ChangedMeanwhile if the order changed since `if_version`; the error names the change.

    Call it under the order's lock, before anything is changed. None skips the check.
    """
    if if_version is None:
        return
    newest = OrderLogEntry.objects.filter(order=order).order_by("-pk").first()
    if newest is None or newest.pk <= if_version:
        return
    together = OrderLogEntry.objects.filter(
        order=order, pk__gt=if_version, at=newest.at, actor=newest.actor
    )
    first = together.order_by("pk")[0]
    raise ChangedMeanwhile(
        _("%(who)s %(did)s %(ago)s. Review it before you continue."),
        who=name_of_actor(first.actor),
        did=describe_change(first),
        ago=ago(first.at, now=now),
    )


def move_status(
    row: Any,
    to: str,
    *,
    after: Collection[str] | None = None,
    actor: str,
    now: datetime,
    note: str = "",
    **columns: Any,
) -> bool:
    """Move an order, or a row of one, to its next status, and log it. `columns` are set with it.

    Returns False, with nothing changed, when the row has no status that this one may follow; where
    only some of those will do, `after` names them.
    """
    subject, before = row._meta.verbose_name, row.status
    movable = type(row).objects.filter(
        pk=row.pk, status__in=after or statuses_before(_LIFECYCLES[subject], to)
    )
    if not movable.update(status=to, **columns):
        return False
    row.status = to
    order = row if isinstance(row, Order) else row.order
    log_change(order, subject=subject, change=(before, to), actor=actor, now=now, note=note)
    return True


def log_change(
    order: Order,
    *,
    subject: Subject,
    change: tuple[str, str],
    actor: str,
    now: datetime,
    note: str = "",
) -> None:
    """Write a log row. `change` is the status before ("" if new) and the status after."""
    before, after = change
    by = origin()
    entry = OrderLogEntry(
        order=order,
        at=now,
        actor=actor,
        credential=by.credential,
        role=by.role,
        subject=subject,
        before=before,
        after=after,
        note=note[:200],
        note_salt=secrets.token_hex(16) if note else "",
    )
    _chained(entry, after=_last_hash(order)).save(force_insert=True)


def record_action(
    order: Order,
    action: UndoableAction.Action,
    *,
    before: Mapping[str, Any],
    actor: str,
    now: datetime,
) -> UndoableAction:
    """Store what undoing an action restores, after its log rows and before its messages."""
    return UndoableAction.objects.create(
        order=order,
        action=action,
        actor=actor,
        before=dict(before),
        version=version_of(order),
        expires_at=now + UNDO_FOR,
    )


def log_creation(order: Order, *, begun: Mapping[Subject, str], actor: str, now: datetime) -> None:
    entries: list[OrderLogEntry] = []
    by = {"actor": actor, "credential": origin().credential, "role": origin().role}
    for subject, status in begun.items():
        entry = OrderLogEntry(order=order, at=now, subject=subject, after=status, **by)
        entries.append(_chained(entry, after=entries[-1].hash if entries else BEGINNING))
    OrderLogEntry.objects.bulk_create(entries)


def erased_since(order_id: int) -> datetime | None:
    """Return when this order's log first says that its customer was erased; None if it does not."""
    erased = OrderLogEntry.objects.filter(order=order_id, subject="contact", after=ERASED)
    return erased.order_by("pk").values_list("at", flat=True).first()


def entry_hash(entry: OrderLogEntry) -> str:
    fields = {
        "order": entry.order_id,
        "at": entry.at.astimezone(UTC).isoformat(),
        "actor": entry.actor,
        "credential": entry.credential,
        "role": entry.role,
        "subject": entry.subject,
        "before": entry.before,
        "after": entry.after,
        "note": entry.note_seal,
    }
    return hash_row(fields, after=entry.prev_hash)


def _chained(entry: OrderLogEntry, *, after: str) -> OrderLogEntry:
    entry.note_seal = hash_text(entry.note, salt=entry.note_salt)
    entry.prev_hash = after
    entry.hash = entry_hash(entry)
    return entry


def _last_hash(order: Order) -> str:
    # Concurrent writers wait for the order's row, so that the chain cannot fork. NO KEY, so that
    # rows that only reference the order, such as a new payment, do not wait.
    if connection.features.has_select_for_update:
        list(Order.objects.select_for_update(no_key=True).filter(pk=order.pk).values("pk"))
    entries = OrderLogEntry.objects.filter(order=order).order_by("-pk")
    return entries.values_list("hash", flat=True).first() or BEGINNING
