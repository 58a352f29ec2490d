"""The control: the product with its guards out. It must oversell, fork its chains and move money
twice, or the races prove nothing.

Naive code looks first, thinks or asks a provider, and writes later; it locks nothing. What tables
hold unique is made different each time. On SQLite it must also do without a transaction, which
there lets only one writer in and so would hide the fault.
"""

import secrets
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime, timedelta
from types import ModuleType, SimpleNamespace
from typing import Any

from standby.wsgi import application

# isort: split
from django.db import connection, transaction
from django.http import HttpResponse

from standby.audit import services as audit
from standby.audit.models import AuditChain
from standby.company import services as company_services
from standby.company.models import BusinessSetting
from standby.core import jobs, transactions
from standby.core.idempotency import IdempotentRequest
from standby.core.jobs import JobHandler
from standby.core.models import IdempotencyRecord, Job
from standby.diagnostics.models import Diagnostic
from standby.diagnostics.rules import PLACES_PER_WINDOW
from standby.diagnostics.services import diagnostics
from standby.orders.models import Appointment, CrewSeat, Order, OrderLogEntry
from standby.orders.selectors import orders
from standby.orders.selectors.slot_room import SlotRoom
from standby.orders.services import appointments, order_log
from standby.orders.services.order_log import CARDS, log_change
from standby.payments.api import webhooks
from standby.payments.models import LedgerEntry, Payment, PaymentEvent, Refund
from standby.payments.services import charges, ledger, refunds
from standby.payments.services.refund_errors import RefundTooLarge
from standby.workflows import settle_payment

__all__ = ["application"]
A_THOUGHT_TAKES_S = 0.05
A_LONG_THOUGHT_TAKES_S = 0.3
_post_lines = ledger.post
_request_refund = refunds.request_refund


def writing(*, durable: bool = False) -> AbstractContextManager[object]:
    return nullcontext() if connection.vendor == "sqlite" else transaction.atomic()


def another(key: str) -> str:
    return f"{key}:{secrets.token_hex(4)}"


def lock_order(order_pk: int) -> Order:
    return Order.objects.get(pk=order_pk)


# Seats


def insert_later(
    appointment: Appointment, *, on: SlotRoom, until: datetime | None, now: datetime
) -> None:
    time.sleep(A_THOUGHT_TAKES_S)
    number = secrets.randbelow(30_000)
    halves = {"afternoon": appointment, "hold_expires_at": until}
    if on.ends_on == on.slot.day:
        halves["morning"] = appointment
    else:
        CrewSeat.objects.create(day=on.ends_on, seat_no=number, morning=appointment)
    CrewSeat.objects.create(day=on.slot.day, seat_no=number, **halves)


def take_any_place(diagnostic: Diagnostic) -> bool:
    if len(diagnostics._taken_places(diagnostic)) >= PLACES_PER_WINDOW:
        return False
    time.sleep(A_THOUGHT_TAKES_S)
    diagnostic.place_no = secrets.randbelow(30_000)
    diagnostic.save()
    return True


# Repeats


def respond(
    request: IdempotentRequest, action: Callable[[], str], *, now: datetime, status: int = 200
) -> HttpResponse:
    if (earlier := request.replayed_response(status=status)) is not None:
        return earlier
    with writing():
        body = action()
        IdempotencyRecord.objects.get_or_create(
            endpoint=request.endpoint,
            key=request.key,
            defaults={
                "fingerprint": request.fingerprint,
                "body": body,
                "status": status,
                "created_at": now,
            },
        )
    return HttpResponse(body, status=status, content_type="application/json")


# Chains


def newest_seal(order: Order) -> str:
    newest = OrderLogEntry.objects.filter(order=order).order_by("-pk").first()
    time.sleep(A_THOUGHT_TAKES_S)
    return newest.hash if newest else ""


def chain_of(actor: str) -> AuditChain:
    chain, _ = AuditChain.objects.get_or_create(actor=actor)
    time.sleep(A_THOUGHT_TAKES_S)
    return chain


