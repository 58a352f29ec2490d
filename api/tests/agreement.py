"""What the installation agreement makes of a customer's life (clauses 7 to 9), to the cent.

Written from its words alone: it asks the product nothing, so that a rule that is wrong is seen.
"""

from calendar import monthrange
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from fractions import Fraction
from math import floor
from typing import Final
from zoneinfo import ZoneInfo

FEE: Final = 100_00
DIAGNOSTIC: Final = 9_00
DAYS_TO_PAY: Final = 5
PERCENTS: Final = {"acceptance": 25, "equipment": 50, "completion": 25}
CREDITED_FOR: Final = timedelta(days=30)
HOUSTON: Final = ZoneInfo("America/Chicago")
# Federal holidays of the months in which the lives are told
HOLIDAYS: Final = {date(2025, 11, 11), date(2025, 11, 27), date(2025, 12, 25), date(2026, 1, 1)}


@dataclass
class Reckoning:
    """One order of a customer: what each side has and owes, as it goes on."""

    final_price_at: datetime
    fees: dict[str, int] = field(default_factory=dict)  # what is left with us of each
    is_fee_credited: bool = False
    total_cents: int = 0
    accepted_at: datetime | None = None
    asked: dict[str, int] = field(default_factory=dict)  # of each stage, what is left to pay
    due_at: dict[str, datetime] = field(default_factory=dict)  # of those that were reached
    paid_cents: int = 0  # for stages, without surcharges
    surcharges_cents: int = 0  # paid by credit cards
    wrong_surcharges_cents: int = 0  # paid by debit cards, and not yet known to be
    owed_cents: int | None = None  # once it is cancelled
    retained_cents: int = 0
    cancelled_at: datetime | None = None

    @property
    def paid_in_all_cents(self) -> int:
        return sum(self.fees.values()) + self.paid_cents + self.surcharges_cents

    @property
    def held_cents(self) -> int:
        """What of the customer's money stays with us."""
        return self.paid_in_all_cents if self.owed_cents is None else self.retained_cents

    @property
    def balance_cents(self) -> int:
        """What the customer owes."""
        if self.owed_cents is not None:
            return self.owed_cents
        return sum(self.asked[stage] for stage in self.due_at)

    def may_refund_fee(self, cents: int) -> bool:
        return cents <= self.fees["fee"]

    def accept(self, total_cents: int, *, earlier: "list[Reckoning]", at: datetime) -> None:
        """`earlier` are orders of the very same customer that they cancelled."""
        self.total_cents, self.accepted_at = total_cents, at
        self.asked = shares(total_cents)
        if at <= self.final_price_at + CREDITED_FOR:
            self.is_fee_credited = True
            self._credit(self.fees["fee"])
        self._credit(self.fees.get("diagnostic", 0))
        for number, before in enumerate(earlier):
            if before.cancelled_at and at <= before.cancelled_at + CREDITED_FOR:
                self.fees[f"before {number}"], before.retained_cents = before.retained_cents, 0
                self._credit(self.fees[f"before {number}"])
        self.reach("acceptance", at=at)

    def reach(self, stage: str, *, at: datetime) -> None:
        assert self.accepted_at is not None
        last_day_to_cancel = end_of_third_business_day(self.accepted_at) - timedelta(days=1)
        due_at = max(at.astimezone(HOUSTON), last_day_to_cancel) + timedelta(days=DAYS_TO_PAY)
        self.due_at[stage] = due_at

    def pay_diagnostic(self) -> None:
        self.fees["diagnostic"] = DIAGNOSTIC
        self._credit(DIAGNOSTIC)

    def be_late(self, stage: str, *, at: datetime) -> int:
        """Written to in time, and charged for every full month: simple, not compounded."""
        months = full_months(self.due_at[stage], at)
        fee_cents = half_up(Fraction(15, 1000) * self.asked[stage] * months)
        self.asked[stage] += fee_cents
        return fee_cents

    def bill(self, stage: str, *, method: str) -> tuple[int, int]:
        """What its page asks for, and what a credit card adds."""
        cents = self.asked[stage]
        return cents, half_up(Fraction(3, 100) * cents) if method == "credit_card" else 0

    def pay(self, stage: str, *, surcharge_cents: int, is_credit: bool) -> None:
        self.paid_cents += self.asked[stage]
        self.asked[stage] = 0
        if is_credit:
            self.surcharges_cents += surcharge_cents
        else:
            self.wrong_surcharges_cents += surcharge_cents

    def note_debit_cards(self) -> None:
        """Their surcharges go back at once."""
        self.wrong_surcharges_cents = 0

    def cancel(self, *, our_reason: bool, by_delay: bool, costs_cents: int, at: datetime) -> None:
        """Whatever was asked for is not asked for any more: one sum is owed, or comes back."""
        self.cancelled_at = at
        paid_cents = self.paid_in_all_cents + self.wrong_surcharges_cents
        if self.accepted_at is None:
            self.owed_cents, self.retained_cents = 0, 0 if our_reason else paid_cents
            return
        if our_reason or (not by_delay and at < end_of_third_business_day(self.accepted_at)):
            self.owed_cents, self.retained_cents = 0, 0
            return
        apart_cents = 0 if self.is_fee_credited else self.fees["fee"]
        tenth_cents = 0 if by_delay else self.total_cents // 10
        charge_cents = min(self.total_cents, tenth_cents + costs_cents)
        towards_it_cents = paid_cents - apart_cents
        self.owed_cents = max(0, charge_cents - towards_it_cents)
        self.retained_cents = apart_cents + min(towards_it_cents, charge_cents)

    def _credit(self, cents: int) -> None:
        """Off the first stage that is not paid, as far as it goes, then off the next."""
        for stage, asked_cents in self.asked.items():
            taken_cents = min(cents, asked_cents)
            self.asked[stage] -= taken_cents
            cents -= taken_cents


def shares(total_cents: int) -> dict[str, int]:
    """To the cent: what is cut off goes to the largest part that was cut off, the earlier first."""
    exact = {stage: Fraction(total_cents * percent, 100) for stage, percent in PERCENTS.items()}
    cut = {stage: floor(cents) for stage, cents in exact.items()}
    by_loss = sorted(exact, key=lambda stage: cut[stage] - exact[stage])
    for stage in by_loss[: total_cents - sum(cut.values())]:
        cut[stage] += 1
    return cut


def half_up(cents: Fraction) -> int:
    return floor(cents + Fraction(1, 2))


def full_months(since: datetime, at: datetime) -> int:
    """A month is full on the day after the same day of a later month, or its last day."""
    due, today, months = since.astimezone(HOUSTON).date(), at.astimezone(HOUSTON).date(), 0
    while True:
        year, month = divmod(due.month + months, 12)
        year, month = due.year + year, month + 1
        if today <= date(year, month, min(due.day, monthrange(year, month)[1])):
            return months
        months += 1


def end_of_third_business_day(signed_at: datetime) -> datetime:
    day, left = signed_at.astimezone(HOUSTON).date(), 3
    while left:
        day += timedelta(days=1)
        left -= day.weekday() < 5 and day not in HOLIDAYS
    return datetime(day.year, day.month, day.day, tzinfo=HOUSTON) + timedelta(days=1)
