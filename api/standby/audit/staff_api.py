"""The audit log for staff who may read it, and verification of its hash chains."""

from datetime import datetime
from typing import Annotated, Any, Final
from uuid import UUID

from django.http import HttpRequest
from django.utils.timezone import now
from ninja import Query, Router, Schema
from pydantic import Field

from standby.accounts.staff_auth import StaffBearer
from standby.audit.models import AuditChain, AuditEvent
from standby.audit.rules import describe_audit_event
from standby.audit.selectors import name_of_actor
from standby.core.clock import Period
from standby.core.roles import Permission
from standby.core.schema import Line, PageNumber, ReportDay
from standby.workflows.verify_audit_log import VERIFIED, AuditVerification, verify_audit_log

router = Router(tags=["staff"])
_PAGE: Final = 50
# Most events are reads; a search is usually for changes, so reads can be left out.
_READ_ACTIONS: Final = ("look_", "get_", "list_", "find_", "preview_", "messages_for", "tables_get")


class AuditLogParams(Schema):
    """Days in the market's time zone. `looks`: include reads."""

    actor: Annotated[str, Line(40)] = ""  # one of the log's `actors`
    order_id: UUID | None = None
    first: Annotated[ReportDay | None, Field(alias="from")] = None
    last: Annotated[ReportDay | None, Field(alias="to")] = None
    looks: bool = True
    page: PageNumber = 1


class AuditEventOut(Schema):
    """`before` and `after` hold keyed hashes in place of personal data.

    `actor` is the id of a user, and `credential` their session or token, with the `role` it had;
    `who` is the name that they have today.
    """

    id: int
    at: datetime
    actor: str
    credential: str
    role: str
    who: str
    sentence: str
    action: str
    object: str
    order_id: UUID | None
    status: int | None
    before: dict[str, Any] | None
    after: dict[str, Any] | None
    request_id: str
    hash: str

    @staticmethod
    def resolve_who(event: AuditEvent) -> str:
        return name_of_actor(event.actor)

    @staticmethod
    def resolve_sentence(event: AuditEvent) -> str:
        return describe_audit_event(
            who=name_of_actor(event.actor), action=event.action, status=event.status
        )

    @staticmethod
    def resolve_order_id(event: AuditEvent) -> UUID | None:
        return event.order_ref


class ActorOut(Schema):
    actor: str
    who: str


class AuditLogOut(Schema):
    """`proved_at` is the last nightly verification that found the log intact."""

    count: int
    events: list[AuditEventOut]
    actors: list[ActorOut]
    proved_at: datetime | None
    fingerprint: str


class AuditVerificationOut(Schema):
    """`broken` names the first altered row of each broken chain."""

    is_whole: bool
    events: int
    entries: int
    broken: list[str]
    fingerprint: str
    checked_at: datetime


@router.get(
    "/staff/audit-log",
    response=AuditLogOut,
    auth=StaffBearer(Permission.SEE_AUDIT_LOG),
    operation_id="get_audit_log",
)
def get_audit_log(request: HttpRequest, params: Query[AuditLogParams]) -> dict[str, Any]:
    """The audit log, newest first, fifty per page."""
    filters = {
        "actor": params.actor,
        "order_ref": params.order_id,
        "at__gte": Period(params.first, params.first).begins_at if params.first else None,
        "at__lt": Period(params.last, params.last).ends_at if params.last else None,
    }
    events = AuditEvent.objects.filter(**{name: value for name, value in filters.items() if value})
    if not params.looks:
        for prefix in _READ_ACTIONS:
            events = events.exclude(action__startswith=prefix)
    start = (params.page - 1) * _PAGE
    proof = AuditEvent.objects.filter(action=VERIFIED).order_by("-pk").first()
    return {
        "count": events.count(),
        "events": list(events.order_by("-pk")[start : start + _PAGE]),
        "actors": _actors(),
        "proved_at": proof.at if proof else None,
        "fingerprint": (proof.after or {}).get("fingerprint", "") if proof else "",
    }


def _actors() -> list[dict[str, str]]:
    known = AuditChain.objects.values_list("actor", flat=True)
    actors = [{"actor": actor, "who": name_of_actor(actor)} for actor in known]
    return sorted(actors, key=lambda one: (one["who"], one["actor"]))


@router.post(
    "/staff/audit-log/verify",
    response=AuditVerificationOut,
    auth=StaffBearer(Permission.SEE_AUDIT_LOG),
    operation_id="verify_audit_log",
)
def post_verify(request: HttpRequest) -> AuditVerification:
    """Verify every hash chain, from its first row to its last."""
    return verify_audit_log(now=now())
