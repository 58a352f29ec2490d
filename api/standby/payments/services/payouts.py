"""Payouts of the card provider: read with their lines, and matched with the ledger (OPS-20.4)."""

import logging
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from standby.core.sweeps import ALL_AT_ONCE, Steps
from standby.payments.models import BalanceTransaction, LedgerEntry, Payment, Payout
from standby.payments.providers.cards import Cards, PayoutLine, PayoutState
from standby.payments.services import refunds

log = logging.getLogger(__name__)

# A bank may refuse a payout days after the provider called it paid.
_MAY_CHANGE_FOR: Final = timedelta(days=14)
Kind = BalanceTransaction.Kind


def read_payouts(*, cards: Cards, now: datetime, steps: Steps = ALL_AT_ONCE) -> int:
    """Read the provider's payouts since the last ones and match their lines with the ledger.

    Returns how many payouts were read. Safe to repeat. Raises CardsDown; what was read before
    stays.
    """

    def store(state: PayoutState) -> int:
        _store(state, cards=cards, now=now)
        return 1

    since = _unread_since()
    states = [] if since is None else [*cards.payouts_since(since)]
    states.sort(key=lambda each: each.created_at)
    read = steps.items("payouts", states, store, key=lambda state: state.id)
    match_lines(steps=steps)
    return read


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


def _unread_since() -> datetime | None:
    # None before the first payment: nothing of ours can be in a payout.
    newest = Payout.objects.order_by("-created_at").first()
    if newest is not None:
        return newest.created_at - _MAY_CHANGE_FOR
    first = Payment.objects.filter(paid_at__isnull=False).order_by("paid_at").first()
    return first.paid_at if first else None


def _store(state: PayoutState, *, cards: Cards, now: datetime) -> None:
    values = {
        "provider": cards.name,
        "amount_cents": state.amount_cents,
        "status": state.status,
        "arrives_on": state.arrives_on,
        "is_manual": state.is_manual,
        "created_at": state.created_at,
    }
    payout, _ = Payout.objects.update_or_create(provider_ref=state.id, defaults=values)
    if not state.has_lines or payout.lines_read_at is not None:
        return
    # Asked before the transaction begins, which must not wait for the provider.
    lines = [_as_row(line, payout) for line in cards.lines_of_payout(state.id)]
    lines.sort(key=lambda line: line.at)  # the order in which they are matched
    with transaction.atomic():
        BalanceTransaction.objects.bulk_create(lines, ignore_conflicts=True)
        Payout.objects.filter(pk=payout.pk).update(lines_read_at=now)


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
