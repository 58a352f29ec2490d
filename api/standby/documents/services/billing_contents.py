"""What invoices and receipts state, frozen when they are issued."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final

from django.db.models import Sum

from standby.company.selectors import company
from standby.core.words import _, market_terms, percent_text, say
from standby.documents.models import BillingDocument
from standby.documents.services.document_data import (
    Facts,
    common_facts,
    installation_name,
    iso_day,
    name_of_extra,
    run_of,
    sales_tax_name,
)
from standby.orders.models import Order
from standby.orders.rules.cancelling import CancellationRule
from standby.payments.models import Cancellation, LedgerEntry, Milestone, Payment
from standby.payments.services.ledger import balance_cents, unsent_cents
from standby.payments.services.milestones import payment_titles
from standby.pricing.models.quoting import Quote
from standby.pricing.rules.line_items import EXTRAS
from standby.pricing.selectors import catalog

Line = dict[str, Any]
_METHODS: Final = {
    Payment.Method.CARD: _("Card"),
    Payment.Method.CREDIT_CARD: _("Credit card"),
    Payment.Method.DEBIT_CARD: _("Debit card"),
    Payment.Method.BANK: _("Bank transfer"),
}
_FUNDINGS: Final = {
    "credit": _METHODS[Payment.Method.CREDIT_CARD],
    "debit": _METHODS[Payment.Method.DEBIT_CARD],
    "prepaid": _("Prepaid card"),
}
# Entries that say what is owed for a milestone; all others of it say what was settled.
_OWED: Final = (LedgerEntry.Kind.MILESTONE, LedgerEntry.Kind.LATE_FEE)


def invoice_contents(
    document: BillingDocument, plan: Sequence[Milestone], *, site_url: str
) -> Facts:
    """Return what an invoice for a milestone states; `plan` is all of them with their account."""
    order = document.order
    [milestone] = [each for each in plan if each.pk == document.milestone_id]
    title = payment_titles(order)[1][f"milestone_{milestone.kind}"]
    lines = [
        _line(title, milestone.amount_cents),
        _line(say("Late fee"), milestone.late_fee_cents),
        _line(say("Fees that you paid before, credited"), -milestone.credit_cents),
        # An invoice for a payment that was made before we asked for it states it as asked.
        _line(
            say("Paid toward it before"),
            milestone.amount_cents
            + milestone.late_fee_cents
            - milestone.credit_cents
            - document.amount_cents,
            sign=-1,
        ),
    ]
    paid_cents = sum(each.credit_cents + each.settled_cents for each in plan)
    if milestone.status == Milestone.Status.PAID:
        paid_cents -= document.amount_cents
    rate = catalog.configuration().card_surcharge_rate
    return {
        **_contents(document, site_url=site_url),
        "lines": [line for line in lines if line["cents"]],
        "account": _account(order, plan, before_cents=paid_cents, this_cents=document.amount_cents),
        "due_on": document.due_on and document.due_on.isoformat(),
        "surcharge_words": percent_text(rate),
        "late_fee_words": percent_text(milestone.late_fee_rate),
    }


def receipt_contents(
    document: BillingDocument,
    entry: LedgerEntry,
    payment: Payment,
    plan: Sequence[Milestone],
    *,
    site_url: str,
) -> Facts:
    """Return what a receipt states of one payment in the ledger."""
    order = document.order
    title = (
        market_terms().fee_name.capitalize()
        if payment.purpose == Payment.Purpose.SCHEDULING_FEE
        else payment_titles(order)[1][payment.purpose]
    )
    net_cents = payment.amount_cents - payment.surcharge_cents
    is_of_contract = (
        payment.milestone_id is not None
        and entry.key == f"paid:{payment.provider_ref}"
        and order.status != Order.Status.CANCELLED
    )
    return {
        **_contents(document, site_url=site_url),
        "lines": [
            line
            for line in (
                _line(title, net_cents),
                _line(say("Credit card surcharge"), payment.surcharge_cents),
            )
            if line["cents"]
        ],
        "account": _account(
            order, plan, before_cents=_settled_before(entry, payment), this_cents=net_cents
        )
        if is_of_contract
        else None,
        "paid_on": iso_day(entry.at),
        "method": _method_of(payment),
        "reference": entry.key.removeprefix("paid:"),
        "is_fee": payment.purpose == Payment.Purpose.SCHEDULING_FEE,
        "is_refundable": order.scheduling_fee_refundable,
    }


def refund_contents(
    document: BillingDocument, entry: LedgerEntry, payment: Payment, *, site_url: str
) -> Facts:
    """Return what the receipt of a refund states; of a cancellation also what was kept."""
    cancellation = _cancellation_of(entry)
    return {
        **_contents(document, site_url=site_url),
        "lines": [_line(say("Refunded"), document.amount_cents)],
        "account": None,
        "paid_on": iso_day(entry.at),
        "method": _method_of(payment),
        "reference": payment.provider_ref or "",
        "cancellation": cancellation and _cancellation_facts(cancellation),
    }


def nothing_back_contents(
    document: BillingDocument, cancellation: Cancellation, *, site_url: str
) -> Facts:
    """Return what the statement of a cancellation says by which nothing goes back."""
    owed_cents = max(0, balance_cents(document.order))
    return {
        **_contents(document, site_url=site_url),
        "lines": [],
        "account": None,
        "paid_on": iso_day(cancellation.cancelled_at),
        "cancellation": _cancellation_facts(cancellation)
        | {
            "owed_cents": owed_cents,
            "refunding_cents": unsent_cents(document.order),
        },
    }


def cancellation_fee_cents(order: Order) -> int:
    """Return what canceling the order costs by the agreement, as the ledger has it."""
    fees = LedgerEntry.objects.filter(order=order, kind=LedgerEntry.Kind.CANCELLATION_FEE)
    return int(fees.aggregate(sum=Sum("amount_cents"))["sum"] or 0)


def _cancellation_of(entry: LedgerEntry) -> Cancellation | None:
    # None for a refund that was made before or after, and not by it.
    is_by_it = entry.refund and entry.refund.dedupe_key.startswith(f"cancel:{entry.order_id}:")
    return Cancellation.objects.filter(order=entry.order_id).first() if is_by_it else None


def _cancellation_facts(cancellation: Cancellation) -> dict[str, Any]:
    retained_cents, refund_cents = cancellation.retained_cents, cancellation.refund_cents
    return {
        "on": iso_day(cancellation.cancelled_at),
        "paid_cents": retained_cents + refund_cents,
        "retained_cents": retained_cents,
        "refund_cents": refund_cents,
        "is_credit": cancellation.rule == CancellationRule.FEE_KEPT_AS_CREDIT,
        "fee_cents": cancellation_fee_cents(cancellation.order),
        "owed_cents": 0,
        "refunding_cents": 0,
    }


def contract_lines(quote: Quote) -> list[Line]:
    """Return the lines of a price as the proposal states them, with the sales tax in its own."""
    lines = [
        _line(installation_name(quote), quote.installation_cents),
        _line(say("Generator with transfer switch (equipment)"), quote.generator_cents),
        _line(say("Permit fee"), quote.permit_cents),
        *(
            _line(name_of_extra(line), line["amount_cents"])
            for line in quote.line_items
            if line["kind"] in EXTRAS
        ),
        _line(sales_tax_name(quote), quote.sales_tax_cents),
        _line(say("Discount"), -quote.discount_cents),
    ]
    return [line for line in lines if line["cents"]]


def _contents(document: BillingDocument, *, site_url: str) -> dict[str, Any]:
    order, refers_to = document.order, document.refers_to
    generator = order.generator
    unit = f"{generator.brand} {generator.model}" if generator else say("your own generator")
    if order.kw:
        unit = say("%(name)s, %(kw)s kW", name=unit, kw=order.kw)
    reach = run_of(order.quote)["band_words"]
    return {
        **common_facts(order, site_url=site_url),
        "seller": asdict(company()),
        "kind": document.kind,
        "title": document.title,
        "number": document.label,
        "issued_on": iso_day(document.issued_at),
        "order_code": order.confirmation_code,
        "sold": say("Installation, %(reach)s, %(unit)s", reach=reach, unit=unit),
        "amount_cents": document.amount_cents,
        "refers_to": refers_to and refers_to.label,
        "replaces": bool(refers_to and refers_to.kind == document.kind),
    }


def _account(
    order: Order, plan: Sequence[Milestone], *, before_cents: int, this_cents: int
) -> Facts | None:
    if not plan:
        return None
    late_cents = sum(each.late_fee_cents for each in plan)
    total_cents = sum(each.amount_cents for each in plan)
    return {
        "lines": contract_lines(order.quote),
        "total_cents": total_cents,
        "late_fee_cents": late_cents,
        "before_cents": before_cents,
        "this_cents": this_cents,
        "left_cents": total_cents + late_cents - before_cents - this_cents,
    }


def _settled_before(entry: LedgerEntry, payment: Payment) -> int:
    # Towards the contract, by payments and credits; without what this very payment settles.
    earlier = LedgerEntry.objects.filter(
        order=entry.order_id, milestone__isnull=False, pk__lt=entry.pk
    )
    own = f"charged:{payment.public_id}"
    settled = earlier.exclude(kind__in=_OWED).exclude(key=own)
    return -int(settled.aggregate(sum=Sum("amount_cents"))["sum"] or 0)


def _method_of(payment: Payment) -> str:
    if payment.method == Payment.Method.CARD and payment.funding:
        return say(_FUNDINGS.get(payment.funding, _METHODS[Payment.Method.CARD]))
    return say(_METHODS[Payment.Method(payment.method)])


def _line(name: str, cents: int, *, sign: int = 1) -> Line:
    return {"name": name, "cents": sign * cents}
