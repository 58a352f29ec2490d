"""Booked diagnostics for the office: the visits of some days, and who does each."""

from datetime import date, datetime
from typing import Annotated, Final
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.timezone import now
from ninja import Query, Router, Schema
from pydantic import Field

from standby.accounts.staff_auth import StaffBearer, staff_name
from standby.core.clock import days_after
from standby.core.roles import Permission
from standby.core.schema import IfVersion, In, IsoDay, RowId
from standby.diagnostics import selectors
from standby.diagnostics.models import Diagnostic
from standby.diagnostics.services.visits import assign_visit
from standby.orders.rules.scheduling import TimeWindow

router = Router(tags=["staff"])

_WEEK: Final = 7
_MOST_DAYS: Final = 42


class VisitTechnicianOut(Schema):
    id: UUID = Field(validation_alias="public_id")
    name: str
    phone: str


class VisitOut(Schema):
    """A booked diagnostic; `order_id` is of the order to which its fee was credited."""

    id: int = Field(validation_alias="pk")
    version: int
    name: str
    phone: str
    address: str
    day: date
    time_window: TimeWindow
    start_at: datetime = Field(validation_alias="slot.start_at")
    end_at: datetime = Field(validation_alias="slot.end_at")
    technician: VisitTechnicianOut | None = Field(validation_alias="assigned_to")
    outcome: str
    done_at: datetime | None
    order_id: UUID | None = Field(validation_alias="order.public_id", default=None)


class AssignVisitIn(In):
    """null: nobody."""

    technician_id: UUID | None
    if_version: IfVersion = None


@router.get(
    "/staff/diagnostics",
    response=list[VisitOut],
    auth=StaffBearer(Permission.SEE_ORDERS),
    operation_id="list_visits",
)
def get_visits(
    request: HttpRequest,
    first: Annotated[IsoDay, Query(alias="from")],
    days: Annotated[int, Query(ge=1, le=_MOST_DAYS)] = _WEEK,
) -> QuerySet[Diagnostic]:
    """The booked visits of `days` days from the given one. They take no crew."""
    return selectors.booked_visits(first, days_after(first, days - 1))


@router.post(
    "/staff/diagnostics/{visit_id}/technician",
    response=VisitOut,
    auth=StaffBearer(Permission.SCHEDULE),
    operation_id="assign_visit",
)
def post_technician(request: HttpRequest, visit_id: RowId, payload: AssignVisitIn) -> Diagnostic:
    """Assign a technician; refused on one of their days off."""
    return assign_visit(
        visit_id,
        technician_id=str(payload.technician_id) if payload.technician_id else None,
        if_version=payload.if_version,
        staff=staff_name(request),
        now=now(),
    )
