"""Rules of payments: milestones, card surcharge and late fees in cents, and dispute statuses."""

from calendar import monthrange
from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Final

from standby.core.clock import local_date
from standby.core.market import TERMS
from standby.core.money import round_cents
from standby.core.policy import RateLimitRule
from standby.core.words import Sentence, _, capitalized, say
from standby.orders.rules.cancelling import full_refund_until, last_day_to_cancel

CHECKOUTS_PER_ORDER: Final = RateLimitRule(
    name="checkouts_order", limit=5, window=timedelta(hours=1)
)
# A hold and the checkout session that pays for it (BOOK-02.2)
CHECKOUT_MARGIN: Final = timedelta(minutes=1)  # the provider counts by its own clock
HOLD_OUTLIVES_CHECKOUT: Final = timedelta(minutes=2)
# Money of a project (PAY-03; the installation agreement, clauses 7 to 9)
DIAGNOSTIC_FEE_CENTS: Final = TERMS.diagnostic["fee_cents"]
LATE_FEE_NOTICE: Final = timedelta(days=7)  # "we write to you before we charge one"
PAYMENTS_PER_ORDER: Final = RateLimitRule(
    name="payments_order", limit=20, window=timedelta(hours=1)
)
REFUND_ARRIVES_WITHIN: Final = timedelta(days=14)  # the ten business days that a bank may take
ORDER_SUMMARY_SHOWN_FOR: Final = timedelta(minutes=60)  # without the order's own cookie
MILESTONE_OCCASIONS: Final = {
    "acceptance": _("acceptance of the proposal"),
    "equipment": _("arrival of the equipment"),
    "completion": _("substantial completion"),
}
# Statuses of disputes, as in DisputeState (PAY-04.2)
LOST: Final = "lost"
_LONGEST_IN_LOG: Final = 20
_CLOSED: Final = frozenset({"won", LOST, "warning_closed", "prevented"})


def milestone_titles(percents: Mapping[str, int]) -> tuple[dict[str, str], dict[str, str]]:
    """Return by a payment's purpose what its checkout page and its receipt call it."""
    checkout = {"diagnostic": say("Diagnostic, credited to your installation")}
    receipt = {
        purpose: capitalized(str(title)) for purpose, title in receipt_titles(percents).items()
    }
    for number, (kind, percent) in enumerate(percents.items(), start=1):
        occasion = say(MILESTONE_OCCASIONS[kind])
        checkout[f"milestone_{kind}"] = say(
            "Payment %(number)s of %(count)s: %(occasion)s (%(percent)s%%)",
            number=number,
            count=len(percents),
            occasion=occasion,
            percent=percent,
        )
    return checkout, receipt


def receipt_titles(percents: Mapping[str, int]) -> dict[str, Sentence]:
    """Return by a payment's purpose what a receipt calls it, to be said later as a title."""
    titles = {"diagnostic": Sentence(_("Diagnostic"))}
    for kind, percent in percents.items():
        titles[f"milestone_{kind}"] = Sentence(
            _("%(occasion)s, %(percent)s%%"),
            numbers={"percent": percent},
            parts={"occasion": Sentence(MILESTONE_OCCASIONS[kind])},
        )
    return titles


def credits_by_share(amounts_cents: Sequence[int], *, credit_cents: int) -> tuple[int, ...]:
    """Return what a credit takes off each milestone: all it can off the first, then the next."""
    remaining, credited = credit_cents, []
    for amount_cents in amounts_cents:
        credited.append(min(remaining, amount_cents))
        remaining -= credited[-1]
    return tuple(credited)


def surcharge_cents(amount_cents: int, *, rate: Decimal) -> int:
    """Return what paying by credit card adds, in cents; half a cent is rounded up."""
    return round_cents(amount_cents * rate)


def late_fee_cents(unpaid_cents: int, *, rate: Decimal, month: int) -> int:
    """Return the late fee in cents for the given full month (1 is the first).

    Simple, not compounded. Each month is the difference of two rounded sums, so that the fees of
    all months always sum to the rounded total.
    """
    before = round_cents(unpaid_cents * rate * (month - 1))
    return round_cents(unpaid_cents * rate * month) - before


def when_to_pay(
    reached_at: datetime, *, accepted_at: datetime, days_to_pay: int
) -> tuple[datetime, date]:
    """Return when we ask for a milestone (UTC), and the last day to pay it.

    Both wait for the end of the days in which the customer may cancel (PRICE-02.3).
    """
    first_day = max(local_date(reached_at), last_day_to_cancel(local_date(accepted_at)))
    ask_at = max(reached_at, full_refund_until(accepted_at))
    return ask_at, first_day + timedelta(days=days_to_pay)


def full_months_late(due_on: date, *, now: datetime) -> int:
    due, today = due_on, local_date(now)
    months = (today.year - due.year) * 12 + today.month - due.month
    # A month is full after its due day, or after its last day where the month is shorter.
    last_day = monthrange(today.year, today.month)[1]
    if months > 0 and today.day <= min(due.day, last_day):
        months -= 1
    return max(0, months)


def is_nearly_late(due_on: date, *, notice: timedelta, now: datetime) -> bool:
    # The notice is promised before the first late fee is charged.
    return full_months_late(due_on, now=now + notice) > 0


def is_closed(status: str) -> bool:
    # An appeal opens a closed dispute again.
    return status in _CLOSED


def is_final(status: str, *, is_bank_transfer: bool) -> bool:
    """Whether withdrawn money is gone for good. A bank transfer's dispute cannot be contested."""
    return status == LOST or is_bank_transfer


def short_status(status: str) -> str:
    # The stage prefix is dropped so that the status fits the order log's column.
    return status.removeprefix("warning_").removeprefix("appeal_")[:_LONGEST_IN_LOG]


def transfer_after_cancelling(moving_cents: int, *, owed_cents: int) -> Sentence | None:
    """Return what becomes of money on its way to a canceled order; None when there is none."""
    if not moving_cents:
        return None
    back_cents = moving_cents - owed_cents
    if back_cents <= 0:
        message = _(
            "Your bank transfer of %(amount)s is still on its way; if it arrives, it goes toward "
            "what you still owe."
        )
    elif owed_cents > 0:
        message = _(
            "Your bank transfer of %(amount)s is still on its way; if it arrives, we keep the "
            "%(owed)s that you still owe and send the rest back."
        )
    else:
        message = _(
            "Your bank transfer of %(amount)s is still on its way; if it arrives, it is sent back."
        )
    return Sentence(message, amounts={"amount": moving_cents, "owed": owed_cents})
