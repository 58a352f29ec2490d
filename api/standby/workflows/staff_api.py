"""Find a customer, export their personal data, erase it (OPS-13); undo one's own last action."""

import tempfile
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal
from uuid import UUID

from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.timezone import now
from ninja import Query, Router, Schema
from pydantic import Field

from standby.accounts.staff_auth import StaffBearer, by_staff, ensure_staff_may, staff_name
from standby.company.selectors import company
from standby.core.errors import Invalid, _
from standby.core.providers import wiring as core_providers
from standby.core.roles import Permission
from standby.core.schema import In, Line, Line200
from standby.orders.models import Customer, Order, UndoableAction
from standby.orders.rules.search_words import LONGEST_SEARCH
from standby.workflows.customer_data import (
    erasure_error,
    export_personal_data,
    find_customers,
    orders_by_email,
    zip_personal_data,
)
from standby.workflows.data_subjects import data_subject_of
from standby.workflows.erase_customer import ErasureReason, erase_customer
from standby.workflows.personal_data_map import PERSONAL_DATA_MAP
from standby.workflows.undo_action import newest_action_of, undo_action

router = Router(tags=["staff"])


class CustomerSearchQuery(Schema):
    q: Annotated[str, Line(LONGEST_SEARCH)] = ""


class NameNotTheirs(Invalid):
    code = "name_not_theirs"
    message = _("This is not the customer's name. Please type it exactly as shown.")


class OrderOfCustomerOut(Schema):
    id: UUID = Field(validation_alias="public_id")
    status: Order.Status
    address: str = Field(validation_alias="order_location.formatted_address")
    created_at: datetime


class CustomerSearchResultOut(Schema):
    id: UUID
    name: str
    email: str
    phone: str
    orders: list[OrderOfCustomerOut]


class CustomersOut(Schema):
    customers: list[CustomerSearchResultOut]


class PersonalDataCountOut(Schema):
    """A table's number of rows, and what erasing does to them."""

    table: str
    rows: int
    becomes: Literal["kept", "wiped", "deleted"]


class NameVariantOut(Schema):
    name: str
    email: str
    phone: str


class CustomerDetailOut(CustomerSearchResultOut):
    """`refused_code` and `refused`: why the customer cannot be erased now; null if they can."""

    spellings: list[NameVariantOut]
    holdings: list[PersonalDataCountOut]
    refused_code: str | None
    refused: str | None


class EraseIn(In):
    """`typed_name`: the customer's name, typed by the staff user as a confirmation."""

    typed_name: Line200
    reason: Literal["asked", "mistake"]


class ErasedOut(Schema):
    orders: int
    rows: dict[str, int]
    files: int


class UndoableOut(Schema):
    id: UUID = Field(validation_alias="public_id")
    action: UndoableAction.Action
    order_id: UUID = Field(validation_alias="order.public_id")
    expires_at: datetime


class UndoneOut(Schema):
    undone_at: datetime


@router.get(
    "/staff/customers",
    response=CustomersOut,
    auth=StaffBearer(Permission.SEE_ORDERS),
    operation_id="find_customers",
)
def get_customers(request: HttpRequest, params: Query[CustomerSearchQuery]) -> CustomersOut:
    """Search customers by anything in their orders. An empty search finds the newest."""
    customers = find_customers(params.q)
    orders = orders_by_email(customers)
    return CustomersOut.model_validate(
        {"customers": [_customer_to_out(each, orders[each.email_key]) for each in customers]}
    )


