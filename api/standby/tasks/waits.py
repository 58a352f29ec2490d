"""Tasks that wait for staff."""

from datetime import datetime

from standby.accounts.services.users import name_of
from standby.core.clock import last_minute
from standby.core.waiting import Group, Viewer, WaitingItem, each, waits
from standby.core.words import say
from standby.tasks.models import StaffTask
from standby.tasks.services import tasks_for


@waits("tasks", is_personal=True)
def tasks(viewer: Viewer, now: datetime) -> Group:
    def to_item(task: StaffTask) -> WaitingItem:
        of = [task.order.customer.name] if task.order else []
        to = [name_of(task.assignee) if task.assignee else say("unassigned")]
        return WaitingItem(
            id=str(task.public_id),
            title=task.title,
            detail=" \N{MIDDLE DOT} ".join([*of, *to]),
            order_id=task.order.public_id if task.order else None,
            due_on=task.due_on,
            by=last_minute(task.due_on) if task.due_on else None,
            since=task.created_at,
        )

    return tasks_for(viewer.user, now=now), each(to_item)
