"""Erasure of a customer's personal data, and again after a restore from an older snapshot."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from enum import StrEnum
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import Sum

from standby.audit.services import record_erasures, record_event
from standby.core.errors import Conflict, _
from standby.core.providers import wiring as core_providers
from standby.core.words import say
from standby.core.write_ahead_log import empty_write_ahead_log
from standby.documents.models import OrderFile
from standby.inbox.models import Item, ReceivedFile
from standby.messaging.models import Consent, Message, Suppression, TextedNumber
from standby.messaging.providers.wiring import delete_stored
from standby.messaging.services.consents import anonymize_recipients
from standby.orders.models import AccessLink, Customer, Order
from standby.orders.services.order_log import CLOCK, ERASED, log_change
from standby.payments.models import Dispute, LedgerEntry, Refund
from standby.photos.models import Photo
from standby.photos.services import photos
from standby.workflows.data_subjects import CustomerNotFound, DataSubject, data_subject_of
from standby.workflows.personal_data_map import PERSONAL_DATA_MAP, rows_of
from standby.workflows.search_items import items_naming

_STILL: Final = {
    Order.Status.RESERVED: _("reserved"),
    Order.Status.SCHEDULED: _("scheduled"),
    Order.Status.ACCEPTED: _("accepted"),
    Order.Status.EQUIPMENT_ARRIVED: _("equipment arrived"),
}


class ErasureReason(StrEnum):
    # A fixed choice, not free text: it goes to the audit log, which erasing leaves unchanged.
    REQUESTED = "asked"
    MISTAKE = "mistake"
    YEARS = "years"
    RESTORED = "restored"  # erased before, and restored from an older snapshot


class OrderStillLive(Conflict):
    code = "order_still_live"
    message = _("Order %(order)s is %(status)s. Complete or cancel it first.")


class MoneyStillOpen(Conflict):
    code = "money_still_open"
    message = _("They still have unsettled payments.")


def erase_customer(
    public_id: UUID, *, reason: ErasureReason, actor: str, now: datetime
) -> dict[str, Any]:
    """Erase a customer in one transaction.

    Raises CustomerNotFound, OrderStillLive, MoneyStillOpen and FilesDown. Returns the number of
    `orders`, of `rows` wiped or deleted by table, and of `files` that the worker still has to
    delete. With ErasureReason.RESTORED, open orders and open money do not prevent it.
    """
    named_in = items_naming(data_subject_of(public_id), files=core_providers.files())
    with transaction.atomic(durable=True):
        person = replace(data_subject_of(public_id), named_in=named_in)
        orders = list(Order.objects.select_for_update().filter(pk__in=person.orders))
        # A promised erasure is repeated whatever the snapshot holds.
        if reason != ErasureReason.RESTORED:
            ensure_erasable(person, reason=reason)
        files = _delete_files(person, now=now)
        [messages] = [each for each in PERSONAL_DATA_MAP if each.table is Message]
        # Before the commit, as nothing names them afterwards.
        delete_stored(messages.select(person).values_list("provider_ref", flat=True))
        messages.select(person).filter(status=Message.Status.QUEUED).update(
            status=Message.Status.SUPPRESSED,
            dead_at=now,
            skipped_because=Message.Skipped.DROPPED,
        )
        AccessLink.objects.filter(order__in=orders, revoked_at=None).update(revoked_at=now)
        # All rows are selected before the first is wiped: a wiped row no longer matches.
        selected = [
            (holding, keys)
            for holding in PERSONAL_DATA_MAP
            if holding.erased_values != {}
            and (keys := list(holding.select(person).values_list("pk", flat=True)))
        ]
        for holding, keys in selected:
            wiped = holding.table._default_manager.filter(pk__in=keys)
            if holding.erased_values is None:
                wiped.delete()
            elif holding.table in (Suppression, Consent, TextedNumber):
                anonymize_recipients(holding.table, keys)
            else:
                wiped.update(**holding.erased_values)
        rows = {holding.name: len(keys) for holding, keys in selected}
        customers = Customer.objects.filter(pk__in=person.customers)
        customers.update(erased_at=now)
        record_erasures(dict.fromkeys(customers.values_list("public_id", flat=True), now))
        for order in orders:
            log_change(order, subject="contact", change=("", ERASED), actor=actor, now=now)
        record_event(
            actor,
            action="customer_erased",
            object=f"customers {min(person.customers)}",
            after={"reason": reason, "orders": sorted(map(str, person.order_refs)), "rows": rows},
            now=now,
        )
    empty_write_ahead_log()
    return {"orders": len(orders), "rows": rows, "files": files}


def ensure_erasable(
    subject: DataSubject, *, reason: ErasureReason = ErasureReason.REQUESTED
) -> None:
    for order in Order.objects.filter(pk__in=subject.orders):
        # A hold from years ago that was never paid is over too.
        never_paid = reason == ErasureReason.YEARS and order.status == Order.Status.RESERVED
        if order.status not in Order.OVER and not never_paid:
            raise OrderStillLive(
                order=str(order.public_id)[:8], status=say(_STILL[Order.Status(order.status)])
            )
    refunds = Refund.objects.filter(payment__order__in=subject.orders)
    if refunds.filter(status=Refund.Status.REQUESTED).exists():
        raise MoneyStillOpen(_("A refund to them is processing. Please wait until it arrives."))
    disputes = Dispute.objects.filter(payment__order__in=subject.orders)
    if disputes.filter(closed_at=None).exists():
        raise MoneyStillOpen(_("Their bank disputes a payment. Please wait until that is decided."))
    # By order: what one order owes does not settle what is owed on another.
    entries = LedgerEntry.objects.filter(order__in=subject.orders)
    if entries.values("order").annotate(cents=Sum("amount_cents")).exclude(cents=0).exists():
        raise MoneyStillOpen(_("Their balance is not zero: they owe us, or we owe them."))


def _delete_files(subject: DataSubject, *, now: datetime) -> int:
    # The worker deletes the files after the commit, so that no file lacks its row and no row its
    # file.
    photo_keys = Photo.objects.filter(review__order__in=subject.orders).values_list(
        "key", "shown_key", "thumbnail_key"
    )
    document_keys = OrderFile.objects.filter(order__in=subject.orders).values_list("key", flat=True)
    raw_keys = rows_of(Item, subject).values_list("raw_key", flat=True)
    received_keys = rows_of(ReceivedFile, subject).values_list("key", flat=True)
    keys = {key for photo in photo_keys for key in photo}
    keys |= {*document_keys, *raw_keys, *received_keys}
    keys.discard("")
    for key in sorted(keys):
        photos.delete_file(key, now=now)
    return len(keys)


def erase_again(erased_at: Mapping[UUID, datetime], *, now: datetime) -> tuple[int, list[UUID]]:
    """Erase these customers again, by public id, where the database still has them. Idempotent.

    Returns how many, and their orders that are open in the snapshot: their customers can no longer
    be contacted, so staff close them.
    """
    # All are recorded first: a snapshot restored later may contain customers that this one lacks.
    with transaction.atomic(durable=True):
        record_erasures(erased_at)
    count, open_orders = 0, list[UUID]()
    for customer in erased_at:
        try:
            person = data_subject_of(customer)
        except CustomerNotFound:
            continue
        orders = Order.objects.filter(pk__in=person.orders).exclude(status__in=Order.OVER)
        open_orders += orders.order_by("pk").values_list("public_id", flat=True)
        erase_customer(customer, reason=ErasureReason.RESTORED, actor=CLOCK, now=now)
        count += 1
    return count, open_orders