@router.get(
    "/staff/customers/{customer_id}",
    response=CustomerDetailOut,
    auth=StaffBearer(Permission.SEE_ORDERS),
    operation_id="get_customer",
)
def get_customer(request: HttpRequest, customer_id: UUID) -> CustomerDetailOut:
    """The data stored about a customer, by table, and whether they can be erased."""
    subject = data_subject_of(customer_id)
    # All rows of the same person, newest first.
    customers = list(Customer.objects.filter(pk__in=subject.customers).order_by("-pk"))
    orders = Order.objects.filter(pk__in=subject.orders).select_related("order_location")
    refusal = erasure_error(subject)
    return CustomerDetailOut.model_validate(
        {
            **_customer_to_out(customers[0], list(orders.order_by("-pk"))),
            "spellings": customers,
            "holdings": [
                {"table": holding.name, "rows": rows, "becomes": holding.becomes}
                for holding in PERSONAL_DATA_MAP
                if (rows := holding.select(subject).count())
            ],
            "refused_code": refusal.code if refusal else None,
            "refused": str(refusal) if refusal else None,
        }
    )


@router.get(
    "/staff/customers/{customer_id}/export",
    response=bytes,
    auth=StaffBearer(Permission.EXPORT),
    operation_id="export_customer",
)
def get_customer_export(request: HttpRequest, customer_id: UUID) -> HttpResponseBase:
    """All data stored about a customer, as one JSON file."""
    export = export_personal_data(customer_id, **by_staff(request))
    return _as_attachment(
        HttpResponse(export, content_type="application/json"), f"{customer_id}.json"
    )


@router.get(
    "/staff/customers/{customer_id}/export.zip",
    response=bytes,
    auth=StaffBearer(Permission.EXPORT),
    operation_id="export_customer_with_files",
)
def get_customer_archive(request: HttpRequest, customer_id: UUID) -> HttpResponseBase:
    """The JSON file with the customer's photos and documents."""
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder) / "customer.zip"
        zip_personal_data(
            customer_id,
            files=core_providers.files(),
            target=archive,
            **by_staff(request),
        )
        # Once open, the file can be read to its end even after its directory is deleted.
        response = FileResponse(archive.open("rb"), content_type="application/zip")
    return _as_attachment(response, f"{customer_id}.zip")


@router.post(
    "/staff/customers/{customer_id}/erase",
    response=ErasedOut,
    auth=StaffBearer(Permission.ERASE),
    operation_id="erase_customer",
)
def post_erase(request: HttpRequest, customer_id: UUID, payload: EraseIn) -> ErasedOut:
    """Erase a customer for good. What the law requires to keep stays without their name."""
    names = Customer.objects.filter(public_id=customer_id).values_list("name", flat=True)
    if names and names[0].casefold() != payload.typed_name.casefold():
        raise NameNotTheirs(field="typed_name")
    erased = erase_customer(customer_id, reason=ErasureReason(payload.reason), **by_staff(request))
    return ErasedOut(**erased)


def _customer_to_out(customer: Customer, orders: list[Order]) -> dict[str, Any]:
    return {
        "id": customer.public_id,
        "name": customer.name,
        "email": customer.email,
        "phone": customer.phone,
        "orders": orders,
    }


def _as_attachment(response: HttpResponseBase, name: str) -> HttpResponseBase:
    file_name = company().file_name(f"customer-{name}")
    response["Content-Disposition"] = f'attachment; filename="{file_name}"'
    response["Cache-Control"] = "no-store"
    return response


@router.get(
    "/staff/undo",
    response=UndoableOut | None,
    auth=StaffBearer(Permission.SEE_ORDERS),
    operation_id="get_undoable",
)
def get_undoable(request: HttpRequest) -> UndoableAction | None:
    """What the caller did last, while they can undo it; null when there is nothing."""
    return newest_action_of(
        staff_name(request), ensure_may=partial(ensure_staff_may, request), now=now()
    )


@router.post(
    "/staff/undo/{action_id}",
    response=UndoneOut,
    auth=StaffBearer(Permission.SEE_ORDERS),
    operation_id="undo_action",
)
def post_undo(request: HttpRequest, action_id: UUID) -> UndoableAction:
    """Undo one's own action of the last ten seconds. Nobody is told of it then.

    It takes the permission that the action itself takes, also of a script's token.
    """
    return undo_action(
        action_id,
        actor=staff_name(request),
        ensure_may=partial(ensure_staff_may, request),
        signer=core_providers.signer(),
        now=now(),
    )
