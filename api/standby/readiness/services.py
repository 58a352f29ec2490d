"""Staff say how far the steps of an installation are."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from standby.core.clock import local_date
from standby.core.errors import Conflict, Invalid, _
from standby.core.transactions import in_transaction
from standby.documents.models import OrderFile
from standby.documents.services.documents import enqueue_document
from standby.orders.models import Order
from standby.orders.selectors import orders
from standby.orders.services.order_log import ensure_version, log_change
from standby.readiness.models import InstallationStep
from standby.readiness.rules import (
    StepKind,
    StepStatus,
    first_status,
    step_name,
    why_no_serial_number,
)
from standby.readiness.selectors import open_steps_of
from standby.tasks.services import colleague


class EquipmentByMilestone(Conflict):
    code = "equipment_by_milestone"
    message = _("Mark the equipment as arrived under Money: its payment becomes due with it.")


class StepInFuture(Invalid):
    code = "step_in_future"
    message = _("This day is still to come. Enter it as expected.")


class OrderClosed(Conflict):
    code = "order_closed"
    message = _("This order is canceled, so its steps no longer change.")


class SerialNumberInvalid(Invalid):
    code = "serial_number_invalid"
    message = _("The serial number of this generator has %(words)s.")


class SerialNumberUsed(Conflict):
    code = "serial_number_used"
    message = _("Another installation has this serial number already.")


class InspectionFailed(Conflict):
    code = "inspection_failed"
    message = _("The %(step)s failed. Mark it as done once it is passed.")


def change_step(
    order: Order,
    kind: StepKind,
    *,
    status: StepStatus,
    done_on: date | None,
    assignee_id: UUID | None,
    actor: str,
    now: datetime,
    if_version: int | None = None,
    **columns: Any,
) -> InstallationStep:
    """Store how far a step is; one that is done without a day was done today.

    Idempotent. Raises OrderClosed, ChangedMeanwhile, StepInFuture, AssigneeUnknown, and
    EquipmentByMilestone when the equipment is called done before its milestone.
    """
    today = local_date(now)
    if done_on is not None and done_on > today:
        raise StepInFuture(field="done_on")
    done_on = (done_on or today) if status == StepStatus.DONE else None
    with transaction.atomic(durable=True):
        order = orders.lock_order(order.pk)
        stored = InstallationStep.objects.filter(order=order, kind=kind).first()
        step = stored or InstallationStep(order=order, kind=kind, status=first_status(kind))
        before = step.status
        if kind == StepKind.EQUIPMENT and status == StepStatus.DONE:
            # Only what staff know beside the fact itself, which is the milestone's.
            if order.status not in (Order.Status.EQUIPMENT_ARRIVED, Order.Status.COMPLETED):
                raise EquipmentByMilestone
            status, done_on = StepStatus(before), None
        assignee = colleague(assignee_id)
        values = {"status": status, "done_on": done_on, "assignee": assignee, **columns}
        if all(getattr(step, name) == value for name, value in values.items()):
            return step
        if order.status == Order.Status.CANCELLED:
            raise OrderClosed
        ensure_version(order, if_version, now=now)
        if (serial_number := columns.get("serial_number")) != step.serial_number:
            _ensure_serial_number_fits(order, serial_number or "", now=now)
        for name, value in values.items():
            setattr(step, name, value)
        step.changed_at = now
        with _no_serial_number_twice():
            step.save()
        log_change(
            order, subject="step", change=(before, status), actor=actor, now=now, note=_note(step)
        )
        _make_packet_anew(order, now=now)
        return step


def ensure_nothing_failed(order: Order) -> None:
    """Raise InspectionFailed if an inspection or the start-up of an order failed.

    Call it with the order's row locked.
    """
    steps = InstallationStep.objects.filter(order=order, kind__in=open_steps_of(order))
    failed = steps.filter(status=StepStatus.FAILED).order_by("pk").first()
    if failed is not None:
        raise InspectionFailed(step=step_name(StepKind(failed.kind)))


@in_transaction
def store_serial_number(order: Order, serial_number: str, *, now: datetime) -> None:
    """Store the generator's serial number as the crew read it.

    A technician is not told which other order has it.

    Raises SerialNumberInvalid and SerialNumberUsed.
    """
    _ensure_serial_number_fits(order, serial_number, names_other=False, now=now)
    kind = StepKind.EQUIPMENT
    values = {"serial_number": serial_number, "changed_at": now}
    with _no_serial_number_twice():
        InstallationStep.objects.update_or_create(
            order=order,
            kind=kind,
            defaults=values,
            create_defaults={**values, "status": first_status(kind)},
        )
    _make_packet_anew(order, now=now)


def _ensure_serial_number_fits(
    order: Order, serial_number: str, *, names_other: bool = True, now: datetime
) -> None:
    # A machine of a canceled order may go to another; the constraint holds in a race.
    if not serial_number:
        return
    model_number = order.generator.model_number if order.generator else None
    if words := why_no_serial_number(serial_number, model_number=model_number):
        raise SerialNumberInvalid(field="serial_number", words=words)
    others = InstallationStep.objects.filter(serial_number=serial_number).exclude(order=order)
    others.filter(order__status=Order.Status.CANCELLED).update(serial_number="", changed_at=now)
    other = others.select_related("order").first()
    if other is None:
        return
    if names_other:
        raise SerialNumberUsed(
            _("Order %(code)s has this serial number already."),
            code=other.order.confirmation_code,
        )
    raise SerialNumberUsed(_("This serial number was used before. The office can see where."))


@contextmanager
def _no_serial_number_twice() -> Iterator[None]:
    # Two orders at once: the constraint of the database decides.
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        raise SerialNumberUsed from error


def _make_packet_anew(order: Order, *, now: datetime) -> None:
    # The homeowner has one that states serial number, permit and inspections.
    if order.powered_on_at is not None:
        enqueue_document(order, OrderFile.Type.COMPLETION_PACKET, now=now)


def _note(step: InstallationStep) -> str:
    expected = f", expected {step.expected_on}" if step.expected_on else ""
    reference = f", {step.reference}" if step.reference else ""
    return f"{step.kind.replace('_', ' ')}{reference}{expected}"
