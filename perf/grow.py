"""`python perf/grow.py ORDERS [--crews N]`: fill the database with the rows of three years.

Writes ten orders and what hangs on them as the product writes them (the builders of its tests),
then copies every row that this wrote, by SQL inside the database: other ids, other people, one day
further back for each day's share. Of ten orders three were never paid and one was cancelled. Run in
api/ with the settings of the database, empty but for the seed data.

`--under-way` changes such a database, on PostgreSQL, as if the shop had much to do: coming visits,
jobs without a technician, refunds that failed, payments that are late, a city of many orders.
"""

import argparse
import hashlib
import os
import sys
import time
from datetime import UTC, datetime, timedelta
from datetime import time as time_of_day
from pathlib import Path
from typing import Any, Final

API: Final = Path(__file__).resolve().parents[1] / "api"
sys.path[:0] = [str(API), str(API / "tests")]
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "standby.settings")

import django

django.setup()

from booking_client import ADDRESS
from booking_helpers import set_rule
from django.apps import apps
from django.core.management.color import no_style
from django.db import connection, models, transaction
from django.db.models.functions import Mod
from django.test import Client
from standby.core.models import Job
from standby.crews.models import Technician
from standby.messaging.models import Message
from standby.orders.models import (
    Appointment,
    ChangeOrder,
    CrewDay,
    CrewSeat,
    Order,
    OrderLocation,
)
from standby.payments.models import LedgerEntry, Milestone, Refund
from standby.photos.models import Photo, PhotoReview
from standby.pricing.models.catalog import Coupon
from whole_orders import reserve, whole

ORIGINALS: Final = 10
PAST_DAYS: Final = 1_100
AHEAD_DAYS: Final = 60
CITY: Final = "Conroe"
GAP_DAYS: Final = 60  # between the copies' visits, all of them past, and the originals'
NOT_COPIED: Final = {"crew_days", "heartbeats", "jobs", "technicians", "audit_log_chains"}
# Different in each copy, as what is unique by itself is: who and where, and what is unique together
# with a column that is the same in all copies.
VARIED: Final = {
    *("address", "email", "email_key", "formatted_address", "name", "phone_key", "placed_from"),
    *("recipient", "secret_hash", "session_id", "search_words"),
    *("dedupe_key", "event_id", "key", "provider_ref", "stripe_session_id", "subject"),
}
NUMBERS: Final = (
    "(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {})"
    " SELECT i FROM n) AS n"
)
Row = type[models.Model]


def originals() -> dict[Row, int]:
    """Write the orders to copy. Returns the highest id that each table had before."""
    growing = [
        model
        for model in apps.get_models()
        if model.__module__.startswith("standby.")
        if isinstance(model._meta.pk, models.BigAutoField)
        and model._meta.db_table not in NOT_COPIED
    ]
    before = {model: _highest(model) for model in growing}
    for number in range(ORIGINALS):
        visitor = Client(REMOTE_ADDR=f"10.9.{number}.1")
        visitor.get("/api/coverage-check", {"address": ADDRESS})
        phone = f"(281) 555-02{number:02}"
        order = reserve(visitor, email=f"perf{number}@example.org", phone=phone)
        if number >= 4:
            with transaction.atomic():
                whole(order, code=f"A7K3M9Q{'DEFGHJKLMN'[number]}")
            for status in ("accepted", "equipment_arrived", "completed"):
                Order.objects.filter(pk=order.pk).update(status=status)
        else:
            CrewSeat.objects.filter(afternoon__order=order).update(
                afternoon=None, hold_expires_at=None
            )
            Appointment.objects.filter(order=order).update(status="expired")
    Order.objects.filter(pk=Order.objects.earliest("pk").pk).update(status="cancelled")
    _settle(now=datetime.now(UTC))
    return before


