"""Payouts compared with the ledger, and what is in the ledger and in no payout yet (OPS-20.4)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from standby.diagnostics.models import Diagnostic
from standby.payments.models import BalanceTransaction, LedgerEntry, Payout
from standby.reports.rules import Difference, PayoutState, line_difference

Kind = BalanceTransaction.Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedLine:
    """A line, what our books expect of it (None: nothing), and how the two differ."""

    line: BalanceTransaction
    expected_cents: int | None
    difference: Difference | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PayoutReport:
    """A payout with its lines; `sum_cents` is what the lines come to after fees."""

    payout: Payout
    lines: list[ReportedLine]

    @property
    def sum_cents(self) -> int:
        return sum(each.line.net_cents for each in self.lines)

    @property
    def fee_cents(self) -> int:
        return sum(each.line.cost_cents for each in self.lines)

    @property
    def differences(self) -> list[Difference]:
        differences = [each.difference for each in self.lines if each.difference]
        return (
            differences
            if self.sum_cents == self.payout.amount_cents
            else [*differences, Difference.SUM]
        )

    @property
    def state(self) -> PayoutState:
        if self.payout.lines_read_at is None:
            return PayoutState.MANUAL if self.payout.is_manual else PayoutState.WAITING
        return PayoutState.DIFFERENT if self.differences else PayoutState.RECONCILED


def payout_reports(payouts: QuerySet[Payout]) -> list[PayoutReport]:
    """Compare each payout with the ledger, in the order given."""
    lines = "lines__entry__order__customer"
    rows = list(payouts.prefetch_related(lines))
    charges = {line.charge for payout in rows for line in payout.lines.all() if not line.entry_id}
    diagnostics = {
        str(diagnostic.charge): diagnostic
        for diagnostic in Diagnostic.objects.filter(charge__in=charges - {""})
    }
    return [
        PayoutReport(payout=payout, lines=_compared([*payout.lines.all()], diagnostics))
        for payout in rows
    ]


def on_its_way() -> QuerySet[LedgerEntry]:
    """Return the money of the ledger that is in no payout yet, oldest first."""
    moved = LedgerEntry.objects.filter(
        kind__in=BalanceTransaction.OF_PAYMENTS, balance_transaction=None
    )
    return moved.select_related("order__customer").order_by("at", "pk")


def _compared(
    lines: Sequence[BalanceTransaction], diagnostics: Mapping[str, Diagnostic]
) -> list[ReportedLine]:
    compared = []
    for line in lines:
        expected_cents = (
            -line.entry.amount_cents if line.entry else _of_diagnostic(line, diagnostics)
        )
        difference = line_difference(
            line.kind, amount_cents=line.amount_cents, expected_cents=expected_cents
        )
        compared.append(
            ReportedLine(line=line, expected_cents=expected_cents, difference=difference)
        )
    return compared


def _of_diagnostic(line: BalanceTransaction, diagnostics: Mapping[str, Diagnostic]) -> int | None:
    # The fee of a diagnostic is in no ledger until an order takes it over.
    diagnostic = diagnostics.get(line.charge)
    if diagnostic is None:
        return None
    if line.kind == Kind.REFUND and diagnostic.refunded_at:
        return -diagnostic.amount_cents
    return diagnostic.amount_cents if line.kind == Kind.PAYMENT else None
