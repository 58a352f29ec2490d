"""CSV exports: orders, customers, payments, messages, notify requests (OPS-13)."""

from itertools import chain
from typing import Annotated, Final, Literal

from django.http import HttpRequest, StreamingHttpResponse
from django.utils.timezone import now
from ninja import Query, Router, Schema
from pydantic import Field

from standby.accounts.staff_auth import StaffBearer
from standby.core.clock import period_of, today_in_houston
from standby.core.roles import Permission
from standby.core.schema import ProblemOut, ReportDay
from standby.reports.selectors.export_lists import export_list

router = Router(tags=["staff"])
Name = Literal["orders", "customers", "payments", "messages", "notify-requests"]
# Without this mark, Excel does not read the file as UTF-8.
_BYTE_ORDER_MARK: Final = "\ufeff"


class ExportQuery(Schema):
    """Days in Houston, both inclusive; by default the last thirty."""

    first: Annotated[ReportDay | None, Field(alias="from")] = None
    last: Annotated[ReportDay | None, Field(alias="to")] = None


@router.get(
    "/staff/exports/{name}.csv",
    response={200: str, **dict.fromkeys((401, 403, 422, 503), ProblemOut)},
    auth=StaffBearer(Permission.EXPORT),
    operation_id="export_csv",
)
def get_export(
    request: HttpRequest, name: Name, params: Query[ExportQuery]
) -> StreamingHttpResponse:
    """Export what was created in the period as CSV. No cell is a formula."""
    period = period_of(params.first, params.last, today=today_in_houston(now()))
    response = StreamingHttpResponse(
        chain([_BYTE_ORDER_MARK], export_list(name, period=period)),
        content_type="text/csv; charset=utf-8",
    )
    file_name = f"standby-{name}-{period.first}-{period.last}.csv"
    response["Content-Disposition"] = f'attachment; filename="{file_name}"'
    response["Cache-Control"] = "no-store"
    return response