def _settle(*, now: datetime) -> None:
    # Nothing of long ago waits for the worker or for staff.
    Message.objects.filter(status="dead").update(status="queued", dead_at=None)
    Message.objects.filter(status="queued").update(status="sent", sent_at=now)
    PhotoReview.objects.filter(status="submitted").update(
        status="decided", decided_at=now, confirmed_run_ft=20
    )
    Photo.objects.filter(status="stored").update(status="ready")
    Photo.objects.filter(status="receiving").update(status="refused")
    ChangeOrder.objects.update(status="withdrawn", decided_at=now)
    Milestone.objects.filter(status="due").update(status="paid", paid_at=now)
    for status in ("requested", "sent"):
        Refund.objects.filter(status__in=("failed", "requested")).update(status=status, sent_at=now)
    Order.objects.filter(status="completed").update(powered_on_at=now)
    Job.objects.all().delete()


def _highest(model: Row) -> int:
    return int(model._default_manager.aggregate(highest=models.Max("pk"))["highest"] or 0)


def copy(before: dict[Row, int], copies: int) -> None:
    counts = {model: _highest(model) - last for model, last in before.items()}
    grown = {model: count for model, count in counts.items() if count}
    a_day = -(-copies // PAST_DAYS)
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            connection.connection.create_function("md5", 1, _md5, deterministic=True)
            cursor.execute("PRAGMA synchronous=OFF")
            cursor.execute("PRAGMA foreign_keys=OFF")
        else:
            cursor.execute("SET session_replication_role = replica")  # no triggers, no checks
        for model in grown:
            columns = {
                str(field.column): _value(field, model, grown, a_day=a_day)
                for field in model._meta.concrete_fields
            }
            names = ", ".join(f'"{name}"' for name in columns)
            taken = "AND t.afternoon_id IS NOT NULL" if model is CrewSeat else ""
            cursor.execute(
                f"INSERT INTO {model._meta.db_table} ({names}) SELECT {', '.join(columns.values())}"
                f" FROM {model._meta.db_table} AS t, {NUMBERS.format(copies)}"
                f" WHERE t.id > {before[model]} AND t.id <= {before[model] + grown[model]} {taken}"
            )
        for statement in connection.ops.sequence_reset_sql(no_style(), list(grown)):
            cursor.execute(statement)
        _name_technicians(cursor, a_day=a_day * ORIGINALS)
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        else:
            cursor.execute("VACUUM ANALYZE")


def _name_technicians(cursor: Any, *, a_day: int) -> None:
    # Nobody waits for the technician of a job that was done.
    names = [Technician(name=f"Technician {n}", phone=f"(281) 555-{n:04}") for n in range(a_day)]
    first = Technician.objects.bulk_create(names)[0].pk
    cursor.execute(
        f"UPDATE appointments SET assigned_to_id = {first} + ranked.nth FROM"
        " (SELECT id, ROW_NUMBER() OVER (PARTITION BY day ORDER BY id) - 1 AS nth"
        " FROM appointments WHERE assigned_to_id IS NULL AND status = 'confirmed') AS ranked"
        " WHERE ranked.id = appointments.id"
    )


def under_way(*, now: datetime) -> None:
    """Let a fiftieth of the orders have a visit ahead, and fewer wait for staff."""
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")  # no step is taken back otherwise
    orders, today = Order.objects.count(), now.date()
    named = Technician.objects.filter(name__startswith="Technician ")  # without visits ahead
    technicians = list(named.order_by("pk").values_list("pk", flat=True))
    ahead = Appointment.objects.filter(status="confirmed", order__status="completed")
    visits = list(ahead.order_by("-pk")[: orders // 50])
    seats = {seat.afternoon_id: seat for seat in CrewSeat.objects.filter(afternoon__in=visits)}
    for number, visit in enumerate(visits):
        nth, days = divmod(number, AHEAD_DAYS)
        visit.day = visit.ends_on = today + timedelta(days=days)
        visit.time_window = "morning"
        visit.start_at = datetime.combine(visit.day, time_of_day(14), UTC)
        visit.end_at = visit.start_at + timedelta(hours=4)
        visit.assigned_to_id = None if number < orders // 1200 else technicians[nth]
        seat = seats[visit.pk]
        seat.day, seat.seat_no = visit.day, 10_000 + nth
    moved = ("day", "ends_on", "time_window", "start_at", "end_at", "assigned_to_id")
    Appointment.objects.bulk_update(visits, moved, batch_size=100)
    CrewSeat.objects.bulk_update(seats.values(), ("day", "seat_no"), batch_size=100)
    scheduled = [
        Order(pk=visit.order_id, status="scheduled", visit_day=visit.day) for visit in visits
    ]
    Order.objects.bulk_update(scheduled, ("status", "visit_day", "powered_on_at"), batch_size=100)
    failed = Refund.objects.filter(status="sent", payment__order__status="completed")
    some = failed.order_by("pk").values("pk")[: orders * 3 // 1000]
    Refund.objects.filter(pk__in=some).update(status="failed", sent_at=None)
    paid = Milestone.objects.filter(status="paid", order__status="completed").order_by("-pk")
    late = list(paid.select_related("order")[: orders // 200])
    of_late = Milestone.objects.filter(pk__in=[one.pk for one in late])
    of_late.update(status="due", paid_at=None, overdue_notified_at=now)
    LedgerEntry.objects.bulk_create(
        LedgerEntry(
            order=one.order,
            milestone=one,
            kind=LedgerEntry.Kind.MILESTONE,
            amount_cents=one.amount_cents,
            key=f"milestone:{one.pk}",
            actor="perf",
            at=now,
        )
        for one in late
    )
    owing = [Order(pk=one.order_id, balance_cents=one.amount_cents) for one in late]
    Order.objects.bulk_update(owing, ("balance_cents",), batch_size=100)
    OrderLocation.objects.annotate(nth=Mod("order_id", 10)).filter(nth=0).update(city=CITY)
    tenth = Order.objects.annotate(nth=Mod("pk", 10)).filter(nth=0)
    tenth.update(city_key=CITY.lower())
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def _md5(text: str) -> str:
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()


def _value(field: Any, model: Row, grown: dict[Row, int], *, a_day: int) -> str:
    # The SQL of one column in copy n.i of row t.
    column, is_sqlite = f't."{field.column}"', connection.vendor == "sqlite"
    days = f"({GAP_DAYS} + n.i / {a_day})"
    value = column
    if field.primary_key:
        value = f"{column} + n.i * {grown[model]}"
    elif field.name == "assigned_to":  # a technician has one visit a day
        value = "NULL"
    elif field.remote_field:
        value = f"{column} + n.i * {grown.get(field.related_model, 0)}"
    elif field.name == "seat_no":
        value = f"{column} + (n.i % {a_day}) * 100"
    elif isinstance(field, models.UUIDField):
        value = f"md5({column} || n.i)" if is_sqlite else f"md5({column}::text || n.i)::uuid"
    elif isinstance(field, models.DateField):  # a DateTimeField is one too
        kind = "datetime" if isinstance(field, models.DateTimeField) else "date"
        back = f"{kind}({column}, '-' || {days} || ' days')"
        interval = f"{days} * interval '1 day'" if kind == "datetime" else f"{days}::int"
        value = back if is_sqlite else f"{column} - {interval}"
    elif isinstance(field, models.CharField | models.TextField) and (
        field.unique or field.name in VARIED
    ):
        mark = "printf('%08x', n.i)" if is_sqlite else "lpad(to_hex(n.i), 8, '0')"
        kept = f"substr({column}, 1, {field.max_length - 8})" if field.max_length else column
        value = f"CASE {column} WHEN '' THEN '' ELSE {kept} || {mark} END"
    return value


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("orders", type=int)
    parser.add_argument("--crews", type=int, default=2)
    parser.add_argument("--under-way", action="store_true")
    arguments = parser.parse_args()
    begun = time.monotonic()
    if arguments.orders:
        set_rule("scheduling", "crews_per_day", ORIGINALS)
        copy(originals(), arguments.orders // ORIGINALS)
    for day in Client().get("/api/availability").json()["days"]:
        if day["open"]:
            CrewDay.objects.create(day=day["date"], crews=arguments.crews, reason="load")
    Coupon.objects.create(code="PERF", kind="percent", value=5)
    if arguments.under_way:
        under_way(now=datetime.now(UTC))
    print(f"{Order.objects.count():,} orders in {time.monotonic() - begun:.0f} s")
