"""The three milestones of an accepted project (PAY-03.1)."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from standby.core.errors import Conflict, _
from standby.core.lifecycle import StatusMoved
from standby.core.money import shares_of
from standby.core.transactions import in_transaction
from standby.orders.models import Order, UndoableAction
from standby.orders.services.notify import notify_customer
from standby.orders.services.order_log import CARDS, CLOCK, VISITOR, move_status
from standby.payments.models import LedgerEntry, Milestone, Payment
from standby.payments.rules import credits_by_share, milestone_titles, when_to_pay
from standby.payments.selectors import transfers_on_their_way, with_account
from standby.payments.services import ledger
from standby.payments.services.fee_credits import creditable_fees
from standby.payments.services.ledger import Kind
from standby.pricing.rules.configuration import PaymentTerms
from standby.pricing.selectors import catalog

Status = Milestone.Status


class ProjectNotBegun(Conflict):
    code = "project_not_begun"
    message = _("The proposal has not been accepted yet.")


class PriceBelowPaid(Conflict):
    code = "price_below_paid"
    message = _("The customer paid or is paying more than that. Refund the difference instead.")


class MilestonePaid(Conflict):
    code = "milestone_paid"
    message = _("It is paid, or a payment is on its way. Refund the payment first.")


@in_transaction
def begin_project(
    order: Order, *, total_cents: int, terms: PaymentTerms, now: datetime
) -> Milestone:
    """Plan the milestones of an accepted proposal, credit the fees and make the first one due.

    Call it with the order's row locked. Safe to repeat. The shares sum to the
    total.
    """
    if not milestones_of(order):
        for kind, percent, cents in shares_of(total_cents, percents=terms.milestones):
            Milestone.objects.create(
                order=order,
                kind=kind,
                percent=percent,
                amount_cents=cents,
                days_to_pay=terms.days_to_pay,
                late_fee_rate=terms.late_fee_rate,
                created_at=now,
            )
    credit_fees(order, now=now)
    return reach(order, Milestone.Kind.ACCEPTANCE, actor=VISITOR, now=now)


def milestones_of(order: Order) -> list[Milestone]:
    """Return the order's milestones, first to last, with their account."""
    milestones = list(with_account().filter(order=order))
    for milestone in milestones:
        milestone.order = order  # saves a query for the order of each
    return milestones


def planned_milestones(order: Order, *, now: datetime) -> list[Milestone]:
    """Return the order's milestones; before acceptance, unsaved ones of its price as it is now."""
    milestones = milestones_of(order)
    if milestones or order.status in Order.OVER:
        return milestones
    fee_cents = sum(fee.left_cents for fee in creditable_fees(order, now=now))
    terms = catalog.configuration().payment_terms
    shares = shares_of(order.total_cents, percents=terms.milestones)
    credited = credits_by_share([cents for *_, cents in shares], credit_cents=fee_cents)
    for (kind, percent, cents), credit_cents in zip(shares, credited, strict=True):
        milestone = Milestone(
            order=order,
            kind=kind,
            percent=percent,
            amount_cents=cents,
            days_to_pay=terms.days_to_pay,
            late_fee_rate=terms.late_fee_rate,
        )
        milestone.credit_cents, milestone.late_fee_cents = credit_cents, 0
        milestone.settled_cents = 0
        milestones.append(milestone)
    return milestones


def payment_titles(order: Order) -> tuple[dict[str, str], dict[str, str]]:
    """Return by a payment's purpose what the checkout page and the receipt call it."""
    return milestone_titles(percents_of(order))


def percents_of(order: Order) -> dict[str, int]:
    """Return the shares of its milestones, in the order in which they are reached."""
    return dict(order.milestones.order_by("pk").values_list("kind", "percent"))


def to_come_cents(plan: Iterable[Milestone]) -> int:
    """Return what a plan adds to the balance; the ledger has what was reached or credited."""
    return sum(
        each.amount_cents if each.pk else each.due_cents
        for each in plan
        if each.status == Status.WAITING
    )


def what_remains(order: Order, *, now: datetime) -> dict[str, Any]:
    """Return the cents still to pay, less what we owe the customer, and the next payment of it."""
    plan = planned_milestones(order, now=now)
    upcoming = next((each for each in plan if each.due_cents), None)
    return {
        "remaining_cents": ledger.balance_cents(order) + to_come_cents(plan),
        "next_milestone": upcoming.kind if upcoming else "",
        "next_cents": upcoming.due_cents if upcoming else 0,
        "next_due_on": upcoming.due_on if upcoming else None,
    }


def milestone_of(order: Order, kind: str) -> Milestone:
    """Return one milestone of the order, with its account. Raises ProjectNotBegun."""
    for milestone in milestones_of(order):
        if milestone.kind == kind:
            return milestone
    raise ProjectNotBegun


