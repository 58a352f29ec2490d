"""Invoices, receipts and receipts of refunds, issued from the ledger once for each fact."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils.translation import override

from standby.core.policy import UNDO_FOR
from standby.core.providers.files import Files
from standby.core.transactions import in_transaction
from standby.documents.models import BillingDocument, NumberSeries, OrderFile
from standby.documents.providers.pdf import Template
from standby.documents.selectors import next_version
from standby.documents.services.billing_contents import (
    cancellation_fee_cents,
    invoice_contents,
    nothing_back_contents,
    receipt_contents,
    refund_contents,
)
from standby.documents.services.document_data import Facts, language_of
from standby.documents.services.documents import (
    DocumentContext,
    delete_unneeded,
    render_document,
    store_document,
    storing,
)
from standby.orders.models import Order
from standby.orders.selectors import orders
from standby.payments.models import Cancellation, LedgerEntry, Milestone, Payment
from standby.payments.services.milestones import milestones_of

Kind = BillingDocument.Kind
_REPLACED: Final = "A new invoice replaces it."
_NOT_DUE: Final = "The payment is no longer due."
_TAKEN_BACK: Final = "The bank took the payment back."
_REFUND_BACK: Final = "The bank returned the refund."


def issue_documents(order: Order, *, site_url: str, now: datetime) -> datetime | None:
    """Issue what the order's ledger asks for and has not got, and void what no longer holds.

    Idempotent. Numbers are taken in the same transaction. Returns when a payment that is already
    due will be asked for, if one will.
    """
    with transaction.atomic(durable=True):
        order = orders.lock_order(order.pk)
        plan = milestones_of(order)
        # Always in this order: it is the order in which the series are locked.
        bills_at = [_issue_invoice(each, plan, site_url=site_url, now=now) for each in plan]
        for entry in _entries(order, LedgerEntry.Kind.PAYMENT):
            _issue_receipt(entry, entry.payment, plan, site_url=site_url, now=now)
        returned = {
            entry.key.removeprefix("refund_returned:")
            for entry in _entries(order, LedgerEntry.Kind.REFUND_RETURNED)
        }
        for entry in _entries(order, LedgerEntry.Kind.REFUND):
            is_returned = entry.key.removeprefix("refund:") in returned
            _issue_refund_receipt(
                entry, entry.payment, is_returned=is_returned, site_url=site_url, now=now
            )
        _issue_nothing_back(order, site_url=site_url, now=now)
        return min((at for at in bills_at if at is not None), default=None)


def print_documents(order: Order, *, documents: DocumentContext) -> int:
    """Make the PDFs of what was issued, and return how many. Call it outside a transaction.

    Raises CustomerErased, RenderFailed and FilesDown; then the rest is made by the next call.
    """
    issued = BillingDocument.objects.filter(order=order, file=None).order_by("pk")
    printed = 0
    for document in issued.select_related("order"):
        if not document.contents:
            continue  # of a customer who was erased before it was made
        with override(document.contents["language"]):
            title = f"{document.title} {document.label}"
        file = render_document(
            order,
            Template.BILLING,
            document.contents,
            title=title,
            version=1,
            documents=documents,
            now=document.issued_at,
            file_type=OrderFile.Type(document.kind),
        )
        if _store_once(document, file, files=documents.files):
            printed += 1
        else:
            delete_unneeded(file, files=documents.files)
    return printed


def _store_once(document: BillingDocument, file: OrderFile, *, files: Files) -> bool:
    with storing(file, files=files):
        unprinted = BillingDocument.objects.filter(pk=document.pk, file=None)
        if not unprinted.exists():
            return False
        file.version = next_version(document.order, file_type=OrderFile.Type(file.type))
        unprinted.update(file=store_document(file), contents={})
        return True


def _issue_invoice(
    milestone: Milestone, plan: Sequence[Milestone], *, site_url: str, now: datetime
) -> datetime | None:
    # Returns when to look again.
    invoices = milestone.billing_documents.filter(kind=Kind.INVOICE)
    live = invoices.filter(voided_at=None).first()
    if milestone.status in (Milestone.Status.WAITING, Milestone.Status.CANCELLED):
        _void(invoices, reason=_NOT_DUE, now=now)
        return None
    amount_cents = milestone.due_cents
    if milestone.status == Milestone.Status.PAID:
        if live is not None or milestone.settled_cents <= 0:
            return None
        amount_cents = milestone.amount_cents + milestone.late_fee_cents - milestone.credit_cents
    elif live is not None:
        if (live.amount_cents, live.due_on) == (amount_cents, milestone.due_on):
            return None
        _void(invoices, reason=_REPLACED, now=now)
    elif now < (bills_at := _bills_at(milestone, now=now)):
        return bills_at
    if amount_cents <= 0:
        return None
    _issue(
        BillingDocument(
            order=milestone.order,
            kind=Kind.INVOICE,
            fact=f"milestone:{milestone.pk}#{invoices.count() + 1}",
            amount_cents=amount_cents,
            due_on=milestone.due_on,
            milestone=milestone,
            refers_to=invoices.order_by("pk").last(),
        ),
        lambda invoice: invoice_contents(invoice, plan, site_url=site_url),
        now=now,
    )
    return None


def _bills_at(milestone: Milestone, *, now: datetime) -> datetime:
    # Not while the customer may still cancel freely, nor while staff may undo that it was reached.
    return max(milestone.ask_at or now, (milestone.reached_at or now) + UNDO_FOR)


def _issue_receipt(
    entry: LedgerEntry,
    payment: Payment,
    plan: Sequence[Milestone],
    *,
    site_url: str,
    now: datetime,
) -> None:
    receipts = _of_fact(entry)
    is_own = entry.key == f"paid:{payment.provider_ref}"
    is_lost = payment.status == Payment.Status.RETURNED and not payment.left_cents
    if is_own and is_lost:
        _void(receipts, reason=_TAKEN_BACK, now=now)
        return
    if receipts.filter(voided_at=None).exists():
        return
    invoices = BillingDocument.objects.filter(kind=Kind.INVOICE, milestone=payment.milestone_id)
    _issue(
        BillingDocument(
            order=entry.order,
            kind=Kind.RECEIPT,
            fact=f"{entry.key}#{receipts.count() + 1}",
            amount_cents=-entry.amount_cents,
            milestone=payment.milestone,
            payment=payment,
            refers_to=invoices.order_by("pk").last() if payment.milestone_id else None,
        ),
        lambda receipt: receipt_contents(receipt, entry, payment, plan, site_url=site_url),
        now=now,
    )


def _issue_refund_receipt(
    entry: LedgerEntry, payment: Payment, *, is_returned: bool, site_url: str, now: datetime
) -> None:
    earlier = _of_fact(entry)
    if is_returned:
        _void(earlier, reason=_REFUND_BACK, now=now)
        return
    if earlier.exists():
        return
    receipts = BillingDocument.objects.filter(kind=Kind.RECEIPT, payment=payment)
    _issue(
        BillingDocument(
            order=entry.order,
            kind=Kind.REFUND_RECEIPT,
            fact=f"{entry.key}#1",
            amount_cents=entry.amount_cents,
            payment=payment,
            refund=entry.refund,
            refers_to=receipts.order_by("pk").last(),
        ),
        lambda receipt: refund_contents(receipt, entry, payment, site_url=site_url),
        now=now,
    )


def _issue_nothing_back(order: Order, *, site_url: str, now: datetime) -> None:
    # A refund's receipt states what was kept of the rest; where nothing goes back, this one does.
    cancellation = Cancellation.objects.filter(order=order, refund_cents=0).first()
    fact = f"cancelled:{order.pk}#1"
    if cancellation is None or BillingDocument.objects.filter(fact=fact).exists():
        return
    if cancellation.retained_cents or cancellation_fee_cents(order):
        _issue(
            BillingDocument(order=order, kind=Kind.REFUND_RECEIPT, fact=fact, amount_cents=0),
            lambda receipt: nothing_back_contents(receipt, cancellation, site_url=site_url),
            now=now,
        )


def _issue(
    document: BillingDocument,
    contents: Callable[[BillingDocument], Facts],
    *,
    now: datetime,
) -> None:
    document.number, document.issued_at = take_number(document.kind), now
    with override(language_of(document.order)):
        document.contents = contents(document)
    document.save(force_insert=True)


@in_transaction
def take_number(kind: str) -> int:
    """Return the next number of a series.

    The series stays locked until that ends, so that a number is taken if and only if its row is.
    """
    NumberSeries.objects.get_or_create(kind=kind)
    series = NumberSeries.objects.filter(kind=kind)
    series.update(last=F("last") + 1)
    return series.get().last


def _void(documents: QuerySet[BillingDocument], *, reason: str, now: datetime) -> None:
    documents.filter(voided_at=None).update(voided_at=now, void_reason=reason)


def _of_fact(entry: LedgerEntry) -> QuerySet[BillingDocument]:
    return BillingDocument.objects.filter(order=entry.order_id, fact__startswith=f"{entry.key}#")


def _entries(order: Order, kind: LedgerEntry.Kind) -> list[Any]:
    entries = LedgerEntry.objects.filter(order=order, kind=kind)
    related = entries.select_related("payment__milestone", "refund", "order__quote__package")
    return list(related.order_by("pk"))
