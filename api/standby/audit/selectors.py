"""Search in the audit log by person, order and time."""

from datetime import datetime
from typing import Final
from uuid import UUID

from django.db.models import QuerySet

from standby.audit.models import AuditEvent

PAGE: Final = 50
# Most events are reads; a search is usually for changes, so reads can be left out.
_READ_ACTIONS: Final = ("look_", "get_", "list_", "find_", "preview_", "messages_for", "tables_get")


def audit_events(
    *,
    actor: str = "",
    order_ref: UUID | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    include_reads: bool = True,
) -> QuerySet[AuditEvent]:
    """Return audit events, newest first. Empty arguments do not filter."""
    filters = {"actor": actor, "order_ref": order_ref, "at__gte": since, "at__lt": until}
    events = AuditEvent.objects.filter(**{name: value for name, value in filters.items() if value})
    if not include_reads:
        for prefix in _READ_ACTIONS:
            events = events.exclude(action__startswith=prefix)
    return events.order_by("-pk")
