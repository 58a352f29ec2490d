"""The checklist of the first run."""

from typing import Annotated, Any, Literal

from django.http import HttpRequest
from ninja import Router, Schema
from pydantic import Field, StrictBool

from standby.accounts.staff_auth import StaffBearer, by_staff
from standby.backoffice.selectors.first_run import SECTION, STEPS, first_run_steps
from standby.company.selectors import stored, version_of
from standby.company.services import save_section
from standby.company.staff_api import Version
from standby.core.roles import Permission
from standby.core.schema import StrictIn

router = Router(tags=["staff"])
Step = Literal[
    "company",
    "license",
    "phone",
    "hours",
    "crews",
    "technicians",
    "prices",
    "terms",
    "coverage",
    "staff",
    "mail",
    "texts",
    "cards",
    "maps",
    "test_order",
]


class FirstRunStepOut(Schema):
    """`is_ticked`: done because the owner says so."""

    step: Step
    is_done: bool
    is_ticked: bool


class FirstRunOut(Schema):
    version: int
    is_hidden: bool
    steps: list[FirstRunStepOut]


class FirstRunIn(StrictIn):
    version: Version
    ticked: Annotated[list[Step], Field(max_length=len(STEPS))]
    is_hidden: StrictBool


@router.get(
    "/staff/settings/first-run",
    response=FirstRunOut,
    auth=StaffBearer(Permission.OPEN_TABLES),
    operation_id="look_at_first_run",
)
def get_first_run(request: HttpRequest) -> dict[str, Any]:
    return _first_run()


@router.put(
    "/staff/settings/first-run",
    response=FirstRunOut,
    auth=StaffBearer(Permission.CHANGE_CATALOG),
    operation_id="change_first_run",
)
def put_first_run(request: HttpRequest, payload: FirstRunIn) -> dict[str, Any]:
    save_section(
        SECTION,
        {"ticked": sorted(set(payload.ticked)), "is_hidden": payload.is_hidden},
        if_version=payload.version,
        **by_staff(request),
    )
    return _first_run()


def _first_run() -> dict[str, Any]:
    marks = stored(SECTION)
    ticked = marks.get("ticked", ())
    return {
        "version": version_of(SECTION),
        "is_hidden": marks.get("is_hidden", False),
        "steps": [
            {"step": step, "is_done": is_done, "is_ticked": step in ticked}
            for step, is_done in first_run_steps().items()
        ],
    }
