"""Staff search orders, view one with its history, and change it."""

from typing import Annotated, Final, cast
from uuid import UUID

import orjson
from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from ninja import Query, Router, Schema
from pydantic import Field, StrictBool

from standby.accounts.models import User
from standby.accounts.staff_auth import StaffBearer, staff_name
from standby.audit.rules import actor_label
from standby.core.idempotency_key import (
    IdempotencyKey,
    content_hash,
    idempotent_request,
    idempotent_response,
    json_answer,
)
from standby.core.limits import spend
from standby.core.providers import wiring as core_providers
from standby.core.roles import Permission
from standby.core.schema import (
    In,
    IsoDay,
    Line100,
    Name,
    OptionalEmail,
    OptionalPhone,
    PageNumber,
    Phone,
    ProblemOut,
    SeenVersion,
    line,
    lines,
)
from standby.documents.api import file_name
from standby.documents.models import OrderFile
from standby.documents.selectors import document_of
from standby.messaging.words.email import without_links
from standby.orders.models import Appointment, Order, OrderNote
from standby.orders.rules.cancelling import CancellationRule
from standby.orders.rules.scheduling import TimeWindow
from standby.orders.rules.search_words import LONGEST_SEARCH
from standby.orders.selectors import orders as bookings
from standby.orders.services.assign_technician import TechnicianAssignment, assign_technician
from standby.orders.services.correct_contact import ContactUpdate, correct_contact
from standby.orders.services.write_note import write_note
from standby.payments.models import CheckoutSession, Payment, Refund
from standby.tracking.api.my_booking import BookedTechnicianOut, booking_fields
from standby.tracking.rules.next_actions import NextActionKey
from standby.tracking.rules.policy import RESENDS_PER_ORDER
from standby.tracking.selectors.find_orders import PAGE, OrderSearch, find_orders
from standby.tracking.selectors.order import StaffOrderView, staff_order_view
from standby.tracking.selectors.orders import OrderSummary
from standby.tracking.staff_api.order_schemas import (
    ActionAvailabilityOut,
    CancelledOrderOut,
    CheckoutRefOut,
    HistoryEventOut,
    LogEntryOut,
    NextActionOut,
    OrderMessageOut,
    OrderNoteOut,
    OrderRowOut,
    OrdersOut,
    RefundRefOut,
    StaffFileOut,
    StaffOrderOut,
)
from standby.workflows.resend_message import resend_message

router = Router(tags=["staff"])

SEES: Final = dict.fromkeys((401, 403, 404, 422, 503), ProblemOut)
CHANGES: Final = dict.fromkeys((401, 403, 404, 409, 422, 429, 503), ProblemOut)
_LONGEST_NOTE: Final = 2000


class SearchIn(Schema):
    """`q`: name, e-mail, phone, street, city, ZIP, order id, confirmation number, card reference or
    technician; every word has to be found. Days are those of the visit. `needs` "staff": where
    something is to be done by us; `step`: this very thing."""

    q: line(LONGEST_SEARCH) = ""  # type: ignore[valid-type]
    status: Order.Status | None = None
    needs: Annotated[str, Field(pattern="^staff$")] | None = None
    step: NextActionKey | None = None
    first_day: IsoDay | None = Field(None, alias="from")
    last_day: IsoDay | None = Field(None, alias="to")
    page: PageNumber = 1


class TechnicianIn(In):
    name: Name
    phone: Phone
    seen_version: SeenVersion = None


class AssignedOut(Schema):
    appointment_id: UUID
    technician: BookedTechnicianOut


class NoteIn(In):
    text: lines(_LONGEST_NOTE, min_length=1)  # type: ignore[valid-type]


class ContactIn(In):
    """What is empty stays as it is. `agrees_to_texts`: the owner of a new number said so to us."""

    name: Line100 = ""
    email: OptionalEmail = ""
    phone: OptionalPhone = ""
    agrees_to_texts: StrictBool = False
    seen_version: SeenVersion = None