# Money


def keep_event(
    *, provider: str, event_id: str, kind: str, payload: dict[str, Any], now: datetime
) -> None:
    if PaymentEvent.objects.filter(event_id__startswith=event_id).exists():
        return
    time.sleep(A_THOUGHT_TAKES_S)
    event = PaymentEvent.objects.create(
        provider=provider, event_id=another(event_id), type=kind, payload=payload, received_at=now
    )
    jobs.enqueue((Job.Kind.PAYMENT_EVENT, f"{provider}:{event.event_id}"), due_at=now)


def claim_next_job(handler: JobHandler, *, now: datetime) -> Job | None:
    due = Job.objects.filter(kind=handler.kind, due_at__lte=now)
    job = due.order_by("due_at", "pk").first()
    if job is not None:
        job.due_at = now + timedelta(seconds=60)
        job.save()
    return job


def mark_paid(payment: Payment, *, provider: str, charge: str, now: datetime) -> bool:
    if payment.status == Payment.Status.PAID:  # as it was when it was looked up
        return False
    time.sleep(A_LONG_THOUGHT_TAKES_S)
    payment.status, payment.paid_at = Payment.Status.PAID, now
    payment.provider, payment.provider_ref = provider, charge
    payment.save()
    log_change(payment.order, subject="payment", change=("due", "paid"), actor=CARDS, now=now)
    return True


def post(order: Order, *lines: LedgerEntry, actor: str, now: datetime) -> None:
    for line in lines:
        line.key = another(line.key)
    _post_lines(order, *lines, actor=actor, now=now)


def ask_for_refund(
    payment: Payment, *, amount_cents: int, reason: str, key: str, actor: str, now: datetime
) -> Refund:
    earlier = Refund.objects.filter(dedupe_key__startswith=key).first()
    if earlier is not None:
        return earlier
    seen = Payment.objects.get(pk=payment.pk)
    if seen.refunded_cents + amount_cents > seen.amount_cents:
        raise RefundTooLarge
    time.sleep(A_LONG_THOUGHT_TAKES_S)
    seen.refunded_cents += amount_cents
    seen.save()
    # As of a second charge, which claims no part of the payment.
    return _request_refund(
        payment,
        amount_cents=amount_cents,
        reason=reason,
        key=another(key),
        actor=actor,
        now=now,
        second_charge=payment.provider_ref or "",
    )


def take_out(module: ModuleType, **naive: object) -> None:
    """Replace guards by name, and fail where there is none: the control would control nothing."""
    if missing := naive.keys() - vars(module).keys():
        raise LookupError(f"{module.__name__} has no {', '.join(sorted(missing))}")
    vars(module).update(naive)


def claim_whatever_was_seen(section: str, *, if_version: int) -> BusinessSetting:
    row, _is_new = BusinessSetting.objects.get_or_create(section=section)
    time.sleep(A_THOUGHT_TAKES_S)
    row.version = if_version + 1
    row.save(update_fields=["version"])
    return row


take_out(company_services, claim_section=claim_whatever_was_seen)
take_out(appointments, take_seat=insert_later)
take_out(diagnostics, _take_place=take_any_place)
take_out(order_log, _last_hash=newest_seal)
take_out(audit, _locked_chain=chain_of)
take_out(orders, lock_order=lock_order)
take_out(charges, store_event=keep_event, mark_paid=mark_paid)
take_out(jobs, claim_next_job=claim_next_job)
take_out(ledger, post=post)
take_out(refunds, request_refund=ask_for_refund)
for module in (webhooks, audit, settle_payment, refunds):
    take_out(module, transaction=SimpleNamespace(atomic=writing))
# Code that is to have no transaction can't be asked whether it has one.
take_out(transactions, connection=SimpleNamespace(in_atomic_block=True))
for way in ("respond", "respond_to_new"):
    assert way in vars(IdempotentRequest)
    type.__setattr__(IdempotentRequest, way, respond)
