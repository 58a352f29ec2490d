"""Staff search orders, view one with its history, and change it."""

from datetime import timedelta
from typing import Annotated, Final, Literal
from uuid import UUID, uuid4

import orjson
from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from ninja import Query, Router, Schema
from pydantic import Field, StrictBool

from standby.accounts.staff_auth import StaffBearer, staff_member, staff_name
from standby.core.idempotency import IdempotencyKey, idempotent_request
from standby.core.limits import spend
from standby.core.policy import RateLimitRule
from standby.core.roles import Permission
from standby.core.schema import (
    CentsAsked,
    IfVersion,
    In,
    IsoDay,
    Line,
    Line100,
    Lines,
    Name,
    OptionalEmail,
    OptionalPhone,
    PageNumber,
    Phone,
    ReportDay,
)
from standby.orders.models import Order
from standby.orders.rules.search_words import LONGEST_SEARCH
from standby.orders.selectors import orders
from standby.orders.services.assignments import assign_technician
from standby.orders.services.customers import correct_contact
from standby.orders.services.orders import write_note
from standby.tracking.api.my_booking_schemas import BookedTechnicianOut
from standby.tracking.rules.next_actions import NextActionKey
from standby.tracking.selectors.find_orders import PAGE, SORTS, OrderFilter, find_orders
from standby.tracking.staff_api.order_schemas import (
    OrderNoteOut,
    OrdersOut,
    StaffOrderOut,
    order_row_out,
    staff_order_out,
)
from standby.workflows.resend_message import resend_message

RESENDS_PER_ORDER: Final = RateLimitRule(name="resends_order", limit=10, window=timedelta(hours=1))
router = Router(tags=["staff"])

_LONGEST_NOTE: Final = 2000


class SearchIn(Schema):
    """`q`: name, email, phone, street, city, ZIP, order id, confirmation number, card reference or
    technician; every word has to match. Days are those of the visit, `created` days those of the
    reservation. `needs`: whom the next action waits for; `next_action`: orders with
    exactly this one. `place`: a city or a ZIP code. `technician`: an id, or "none" for jobs
    without one. `sort`: a column, with a hyphen for descending.
    """

    q: Annotated[str, Line(LONGEST_SEARCH)] = ""
    status: Order.Status | None = None
    needs: Literal["staff", "customer"] | None = None
    next_action: NextActionKey | None = None
    first_day: IsoDay | None = Field(None, alias="from")
    last_day: IsoDay | None = Field(None, alias="to")
    created_from: ReportDay | None = None
    created_to: ReportDay | None = None
    place: Line100 = ""
    technician: UUID | Literal["none"] | None = None
    balance: Literal["due", "credit", "on_its_way"] | None = None
    least_cents: CentsAsked | None = None
    most_cents: CentsAsked | None = None
    sort: Annotated[str, Field(pattern=f"^(-?({'|'.join(SORTS)}))?$")] = ""
    page: PageNumber = 1

    def filters(self) -> OrderFilter:
        return OrderFilter(
            status=self.status or "",
            next_action=self.next_action,
            needs=self.needs or "",
            first_day=self.first_day,
            last_day=self.last_day,
            created_from=self.created_from,
            created_to=self.created_to,
            place=self.place,
            technician=str(self.technician or ""),
            balance=self.balance or "",
            least_cents=self.least_cents,
            most_cents=self.most_cents,
        )


class TechnicianIn(In):
    name: Name
    phone: Phone
    if_version: IfVersion = None


class AssignedOut(Schema):
    appointment_id: UUID
    technician: BookedTechnicianOut


class NoteIn(In):
    text: Annotated[str, Lines(_LONGEST_NOTE, min_length=1)]


class ContactIn(In):
    """An empty field is not changed. `agrees_to_texts`: the owner of a new number has consented."""

    name: Line100 = ""
    email: OptionalEmail = ""
    phone: OptionalPhone = ""
    agrees_to_texts: StrictBool = False
    if_version: IfVersion = None


