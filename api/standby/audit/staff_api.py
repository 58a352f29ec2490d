"""The audit log for staff who may read it, and verification of its hash chains."""

from datetime import datetime
from typing import Annotated, Any, Final
from uuid import UUID

from django.http import HttpRequest
from django.utils.timezone import now
from ninja import Query, Router, Schema
from pydantic import Field

from standby.accounts.staff_auth import StaffBearer
from standby.audit.selectors import AuditEventView, AuditLogQuery, audit_log_page, last_proof
from standby.core.periods import Period
from standby.core.roles import Permission
from standby.core.schema import PageNumber, ProblemOut, ReportDay, line
from standby.workflows.verify_audit_log import verify_audit_log

router = Router(tags=["staff"])
SEES: Final = dict.fromkeys((401, 403, 422, 503), ProblemOut)


class AuditLogParams(Schema):
    """Days in Houston. `looks`: also what was only looked at."""

    actor: line(40) = ""  # type: ignore[valid-type]
    order_id: UUID | None = None
    first: Annotated[ReportDay | None, Field(alias="from")] = None
    last: Annotated[ReportDay | None, Field(alias="to")] = None
    looks: bool = True
    page: PageNumber = 1


class AuditEventOut(Schema):
    """`before` and `after` hold keyed hashes where a value says who somebody is."""

    id: int
    at: datetime
    actor: str
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


class AuditLogOut(Schema):
    """`proved_at` is the newest night on which the whole trail held."""

    count: int
    acts: list[AuditEventOut]
    actors: list[str]
    proved_at: datetime | None
    fingerprint: str


class AuditVerificationOut(Schema):
    """`broken` names the first rows that are not as they were written."""

    is_whole: bool
    acts: int
    entries: int
    unchained: int
    broken: list[str]
    fingerprint: str
    checked_at: datetime


@router.get(
    "/staff/trail",
    response={200: AuditLogOut, **SEES},
    auth=StaffBearer(Permission.SEE_TRAIL),
    operation_id="look_at_trail",
)
def get_trail(request: HttpRequest, params: Query[AuditLogParams]) -> AuditLogOut:
    """The newest first, fifty on a page."""
    log = audit_log_page(
        AuditLogQuery(
            actor=params.actor,
            order_ref=params.order_id,
            since=Period(params.first, params.first).begins_at if params.first else None,
            until=Period(params.last, params.last).ends_at if params.last else None,
            include_reads=params.looks,
            page=params.page,
        )
    )
    proof = last_proof()
    return AuditLogOut(
        count=log.count,
        acts=[_event_to_out(event) for event in log.events],
        actors=log.actors,
        proved_at=proof.at if proof else None,
        fingerprint=(proof.after or {}).get("fingerprint", "") if proof else "",
    )


@router.post(
    "/staff/trail/verify",
    response={200: AuditVerificationOut, **SEES},
    auth=StaffBearer(Permission.SEE_TRAIL),
    operation_id="verify_trail",
)
def post_verify(request: HttpRequest) -> AuditVerificationOut:
    """Every chain is reckoned anew, from its first row to its last."""
    moment = now()
    verdict = verify_audit_log(now=moment)
    return AuditVerificationOut(
        is_whole=verdict.is_whole,
        acts=verdict.events,
        entries=verdict.entries,
        unchained=verdict.unchained,
        broken=list(verdict.broken),
        fingerprint=verdict.fingerprint,
        checked_at=moment,
    )


def _event_to_out(view: AuditEventView) -> AuditEventOut:
    event = view.event
    return AuditEventOut(
        id=event.pk,
        at=event.at,
        actor=event.actor,
        who=view.who,
        sentence=view.sentence,
        action=event.action,
        object=event.object,
        order_id=event.order_ref,
        status=event.status,
        before=event.before,
        after=event.after,
        request_id=event.request_id,
        hash=event.hash,
    )
