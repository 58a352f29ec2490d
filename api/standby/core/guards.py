"""Database triggers that refuse invalid status changes and changes of append-only rows.

Status rules come from core/lifecycle.py. Triggers are installed after every migration, because on
SQLite a migrated table is a new table without the triggers of the old one; those that renew the
catalog's version too, which pricing's first migration makes.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from django.db import connections

from standby.core import lifecycle
from standby.core.lifecycle import Lifecycle
from standby.core.policy import AUDIT_RETENTION_YEARS

LIFECYCLES: Final[Mapping[str, Lifecycle]] = {
    "orders": lifecycle.ORDER,
    "appointments": lifecycle.APPOINTMENT,
    "change_orders": lifecycle.CHANGE_ORDER,
    "payments": lifecycle.PAYMENT,
    "stripe_checkout_sessions": lifecycle.CHECKOUT,
    "milestones": lifecycle.MILESTONE,
    "refunds": lifecycle.REFUND,
    "payouts": lifecycle.PAYOUT,
    "photo_reviews": lifecycle.PHOTO_REVIEW,
    "photos": lifecycle.PHOTO,
    "customer_reviews": lifecycle.REVIEW,
    "proposals": lifecycle.PROPOSAL,
    "messages": lifecycle.MESSAGE,
    "factors": lifecycle.FACTOR,
    "wizard_sessions": lifecycle.WIZARD,
    "coverage_imports": lifecycle.COVERAGE_IMPORT,
    "diagnostics": lifecycle.DIAGNOSTIC,
}
NEVER_CHANGED: Final = (
    "quotes",
    "price_receipts",
    "ledger_entries",
    "cancellations",
    "consents",
    "order_log",
    "order_notes",
    "job_entries",
    "audit_events",
    "message_templates",
)
# Years for which the database refuses to delete a row; None: forever (decision 16).
NEVER_DELETED: Final[Mapping[str, int | None]] = {
    "order_log": None,
    "order_notes": None,
    "job_entries": None,
    "audit_events": AUDIT_RETENTION_YEARS,
}
# The only columns of append-only rows that may be erased, to empty or a keyed hash (decision 20).
ERASABLE: Final[Mapping[str, tuple[str, ...]]] = {
    "order_log": ("note", "note_salt"),
    "order_notes": ("text",),
    "job_entries": ("facts", "facts_salt"),
    "consents": ("recipient",),
    "ledger_entries": ("note",),
    "cancellations": ("reason",),
}
ERASED: Final = "erased:"
# Any write to these renews the catalog's version.
CATALOG_TABLES: Final = (
    "installation_packages",
    "package_included_services",
    "package_bonus_items",
    "generators",
    "app_configuration",
    "planned_changes",
)

_SQLITE: Final = """CREATE TRIGGER {name} BEFORE {event} ON {table} WHEN {when}
BEGIN SELECT RAISE(ABORT, '{name}'); END"""
_SQLITE_RENEWS_CATALOG: Final = """
CREATE TRIGGER IF NOT EXISTS {table}_{verb}_renews_catalog_version AFTER {verb} ON {table}
BEGIN
    INSERT INTO catalog_version (id, token) VALUES (1, lower(hex(randomblob(16))))
    ON CONFLICT (id) DO UPDATE SET token = excluded.token;
