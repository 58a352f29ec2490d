"""The steps of orders, and what their visits still lack."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import date, datetime
from typing import Any, Final

from django.db.models import F, Q, QuerySet

from standby.accounts.models import User
from standby.core.clock import local_date
from standby.orders.models import Appointment, Order
from standby.orders.selectors import orders as order_selectors
from standby.payments.models import Milestone
from standby.readiness.models import InstallationStep
from standby.readiness.rules import (
    Missing,
    StepKind,
    StepStatus,
    first_status,
    missing_for_visit,
    open_before_power_on,
)

ACCEPTED: Final = (
    Order.Status.ACCEPTED,
    Order.Status.EQUIPMENT_ARRIVED,
    Order.Status.COMPLETED,
)
_ARRIVED: Final = (Order.Status.EQUIPMENT_ARRIVED, Order.Status.COMPLETED)


def steps_of(order: Order, *, equipment_at: datetime | None) -> list[InstallationStep]:
    """Return all steps of an order; those that staff never changed are unsaved."""
    [steps] = steps_by_order([order]).values()
    if equipment_at and steps[StepKind.EQUIPMENT].status == StepStatus.DONE:
        steps[StepKind.EQUIPMENT].done_on = local_date(equipment_at)
    return list(steps.values())


def steps_by_order(
    orders: Collection[Order],
) -> dict[int, dict[StepKind, InstallationStep]]:
    """Return the steps of each order by its key, in one query."""
    stored: defaultdict[int, dict[str, InstallationStep]] = defaultdict(dict)
    for step in InstallationStep.objects.select_related("assignee").filter(
        order__in=[order.pk for order in orders]
    ):
        stored[step.order_id][step.kind] = step
    return {order.pk: _all_steps(order, stored[order.pk]) for order in orders}


def _all_steps(
    order: Order, stored: dict[str, InstallationStep]
) -> dict[StepKind, InstallationStep]:
    steps = {}
    for kind in StepKind:
        step = stored.get(kind) or InstallationStep(
            order=order, kind=kind, status=first_status(kind)
        )
        # One fact with the milestone, which asks for its payment.
        if kind == StepKind.EQUIPMENT and order.status in _ARRIVED:
            step.status = StepStatus.DONE
        steps[kind] = step
    return steps


def missing_on_board(first: date, last: date) -> list[dict[str, Any]]:
    """Return each order with a visit on these days, and what it lacks for it."""
    visits = list(
        order_selectors.appointments_between(first, last)
        .select_related("order")
        .order_by("day", "pk")
    )
    orders = [visit.order for visit in visits]
    steps, paid = steps_by_order(orders), first_parts_paid(orders)
    return [
        {
            "order_id": visit.order.public_id,
            "missing": missing_of(
                visit.order,
                steps=steps[visit.order_id],
                is_first_part_paid=visit.order_id in paid,
                visit=visit,
            ),
        }
        for visit in visits
    ]


def missing_of(
    order: Order,
    *,
    steps: dict[StepKind, InstallationStep],
    is_first_part_paid: bool,
    visit: Appointment | None,
) -> list[Missing]:
    return missing_for_visit(
        {kind: step.facts for kind, step in steps.items()},
        is_accepted=order.status in ACCEPTED,
        is_first_part_paid=is_first_part_paid,
        has_technician=visit is not None and visit.assigned_to_id is not None,
    )


def first_parts_paid(orders: Iterable[Order]) -> set[int]:
    paid = Milestone.objects.filter(
        order__in=[order.pk for order in orders],
        kind=Milestone.Kind.ACCEPTANCE,
        status=Milestone.Status.PAID,
    )
    return set(paid.values_list("order_id", flat=True))


def open_steps_of(order: Order) -> list[StepKind]:
    """Return the inspections and the start-up of an order that are not done."""
    return open_before_power_on({step.kind: step.status for step in order.installation_steps.all()})


def steps_due_for(user: User, *, now: datetime) -> QuerySet[InstallationStep]:
    """Return the user's steps that failed, or are expected by today, earliest first."""
    due = _open_steps(Q(expected_on__lte=local_date(now)))
    own = due.filter(assignee=user).select_related("order__customer", "order__order_location")
    return own.order_by(F("expected_on").asc(nulls_last=True), "pk")


def to_follow_up(*, now: datetime) -> QuerySet[InstallationStep]:
    """Return the steps that failed or are late, of orders that are not over.

    The query of `rules.needs_follow_up`.
    """
    return _open_steps(Q(expected_on__lt=local_date(now)))


def _open_steps(is_due: Q) -> QuerySet[InstallationStep]:
    open_steps = InstallationStep.objects.exclude(
        status__in=(StepStatus.DONE, StepStatus.NOT_NEEDED)
    ).filter(is_due | Q(status=StepStatus.FAILED))
    live = open_steps.exclude(order__status=Order.Status.CANCELLED).filter(
        order__powered_on_at=None
    )
    return live.exclude(kind=StepKind.EQUIPMENT, order__status__in=_ARRIVED)
