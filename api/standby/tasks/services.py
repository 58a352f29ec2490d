"""Tasks of staff: added, assigned, done and opened again."""

from datetime import date, datetime
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q, QuerySet

from standby.accounts.models import User
from standby.core.business_days import contact_promised_on
from standby.core.clock import local_date
from standby.core.errors import Invalid, NotFound, _
from standby.core.transactions import in_transaction
from standby.orders.models import Order
from standby.orders.services.order_log import CARDS
from standby.tasks.models import StaffTask

MOST_SHOWN: Final = 200
_CALL_AFTER_PAYMENT: Final = "Call the customer about the schedule"


class TaskNotFound(NotFound):
    code = "task_not_found"
    message = _("There is no such task.")


class AssigneeUnknown(Invalid):
    code = "assignee_unknown"
    message = _("No one on the staff has this ID.")


def open_tasks() -> QuerySet[StaffTask]:
    """Return what is to be done, the earliest due day first; those without a day come last."""
    tasks = StaffTask.objects.filter(done_at=None).select_related("order__customer", "assignee")
    return tasks.order_by(F("due_on").asc(nulls_last=True), "pk")


def tasks_for(user: User, *, now: datetime) -> QuerySet[StaffTask]:
    """Return the user's open tasks, those of nobody, and everybody's that are overdue."""
    theirs = Q(assignee=user) | Q(assignee=None)
    return open_tasks().filter(theirs | Q(due_on__lt=local_date(now)))


def tasks_of(order: Order) -> list[StaffTask]:
    """Return the order's tasks: open ones first, then the newest that are done."""
    done = StaffTask.objects.filter(order=order, done_at__isnull=False)
    done = done.select_related("order__customer", "assignee").order_by("-done_at", "-pk")
    return [*open_tasks().filter(order=order)[:MOST_SHOWN], *done[:MOST_SHOWN]]


def add_task(
    title: str,
    *,
    order: Order | None,
    assignee_id: UUID | None,
    due_on: date | None,
    actor: str,
    now: datetime,
) -> StaffTask:
    """Add a task. Raises AssigneeUnknown."""
    return StaffTask.objects.create(
        title=title,
        order=order,
        assignee=colleague(assignee_id),
        due_on=due_on,
        created_by=actor,
        created_at=now,
    )


def change_task(task_id: UUID, change: dict[str, Any], *, actor: str, now: datetime) -> StaffTask:
    """Change a task's `title`, `due_on` or `assignee_id`, or whether it `is_done`.

    Keys that are left out change nothing. Raises TaskNotFound and AssigneeUnknown.
    """
    with transaction.atomic(durable=True):
        task = StaffTask.objects.select_for_update().filter(public_id=task_id).first()
        if task is None:
            raise TaskNotFound
        if "assignee_id" in change:
            task.assignee = colleague(change["assignee_id"])
        task.title = change.get("title", task.title)
        task.due_on = change.get("due_on", task.due_on)
        # Done twice is done once: the first who did it stays.
        is_done = change.get("is_done", task.done_at is not None)
        if is_done != (task.done_at is not None):
            task.done_at, task.done_by = (now, actor) if is_done else (None, "")
        task.save()
    return task


def colleague(public_id: UUID | None) -> User | None:
    """Return who of the active staff has this id, for null nobody. Raises AssigneeUnknown."""
    if public_id is None:
        return None
    user = User.objects.filter(public_id=public_id, is_staff=True, is_active=True).first()
    if user is None:
        raise AssigneeUnknown(field="assignee_id")
    return user


@in_transaction
def add_call_about(message_ref: int, *, order: Order | None, title: str, now: datetime) -> None:
    """Have staff call about a message that reached nobody, once for each message.

    An order whose call is open already gets no second one. Call it with the order's row
    locked.
    """
    calls = StaffTask.objects.filter(order=order, message_ref__isnull=False, done_at=None)
    if order is not None and calls.exists():
        return
    StaffTask.objects.get_or_create(
        message_ref=message_ref,
        defaults={
            "title": title[:200],
            "order": order,
            "due_on": local_date(now),
            "created_by": "clock",
            "created_at": now,
        },
    )


def add_call_after_payment(order: Order, *, now: datetime) -> None:
    """Have staff call as the page after a payment promises; one open call is enough for two."""
    if not open_tasks().filter(order=order, title=_CALL_AFTER_PAYMENT).exists():
        add_task(
            _CALL_AFTER_PAYMENT,
            order=order,
            assignee_id=None,
            due_on=contact_promised_on(now),
            actor=CARDS,
            now=now,
        )
