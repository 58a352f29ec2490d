"""Tasks of staff, and who of them one can be given to."""

from datetime import date, datetime
from typing import Annotated, Any
from uuid import UUID

import orjson
from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from ninja import Query, Router, Schema
from pydantic import Field, StrictBool

from standby.accounts.models import User
from standby.accounts.services.users import name_of, staff_who_may
from standby.accounts.staff_auth import StaffBearer, by_staff, staff_member, staff_name
from standby.audit.selectors import name_of_actor
from standby.core.idempotency import IdempotencyKey, idempotent_request
from standby.core.roles import Permission, Role
from standby.core.schema import IsoDay, Line, StrictIn
from standby.orders.selectors import orders
from standby.tasks.models import StaffTask
from standby.tasks.services import MOST_SHOWN, add_task, change_task, open_tasks, tasks_of

router = Router(tags=["staff"])

Title = Annotated[str, Line(200, min_length=1)]


class ColleagueOut(Schema):
    """Somebody of the staff who can be given a task."""

    id: UUID = Field(validation_alias="public_id")
    name: str
    role: Role

    @staticmethod
    def resolve_name(user: User) -> str:
        return name_of(user)


class TaskOut(Schema):
    id: UUID = Field(validation_alias="public_id")
    title: str
    order_id: UUID | None = Field(None, validation_alias="order.public_id")
    customer_name: str | None = Field(None, validation_alias="order.customer.name")
    assignee_id: UUID | None = Field(None, validation_alias="assignee.public_id")
    assignee_name: str | None
    due_on: date | None
    created_by: str
    created_at: datetime
    done_at: datetime | None
    done_by: str

    @staticmethod
    def resolve_assignee_name(task: StaffTask) -> str | None:
        return name_of(task.assignee) if task.assignee else None

    @staticmethod
    def resolve_created_by(task: StaffTask) -> str:
        return name_of_actor(task.created_by)

    @staticmethod
    def resolve_done_by(task: StaffTask) -> str:
        return name_of_actor(task.done_by)


class TasksOut(Schema):
    tasks: list[TaskOut]


class TaskSearchIn(Schema):
    """`order_id`: the order's tasks, done ones too; without it all that are open."""

    order_id: UUID | None = None


class NewTaskIn(StrictIn):
    title: Title
    order_id: UUID | None = None
    assignee_id: UUID | None = None
    due_on: IsoDay | None = None


class ChangedTaskIn(StrictIn):
    """A field that is left out is not changed; null takes the person or the day away."""

    title: Title | None = None
    assignee_id: UUID | None = None
    due_on: IsoDay | None = None
    is_done: StrictBool | None = None


@router.get(
    "/staff/colleagues",
    response=list[ColleagueOut],
    auth=StaffBearer(Permission.SEE_ORDERS),
    operation_id="list_colleagues",
)
def get_colleagues(request: HttpRequest) -> list[User]:
    """Who of the staff can be given work on an order: not who may only look at it."""
    return sorted(staff_who_may(Permission.WRITE_NOTES), key=lambda user: name_of(user).casefold())


@router.get(
    "/staff/tasks",
    response=TasksOut,
    auth=StaffBearer(Permission.SEE_ORDERS),
    operation_id="list_tasks",
)
def get_tasks(request: HttpRequest, params: Annotated[TaskSearchIn, Query()]) -> dict[str, Any]:
    """Tasks, the earliest due day first."""
    if params.order_id is None:
        return {"tasks": list(open_tasks()[:MOST_SHOWN])}
    return {"tasks": tasks_of(orders.get_order(str(params.order_id)))}


@router.post(
    "/staff/tasks",
    response={201: TaskOut},
    auth=StaffBearer(Permission.WRITE_NOTES),
    operation_id="add_task",
)
def post_task(
    request: HttpRequest, payload: NewTaskIn, idempotency_key: IdempotencyKey = None
) -> HttpResponse:
    """Add a task, once per key."""
    order = orders.get_order(str(payload.order_id)) if payload.order_id else None
    owner = order.public_id if order else staff_member(request).public_id
    once = idempotent_request(request, "staff/tasks", key=idempotency_key, owner=owner)
    moment, actor = now(), staff_name(request)

    def add() -> str:
        task = add_task(
            payload.title,
            order=order,
            assignee_id=payload.assignee_id,
            due_on=payload.due_on,
            actor=actor,
            now=moment,
        )
        return orjson.dumps(TaskOut.from_orm(task).model_dump()).decode()

    return once.respond(add, status=201, now=moment)


@router.patch(
    "/staff/tasks/{task_id}",
    response=TaskOut,
    auth=StaffBearer(Permission.WRITE_NOTES),
    operation_id="change_task",
)
def patch_task(request: HttpRequest, task_id: UUID, payload: ChangedTaskIn) -> StaffTask:
    """Assign a task, change its text or day, complete it or open it again."""
    sent = payload.model_dump(exclude_unset=True)
    removable = ("assignee_id", "due_on")
    change = {name: it for name, it in sent.items() if it is not None or name in removable}
    return change_task(task_id, change, **by_staff(request))
