"""Measure how long the staff's order list takes among many orders.

`python api/bench/orders.py [COUNT]` fills a fresh database (SQLite, or that of DATABASE_URL) with
so many orders and their related rows, and makes each kind of search fifty times.
"""

import os
import random
import sys
import tempfile
import time
import uuid
from collections import defaultdict
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

API = Path(__file__).resolve().parents[1]
NOW = datetime(2026, 1, 15, 18, 0, tzinfo=UTC)
TRIES = 50
AT_ONCE = 5_000
APART = timedelta(minutes=5)
# in percent
STATUSES = {
    "reserved": 3,
    "scheduled": 5,
    "accepted": 3,
    "equipment_arrived": 2,
    "completed": 80,
    "cancelled": 7,
}
ACCEPTED = ("accepted", "equipment_arrived", "completed")
FIRST = ("Ada", "Grace", "Mary", "Katherine", "Dorothy", "José", "Hedy", "Annie", "Joan", "Rosa")
LAST = ("Lovelace", "Hopper", "Jackson", "Johnson", "Vaughan", "Núñez", "Lamarr", "Clarke")
STREETS = ("Waterway Ave", "Main St", "Oak Hollow Dr", "Kuykendahl Rd", "Research Forest Dr")
CITIES = (("The Woodlands", "77380"), ("Spring", "77379"), ("Conroe", "77301"), ("Katy", "77494"))

Rows = dict[type, list[Any]]


def main(count: int) -> None:
    with tempfile.TemporaryDirectory(prefix="standby-orders-") as folder:
        os.environ.update(STANDBY_DATA=folder, DJANGO_SETTINGS_MODULE="standby.settings")
        sys.path.insert(0, str(API))
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connection

        call_command("migrate", verbosity=0)
        begun = time.perf_counter()
        some = _fill(count)
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
        took_s = time.perf_counter() - begun
        print(f"orders: {count:,} on {connection.vendor}, filled in {took_s:.0f} s")
        _measure(some)


