"""Measure the overview, and a page of rows behind each metric, over 100,000 of everything.

`python api/bench/overview.py` makes a temporary database; with DATABASE_URL it fills that one.
"""

import os
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

# ruff: noqa: E402 - Django is set up before its models are imported
sys.path.insert(0, str(Path(__file__).parents[1]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "standby.settings")
os.environ.setdefault("STANDBY_DATA", tempfile.mkdtemp(prefix="standby-overview-"))

import django

django.setup()

from django.conf import settings
from django.core.management import call_command
from django.db import connection

from standby.core.periods import period_of
from standby.coverage.models import AddressSearch, NotifyRequest
from standby.coverage.services.coverage import load_coverage_seed
from standby.messaging.models import Message
from standby.orders.models import Appointment, Customer, Order, OrderLocation
from standby.payments.models import LedgerEntry, Milestone, Payment
from standby.pricing.models.catalog import InstallationPackage
from standby.pricing.models.quoting import Quote, WizardSession
from standby.pricing.services.catalog_seed import load_catalog_seed
from standby.reports.rules.metrics import Metric
from standby.reports.selectors.metric_rows import metric_rows
from standby.reports.staff_api.overview import overview_out

ALL, ORDERED = 100_000, 100_000
NOW = datetime(2026, 3, 2, 15, tzinfo=UTC)
PICK = random.Random(7)  # noqa: S311 - the same homes each time
MORNING = timedelta(hours=4)


def some_time() -> datetime:
    return NOW - timedelta(minutes=PICK.randrange(365 * 24 * 60))


def fill() -> None:
    load_catalog_seed(settings.MARKET)
    load_coverage_seed(settings.MARKET)
    package = InstallationPackage.objects.order_by("pk")[0]
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA synchronous=OFF")
        else:
            cursor.execute("SET synchronous_commit = off")
    keep(WizardSession, wizards())
    wizard_pks = list(WizardSession.objects.order_by("pk").values_list("pk", flat=True))
    keep(Customer, (customer(number) for number in range(ORDERED)))
    customer_pks = list(Customer.objects.order_by("pk").values_list("pk", flat=True))
    keep(Quote, (quote(pk, package) for pk in wizard_pks[:ORDERED]))
    quotes = list(Quote.objects.order_by("pk").values_list("pk", "wizard_id", "created_at"))
    keep(Order, (order(one, who, package) for one, who in zip(quotes, customer_pks, strict=True)))
    orders = list(Order.objects.order_by("pk").values_list("pk", "created_at"))
    keep(OrderLocation, (OrderLocation(order_id=pk, zip_code="77380") for pk, _ in orders))
    keep(Appointment, (appointment(pk, at) for pk, at in orders))
    keep(Payment, (payment(pk, at) for pk, at in orders))
    keep(Milestone, (milestone for pk, at in orders for milestone in milestones(pk, at)))
    keep(LedgerEntry, (entry for pk, at in orders for entry in entries(pk, at)))
    keep(AddressSearch, (search(number) for number in range(2 * ALL)))
    keep(NotifyRequest, (request(number) for number in range(ALL)))
    keep(Message, (message(number) for number in range(ALL)))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def keep(table: Any, rows: Iterator[Any]) -> None:
    table.objects.bulk_create(rows, batch_size=2_000)


def wizards() -> Iterator[WizardSession]:
    for number in range(2 * ALL):
        at = some_time()
        yield WizardSession(
            session_id=f"w{number}",
            secret_hash="s",  # noqa: S106
            **how_it_ended(number, at),
            max_distance_ft=PICK.choice([None, 25, 50]),
            generator_choice=PICK.choice(["", "buy_here"]),
            email=f"v{number}@example.org",
            created_at=at,
            updated_at=at,
        )


def how_it_ended(number: int, at: datetime) -> dict[str, Any]:
    if number < ORDERED:
        return {"status": "completed", "order_id": str(number), "completed_at": at}
    return {"status": PICK.choice(["in_progress", "abandoned"])}


def customer(number: int) -> Customer:
    return Customer(name=f"Ada {number}", email_key=f"a{number}@example.org", created_at=NOW)


def quote(wizard_pk: int, package: InstallationPackage) -> Quote:
    return Quote(
        wizard_id=wizard_pk,
        band="close",
        package=package,
        generator_choice="provide_own",
        installation_cents=499_000,
        generator_cents=0,
        permit_cents=0,
        sales_tax_cents=0,
        discount_cents=0,
        total_cents=499_000,
        created_at=some_time(),
    )


def order(sold: tuple[int, int, datetime], who: int, package: InstallationPackage) -> Order:
    quote_pk, wizard_pk, at = sold
    return Order(
        quote_id=quote_pk,
        wizard_id=wizard_pk,
        customer_id=who,
        package=package,
        total_cents=499_000,
        scheduling_fee_cents=10_000,
        scheduling_fee_refundable=False,
        status=PICK.choice(["reserved", "scheduled", "accepted", "completed"]),
        created_at=at,
    )


def appointment(order_pk: int, at: datetime) -> Appointment:
    starts_at = at + timedelta(days=PICK.randrange(15, 45))
    return Appointment(
        order_id=order_pk,
        day=starts_at.date(),
        time_window="morning",
        start_at=starts_at,
        end_at=starts_at + MORNING,
        status="confirmed",
        confirmed_at=at,
        held_at=at,
        created_at=at,
    )


def payment(order_pk: int, at: datetime) -> Payment:
    return Payment(
        order_id=order_pk,
        purpose="scheduling_fee",
        amount_cents=10_000,
        status="paid",
        provider_ref=f"ch_{order_pk}",
        paid_at=at,
        created_at=at,
    )


def milestones(order_pk: int, at: datetime) -> Iterator[Milestone]:
    for kind, percent in (("acceptance", 25), ("equipment", 50), ("completion", 25)):
        is_due = PICK.random() < 0.5
        yield Milestone(
            order_id=order_pk,
            kind=kind,
            percent=percent,
            amount_cents=4_990 * percent,
            status="due" if is_due else "waiting",
            due_at=at + timedelta(days=40) if is_due else None,
            created_at=at,
        )


def entries(order_pk: int, at: datetime) -> Iterator[LedgerEntry]:
    lines = (("scheduling_fee", 10_000), ("payment", -10_000), ("milestone", 124_750))
    paid = (("payment", -124_750), ("refund", 1_000), ("reversal", -1_000))
    for number, (kind, cents) in enumerate(lines + (paid if PICK.random() < 0.5 else ())):
        yield LedgerEntry(
            order_id=order_pk,
            kind=kind,
            amount_cents=cents,
            key=f"{order_pk}:{number}",
            actor="bench",
            at=at,
        )


def search(number: int) -> AddressSearch:
    status = PICK.choice(["covered", "not_covered"])
    zip_code = f"{PICK.randrange(75000, 79999)}"
    return AddressSearch(
        address=zip_code,
        zip_code=zip_code,
        coverage_status=status,
        is_first_check=number % 3 > 0,
        is_first_covered=status == "covered",
        created_at=some_time(),
    )


def request(number: int) -> NotifyRequest:
    at = some_time()
    return NotifyRequest(
        address_formatted=f"{number} Main St",
        zip_code=f"{PICK.randrange(75000, 79999)}",
        phone_number=f"713{number:07}",
        notification_requested_at=at,
        created_at=at,
    )


def message(number: int) -> Message:
    is_dead = number % 100 == 0
    return Message(
        kind="reservation",
        channel="email",
        recipient="ada@example.org",
        text="Hello",
        status="dead" if is_dead else "sent",
        dedupe_key=str(number),
        created_at=NOW,
        sent_at=None if is_dead else NOW,
        dead_at=some_time() if is_dead else None,
    )


def measure() -> None:
    today = NOW.date()
    for days in (7, 30, 90, 365):
        period = period_of(today - timedelta(days=days - 1), today, today=today)
        taken_ms = shortest_ms(lambda period=period: overview_out(period, now=NOW))
        print(f"overview of {days} days: {taken_ms:.0f} ms", flush=True)
    period = period_of(today - timedelta(days=89), today, today=today)
    by_figure = {
        figure: shortest_ms(lambda figure=figure: metric_rows(figure, period, now=NOW))
        for figure in Metric
    }
    slowest = max(by_figure, key=lambda figure: by_figure[figure])
    print(f"a page behind a figure of 90 days: {sum(by_figure.values()) / len(by_figure):.0f} ms,")
    print(f"the slowest, {slowest}: {by_figure[slowest]:.0f} ms")


def shortest_ms(act: Any) -> float:
    taken = []
    for _ in range(3):
        begun = time.perf_counter()
        act()
        taken.append(time.perf_counter() - begun)
    return min(taken) * 1000


if __name__ == "__main__":
    call_command("migrate", verbosity=0)
    fill()
    print(f"{connection.vendor}: 100,000 orders, 200,000 wizards, 200,000 searches")
    measure()
