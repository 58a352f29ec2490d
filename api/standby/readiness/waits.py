"""Steps of an installation that wait for staff."""

from datetime import datetime

from standby.core.clock import last_minute
from standby.core.waiting import Group, Viewer, WaitingItem, each, waits
from standby.orders.selectors.waiting import about_order
from standby.readiness.models import InstallationStep
from standby.readiness.rules import StepKind, StepStatus, status_word, step_name
from standby.readiness.selectors import steps_due_for


@waits("steps", is_personal=True)
def steps(viewer: Viewer, now: datetime) -> Group:
    def to_item(step: InstallationStep) -> WaitingItem:
        detail = f"{step_name(StepKind(step.kind))}, {status_word(StepStatus(step.status))}"
        return WaitingItem(
            id=str(step.pk),
            due_on=step.expected_on,
            by=last_minute(step.expected_on) if step.expected_on else None,
            since=step.changed_at,
            **about_order(step.order, detail),
        )

    return steps_due_for(viewer.user, now=now), each(to_item)
