"""CSV exports: orders, customers, payments, messages, notify requests (OPS-13)."""

from itertools import chain
from typing import Final, Literal

from django.conf import settings
from django.http import HttpRequest, StreamingHttpResponse
from ninja import Query, Router

from standby.accounts.staff_auth import StaffBearer
from standby.core.roles import Permission
from standby.core.schema import ProblemOut
from standby.reports.selectors.export_lists import export_list
from standby.reports.staff_api.overview import PeriodQuery

router = Router(tags=["staff"])
Name = Literal["orders", "customers", "payments", "messages", "notify-requests"]
# Without this mark, Excel does not read the file as UTF-8.
_BYTE_ORDER_MARK: Final = "\ufeff"


class ExportQuery(PeriodQuery):
    """Days in the market's time zone, both inclusive; by default the last thirty."""


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
    period = params.period()
    response = StreamingHttpResponse(
        chain([_BYTE_ORDER_MARK], export_list(name, period=period)),
        content_type="text/csv; charset=utf-8",
    )
    file_name = settings.COMPANY.file_name(f"{name}-{period.first}-{period.last}.csv")
    response["Content-Disposition"] = f'attachment; filename="{file_name}"'
    response["Cache-Control"] = "no-store"
    return response