@router.get(
    "/staff/orders",
    response={200: OrdersOut, **SEES},
    auth=StaffBearer(Permission.SEE_ORDERS),
    operation_id="find_orders",
)
def get_orders(request: HttpRequest, params: Annotated[SearchIn, Query()]) -> OrdersOut:
    """Fifty on a page: the newest first, or, asked by day or by what is to do, the soonest visit
    first."""
    page = find_orders(
        OrderSearch(
            text=params.q,
            status=params.status or "",
            step=params.step,
            needs_staff=params.needs is not None,
            first_day=params.first_day,
            last_day=params.last_day,
            page=params.page,
        ),
        now=now(),
    )
    return OrdersOut(
        count=page.count,
        page=params.page,
        pages=max(1, -(-page.count // PAGE)),
        orders=[_row(summary) for summary in page.orders],
    )


@router.get(
    "/staff/orders/{order_id}",
    response={200: StaffOrderOut, **SEES},
    auth=StaffBearer(Permission.SEE_ORDERS),
    operation_id="get_staff_order",
)
def get_staff_order(request: HttpRequest, order_id: str) -> StaffOrderOut:
    """What the homeowner sees, all that happened, and what may be done now."""
    return staff_order_out(request, bookings.get_order(order_id))


@router.post(
    "/staff/orders/{order_id}/technician",
    response={200: AssignedOut, **CHANGES},
    auth=StaffBearer(Permission.SCHEDULE),
    operation_id="assign_technician",
)
def post_technician(request: HttpRequest, order_id: str, payload: TechnicianIn) -> AssignedOut:
    """Who comes: the homeowner is told, and sees it on their pages."""
    order = bookings.get_order(order_id)
    appointment = assign_technician(
        order.pk,
        assignment=TechnicianAssignment(
            name=payload.name,
            phone=payload.phone,
            actor=staff_name(request),
            if_version=payload.seen_version,
        ),
        now=now(),
    )
    return AssignedOut(
        appointment_id=appointment.public_id,
        technician=BookedTechnicianOut.from_orm(appointment.assigned_to),
    )


@router.post(
    "/staff/orders/{order_id}/notes",
    response={201: OrderNoteOut, 400: ProblemOut, **CHANGES},
    auth=StaffBearer(Permission.WRITE_NOTES),
    operation_id="write_note",
)
def post_note(
    request: HttpRequest, order_id: str, payload: NoteIn, idempotency_key: IdempotencyKey = None
) -> HttpResponse:
    """For colleagues; the homeowner never sees it. It stays as it was written, once by each key."""
    order = bookings.get_order(order_id)
    attempt = idempotent_request(
        content_hash(request),
        endpoint="staff/notes",
        key=idempotency_key,
        whose=str(order.public_id),
    )
    response = write_note(
        order,
        text=payload.text,
        author=staff_name(request),
        attempt=attempt,
        serialize=lambda note: orjson.dumps(_note(note).model_dump()).decode(),
        now=now(),
    )
    return idempotent_response(
        json_answer(status=201), response.body, is_replayed=response.is_replayed
    )


@router.patch(
    "/staff/orders/{order_id}/contact",
    response={200: StaffOrderOut, **CHANGES},
    auth=StaffBearer(Permission.CORRECT_CONTACTS),
    operation_id="correct_contact",
)
def patch_contact(request: HttpRequest, order_id: str, payload: ContactIn) -> StaffOrderOut:
    """Name, e-mail or phone as they should have been. Links sent before open nothing any more;
    what waits to be sent goes to the new address."""
    order = correct_contact(
        bookings.get_order(order_id),
        ContactUpdate(
            name=payload.name,
            email=payload.email,
            phone=payload.phone,
            agrees_to_texts=payload.agrees_to_texts,
            actor=staff_name(request),
            if_version=payload.seen_version,
        ),
        now=now(),
    )
    return staff_order_out(request, order)


@router.post(
    "/staff/orders/{order_id}/messages/{kind}/resend",
    response={200: StaffOrderOut, **CHANGES},
    auth=StaffBearer(Permission.SEND_MESSAGES),
    operation_id="resend_message",
)
def post_resend(request: HttpRequest, order_id: str, kind: str) -> StaffOrderOut:
    """The newest of this kind, to the address and number of today."""
    spend(rule=RESENDS_PER_ORDER, subject=order_id)
    order = resend_message(order_id, kind, staff=staff_name(request), now=now())
    return staff_order_out(request, order)


@router.get(
    "/staff/orders/{order_id}/files/{file_id}",
    response={200: None, **SEES},
    auth=StaffBearer(Permission.SEE_ORDERS),
    operation_id="get_staff_file",
)
def get_staff_file(request: HttpRequest, order_id: str, file_id: UUID) -> HttpResponse:
    """One paper of the order, as the homeowner gets it."""
    document = document_of(bookings.get_order(order_id), document_id=file_id)
    response = HttpResponse(
        core_providers.files().read(document.key), content_type="application/pdf"
    )
    response["Content-Disposition"] = f'attachment; filename="{file_name(document)}"'
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["Cache-Control"] = "private, no-store"
    return response


def staff_order_out(request: HttpRequest, order: Order) -> StaffOrderOut:
    role = cast(User, request.auth).role  # type: ignore[attr-defined]
    view = staff_order_view(order, role=role, now=now())
    place, customer = order.order_location, order.customer
    return StaffOrderOut(
        **booking_fields(view.booking),
        version=view.version,
        review_id=view.booking.review.public_id if view.booking.review else None,
        city=place.city,
        zip_code=place.zip_code,
        created_at=order.created_at,
        powered_on_at=order.powered_on_at,
        review_reason=order.review_reason,
        email_updates=customer.email_updates and "email" not in view.suppressed,
        sms_updates=customer.sms_updates and "sms" not in view.suppressed,
        balance_cents=view.summary.balance_cents,
        steps=[NextActionOut.from_orm(step) for step in view.summary.steps],
        allowed=[ActionAvailabilityOut.from_orm(action) for action in view.allowed],
        history=[HistoryEventOut.from_orm(event) for event in view.history],
        log=[LogEntryOut.from_orm(entry) for entry in order.log.all()],
        notes=[_note(note) for note in view.notes],
        files=[_file(file) for file in view.files],
        messages=_messages(view),
        checkouts=_checkouts(view),
        refunds=_refunds(view),
        cancellation=_cancellation(view),
    )


def _row(summary: OrderSummary) -> OrderRowOut:
    order, visit = summary.order, summary.appointment
    technician = visit.assigned_to if visit else None
    return OrderRowOut(
        id=order.public_id,
        number=visit.public_id if visit else None,
        status=Order.Status(order.status),
        customer_name=order.customer.name,
        address=order.order_location.formatted_address,
        city=order.order_location.city,
        zip_code=order.order_location.zip_code,
        day=visit.day if visit else None,
        time_window=TimeWindow(visit.time_window) if visit else None,
        appointment_status=Appointment.Status(visit.status) if visit else None,
        technician_name=technician.name if technician else None,
        total_cents=order.total_cents,
        balance_cents=summary.balance_cents,
        next=NextActionOut.from_orm(summary.steps[0]),
        created_at=order.created_at,
    )


def _note(note: OrderNote) -> OrderNoteOut:
    return OrderNoteOut(
        id=note.public_id, at=note.at, author=actor_label(note.author), text=note.text
    )


def _file(file: OrderFile) -> StaffFileOut:
    return StaffFileOut(
        id=file.public_id,
        type=OrderFile.Type(file.type),
        title=file.title,
        version=file.version,
        size_bytes=file.size_bytes,
        sha256=file.sha256,
        created_at=file.created_at,
    )


def _messages(view: StaffOrderView) -> list[OrderMessageOut]:
    return [
        OrderMessageOut.model_validate(
            {
                "id": message.pk,
                "kind": message.kind,
                "channel": message.channel,
                "recipient": message.recipient,
                "subject": message.subject,
                "text": without_links(message.text),
                "status": message.status,
                "delivery": message.delivery,
                "last_error": message.last_error,
                "created_at": message.created_at,
                "sent_at": message.sent_at,
                "can_resend": message.kind in view.resendable,
            }
        )
        for message in view.messages
    ]


def _checkouts(view: StaffOrderView) -> list[CheckoutRefOut]:
    return [
        CheckoutRefOut(
            payment_id=page.payment.public_id,
            purpose=Payment.Purpose(page.payment.purpose),
            amount_cents=page.payment.amount_cents,
            status=CheckoutSession.Status(page.status),
            charge_id=page.payment.provider_ref,
            created_at=page.created_at,
        )
        for page in view.pages
    ]


def _refunds(view: StaffOrderView) -> list[RefundRefOut]:
    return [
        RefundRefOut(
            id=refund.reference,
            payment_id=refund.payment.public_id,
            amount_cents=refund.amount_cents,
            status=Refund.Status(refund.status),
            provider_ref=refund.provider_ref,
            last_error=refund.last_error,
        )
        for refund in view.refunds
    ]


def _cancellation(view: StaffOrderView) -> CancelledOrderOut | None:
    cancelled = view.cancelled
    if cancelled is None:
        return None
    cancellation = cancelled.cancellation
    return CancelledOrderOut(
        rule=CancellationRule(cancellation.rule),
        kept_cents=cancellation.kept_cents,
        refund_cents=cancellation.refund_cents,
        costs_cents=cancellation.costs_cents,
        owed_cents=cancelled.owed_cents,
        on_its_way_cents=cancelled.on_its_way_cents,
        reason=cancellation.reason,
        cancelled_by=actor_label(cancellation.cancelled_by),
        cancelled_at=cancellation.cancelled_at,
    )
