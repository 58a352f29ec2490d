"""Fill every growing table with the rows of several years, by SQL inside the database.

`fill(count)` makes `count` wizard sessions, events, customers, quotes, orders, appointments,
payments, checkout sessions, messages, consents, links, photo reviews and searches; one of each row
that belongs to an installed order (seats, documents, proposals, photos, milestones, card events);
two entries each of the order log and the ledger; a quarter as many abandoned sessions; and a tenth
as many coupon uses, audit events and notify requests. 30 % of the orders were never paid, 7 % were
cancelled. At most 20 a day lie ahead, for 45 days; the others lie behind, spread evenly over three
years.
"""

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.apps import apps
from django.db import connection, models

from standby.orders.services.seats import make_seats
from standby.pricing.models.catalog import Coupon

COUPON: Final = "GROWTH"
DAYS_AHEAD: Final = 45
SEATS_TAKEN, SEATS = 20, 100  # per day ahead
_PAST_DAYS: Final = 1_100


class Words:
    """SQL expressions in the dialect of SQLite or PostgreSQL; `i` is the row's number."""

    def __init__(self) -> None:
        self.is_sqlite = connection.vendor == "sqlite"
        # Rounded to the hour, so that all rows of one fill share it.
        self.now_s = int(time.time()) // 3600 * 3600

    def at(self, seconds: str) -> str:
        return f"datetime({seconds}, 'unixepoch')" if self.is_sqlite else f"to_timestamp({seconds})"

    def day(self, seconds: str) -> str:
        if self.is_sqlite:
            return f"date({seconds}, 'unixepoch')"
        return f"(to_timestamp({seconds}) AT TIME ZONE 'UTC')::date"

    def uuid(self, number: str = "i") -> str:
        # Scattered, as real ones are, yet computable from the row's number.
        mixed = f"(({number}) * CAST(2654435761 AS BIGINT)) % 4294967296"
        if self.is_sqlite:
            return f"printf('%08x%024x', {mixed}, {number})"
        return f"CAST(lpad(to_hex({mixed}), 8, '0') || lpad(to_hex({number}), 24, '0') AS uuid)"

    def series(self, count: int) -> str:
        if self.is_sqlite:
            return (
                "(WITH RECURSIVE n(i) AS"
                f" (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count})"
                f" SELECT i FROM n WHERE {count} > 0) AS n"
            )
        return f"(SELECT CAST(i AS BIGINT) AS i FROM generate_series(1, {count}) AS g(i)) AS n"

    def orders(self, count: int) -> str:
        # Each order's number, its outcome, when it was made and when the visit was or is.
        ahead = min(count // 10, SEATS_TAKEN * DAYS_AHEAD)
        a_day = max(SEATS_TAKEN, -(-count // _PAST_DAYS))
        today = self.now_s // 86400 * 86400
        behind = f"({count} - i - {ahead})"
        visit = f"""CASE WHEN {count} - i < {ahead}
            THEN {today} + (1 + ({count} - i) % {DAYS_AHEAD}) * 86400 + 57600
            ELSE {today} - (40 + {behind} / {a_day}) * 86400 + 57600 END"""
        kind = f"""CASE WHEN {count} - i < {ahead} THEN 'ahead'
            WHEN i % 100 < 30 THEN 'expired' WHEN i % 100 < 37 THEN 'cancelled'
            WHEN {behind} < 300 THEN 'accepted' ELSE 'done' END"""
        seat = f"""CASE WHEN {count} - i < {ahead} THEN 1 + ({count} - i) / {DAYS_AHEAD}
            ELSE 1 + {behind} % {a_day} END"""
        return f"""(SELECT i, kind, visit_s, seat_no,
            visit_s - CASE kind WHEN 'ahead' THEN 4000000 ELSE 1728000 END AS made_s
            FROM (SELECT i, {kind} AS kind, {visit} AS visit_s, {seat} AS seat_no
            FROM {self.series(count)}) AS each) AS orders"""


def fill(count: int) -> float:
    """Fill an empty database that has the seed data, and return the seconds it took."""
    words, begun = Words(), time.perf_counter()
    Coupon.objects.create(id=1, code=COUPON, kind="percent", value=5)
    with connection.cursor() as cursor:
        for statement in _before(words):
            cursor.execute(statement)
        for table, source, told in _rows(words, count):
            cursor.execute(_insert(table, source, told, words))
        for statement in _numbered(words):
            cursor.execute(statement)
        _seats_ahead(words)
        for statement in _after(words):
            cursor.execute(statement)
    connection.close()
    return time.perf_counter() - begun


def _before(words: Words) -> list[str]:
    # Nothing has to survive a crash, and every reference is right by construction.
    if words.is_sqlite:
        return ["PRAGMA synchronous=OFF", "PRAGMA foreign_keys=OFF", "PRAGMA cache_size=-400000"]
    return [
        "SET synchronous_commit = off",
        "SET session_replication_role = replica",
        "SET max_parallel_workers_per_gather = 0",
        "SET jit = off",
    ]


def _numbered(words: Words) -> Iterator[str]:
    # Explicit ids do not advance PostgreSQL's sequences.
    for model in apps.get_models() if not words.is_sqlite else ():
        table = model._meta.db_table
        if isinstance(model._meta.pk, models.BigAutoField):
            yield (
                f"SELECT setval(pg_get_serial_sequence('{table}', 'id'),"
                f" (SELECT COALESCE(MAX(id), 0) + 1 FROM {table}), FALSE)"
            )


def _after(words: Words) -> list[str]:
    # As in production: SQLite is never analyzed, PostgreSQL does it by itself (autovacuum).
    if words.is_sqlite:
        return ["PRAGMA wal_checkpoint(TRUNCATE)"]
    return ["VACUUM ANALYZE", "CHECKPOINT"]


def _insert(table: str, source: str, told: dict[str, str], words: Words) -> str:
    model = next(each for each in apps.get_models() if each._meta.db_table == table)
    columns = {
        str(field.column): told.get(str(field.column)) or _plain(field, words)
        for field in model._meta.concrete_fields
    }
    names = ", ".join(f'"{name}"' for name in columns)
    return f"INSERT INTO {table} ({names}) SELECT {', '.join(columns.values())} FROM {source}"


def _plain(field: "models.Field[Any, Any]", words: Words) -> str:
    # The default for a column that `_rows` does not set.
    if field.null:
        return "NULL"
    plain = {
        models.BigAutoField: "i",
        models.UUIDField: words.uuid(),
        models.JSONField: "'{}'",
        models.BooleanField: "FALSE",
        models.DateTimeField: words.at("made_s"),
        models.CharField: "''",
        models.TextField: "''",
    }
    return plain.get(type(field), "0")


def _rows(words: Words, count: int) -> Iterator[tuple[str, str, dict[str, str]]]:
    # Yields the table, the SQL source of its rows, and the columns that differ from the default.
    orders, left = words.orders(count), count // 4
    sold = f"{orders} WHERE kind NOT IN ('expired', 'cancelled')"
    yield "wizard_sessions", orders, _wizard("i", status="'completed'", words=words)
    age_s = f"(i * CAST({90 * 86400} AS BIGINT) / {max(1, left)})"
    yield (
        "wizard_sessions",
        f"(SELECT i, {words.now_s} - {age_s} AS made_s FROM {words.series(left)}) AS left_behind",
        {
            **_wizard(f"{count} + i", status="''", words=words),
            "status": f"CASE WHEN {age_s} < 86400 THEN 'in_progress' ELSE 'abandoned' END",
            "completed_at": "NULL",
            "order_id": "''",
        },
    )
    yield (
        "wizard_interaction_events",
        orders,
        {"session_id": "i", "event_type": "'step_completed'", "event_data": """'{"step": 2}'"""},
    )
    yield from _bookings(words, orders=orders, sold=sold)
    yield from _money(words, orders=orders, sold=sold)
    yield from _papers(words, orders=orders, count=count)
    yield from _traces(words, orders=orders, count=count)


def _wizard(number: str, *, status: str, words: Words) -> dict[str, str]:
    return {
        "id": number,
        "session_id": f"'w' || ({number})",
        "secret_hash": f"'secret' || ({number})",
        "current_step": "4",
        "completed_steps": "'[1, 2, 3]'",
        "email": "'c' || i || '@example.org'",
        "status": status,
        "completed_at": words.at("made_s"),
        "order_id": "'o' || i",
        "updated_at": words.at("made_s"),
    }


def _bookings(words: Words, *, orders: str, sold: str) -> Iterator[tuple[str, str, dict[str, str]]]:
    at, visit = words.at("made_s"), words.at("visit_s")
    lines = {"installation_cents": "499000", "total_cents": "499000"}
    yield (
        "customers",
        orders,
        {
            "name": "'Ada ' || CASE i % 5 WHEN 0 THEN 'Hopper' ELSE 'Clarke' END",
            "email": "'c' || i || '@example.org'",
            "phone": "'713' || (1000000 + i)",
            "email_key": "'c' || i || '@example.org'",
            "phone_key": "'713' || (1000000 + i)",
            "email_updates": "TRUE",
        },
    )
    yield (
        "quotes",
        orders,
        {
            **lines,
            "wizard_id": "i",
            "band": "'close'",
            "township": "'default'",
            "zip_code": "'77380'",
            "package_id": "1",
            "generator_choice": "'provide_own'",
            "version": "1",
            "locked_at": f"CASE WHEN kind IN ('done', 'accepted') THEN {at} END",
            "confirmed_run_ft": "CASE WHEN kind IN ('done', 'accepted') THEN 20 END",
        },
    )
    yield (
        "orders",
        orders,
        {
            "wizard_id": "i",
            "quote_id": "i",
            "customer_id": "i",
            "package_id": "1",
            "total_cents": "499000",
            "scheduling_fee_cents": "10000",
            "status": "CASE kind WHEN 'ahead' THEN 'scheduled' WHEN 'expired' THEN 'reserved'"
            " WHEN 'done' THEN 'completed' ELSE kind END",
            "placed_from": "'client' || (i % 5000)",
            "placed_from_network": "'network' || (i % 500)",
            "powered_on_at": f"CASE kind WHEN 'done' THEN {visit} END",
        },
    )
    place = "(i % 9000) || ' Main St, Spring, TX 77379'"
    yield (
        "order_locations",
        orders,
        {
            "order_id": "i",
            "formatted_address": place,
            "city": "'Spring'",
            "state": "'TX'",
            "zip_code": "'77379'",
        },
    )
    yield (
        "order_search_texts",
        orders,
        {
            "order_id": "i",
            "words": "'ada ' || CASE i % 5 WHEN 0 THEN 'hopper' ELSE 'clarke' END"
            " || ' c' || i || '@example.org 713' || (1000000 + i) || ' ' || (i % 9000)"
            " || ' main st spring tx 77379'",
        },
    )
    yield (
        "appointments",
        orders,
        {
            "order_id": "i",
            "day": words.day("visit_s"),
            "time_window": "'morning'",
            "start_at": visit,
            "end_at": words.at("visit_s + 14400"),
            "status": "CASE kind WHEN 'expired' THEN kind WHEN 'cancelled' THEN kind"
            " ELSE 'confirmed' END",
            "confirmed_at": at,
        },
    )
    yield (
        "crew_seats",
        sold,
        {"day": words.day("visit_s"), "seat_no": "seat_no", "appointment_id": "i"},
    )
    yield "order_links", orders, {"order_id": "i", "expires_at": words.at("visit_s + 2592000")}
    for number, (before, after) in enumerate((("", "reserved"), ("reserved", "scheduled"))):
        yield (
            "order_log",
            orders,
            {
                "id": f"2 * i + {number}",
                "order_id": "i",
                "actor": "'visitor'",
                "subject": "'order'",
                "before": f"'{before}'",
                "after": f"'{after}'",
                "hash": f"'seal{number}of' || i",
            },
        )


def _money(words: Words, *, orders: str, sold: str) -> Iterator[tuple[str, str, dict[str, str]]]:
    at = words.at("made_s")
    paid = "kind NOT IN ('expired', 'cancelled')"
    yield (
        "payments",
        orders,
        {
            "order_id": "i",
            "purpose": "'scheduling_fee'",
            "amount_cents": "10000",
            "currency": "'usd'",
            "status": f"CASE WHEN {paid} THEN 'paid' WHEN kind = 'expired' THEN 'due'"
            " ELSE 'cancelled' END",
            "provider": "'test'",
            "provider_ref": f"CASE WHEN {paid} THEN 'ch_' || i END",
            "paid_at": f"CASE WHEN {paid} THEN {at} END",
            "method": "'card'",
        },
    )
    yield (
        "stripe_checkout_sessions",
        orders,
        {
            "stripe_session_id": "'cs_' || i",
            "payment_id": "i",
            "payment_type": "'orders'",
            "entity_id": words.uuid(),
            "provider": "'test'",
            "url": "'/checkout/cs_' || i",
            "status": f"CASE WHEN {paid} THEN 'complete' ELSE 'expired' END",
            "expires_at": words.at("made_s + 1800"),
        },
    )
    yield (
        "milestones",
        f"{orders} WHERE kind IN ('done', 'accepted')",
        {
            "order_id": "i",
            "kind": "'acceptance'",
            "percent": "25",
            "amount_cents": "124750",
            "status": "CASE kind WHEN 'done' THEN 'paid' ELSE 'due' END",
            "due_at": words.at("visit_s"),
        },
    )
    for number, (kind, cents) in enumerate((("scheduling_fee", 10_000), ("payment", -10_000))):
        yield (
            "ledger_entries",
            sold,
            {
                "id": f"2 * i + {number}",
                "order_id": "i",
                "kind": f"'{kind}'",
                "amount_cents": str(cents),
                "payment_id": "i",
                "key": f"'{kind}:' || i",
                "actor": "'visitor'",
                "at": at,
            },
        )
    yield (
        "card_events",
        sold,
        {
            "provider": "'stripe'",
            "event_id": "'evt_' || i",
            "type": "'checkout.session.completed'",
            "payload": f"CASE WHEN made_s < {words.now_s - 95 * 86400} THEN '{{}}' ELSE"
            """ '{"id": "cs", "payment_status": "paid"}' END"""
            + ("" if words.is_sqlite else "::jsonb"),
            "processed_at": at,
        },
    )
    yield (
        "coupon_uses",
        f"{orders} WHERE kind = 'done' AND i % 7 = 0",
        {"coupon_id": "1", "order_ref": words.uuid(), "kept_at": at},
    )


def _papers(words: Words, *, orders: str, count: int) -> Iterator[tuple[str, str, dict[str, str]]]:
    at, locked = words.at("made_s"), f"{orders} WHERE kind IN ('done', 'accepted')"
    yield (
        "photo_reviews",
        f"{orders} WHERE kind <> 'expired'",
        {
            "order_id": "i",
            "status": "CASE kind WHEN 'cancelled' THEN kind WHEN 'ahead' THEN"
            " CASE i % 9 WHEN 0 THEN 'submitted' ELSE 'awaiting_photos' END ELSE 'decided' END",
            "least_photos": "10",
            "consented_at": at,
            "submitted_at": at,
            "confirmed_run_ft": "20",
            "decided_at": at,
        },
    )
    yield (
        "photos",
        locked,
        {
            "review_id": "i",
            "kind": "'photo'",
            "slot": "'panel_open'",
            "status": "'ready'",
            "size_bytes": "100",
            "received_bytes": "100",
            "key": "'photos/' || i",
            "shown_key": "'shown/' || i",
        },
    )
    yield (
        "order_files",
        locked,
        {
            "order_id": "i",
            "type": "'general_proposal'",
            "version": "1",
            "key": "'papers/' || i",
        },
    )
    yield (
        "proposals",
        locked,
        {
            "order_id": "i",
            "quote_id": "i",
            "file_id": "i",
            "version": "1",
            "status": "'accepted'",
            "accepted_at": at,
            "accepted_name": "'Ada'",
            "accepted_sha256": "'a'",
        },
    )
    certificate = f"({count} + i)"
    yield (
        "order_files",
        locked,
        {
            "id": certificate,
            "public_id": words.uuid(certificate),
            "order_id": "i",
            "type": "'acceptance'",
            "version": "1",
            "key": "'certificates/' || i",
        },
    )
    yield (
        "price_receipts",
        locked,
        {"code": "'R' || i", "quote_id": "i", "order_ref": words.uuid()},
    )


def _traces(words: Words, *, orders: str, count: int) -> Iterator[tuple[str, str, dict[str, str]]]:
    at, some = words.at("made_s"), f"{orders} WHERE i % 10 = 0"
    yield (
        "messages",
        orders,
        {
            "kind": "'date_held'",
            "channel": "'email'",
            "recipient": "'c' || i || '@example.org'",
            "text": "'Hello Ada, your date is held for 35 minutes.'",
            "order_ref": words.uuid(),
            "status": "'sent'",
            "provider_ref": "'taken' || i",
            "dedupe_key": "'date_held:' || i",
            "sent_at": at,
        },
    )
    yield (
        "consents",
        orders,
        {
            "channel": "'email'",
            "recipient": "'c' || i || '@example.org'",
            "is_given": "TRUE",
            "purpose": "CASE i % 10 WHEN 0 THEN 'recovery' ELSE 'transactional' END",
            "order_ref": words.uuid(),
        },
    )
    yield (
        "idempotent_answers",
        f"{orders} WHERE i > {count - count // 20}",
        {"endpoint": "'reserve'", "key": "'k' || i", "body": "'{}'"},
    )
    yield (
        "rate_buckets",
        some,
        {
            "rule": "'coverage'",
            "subject": "'s' || i",
            "window_started_s": f"{words.now_s} - i % 172800",
            "used": "1",
        },
    )
    yield (
        "address_searches",
        orders,
        {
            "address": "'77380'",
            "zip_code": "'77380'",
            "coverage_status": "'covered'",
            "search_context": "'coverage_check'",
        },
    )
    yield (
        "coverage_rejection_requests",
        some,
        {
            "address_formatted": "i || ' Main St'",
            "zip_code": "'75001'",
            "phone_number": "'713' || (1000000 + i)",
            "notification_status": "'pending'",
            "country": "'USA'",
        },
    )
    yield (
        "staff_acts",
        some,
        {
            "actor": "'staff ' || i % 7",
            "action": "'look_at_order'",
            "object": "'order ' || i",
            "order_ref": words.uuid(),
            "at": at,
            "before": "NULL",
            "after": "NULL",
            "hash": "'seal' || i",
        },
    )


def _seats_ahead(words: Words) -> None:
    # With seats for every day ahead, no measured call has to create them.
    today = datetime.fromtimestamp(words.now_s, UTC).date()
    for ahead in range(1, DAYS_AHEAD + 30):
        make_seats(today + timedelta(days=ahead), numbers=range(1, SEATS + 1))
