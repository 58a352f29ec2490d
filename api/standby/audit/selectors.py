"""Search in the audit log by person, order and time."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from standby.audit.models import AuditChain, AuditEvent
from standby.audit.rules.actors import actor_label
from standby.audit.rules.audit_log_text import describe_audit_event

PAGE: Final = 50
# Most events are reads; a search is usually for changes, so reads can be left out.
_READ_ACTIONS: Final = ("look_", "get_", "list_", "find_", "preview_", "messages_for", "tables_get")


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditLogQuery:
    # Empty fields do not filter.
    actor: str = ""
    order_ref: UUID | None = None
    since: datetime | None = None
    until: datetime | None = None
    include_reads: bool = True
    page: int = 1


@dataclass(frozen=True, slots=True)
class AuditEventView:
    event: AuditEvent
    who: str
    sentence: str


@dataclass(frozen=True, slots=True)
class AuditLogPage:
    count: int
    events: list[AuditEventView]
    actors: list[str]


def audit_log_page(search: AuditLogQuery) -> AuditLogPage:
    """Return a page of audit events, newest first, with the actors to choose from."""
    events = AuditEvent.objects.filter(**_filters(search))
    if not search.include_reads:
        for prefix in _READ_ACTIONS:
            events = events.exclude(action__startswith=prefix)
    start = (search.page - 1) * PAGE
    views = [
        AuditEventView(
            event,
            actor_label(event.actor),
            describe_audit_event(actor=event.actor, action=event.action, status=event.status),
        )
        for event in events.order_by("-pk")[start : start + PAGE]
    ]
    actors = AuditChain.objects.order_by("actor").values_list("actor", flat=True)
    return AuditLogPage(events.count(), views, list(actors))


def last_proof() -> AuditEvent | None:
    """Return the newest audit event of a successful verification of the log."""
    return AuditEvent.objects.filter(action="trail_verified").order_by("-pk").first()


def _filters(search: AuditLogQuery) -> dict[str, Any]:
    filters = {
        "actor": search.actor,
        "order_ref": search.order_ref,
        "at__gte": search.since,
        "at__lt": search.until,
    }
    return {name: value for name, value in filters.items() if value}
