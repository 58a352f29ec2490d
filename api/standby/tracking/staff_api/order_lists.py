"""Of the list of orders: what is done to several at once, and filters that are kept."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Annotated, Final, Literal
from uuid import UUID, uuid4

import orjson
from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from ninja import Router, Schema, Status
from pydantic import AfterValidator, Field

from standby.accounts.staff_auth import StaffBearer, ensure_staff_may, staff_member, staff_name
from standby.core.errors import DomainError
from standby.core.idempotency import IdempotencyKey, idempotent_request
from standby.core.policy import UNDO_FOR
from standby.core.providers import wiring as core_providers
from standby.core.roles import Permission
from standby.core.schema import IsoDay, Line, RowId, StrictIn
from standby.orders.models import Order, UndoableAction
from standby.orders.selectors import orders as order_selectors
from standby.orders.services.assignments import choose_technician
from standby.tasks.services import add_task
from standby.tasks.staff_api import Title
from standby.tracking.models import SavedFilter
from standby.tracking.services.saved_filters import delete_filter, filters_of, save_filter
from standby.workflows.resend_message import resend_message
from standby.workflows.undo_action import actions_done_at, undo_action

router = Router(tags=["staff"])

_MOST_AT_ONCE: Final = 100
_NOT_KEPT: Final = ("q=", "page=")
OrderIds = Annotated[list[UUID], Field(min_length=1, max_length=_MOST_AT_ONCE)]


def _without_search(query: str) -> str:
    # What was searched for may name a customer, and the page changes each day.
    parts = [part for part in query.lstrip("?").split("&") if not part.startswith(_NOT_KEPT)]
    return "&".join(part for part in parts if part)


class TechniciansOfOrdersIn(StrictIn):
    order_ids: OrderIds
    technician_id: UUID


class TasksOfOrdersIn(StrictIn):
    order_ids: OrderIds
    title: Title
    assignee_id: UUID | None = None
    due_on: IsoDay | None = None


class MessagesOfOrdersIn(StrictIn):
    """The photo link, or the reminder of what is to be accepted or paid."""

    order_ids: OrderIds
    kind: Literal["photo_link", "proposal_ready", "milestone_due"]


class BulkOutcomeOut(Schema):
    """`why_not` is empty when it was done."""

    order_id: UUID
    customer_name: str
    why_not: str


class BulkOut(Schema):
    """`action_ids` is what can be undone together until `undo_until`."""

    done: int
    outcomes: list[BulkOutcomeOut]
    action_ids: list[UUID] = []
    undo_until: datetime | None = None


class UndoAtOnceIn(StrictIn):
    action_ids: OrderIds


class SavedFilterIn(StrictIn):
    name: Annotated[str, Line(60, min_length=1)]
    query: Annotated[str, Line(500), AfterValidator(_without_search)]


class SavedFilterOut(Schema):
    id: int = Field(validation_alias="pk")
    name: str
    query: str


@router.post(
    "/staff/orders-at-once/technician",
    response=BulkOut,
    auth=StaffBearer(Permission.SCHEDULE),
    operation_id="assign_technician_to_orders",
)
def post_technician(request: HttpRequest, payload: TechniciansOfOrdersIn) -> BulkOut:
    """Assign a technician to each order that has a date. Safe to repeat."""
    moment, actor = now(), staff_name(request)

    def assign(order: Order) -> None:
        choose_technician(
            str(order_selectors.newest_appointment_of(order).public_id),
            technician_id=str(payload.technician_id),
            actor=actor,
            if_version=None,
            now=moment,
        )

    return _undoable(_each(payload.order_ids, assign), actor=actor, at=moment)


@router.post(
    "/staff/orders-at-once/tasks",
    response=BulkOut,
    auth=StaffBearer(Permission.WRITE_NOTES),
    operation_id="add_task_to_orders",
)
def post_tasks(
    request: HttpRequest, payload: TasksOfOrdersIn, idempotency_key: IdempotencyKey = None
) -> HttpResponse:
    """Add the same task to each order, once per key."""
    once = idempotent_request(
        request, "staff/tasks", key=idempotency_key, owner=staff_member(request).public_id
    )
    moment, actor = now(), staff_name(request)

    def add(order: Order) -> None:
        add_task(
            payload.title,
            order=order,
            assignee_id=payload.assignee_id,
            due_on=payload.due_on,
            actor=actor,
            now=moment,
        )

    def add_all() -> str:
        return orjson.dumps(_each(payload.order_ids, add).model_dump()).decode()

    return once.respond(add_all, now=moment)


@router.post(
    "/staff/orders-at-once/messages",
    response=BulkOut,
    auth=StaffBearer(Permission.SEND_MESSAGES),
    operation_id="send_message_to_orders",
)
def post_messages(
    request: HttpRequest, payload: MessagesOfOrdersIn, idempotency_key: IdempotencyKey = None
) -> BulkOut:
    """Send each order the link or the reminder again, once per key."""
    once = idempotent_request(
        request,
        "staff/messages-at-once",
        key=idempotency_key or uuid4().hex,  # pages of release 0.1.0 send none
        owner=staff_member(request).public_id,
    )
    moment, actor = now(), staff_name(request)

    def send(order: Order) -> None:
        def send_to_it() -> str:
            resend_message(str(order.public_id), payload.kind, staff=actor, now=moment)
            return f'"{order.public_id}"'

        # Each order is committed with its key: cut and sent again, the batch goes on where it was,
        # and no lock is held for as long as a hundred messages take.
        replace(once, endpoint=f"{once.endpoint}/{order.public_id}").respond(send_to_it, now=moment)

    return _undoable(_each(payload.order_ids, send), actor=actor, at=moment)


@router.post(
    "/staff/orders-at-once/undo",
    response=BulkOut,
    auth=StaffBearer(Permission.SEE_ORDERS),
    operation_id="undo_at_once",
)
def post_undo(request: HttpRequest, payload: UndoAtOnceIn) -> BulkOut:
    """Undo one's own actions of one call in the last ten seconds. Safe to repeat.

    Each takes the permission that the action itself takes, also of a script's token.
    """
    moment, actor, signer = now(), staff_name(request), core_providers.signer()
    own = UndoableAction.objects.filter(public_id__in=payload.action_ids, actor=actor)
    actions = dict(own.values_list("order__public_id", "public_id"))
    return _each(
        list(actions),
        lambda order: undo_action(
            actions[order.public_id],
            actor=actor,
            ensure_may=partial(ensure_staff_may, request),
            signer=signer,
            now=moment,
        ),
    )


@router.get(
    "/staff/saved-filters",
    response=list[SavedFilterOut],
    auth=StaffBearer(Permission.SEE_ORDERS),
    operation_id="list_saved_filters",
)
def get_saved_filters(request: HttpRequest) -> list[SavedFilter]:
    return filters_of(staff_member(request))


@router.post(
    "/staff/saved-filters",
    response=SavedFilterOut,
    auth=StaffBearer(Permission.SEE_ORDERS),
    operation_id="save_filter",
)
def post_saved_filter(request: HttpRequest, payload: SavedFilterIn) -> SavedFilter:
    """Keep a filter under a name; one of the same name is replaced."""
    return save_filter(staff_member(request), name=payload.name, query=payload.query, now=now())


@router.delete(
    "/staff/saved-filters/{filter_id}",
    response={204: None},
    auth=StaffBearer(Permission.SEE_ORDERS),
    operation_id="delete_saved_filter",
)
def delete_saved_filter(request: HttpRequest, filter_id: RowId) -> Status[None]:
    delete_filter(staff_member(request), filter_id)
    return Status(204, None)


def _undoable(done: BulkOut, *, actor: str, at: datetime) -> BulkOut:
    done.action_ids = actions_done_at(actor, at=at)
    done.undo_until = at + UNDO_FOR if done.action_ids else None
    return done


def _each(order_ids: list[UUID], action: Callable[[Order], object]) -> BulkOut:
    # Each order for itself: what one refuses does not hold up the others.
    outcomes = []
    orders = Order.objects.filter(public_id__in=order_ids).select_related(*order_selectors.WITH_ALL)
    for order in orders.order_by("pk"):
        why_not = ""
        try:
            action(order)
        except DomainError as refused:
            why_not = str(refused)
        outcomes.append(
            BulkOutcomeOut(
                order_id=order.public_id, customer_name=order.customer.name, why_not=why_not
            )
        )
    return BulkOut(done=sum(not each.why_not for each in outcomes), outcomes=outcomes)