END
"""
_POSTGRESQL_BODY: Final = """BEGIN
IF {when} THEN
RAISE EXCEPTION '{name}' USING ERRCODE = 'integrity_constraint_violation';
END IF;
RETURN {row};
END"""


def install_guards(*, using: str, **_: object) -> None:
    """Create or update the triggers of one database. Safe to repeat."""
    tables = set(connections[using].introspection.table_names())
    is_sqlite = connections[using].vendor == "sqlite"
    install = _install_on_sqlite if is_sqlite else _install_on_postgresql
    for table, name, event, when in _guards(using, known=tables):
        if table in tables:
            install(using, name, table=table, event=event, when=when)
    if is_sqlite:
        _restore_catalog_triggers(using, known=tables)


def _guards(using: str, *, known: set[str]) -> Iterator[tuple[str, str, str, str]]:
    # Table, name of the trigger, event, and the condition under which it refuses.
    for table, rules in LIFECYCLES.items():
        yield table, f"{table}_status_may_follow", "UPDATE OF status", _may_not_follow(rules)
    # Filtered by the existing tables because erasable ones are inspected for their columns.
    for table in known.intersection(NEVER_CHANGED):
        when = _more_than_erased(using, table) if table in ERASABLE else "TRUE"
        yield table, f"{table}_are_never_changed", "UPDATE", when
    # By the database's clock, so that no argument can make a row old enough to delete.
    is_sqlite = connections[using].vendor == "sqlite"
    youngest = (
        "datetime('now', '-{years} years')" if is_sqlite else "now() - interval '{years} years'"
    )
    for table, years in NEVER_DELETED.items():
        when = f"OLD.at > {youngest.format(years=years)}" if years else "TRUE"
        yield table, f"{table}_are_never_deleted", "DELETE", when


def _may_not_follow(rules: Lifecycle) -> str:
    pairs = " OR ".join(
        f"(OLD.status = '{before}' AND NEW.status IN ({_sql_list(after)}))"
        for before, after in rules.items()
        if after
    )
    known = _sql_list(frozenset(rules))  # the table's CHECK constraint refuses unknown ones
    return f"OLD.status <> NEW.status AND NEW.status IN ({known}) AND NOT ({pairs})"


def _sql_list(statuses: frozenset[str]) -> str:
    return ", ".join(f"'{status}'" for status in sorted(statuses))


def _more_than_erased(using: str, table: str) -> str:
    # True for any update other than erasing the erasable columns.
    connection = connections[using]
    same = "IS" if connection.vendor == "sqlite" else "IS NOT DISTINCT FROM"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {table} LIMIT 0")  # noqa: S608 - our own names
        columns = [each[0] for each in cursor.description]
    wiped = [f"NEW.{each} = '' OR NEW.{each} LIKE '{ERASED}%'" for each in ERASABLE[table]]
    unchanged = [f"NEW.{each} {same} OLD.{each}" for each in columns if each not in ERASABLE[table]]
    left = [f"NEW.{each} {same} OLD.{each}" for each in ERASABLE[table]]
    either = [f"({one} OR {other})" for one, other in zip(wiped, left, strict=True)]
    return f"NOT ({' AND '.join([*unchanged, *either])})"


def _install_on_sqlite(using: str, name: str, *, table: str, event: str, when: str) -> None:
    trigger = _SQLITE.format(name=name, event=event, table=table, when=when)
    with connections[using].cursor() as cursor:
        cursor.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name = %s", [name])
        if cursor.fetchone() == (trigger,):
            return
        cursor.execute(f"DROP TRIGGER IF EXISTS {name}")
        cursor.execute(trigger)


def _restore_catalog_triggers(using: str, *, known: set[str]) -> None:
    with connections[using].cursor() as cursor:
        for table in known.intersection(CATALOG_TABLES):
            for verb in ("insert", "update", "delete"):
                cursor.execute(_SQLITE_RENEWS_CATALOG.format(table=table, verb=verb))


def _install_on_postgresql(using: str, name: str, *, table: str, event: str, when: str) -> None:
    row = "OLD" if event == "DELETE" else "NEW"
    body = _POSTGRESQL_BODY.format(name=name, when=when, row=row)
    with connections[using].cursor() as cursor:
        cursor.execute(
            "SELECT prosrc FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid WHERE tgname = %s",
            [name],
        )
        if cursor.fetchone() == (body,):
            return
        cursor.execute(
            f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $${body}$$"
        )
        cursor.execute(f"DROP TRIGGER IF EXISTS {name} ON {table}")
        cursor.execute(
            f"CREATE TRIGGER {name} BEFORE {event} ON {table} "
            f"FOR EACH ROW EXECUTE FUNCTION {name}()"
        )
