"""Staff follow permits, approvals, equipment and inspections of an order."""

from datetime import date
from typing import Annotated, Any, Final
from uuid import UUID

from django.http import HttpRequest
from django.utils.timezone import now
from ninja import Query, Router, Schema
from pydantic import Field

from standby.accounts.services.users import name_of
from standby.accounts.staff_auth import StaffBearer, by_staff
from standby.core.clock import days_after, local_date
from standby.core.roles import Permission
from standby.core.schema import IfVersion, In, IsoDay, Line100, Lines
from standby.orders.selectors import orders
from standby.readiness import selectors
from standby.readiness.models import InstallationStep
from standby.readiness.rules import Missing, StepKind, StepStatus
from standby.readiness.services import change_step

router = Router(tags=["staff"])
_MOST_DAYS: Final = 42


class StepOut(Schema):
    """The assignee sees to it, and `person` is outside. Its milestone says equipment is done."""

    kind: StepKind
    status: StepStatus
    requested_on: date | None
    expected_on: date | None
    done_on: date | None
    assignee_id: UUID | None = Field(None, validation_alias="assignee.public_id")
    assignee_name: str | None
    person: str
    reference: str
    note: str
    model: str
    supplier: str
    purchase_order: str
    serial_number: str

    @staticmethod
    def resolve_assignee_name(step: InstallationStep) -> str | None:
        return name_of(step.assignee) if step.assignee else None


class StepIn(In):
    status: StepStatus
    requested_on: IsoDay | None = None
    expected_on: IsoDay | None = None
    done_on: IsoDay | None = None
    assignee_id: UUID | None = None
    person: Line100 = ""
    reference: Line100 = ""
    note: Annotated[str, Lines(500)] = ""
    model: Line100 = ""
    supplier: Line100 = ""
    purchase_order: Line100 = ""
    serial_number: Line100 = ""
    if_version: IfVersion = None


class JobReadinessOut(Schema):
    """A job without anything missing is ready."""

    order_id: UUID
    missing: list[Missing]


@router.get(
    "/staff/readiness",
    response=list[JobReadinessOut],
    auth=StaffBearer(Permission.SEE_ORDERS),
    operation_id="get_readiness",
)
def get_readiness(
    request: HttpRequest,
    first: Annotated[IsoDay | None, Query(alias="from")] = None,
    days: Annotated[int, Query(ge=1, le=_MOST_DAYS)] = 7,
) -> list[dict[str, Any]]:
    """What the jobs of these days still lack."""
    first = first or local_date(now())
    last = days_after(first, days - 1)
    return selectors.missing_on_board(first, last)


@router.put(
    "/staff/orders/{order_id}/steps/{kind}",
    response=StepOut,
    auth=StaffBearer(Permission.SCHEDULE),
    operation_id="change_step",
)
def put_step(
    request: HttpRequest, order_id: str, kind: StepKind, payload: StepIn
) -> InstallationStep:
    """Say how far a step is. What is left out is emptied."""
    order = orders.get_order(order_id)
    change_step(
        order,
        kind,
        **payload.model_dump(exclude={"if_version"}),
        if_version=payload.if_version,
        **by_staff(request),
    )
    return selectors.steps_by_order([order])[order.pk][kind]