def _measure(some: dict[str, str]) -> None:
    from standby.tracking.rules.next_actions import NextActionKey

    day = NOW.date()
    asked: dict[str, dict[str, Any]] = {
        "the newest": {},
        "page 1,000": {"page": 1_000},
        "one status": {"status": "scheduled"},
        "what staff have to do": {"needs_staff": True},
        "photos to review": {"step": NextActionKey.REVIEW_PHOTOS},
        "a week of visits": {"first_day": day, "last_day": day + timedelta(days=6)},
        "a rare name": {"text": "Zuzana Zimmermann"},
        "a common name": {"text": "ada"},
        "nobody": {"text": "xqxqxq"},
        **{f"by {what}": {"text": text} for what, text in some.items()},
    }
    for what, search in asked.items():
        waited, worked = zip(*(_once(search) for _ in range(TRIES)), strict=True)
        median, slowest, own = sorted(waited)[TRIES // 2], max(waited), sorted(worked)[TRIES // 2]
        print(
            f"  {what:22} median {median:6.1f} ms, slowest {slowest:6.1f} ms, "
            f"our own work {own:5.1f} ms, {_find(search).count:,} found"
        )


def _once(search: dict[str, Any]) -> tuple[float, float]:
    # Wall time, and the CPU time of this process: the rest is the database's, or other load on the
    # machine.
    begun, worked = time.perf_counter(), time.process_time()
    _find(search)
    return (time.perf_counter() - begun) * 1000, (time.process_time() - worked) * 1000


def _find(search: dict[str, Any]) -> Any:
    from standby.tracking.selectors.find_orders import find_orders

    return find_orders(**search, now=NOW)


def _fill(count: int) -> dict[str, str]:
    # Returns searches that find one of the orders.
    from django.db import transaction

    from standby.orders.models import Appointment, Order, Technician

    promised, locked = _quotes()
    for begin in range(0, count, AT_ONCE):
        rows: Rows = defaultdict(list)
        for number in range(begin, min(count, begin + AT_ONCE)):
            _order(number, rows=rows, quotes=(promised, locked), at=NOW - APART * (count - number))
        with transaction.atomic():
            for kind, some in rows.items():
                kind.objects.bulk_create(some, batch_size=500)  # type: ignore[attr-defined]
    one = Order.objects.select_related("customer", "order_location").all()[count // 3]
    visit = Appointment.objects.get(order=one)
    zuzana = Order.objects.all()[count // 2]
    zuzana.search_text.words = "zuzana zimmermann 77380"
    zuzana.search_text.save()
    Appointment.objects.filter(pk=visit.pk).update(
        assigned_to=Technician.objects.create(name="Barbara Liskov", phone="2815550000")
    )
    return {
        "e-mail": one.customer.email,
        "phone": one.customer.phone,
        "street and ZIP": one.order_location.formatted_address,
        "order id": str(one.public_id),
        "confirmation number": str(visit.public_id),
        "card reference": f"cs_test_{one.customer.phone_key}",
        "technician": "liskov",
    }


def _quotes() -> tuple[Any, Any]:
    # One promised and one locked quote for all orders: an order's price does not affect the list.
    from django.conf import settings

    from standby.pricing.models.catalog import InstallationPackage
    from standby.pricing.models.quoting import Quote, WizardSession
    from standby.pricing.services.catalog_seed import load_catalog_seed

    load_catalog_seed(settings.SEEDS)
    wizard = WizardSession.objects.create(
        session_id="bench", secret_hash="s" * 64, created_at=NOW, updated_at=NOW
    )
    lines = {
        "installation_cents": 4_990_00,
        "generator_cents": 0,
        "permit_cents": 0,
        "sales_tax_cents": 0,
        "discount_cents": 0,
        "total_cents": 4_990_00,
    }
    common = {
        "wizard": wizard,
        "band": "close",
        "township": "default",
        "zip_code": "77380",
        "package": InstallationPackage.objects.all()[0],
        "generator_choice": "provide_own",
        "created_at": NOW,
        **lines,
    }
    promised = Quote.objects.create(**common)
    locked = Quote.objects.create(
        **common, version=2, supersedes=promised, locked_at=NOW, confirmed_run_ft=20
    )
    return promised, locked


def _order(number: int, *, rows: Rows, quotes: tuple[Any, Any], at: datetime) -> None:
    from standby.orders.models import Customer, Order, OrderLocation, OrderSearchText
    from standby.orders.rules.search_words import search_text
    from standby.pricing.models.quoting import WizardSession

    chance = random.Random(number)  # noqa: S311 - the same orders each time
    status = chance.choices(list(STATUSES), list(STATUSES.values()))[0]
    name = f"{chance.choice(FIRST)} {chance.choice(LAST)}"
    email, key = f"customer{number}@example.org", f"713{number:07}"
    (city, zip_code), street = chance.choice(CITIES), chance.choice(STREETS)
    place = f"{number % 9000} {street}, {city}, TX {zip_code}"
    told = {"session_id": f"{number}", "secret_hash": uuid.uuid4().hex * 2}
    wizard = _keep(rows, WizardSession, created_at=at, updated_at=at, **told)
    customer = _keep(
        rows,
        Customer,
        name=name,
        email=email,
        phone=f"({key[:3]}) {key[3:6]}-{key[6:]}",
        email_key=email,
        phone_key=key,
        created_at=at,
    )
    order = _keep(
        rows,
        Order,
        wizard=wizard,
        quote=quotes[status in ACCEPTED],
        customer=customer,
        package=quotes[0].package,
        total_cents=4_990_00,
        scheduling_fee_cents=100_00,
        scheduling_fee_refundable=False,
        status=status,
        powered_on_at=at if status == "completed" else None,
        created_at=at,
    )
    located = {"formatted_address": place, "city": city, "state": "TX", "zip_code": zip_code}
    _keep(rows, OrderLocation, order=order, **located)
    words = search_text(name=name, email=email, phone=key, places=(place, city, zip_code))
    _keep(rows, OrderSearchText, order=order, words=words)
    _visit(order, rows=rows, at=at, starts_at=at + timedelta(days=chance.randint(15, 45)))
    _money(order, key=key, rows=rows, at=at)
    _messages(order, rows=rows, at=at)


def _visit(order: Any, *, rows: Rows, at: datetime, starts_at: datetime) -> None:
    from standby.orders.models import Appointment
    from standby.photos.models import PhotoReview

    _keep(
        rows,
        Appointment,
        order=order,
        day=starts_at.date(),
        time_window="morning",
        start_at=starts_at,
        end_at=starts_at + timedelta(hours=4),
        status={"reserved": "expired", "cancelled": "cancelled"}.get(order.status, "confirmed"),
        confirmed_at=at,
        held_at=at,
        created_at=at,
    )
    _keep(
        rows,
        PhotoReview,
        order=order,
        status="submitted" if order.status == "scheduled" else "decided",
        consented_at=at,
        submitted_at=at,
        confirmed_run_ft=20,
        decided_at=at,
        created_at=at,
    )


def _money(order: Any, *, key: str, rows: Rows, at: datetime) -> None:
    from standby.payments.models import CheckoutSession, LedgerEntry, Milestone, Payment

    payment = _keep(
        rows,
        Payment,
        order=order,
        purpose="scheduling_fee",
        amount_cents=100_00,
        status="paid",
        provider="test",
        provider_ref=f"ch_test_{key}",
        paid_at=at,
        created_at=at,
    )
    _keep(
        rows,
        CheckoutSession,
        payment=payment,
        stripe_session_id=f"cs_test_{key}",
        entity_id=order.public_id,
        provider="test",
        status="complete",
        expires_at=at,
        created_at=at,
    )
    for kind, cents in (("scheduling_fee", 100_00), ("payment", -100_00)):
        about = {"kind": kind, "amount_cents": cents, "key": f"{kind}:{key}"}
        _keep(rows, LedgerEntry, order=order, actor="clock", at=at, **about)
    for kind in ("acceptance", "equipment", "completion") if order.status in ACCEPTED else ():
        share = {"kind": kind, "percent": 25, "amount_cents": 1, "status": "paid", "due_at": at}
        _keep(rows, Milestone, order=order, created_at=at, **share)


def _messages(order: Any, *, rows: Rows, at: datetime) -> None:
    from standby.messaging.models import Message

    for number in range(4):
        _keep(
            rows,
            Message,
            kind="price_locked",
            channel="email" if number % 2 else "sms",
            recipient="customer@example.org",
            text="x" * 200,
            order_ref=order.public_id,
            status="sent",
            sent_at=at,
            dedupe_key=uuid.uuid4().hex,
            created_at=at,
            due_at=at,
        )


def _keep(rows: Rows, table: type, /, **fields: Any) -> Any:
    row = table(**fields)
    rows[table].append(row)
    return row


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
