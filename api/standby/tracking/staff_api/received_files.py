"""Pictures and papers that a customer sent with an email or text: looked at, put where needed."""

from typing import Literal
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils.http import content_disposition_header
from ninja import Router, Schema
from pydantic import Field

from standby.accounts.staff_auth import StaffBearer, by_staff
from standby.core.providers import wiring as core_providers
from standby.core.roles import Permission
from standby.orders.selectors import orders
from standby.photos.api import POLICY
from standby.tracking.selectors.used_files import UsableFile
from standby.workflows.use_received_file import put_in_files, put_in_review, received_file

router = Router(tags=["staff"])


class ReceivedFileOut(Schema):
    """A file of an email or text; `name` is its sender's, empty for one of a text.

    A refused one says why in `refused_because`; it is in the message as it came. `is_in_review` and
    `is_in_files`: it is among the photos, or the files, of this order now.
    """

    id: UUID = Field(validation_alias="file.public_id")
    name: str = Field(validation_alias="file.name")
    status: Literal["waiting", "stored", "refused"] = Field(validation_alias="file.status")
    refused_because: Literal["", "kind", "size", "gone", "unreachable"] = Field(
        validation_alias="file.refused_because"
    )
    content_type: str = Field(validation_alias="file.content_type")
    size_bytes: int = Field(validation_alias="file.size_bytes")
    is_in_review: bool
    is_in_files: bool


@router.get(
    "/staff/orders/{order_id}/received-files/{received_id}",
    response={200: None},
    auth=StaffBearer(Permission.SEE_MESSAGES),
    operation_id="get_received_file",
)
def get_received_file(request: HttpRequest, order_id: str, received_id: UUID) -> HttpResponse:
    """One file that the customer sent, as a picture or PDF."""
    file = received_file(orders.get_order(order_id), received_id)
    content = core_providers.files().read(file.key)
    response = HttpResponse(content, content_type=file.content_type)
    is_pdf = file.content_type == "application/pdf"
    # Our own words only, as for every file that a stranger named.
    name = f"received-{file.pk}.{'pdf' if is_pdf else 'jpg'}"
    response["Content-Disposition"] = content_disposition_header(is_pdf, name) or "attachment"
    response["Content-Security-Policy"] = POLICY
    response["X-Content-Type-Options"] = "nosniff"
    return response


@router.post(
    "/staff/orders/{order_id}/received-files/{received_id}/review",
    response=ReceivedFileOut,
    auth=StaffBearer(Permission.REVIEW_PHOTOS),
    operation_id="put_received_file_in_review",
)
def post_review(request: HttpRequest, order_id: str, received_id: UUID) -> UsableFile:
    """Add a picture to the photos of the home, in the next free place. Safe to repeat."""
    return put_in_review(
        orders.get_order(order_id),
        received_id,
        files=core_providers.files(),
        **by_staff(request),
    )


@router.post(
    "/staff/orders/{order_id}/received-files/{received_id}/files",
    response=ReceivedFileOut,
    auth=StaffBearer(Permission.MAKE_DOCUMENTS),
    operation_id="put_received_file_in_files",
)
def post_files(request: HttpRequest, order_id: str, received_id: UUID) -> UsableFile:
    """Add a picture or PDF to the order's files, which staff see. Safe to repeat."""
    return put_in_files(
        orders.get_order(order_id),
        received_id,
        files=core_providers.files(),
        **by_staff(request),
    )
