"""Writing of planned price changes whose day has begun."""

from datetime import datetime
from typing import Any, Final

from standby.audit.services import record_event
from standby.core.clock import today_in_houston
from standby.core.writing import write_transaction
from standby.pricing.models.catalog import PlannedChange
from standby.pricing.selectors.planned import pending_changes
from standby.pricing.services.planned import apply_change

CLOCK: Final = "clock"


def apply_planned_changes(*, now: datetime) -> int:
    """Write the planned changes that are due and return how many.

    Idempotent, and safe with several workers: each change is written once.
    """
    # Prices count the change from midnight in Houston on, even if this job is late.
    today = today_in_houston(now)
    due = [change for change in pending_changes() if change.starts_on <= today]
    return sum(_apply(change, now=now) for change in due)


def _apply(change: PlannedChange, *, now: datetime) -> bool:
    with write_transaction():
        applied = apply_change(change, now=now)
        if applied:
            record_event(
                CLOCK,
                action="planned_change_applied",
                object=f"{change.table} {change.row_id}",
                after=_audit_values(change),
                now=now,
            )
    return applied


def _audit_values(change: PlannedChange) -> dict[str, Any]:
    return {
        "field": change.field,
        "new_cents": change.new_cents,
        "starts_on": change.starts_on,
        "planned_by": change.planned_by,
    }
