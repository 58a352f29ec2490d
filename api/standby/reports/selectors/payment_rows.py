"""Payments received, as a list for a bookkeeper: in dollars, with local days, fee and payout."""

from collections.abc import Iterator
from typing import Any, Final

from standby.core.clock import Period, local_date
from standby.payments.models import BalanceTransaction, Payment
from standby.reports.rules import CHUNK_ROWS, csv_row, dollars_plain, in_chunks
from standby.reports.selectors.bookkeeping import milestone_tax_cents

_COLUMNS: Final = (
    *("Paid", "Customer", "Order", "For", "Method", "Status", "Amount", "Surcharge", "Sales tax"),
    *("Refunded", "Taken back", "Fee", "Payout", "Payout date", "Reference", "Payment"),
)


def payment_rows_csv(period: Period) -> Iterator[str]:
    """Yield the CSV lines of the payments received in a period, oldest first.

    Fee and payout are empty until the payment is in a payout.
    """
    paid = Payment.objects.filter(paid_at__gte=period.begins_at, paid_at__lt=period.ends_at)
    related = paid.select_related("order__customer", "order__quote", "milestone")
    rows = related.prefetch_related("order__milestones").order_by("paid_at", "pk")
    yield csv_row(_COLUMNS)
    for chunk in in_chunks(rows.iterator(chunk_size=CHUNK_ROWS)):
        yield from _lines(chunk)


def _lines(payments: list[Payment]) -> Iterator[str]:
    lines = BalanceTransaction.objects.filter(
        charge__in=[payment.provider_ref for payment in payments]
    ).select_related("payout")
    by_charge: dict[str, list[BalanceTransaction]] = {}
    for line in lines:
        by_charge.setdefault(line.charge, []).append(line)
    for payment in payments:
        yield csv_row(_cells(payment, by_charge.get(payment.provider_ref or "", [])))


def _cells(payment: Payment, lines: list[BalanceTransaction]) -> list[Any]:
    order, milestone = payment.order, payment.milestone
    payout = next(
        (line.payout for line in lines if line.kind == BalanceTransaction.Kind.PAYMENT), None
    )
    return [
        local_date(payment.paid_at) if payment.paid_at else "",
        order.customer.name,
        order.confirmation_code,
        payment.get_purpose_display(),
        payment.get_method_display(),
        payment.get_status_display(),
        dollars_plain(payment.amount_cents),
        dollars_plain(payment.surcharge_cents),
        dollars_plain(milestone_tax_cents(order, milestone) if milestone else 0),
        dollars_plain(payment.refunded_cents),
        dollars_plain(payment.disputed_cents),
        dollars_plain(sum(line.fee_cents for line in lines)) if payout else "",
        payout.provider_ref if payout else "",
        payout.arrives_on if payout else "",
        payment.provider_ref,
        payment.public_id,
    ]