def reach(order: Order, kind: str, *, actor: str, now: datetime) -> Milestone:
    """Make a milestone payable; it is paid at once if credits cover it. Safe to repeat.

    Raises ProjectNotBegun, and StatusMoved when the project was cancelled.
    """
    milestone = milestone_of(order, kind)
    if milestone.status == Status.CANCELLED:
        raise StatusMoved
    if milestone.status == Status.WAITING:
        dates = _payment_dates(milestone, now=now)
        _become(milestone, Status.DUE, actor=actor, now=now, reached_at=now, **dates)
        charged = LedgerEntry(
            kind=Kind.MILESTONE,
            amount_cents=milestone.amount_cents,
            key=_charge_key(milestone),
            note=f"{milestone.percent} % at {milestone.kind}",
            milestone=milestone,
        )
        ledger.post(order, charged, actor=actor, now=now)
        milestone = milestone_of(order, kind)
    if milestone.status == Status.DUE and milestone.due_cents == 0:
        mark_paid(milestone, actor=CLOCK, now=now)
    return milestone


def unreach(order: Order, kind: str, *, actor: str, note: str, now: datetime) -> None:
    """Take back that a milestone was reached, by a reversing entry.

    Call it with the order's row locked. Raises MilestonePaid when money came for it or is on its
    way, and StatusMoved when it is not due.
    """
    milestone = milestone_of(order, kind)
    if milestone.settled_cents or milestone.payments.filter(status=Payment.Status.DUE).exists():
        raise MilestonePaid
    if milestone.status == Status.PAID:  # by credits alone
        _become(milestone, Status.DUE, actor=actor, now=now, paid_at=None)
    nothing = {"reached_at": None, "ask_at": None, "due_on": None, "overdue_notified_at": None}
    charge_key = _charge_key(milestone, is_taken_back=True)
    _become(milestone, Status.WAITING, actor=actor, now=now, **nothing)
    # Late fees go with what they were for.
    amounts = {Kind.MILESTONE: milestone.amount_cents, Kind.LATE_FEE: milestone.late_fee_cents}
    reversed_entries = [
        LedgerEntry(
            kind=kind,
            amount_cents=-cents,
            key=charge_key if kind == Kind.MILESTONE else f"{charge_key}:late_fee",
            note=f"taken back: {note}" if note else "taken back",
            milestone=milestone,
        )
        for kind, cents in amounts.items()
    ]
    ledger.post(order, *reversed_entries, actor=actor, now=now)


def _times_taken_back(milestone: Milestone) -> int:
    return milestone.entries.filter(key__endswith=":taken_back").count()


def _charge_key(milestone: Milestone, *, is_taken_back: bool = False) -> str:
    # The first charge is named as ever; one after it was taken back is numbered.
    times = _times_taken_back(milestone)
    number = f":{times}" if times else ""
    return f"milestone:{milestone.pk}{number}" + (":taken_back" if is_taken_back else "")


def _occasion(milestone: Milestone) -> str:
    times = _times_taken_back(milestone)
    return f"{milestone.kind}:{times}" if times else str(milestone.kind)


def replan(order: Order, *, total_cents: int, actor: str, now: datetime) -> None:
    """Change what is still to pay so that the milestones sum to a new total.

    What is paid, or for which a payment is on its way, stays. Call it with the order's row locked.
    Raises PriceBelowPaid when less is left than nothing.
    """
    open_ones, rest = ensure_replannable(milestones_of(order), total_cents=total_cents)
    percents = sum(each.percent for each in open_ones)
    left = rest
    for milestone in open_ones:
        is_last = milestone is open_ones[-1]
        cents = left if is_last else rest * milestone.percent // percents
        left -= cents
        _change_amount(milestone, cents, actor=actor, now=now)


def ensure_replannable(
    planned: Sequence[Milestone], *, total_cents: int
) -> tuple[list[Milestone], int]:
    """Return the milestones that follow a new total, and what they sum to then.

    Raises PriceBelowPaid.
    """
    open_ones = [each for each in planned if _may_be_replanned(each)]
    rest = total_cents - sum(each.amount_cents for each in planned if each not in open_ones)
    if rest < 0 or not open_ones:
        raise PriceBelowPaid
    return open_ones, rest


def amounts_of(order: Order) -> dict[str, int]:
    """Return the order's milestones in cents, by kind; empty before acceptance."""
    return dict(order.milestones.order_by("pk").values_list("kind", "amount_cents"))


def restore_amounts(
    order: Order, amounts_cents: Mapping[str, int], *, actor: str, now: datetime
) -> None:
    """Give the milestones the amounts that they had, by their kind.

    Call it with the order's row locked.
    """
    for milestone in milestones_of(order):
        amount_cents = amounts_cents.get(milestone.kind, milestone.amount_cents)
        if amount_cents == milestone.amount_cents:
            continue
        if milestone.status == Status.PAID:  # by credits, which covered the lower amount
            _become(milestone, Status.DUE, actor=actor, now=now, paid_at=None)
        _change_amount(milestone, amount_cents, actor=actor, now=now)


def _may_be_replanned(milestone: Milestone) -> bool:
    is_being_paid = milestone.payments.filter(status=Payment.Status.DUE).exists()
    is_untouched = not milestone.settled_cents and not is_being_paid
    return milestone.status in Milestone.UNPAID and is_untouched


