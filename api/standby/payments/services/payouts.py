"""Payouts of the card provider: stored with their lines, matched with the ledger (OPS-20.4)."""

from datetime import datetime, timedelta
from typing import Final

from standby.core.clock import local_date
from standby.core.sweeps import ALL_AT_ONCE, Steps
from standby.core.transactions import in_transaction
from standby.payments.models import BalanceTransaction, LedgerEntry, Payment, Payout
from standby.payments.providers.cards import PayoutLine, PayoutState, ReportUnreadable
from standby.payments.services import refunds

# A bank may refuse a payout days after the provider called it paid.
_MAY_CHANGE_FOR: Final = timedelta(days=14)
_CLOCKS_DIFFER_BY: Final = timedelta(days=1)
_STORED: Final = (
    *("payout", "kind", "amount_cents", "fee_cents", "charge", "about", "attempt", "title", "at"),
)
Kind = BalanceTransaction.Kind


def match_lines(*, steps: Steps = ALL_AT_ONCE) -> None:
    """Match lines without a ledger entry: the ledger may learn of a payment after its payout."""

    def match(line: BalanceTransaction) -> int:
        entry = _entry_of(line)
        unmatched_line = BalanceTransaction.objects.filter(pk=line.pk, entry=None)
        return unmatched_line.update(entry=entry) if entry is not None else 0

    unmatched = BalanceTransaction.objects.filter(
        entry=None, kind__in=BalanceTransaction.OF_PAYMENTS
    )
    steps.each("lines", unmatched, match)


def unread_since() -> datetime | None:
    """Return from when on payouts are asked for; None before the first payment.

    Nothing of ours can be in a payout then.
    """
    newest = Payout.objects.order_by("-created_at").first()
    if newest is not None:
        return newest.created_at - _MAY_CHANGE_FOR
    first = Payment.objects.filter(paid_at__isnull=False).order_by("paid_at").first()
    return first.paid_at if first else None


def ensure_not_ahead(moment: datetime, *, now: datetime) -> None:
    """Raise ReportUnreadable for a moment to come: after it nothing would be asked for any more."""
    if moment > now + _CLOCKS_DIFFER_BY:
        raise ReportUnreadable(f"it was made in the future, on {local_date(moment)}")


@in_transaction
def store_payout(state: PayoutState, *, provider: str) -> Payout:
    """Store a payout as it is now. Call it in a transaction; safe to repeat."""
    values = {
        "provider": provider,
        "amount_cents": state.amount_cents,
        "status": state.status,
        "arrives_on": state.arrives_on,
        "is_manual": state.is_manual,
        "created_at": state.created_at,
    }
    return Payout.objects.update_or_create(provider_ref=state.id, defaults=values)[0]


@in_transaction
def store_line(line: PayoutLine, *, payout: Payout) -> None:
    """Store a line, once.

    Raises ReportUnreadable for one that another payout has, or that was stored as another amount.
    """
    row = _as_row(line, payout)
    stored, is_new = BalanceTransaction.objects.get_or_create(
        provider_ref=line.id,
        defaults={name: getattr(row, name) for name in _STORED},
    )
    if is_new:
        return
    if stored.payout_id != payout.pk:
        raise ReportUnreadable(f"it is in the payout {stored.payout.provider_ref} already")
    if (stored.amount_cents, stored.fee_cents) != (line.amount_cents, line.fee_cents):
        raise ReportUnreadable("it was reported with another amount before")


def note_lines_read(payout_ref: str, *, now: datetime) -> None:
    """Note that each line of a payout was taken, or ignored by staff."""
    Payout.objects.filter(provider_ref=payout_ref, lines_read_at=None).update(lines_read_at=now)


def _as_row(line: PayoutLine, payout: Payout) -> BalanceTransaction:
    return BalanceTransaction(
        payout=payout,
        provider_ref=line.id,
        kind=line.kind,
        amount_cents=line.amount_cents,
        fee_cents=line.fee_cents,
        charge=line.charge,
        about=line.about,
        attempt=f"{line.reference}:{line.attempt}"[:60] if line.reference else "",
        title=line.title[:200],
        at=line.at,
    )


def _entry_of(line: BalanceTransaction) -> LedgerEntry | None:
    entries = LedgerEntry.objects.filter(balance_transaction=None)
    if line.kind == Kind.PAYMENT:
        return entries.filter(key=f"paid:{line.charge}").first()
    if line.kind in (Kind.REFUND, Kind.REFUND_RETURNED):
        made_elsewhere = None if line.attempt else refunds.refund_made_elsewhere(line.about)
        attempt = f"{made_elsewhere.reference}:0" if made_elsewhere else line.attempt
        return entries.filter(key=f"{line.kind}:{attempt}").first()
    # A dispute may take and give back more than once. A bank's return has no dispute at the
    # provider.
    of_dispute = entries.filter(dispute__charge=line.charge, kind=line.kind)
    own = of_dispute.filter(dispute__provider_ref__in=(line.about, f"return of {line.charge}"))
    same_amount = own.filter(amount_cents=-line.amount_cents).order_by("pk")
    return same_amount.first() or own.order_by("pk").first()
