"""Where an order stands, in the sentences that its facts allow."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from standby.core.clock import local_date
from standby.core.policy import LEAST_PHOTOS
from standby.core.words import (
    _,
    brief_weekday_date,
    dollars,
    full_weekday_date,
    market_terms,
    say,
    until_words,
    weekday_date,
)
from standby.orders.models import ChangeOrder, Order
from standby.orders.rules.cancelling import full_refund_until, last_day_to_cancel
from standby.orders.services.changes import Cause, cause_of
from standby.payments.models import Milestone, Payment, Refund
from standby.payments.rules import transfer_after_cancelling
from standby.payments.selectors import moving_transfer_cents
from standby.payments.services import ledger
from standby.payments.services.milestones import to_come_cents
from standby.photos.models import PhotoReview
from standby.photos.rules import review_deadline
from standby.readiness.models import InstallationStep
from standby.readiness.rules import StepKind, StepStatus
from standby.tracking.rules.progress import NextStepKey, ProgressFacts
from standby.tracking.rules.status_facts import Fact
from standby.tracking.rules.status_sentences import (
    action_for,
    preparations_in_words,
    sentences_for,
)

_HOURS_TO_INSTALL: Final = 8
_WHICH: Final = {
    Milestone.Kind.ACCEPTANCE: _("first"),
    Milestone.Kind.EQUIPMENT: _("second"),
    Milestone.Kind.COMPLETION: _("last"),
}
_RECEIVED: Final = (Payment.Status.PAID, Payment.Status.REFUNDED, Payment.Status.RETURNED)
_CHANGE_FACTS: Final = {
    Fact.CHANGE_RUN: Cause.RUN,
    Fact.CHANGE_MODULES: Cause.MODULES,
    Fact.CHANGE_BOTH: Cause.RUN_AND_MODULES,
}
_SIGNED: Final = (*(Order.Status.ACCEPTED, Order.Status.EQUIPMENT_ARRIVED, Order.Status.COMPLETED),)


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderStatus:
    """The next step in words; `action` is what its button says, empty where there is none."""

    title: str
    lines: list[str]
    action: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusSources:
    """The rows that the facts of an order are read from."""

    order: Order
    progress: ProgressFacts
    step: NextStepKey
    step_by: datetime | None
    fee: Payment | None
    milestones: Sequence[Milestone]  # with their account
    due: Milestone | None  # the payment to make next, also where we do not ask for it yet
    review: PhotoReview | None
    change: ChangeOrder | None  # that waits for the customer's answer
    steps: Sequence[InstallationStep]
    failed_transfer_since: datetime | None  # when a transfer of `due` began that failed

    @property
    def is_signed(self) -> bool:
        return self.progress.order_status in _SIGNED

    @property
    def is_canceled(self) -> bool:
        return self.progress.order_status == Order.Status.CANCELLED

    def step_status(self, kind: StepKind) -> StepStatus:
        return next(StepStatus(each.status) for each in self.steps if each.kind == kind)


def next_due(
    milestones: Sequence[Milestone], *, transfers: Mapping[int, datetime], now: datetime
) -> Milestone | None:
    """Return the milestone to pay next, those that we ask for first; no transfer is under way."""
    open_ones = [
        each
        for each in milestones
        if each.status == Milestone.Status.DUE and each.pk not in transfers
    ]
    return min(
        open_ones,
        key=lambda each: (not each.is_requested(now), each.due_on is None, each.due_on),
        default=None,
    )


def status_of(of: StatusSources, *, now: datetime) -> OrderStatus:
    """Return the title, the sentences and the button of the next step."""
    to_pay_cents = _to_pay_cents(of)
    moving_cents = moving_transfer_cents(of.order) if of.is_canceled else 0
    facts = set(_facts(of, to_pay_cents=to_pay_cents, now=now))
    if moving_cents:
        facts.add(Fact.TRANSFER_MOVING)
    after = transfer_after_cancelling(moving_cents, owed_cents=max(0, to_pay_cents))
    values = _values(of, to_pay_cents=to_pay_cents, now=now)
    values |= {"transfer_after": str(after or "")}
    title, lines = sentences_for(of.step, facts)
    return OrderStatus(
        title=title.with_values(values),
        lines=[words for line in lines if (words := line.with_values(values))],
        action=action_for(of.step, facts),
    )


def _to_pay_cents(of: StatusSources) -> int:
    if not (of.is_signed or of.is_canceled):
        return 0
    return ledger.balance_cents(of.order) + to_come_cents(of.milestones)


def _facts(of: StatusSources, *, to_pay_cents: int, now: datetime) -> Iterator[Fact]:
    payments = list(of.order.payments.values_list("status", flat=True)) if of.is_canceled else []
    is_fee_paid = of.fee is not None and of.fee.status == Payment.Status.PAID
    holds = {
        Fact.FEE_DUE: of.progress.is_fee_due,
        Fact.FEE_PAID: is_fee_paid,
        Fact.ANYTHING_PAID: is_fee_paid or any(each in _RECEIVED for each in payments),
        Fact.POWER_ON: of.progress.powered_on_at is not None,
        Fact.INSTALLED: of.progress.order_status == Order.Status.COMPLETED,
        Fact.OWN_GENERATOR: of.order.generator_id is None,
        Fact.MONEY_OPEN: of.is_signed and to_pay_cents > 0,
        Fact.OWED: of.is_canceled and to_pay_cents > 0,
        Fact.REFUNDED: of.is_canceled
        and Refund.objects.filter(payment__order=of.order)
        .exclude(status=Refund.Status.FAILED)
        .exists(),
    }
    yield from (fact for fact, is_so in holds.items() if is_so)
    yield from _facts_of_the_day(of.progress, now=now)
    yield from _facts_of_photos_and_price(of, now=now)
    yield from _facts_of_preparations(of)
    yield from _facts_of_payments(of, now=now)


def _facts_of_the_day(progress: ProgressFacts, *, now: datetime) -> Iterator[Fact]:
    if progress.held_until is not None and progress.held_until > now:
        yield Fact.HOLD_RUNS
    if progress.visit_status == "needs_new_date":
        yield Fact.DAY_LOST
    if progress.visit_status == "confirmed":
        yield Fact.DAY_CONFIRMED
    if progress.visit_day is not None and progress.visit_day < local_date(now):
        yield Fact.DAY_PAST


def _facts_of_photos_and_price(of: StatusSources, *, now: datetime) -> Iterator[Fact]:
    if of.progress.price_locked_at is not None:
        yield Fact.PRICE_AGREED
    if of.change is not None:
        cause = cause_of(of.change.from_quote, of.change.to_quote)
        yield from (fact for fact, by in _CHANGE_FACTS.items() if by == cause)
    review = of.review
    if review is None:
        return
    if review.sent_requested >= review.least_photos:
        yield Fact.ALL_PHOTOS
    elif review.sent_requested > 0:
        yield Fact.SOME_PHOTOS
    if review.retake_reason:
        yield Fact.RETAKE_EXPLAINED
    if review.submitted_at is not None and review_deadline(review.submitted_at) < now:
        yield Fact.REVIEW_LATE
    if of.step == NextStepKey.WAIT_REVIEW and _is_declined(of.order):
        yield Fact.CHANGE_DECLINED


def _is_declined(order: Order) -> bool:
    newest = order.change_orders.order_by("-pk").values_list("status", flat=True).first()
    return newest == ChangeOrder.Status.DECLINED


def _facts_of_preparations(of: StatusSources) -> Iterator[Fact]:
    if of.step_status(StepKind.EQUIPMENT) in (StepStatus.REQUESTED, StepStatus.DONE):
        yield Fact.EQUIPMENT_ORDERED
    if of.step_status(StepKind.HOA) == StepStatus.ASK:
        yield Fact.HOA_TO_ASK
    inspection = {
        StepStatus.DONE: Fact.INSPECTION_PASSED,
        StepStatus.NOT_NEEDED: Fact.INSPECTION_NOT_NEEDED,
        StepStatus.FAILED: Fact.INSPECTION_FAILED,
    }.get(of.step_status(StepKind.FINAL_INSPECTION))
    if inspection is not None:
        yield inspection
    if of.step_status(StepKind.STARTUP) == StepStatus.DONE:
        yield Fact.STARTED_UP


def _facts_of_payments(of: StatusSources, *, now: datetime) -> Iterator[Fact]:
    accepted_at = of.progress.accepted_at
    if of.is_signed and accepted_at is not None and now < full_refund_until(accepted_at):
        yield Fact.MAY_CANCEL_FREELY
    if of.due is None:
        return
    if of.failed_transfer_since is not None:
        yield Fact.TRANSFER_FAILED
    yield Fact.PAYMENT_DUE if of.due.is_requested(now) else Fact.PAYMENT_COMING
    if of.due.due_on is not None and of.due.due_on < local_date(now):
        yield Fact.PAYMENT_LATE


def _values(of: StatusSources, *, to_pay_cents: int, now: datetime) -> dict[str, str]:
    progress, review, due = of.progress, of.review, of.due
    least = review.least_photos if review else LEAST_PHOTOS
    terms = market_terms()
    statuses = {StepKind(each.kind): StepStatus(each.status) for each in of.steps}
    accepted_on = local_date(progress.accepted_at) if progress.accepted_at else None
    return {
        "fee_name": terms.fee_name,
        "fee_credit_days": str(terms.fee_credit_days),
        "held_until": until_words(progress.held_until, now=now) if progress.held_until else "",
        "least": str(least),
        "missing_photos": str(least - review.sent_requested) if review else str(least),
        "photos_take": terms.photos_take,
        "photo_review": terms.photo_review,
        "retake_reason": review.retake_reason if review else "",
        "day": full_weekday_date(progress.visit_day) if progress.visit_day else "",
        "hours": str(_HOURS_TO_INSTALL),
        "which": say(_WHICH[Milestone.Kind(due.kind)]) if due else "",
        "due": dollars(due.due_cents) if due else "",
        "due_by": brief_weekday_date(due.due_on) if due and due.due_on else "",
        "transfer_since": brief_weekday_date(local_date(progress.transfer_since))
        if progress.transfer_since
        else "",
        "failed_transfer": weekday_date(local_date(of.failed_transfer_since))
        if of.failed_transfer_since
        else "",
        "preparations": preparations_in_words(statuses),
        "cancel_until": weekday_date(last_day_to_cancel(accepted_on)) if accepted_on else "",
        "to_pay": dollars(max(0, to_pay_cents)),
    }