def _change_amount(milestone: Milestone, cents: int, *, actor: str, now: datetime) -> None:
    change_cents = cents - milestone.amount_cents
    if not change_cents:
        return
    Milestone.objects.filter(pk=milestone.pk).update(amount_cents=cents)
    if milestone.status != Status.DUE:
        return
    times = milestone.entries.filter(kind=Kind.MILESTONE).count()
    changed = LedgerEntry(
        kind=Kind.MILESTONE,
        amount_cents=change_cents,
        key=f"milestone:{milestone.pk}:changed:{times}",
        note=f"{milestone.kind}: the price changed",
        milestone=milestone,
    )
    ledger.post(milestone.order, changed, actor=actor, now=now)
    follow_account(milestone, now=now)


def mark_paid(milestone: Milestone, *, actor: str, now: datetime) -> None:
    # Safe to repeat; a cancelled one stays cancelled.
    with suppress(StatusMoved):
        _become(milestone, Status.PAID, actor=actor, now=now, paid_at=now)


def make_due_again(milestone: Milestone, *, now: datetime) -> None:
    # Unless what was paid for it covers it, or it is cancelled.
    if with_account().get(pk=milestone.pk).open_cents <= 0:
        return
    columns = {"paid_at": None, "overdue_notified_at": None, **_payment_dates(milestone, now=now)}
    with suppress(StatusMoved):
        _become(milestone, Status.DUE, actor=CARDS, now=now, **columns)


def notify_due(
    milestone: Milestone,
    *,
    now: datetime,
    dedupe_part: str = "",
    undo: UndoableAction | None = None,
) -> None:
    """Ask the customer to pay a milestone, once unless `dedupe_part` names another occasion.

    Not while the customer may still cancel: `ask_for_payments` does it afterwards.
    """
    if not milestone.is_requested(now):
        return
    notify_customer(
        milestone.order,
        kind="milestone_due",
        dedupe_part=dedupe_part or _occasion(milestone),
        now=now,
        milestone=milestone.kind,
        amount_cents=milestone.amount_cents,
        due_cents=milestone.due_cents,
        due_on=milestone.due_on,
        undo=undo,
    )


def follow_account(milestone: Milestone, *, now: datetime) -> None:
    # By a credit or a returned refund, its entries may leave nothing to pay.
    account = with_account().get(pk=milestone.pk)
    milestone.status = account.status
    if milestone.status == Status.DUE and account.open_cents <= 0:
        mark_paid(milestone, actor=CARDS, now=now)


def cancel_milestones(order: Order, *, actor: str, now: datetime) -> None:
    for milestone in milestones_of(order):
        if milestone.status in Milestone.UNPAID:
            _become(milestone, Status.CANCELLED, actor=actor, now=now)


def credit_fees(order: Order, *, now: datetime) -> None:
    # Each once.
    for fee in creditable_fees(order, now=now):
        _credit(order, fee, now=now)


def mark_notified(milestone: Milestone, *, now: datetime) -> None:
    Milestone.objects.filter(pk=milestone.pk, overdue_notified_at=None).update(
        overdue_notified_at=now
    )


def milestones_due() -> QuerySet[Milestone]:
    # Of all orders, except those with a bank transfer on its way.
    moving = transfers_on_their_way().filter(payment__milestone=OuterRef("pk"))
    due = Milestone.objects.filter(~Exists(moving), status=Status.DUE)
    related = due.select_related("order__customer", "order__order_location")
    return related.order_by("due_on", "pk")


def _credit(order: Order, fee: Payment, *, now: datetime) -> None:
    # Taken off the first unpaid milestone, and the rest off the next ones.
    prefix = f"credit:{fee.public_id}"
    if LedgerEntry.objects.filter(key__startswith=prefix).exists():
        return
    unpaid = [each for each in milestones_of(order) if each.status in Milestone.UNPAID]
    credited = credits_by_share([each.due_cents for each in unpaid], credit_cents=fee.left_cents)
    lines = [
        LedgerEntry(
            kind=Kind.CREDIT,
            amount_cents=-cents,
            key=f"{prefix}:{each.kind}",
            note=f"{fee.get_purpose_display()} credited",
            milestone=each,
            payment=fee,
        )
        for each, cents in zip(unpaid, credited, strict=True)
        if cents
    ]
    if lines:
        ledger.post(order, *lines, actor=CLOCK, now=now)
        for each in unpaid:
            follow_account(each, now=now)


def _payment_dates(milestone: Milestone, *, now: datetime) -> dict[str, datetime | date]:
    accepted = Milestone.objects.get(order=milestone.order_id, kind=Milestone.Kind.ACCEPTANCE)
    ask_at, due_on = when_to_pay(
        now, accepted_at=accepted.reached_at or now, days_to_pay=milestone.days_to_pay
    )
    return {"ask_at": ask_at, "due_on": due_on}


def _become(
    milestone: Milestone, status: Status, *, actor: str, now: datetime, **columns: Any
) -> None:
    if not move_status(milestone, status, actor=actor, now=now, note=milestone.kind, **columns):
        raise StatusMoved
    for name, at in columns.items():
        setattr(milestone, name, at)
