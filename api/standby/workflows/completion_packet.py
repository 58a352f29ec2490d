"""The papers of a finished installation, gathered from all modules into one PDF (OPS-20.2)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.utils.translation import override

from standby.company.selectors import company
from standby.core.clock import local_date
from standby.core.policy import UNDO_FOR
from standby.core.words import _, market_terms, say
from standby.documents.models import BillingDocument, OrderFile
from standby.documents.selectors import documents_of
from standby.documents.services.document_data import language_of
from standby.documents.services.documents import (
    DocumentContext,
    enqueue_document,
    make_completion_packet,
)
from standby.orders.models import Order
from standby.orders.selectors import orders
from standby.orders.services.power import report_power_on
from standby.readiness.models import InstallationStep
from standby.readiness.rules import StepKind, StepStatus
from standby.readiness.selectors import steps_by_order
from standby.readiness.services import ensure_nothing_failed
from standby.tracking.selectors.machine import machine_of

_INSPECTED: Final = {
    StepKind.PERMIT: _("Permit"),
    StepKind.ROUGH_INSPECTION: _("Rough inspection"),
    StepKind.FINAL_INSPECTION: _("Final inspection"),
    StepKind.STARTUP: _("Start-up"),
}


def turn_power_on(order: Order, *, staff: str, if_version: int | None, now: datetime) -> datetime:
    """Report that the power is on, and have the packet made once that can no longer be undone.

    Idempotent. Raises NotInstalled, InspectionFailed and ChangedMeanwhile.
    """
    with transaction.atomic(durable=True):
        if orders.lock_order(order.pk).powered_on_at is None:
            ensure_nothing_failed(order)
        steps = steps_by_order([order])[order.pk]
        powered_on_at = report_power_on(
            order,
            is_inspected=_was_inspected(steps[StepKind.FINAL_INSPECTION]),
            is_started_up=steps[StepKind.STARTUP].status == StepStatus.DONE,
            staff=staff,
            if_version=if_version,
            now=now,
        )
        if powered_on_at == now:
            enqueue_document(order, OrderFile.Type.COMPLETION_PACKET, now=now + UNDO_FOR)
        return powered_on_at


def _was_inspected(inspection: InstallationStep) -> bool | None:
    is_needed = inspection.status != StepStatus.NOT_NEEDED
    return inspection.status == StepStatus.DONE if is_needed else None


def make_packet(order: Order, *, documents: DocumentContext, now: datetime) -> OrderFile | None:
    """Make the packet of an order whose power is on, in place of an earlier one.

    Returns None when the power is not on. Raises RenderFailed and FilesDown.
    """
    if order.powered_on_at is None:
        return None
    with override(language_of(order)):
        facts = _facts(order, site_url=documents.site_url, powered_on_at=order.powered_on_at)
        return make_completion_packet(order, facts, documents=documents, now=now)


def _facts(order: Order, *, site_url: str, powered_on_at: datetime) -> Mapping[str, object]:
    steps = steps_by_order([order])[order.pk]
    return {
        "installed": _installed(order, steps[StepKind.EQUIPMENT], site_url=site_url),
        "powered_on": local_date(powered_on_at).isoformat(),
        "inspections": [_inspection(steps[kind]) for kind in _INSPECTED],
        "warranty": market_terms().warranty,
        "support_hours": company().support_hours,
        "receipts": [
            {
                "number": each.label,
                "name": say(each.Kind(each.kind).label),
                "day": local_date(each.issued_at).isoformat(),
                "cents": -each.amount_cents if each.refund_id else each.amount_cents,
            }
            for each in BillingDocument.objects.filter(order=order, voided_at=None)
            .exclude(kind=BillingDocument.Kind.INVOICE)
            .order_by("issued_at", "pk")
        ],
        "files": [
            {
                "title": say(OrderFile.Type(file.type).label),
                "day": local_date(file.created_at).isoformat(),
            }
            for file in documents_of(order)
            if file.added_by
        ],
    }


def _installed(order: Order, equipment: InstallationStep, *, site_url: str) -> Mapping[str, Any]:
    machine = machine_of(order, equipment=equipment)
    return {
        "name": machine.name,
        "kw": machine.kw,
        "is_own": machine.is_own,
        "serial_number": machine.serial_number,
        "installed_on": machine.installed_on.isoformat(),
        "manual_url": machine.manual_url,
        "record_code": machine.record_code,
        "record_url": f"{site_url}/verify/{machine.record_code}",
    }


def _inspection(step: InstallationStep) -> Mapping[str, Any]:
    is_done = step.status == StepStatus.DONE and step.done_on is not None
    return {
        "name": say(_INSPECTED[StepKind(step.kind)]),
        "day": step.done_on.isoformat() if is_done and step.done_on else None,
        "is_needed": step.status != StepStatus.NOT_NEEDED,
        "reference": step.reference,
    }
