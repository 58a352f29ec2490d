"""The statements that something sent to the database, and which tables they look through whole."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from django.db import connection

# Those that grow with every visitor; the others staff fill by hand, or they stay small.
GROWING: Final = frozenset(
    [
        "address_searches",
        "appointments",
        "card_events",
        "consents",
        "coupon_uses",
        "coverage_rejection_requests",
        "crew_seats",
        "customers",
        "idempotent_answers",
        "jobs",
        "ledger_entries",
        "messages",
        "milestones",
        "order_files",
        "order_links",
        "order_locations",
        "order_log",
        "order_search_texts",
        "orders",
        "payments",
        "photo_reviews",
        "photos",
        "price_receipts",
        "proposals",
        "quotes",
        "rate_buckets",
        "refunds",
        "staff_acts",
        "stripe_checkout_sessions",
        "wizard_interaction_events",
        "wizard_sessions",
    ]
)
# Indexes of what waits, whole: however much is done, little waits.
OF_WHAT_WAITS: Final = frozenset(
    [
        "coupon_uses_open",
        "crew_seats_expiring",
        "jobs_waiting",
        "milestones_due",
        "payments_of_unknown_funding",
    ]
)
_SCAN: Final = re.compile(r"^SCAN (\w+)(?:.* INDEX (\w+))?")
_NAMED: Final = re.compile(r'(?:FROM|JOIN|UPDATE|INTO)\s+"?(\w+)"?(?:\s+(?:AS\s+)?"?(\w+)"?)?')

Ran = list[tuple[str, Any]]


@contextmanager
def statements() -> Iterator[Ran]:
    ran: Ran = []

    def keep(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        ran.append((sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(keep):
        yield ran


def looked_through(ran: Ran) -> set[str]:
    """The growing tables of which a statement reads every row, by SQLite's own plan."""
    return {table for sql, params in ran for table in _scanned(sql, params)}


def _scanned(sql: str, params: Any) -> Iterator[str]:
    if not sql.lstrip("( \n").upper().startswith(("SELECT", "UPDATE", "DELETE", "INSERT", "WITH")):
        return
    tables = {alias or table: table for table, alias in _NAMED.findall(sql)}
    tables |= {table: table for table, _ in _NAMED.findall(sql)}
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}", params)
        steps = [str(row[3]) for row in cursor.fetchall()]
    for step in steps:
        found = _SCAN.match(step)
        table = tables.get(found[1], "") if found else ""
        if found and table in GROWING and found[2] not in OF_WHAT_WAITS:
            yield table