@router.get(
    "/staff/orders",
    response=OrdersOut,
    auth=StaffBearer(Permission.SEE_ORDERS),
    operation_id="find_orders",
)
def get_orders(request: HttpRequest, params: Annotated[SearchIn, Query()]) -> OrdersOut:
    """Orders, fifty per page, newest first; filtered by day or next action, soonest visit first."""
    count, summaries = find_orders(
        params.q, params.filters(), sort=params.sort, page=params.page, now=now()
    )
    return OrdersOut(
        count=count,
        page=params.page,
        pages=max(1, -(-count // PAGE)),
        orders=[order_row_out(summary) for summary in summaries],
    )


@router.get(
    "/staff/orders/{order_id}",
    response=StaffOrderOut,
    auth=StaffBearer(Permission.SEE_ORDERS),
    operation_id="get_staff_order",
)
def get_staff_order(request: HttpRequest, order_id: str) -> StaffOrderOut:
    """What the homeowner sees, the order's history, and the actions available now."""
    return _order_out(request, orders.get_order(order_id))


@router.post(
    "/staff/orders/{order_id}/technician",
    response=AssignedOut,
    auth=StaffBearer(Permission.SCHEDULE),
    operation_id="assign_technician",
)
def post_technician(request: HttpRequest, order_id: str, payload: TechnicianIn) -> AssignedOut:
    """Assign a technician, and notify the homeowner."""
    order = orders.get_order(order_id)
    appointment = assign_technician(
        order.pk,
        name=payload.name,
        phone=payload.phone,
        actor=staff_name(request),
        if_version=payload.if_version,
        now=now(),
    )
    return AssignedOut(
        appointment_id=appointment.public_id,
        technician=BookedTechnicianOut.from_orm(appointment.assigned_to),
    )


@router.post(
    "/staff/orders/{order_id}/notes",
    response={201: OrderNoteOut},
    auth=StaffBearer(Permission.WRITE_NOTES),
    operation_id="write_note",
)
def post_note(
    request: HttpRequest, order_id: str, payload: NoteIn, idempotency_key: IdempotencyKey = None
) -> HttpResponse:
    """Add an internal note, once per key. Notes cannot be edited, and homeowners never see them."""
    order = orders.get_order(order_id)
    once = idempotent_request(request, "staff/notes", key=idempotency_key, owner=order.public_id)
    moment, author = now(), staff_name(request)

    def write() -> str:
        note = write_note(order, text=payload.text, author=author, now=moment)
        return orjson.dumps(OrderNoteOut.from_orm(note).model_dump()).decode()

    return once.respond(write, status=201, now=moment)


@router.patch(
    "/staff/orders/{order_id}/contact",
    response=StaffOrderOut,
    auth=StaffBearer(Permission.CORRECT_CONTACTS),
    operation_id="correct_contact",
)
def patch_contact(request: HttpRequest, order_id: str, payload: ContactIn) -> StaffOrderOut:
    """Correct a name, email or phone. Earlier links stop working; queued messages go to the new
    address.
    """
    order = correct_contact(
        orders.get_order(order_id),
        name=payload.name,
        email=payload.email,
        phone=payload.phone,
        agrees_to_texts=payload.agrees_to_texts,
        actor=staff_name(request),
        if_version=payload.if_version,
        now=now(),
    )
    return _order_out(request, order)


@router.post(
    "/staff/orders/{order_id}/messages/{kind}/resend",
    response=StaffOrderOut,
    auth=StaffBearer(Permission.SEND_MESSAGES),
    operation_id="resend_message",
)
def post_resend(
    request: HttpRequest, order_id: str, kind: str, idempotency_key: IdempotencyKey = None
) -> HttpResponse:
    """Send a message to the current email or phone, once per key: the newest of its kind again, or
    a new one of `sendable_messages`.
    """
    once = idempotent_request(
        request,
        "staff/messages",
        key=idempotency_key or uuid4().hex,  # pages of release 0.1.0 send none
        owner=f"{order_id} {kind}",
    )
    spend(rule=RESENDS_PER_ORDER, subject=order_id)
    moment, staff = now(), staff_name(request)

    def send() -> str:
        order = resend_message(order_id, kind, staff=staff, now=moment)
        return orjson.dumps(_order_out(request, order).model_dump()).decode()

    return once.respond(send, now=moment)


def _order_out(request: HttpRequest, order: Order) -> StaffOrderOut:
    return staff_order_out(order, role=staff_member(request).role, now=now())
