"""The numbered receipt of a diagnostic's fee, in the series of all receipts."""

from dataclasses import asdict
from datetime import datetime

from standby.company.selectors import company
from standby.core.market import TERMS
from standby.core.words import active_language, full_date, in_language, say
from standby.diagnostics.models import Diagnostic
from standby.documents.models import BillingDocument
from standby.documents.rules.numbers import document_number
from standby.documents.services.billing import take_number
from standby.documents.services.document_data import Facts, iso_day
from standby.orders.models import Order
from standby.payments.models import LedgerEntry, Payment

Kind = BillingDocument.Kind


def issue_receipt(diagnostic: Diagnostic, *, now: datetime) -> None:
    """Number the receipt of a fee that was just paid, and freeze what it states.

    Call it in the transaction that records the payment; the caller saves the diagnostic.
    """
    diagnostic.receipt_number = take_number(Kind.RECEIPT)
    with in_language(diagnostic.language):  # not that of the card company's request
        diagnostic.receipt_contents = _receipt_contents(diagnostic, now=now)


def hand_over_receipt(diagnostic: Diagnostic, payment: Payment, *, order: Order) -> None:
    """Make the receipt that was issued for the fee the order's own, with its number and words.

    Call it in the transaction that credits the fee. The worker prints it with the others.
    """
    if diagnostic.receipt_number is None or diagnostic.paid_at is None:
        return
    entry = LedgerEntry.objects.get(key=f"paid:{diagnostic.charge}")
    BillingDocument.objects.create(
        order=order,
        kind=Kind.RECEIPT,
        number=diagnostic.receipt_number,
        fact=f"{entry.key}#1",
        amount_cents=diagnostic.amount_cents,
        payment=payment,
        contents=diagnostic.receipt_contents,
        issued_at=diagnostic.paid_at,
    )


def _receipt_contents(diagnostic: Diagnostic, *, now: datetime) -> Facts:
    minutes, day = TERMS.diagnostic["minutes"], diagnostic.day
    visit = say(
        "Diagnostic visit of %(minutes)s minutes on %(day)s", minutes=minutes, day=full_date(day)
    )
    return {
        "language": active_language(),
        "customer": {"name": diagnostic.name, "address": diagnostic.address},
        "terms": {},
        "seller": asdict(company()),
        "kind": Kind.RECEIPT,
        "title": say(Kind.RECEIPT.label),
        "number": document_number(Kind.RECEIPT, diagnostic.receipt_number or 0),
        "issued_on": iso_day(now),
        "order_code": "",
        "amount_cents": diagnostic.amount_cents,
        "refers_to": None,
        "replaces": False,
        # The fee is charged as it is: no tax is added to it.
        "lines": [
            {"name": visit, "cents": diagnostic.amount_cents},
            {"name": say("Sales tax"), "cents": 0},
        ],
        "account": None,
        "paid_on": iso_day(now),
        "method": say("Card"),
        "reference": diagnostic.charge,
    }
