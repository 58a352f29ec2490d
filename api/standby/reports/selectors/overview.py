"""The overview of the business, with every metric in one report."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from standby.core.clock import today_in_houston
from standby.core.periods import DurationStats, Period, day_in_houston, days_between, duration_stats
from standby.coverage.selectors.demand import Demand, unmet_demand
from standby.messaging.selectors import failed_messages
from standby.messaging.services.outbox import outbox_hold
from standby.orders.selectors import visits
from standby.payments.selectors import revenue
from standby.payments.selectors.revenue import Outstanding, RevenueTotals
from standby.reports.rules.metrics import Metric
from standby.reports.rules.policy import COMING_DAYS
from standby.reports.selectors.funnel import funnel_report
from standby.reports.selectors.wizards import wizards_left


@dataclass(frozen=True, slots=True, kw_only=True)
class Overview:
    # Amounts owed, failures and coming appointments are as of now; all else is of the period.
    period: Period
    funnel: dict[Metric, int]
    money: RevenueTotals
    months: list[tuple[Period, RevenueTotals]]
    outstanding: Outstanding
    abandoned: int
    failed_messages: int
    outbox_held_since: datetime | None
    demand: list[Demand]
    visits: DurationStats
    completions: DurationStats
    today: dict[str, int]
    next_days: dict[str, int]


def overview_report(period: Period, *, now: datetime) -> Overview:
    months = period.months()
    total, *by_month = revenue.money_in(period, *months)
    today, hold = today_in_houston(now), outbox_hold()
    return Overview(
        period=period,
        funnel=funnel_report(period),
        money=total,
        months=list(zip(months, by_month, strict=True)),
        outstanding=revenue.outstanding(),
        abandoned=wizards_left(period).count(),
        failed_messages=failed_messages().count(),
        outbox_held_since=hold.held_at if hold else None,
        demand=unmet_demand(period),
        visits=duration_stats(_days_until_visit(period, today=today)),
        completions=duration_stats(_days_until_complete(period)),
        today=visits.windows_of(visits.appointments_between(today, today)),
        next_days=visits.windows_of(visits.appointments_between(*coming_days(today))),
    )


def coming_days(today: date) -> tuple[date, date]:
    return today + timedelta(days=1), today + timedelta(days=COMING_DAYS)


def _days_until_visit(period: Period, *, today: date) -> list[int]:
    days = visits.visits_in(period, today=today).values_list("order__created_at", "day")
    return [days_between(reserved_at, day) for reserved_at, day in days]


def _days_until_complete(period: Period) -> list[int]:
    rows = revenue.completions_in(period).values_list("order__created_at", "due_at")
    return [
        days_between(reserved_at, day_in_houston(due_at))  # type: ignore[arg-type]
        for reserved_at, due_at in rows
    ]
