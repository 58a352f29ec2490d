"""What the database itself refuses: a status that may not follow, a row that may not change.

The rules are domain/lifecycle.py's. They are written into the database after every migration,
because on SQLite a migrated table is a new table, without the triggers of the old one.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from django.db import connections

from standby.domain import lifecycle
from standby.domain.lifecycle import Lifecycle

LIFECYCLES: Final[Mapping[str, Lifecycle]] = {
    "orders": lifecycle.ORDER,
    "appointments": lifecycle.APPOINTMENT,
    "change_orders": lifecycle.CHANGE_ORDER,
    "payments": lifecycle.PAYMENT,
    "stripe_checkout_sessions": lifecycle.CHECKOUT,
    "milestones": lifecycle.MILESTONE,
    "refunds": lifecycle.REFUND,
    "photo_reviews": lifecycle.PHOTO_REVIEW,
    "photos": lifecycle.PHOTO,
    "proposals": lifecycle.PROPOSAL,
    "messages": lifecycle.MESSAGE,
    "factors": lifecycle.FACTOR,
    "wizard_sessions": lifecycle.WIZARD,
}
NEVER_CHANGED: Final = ("quotes", "price_receipts", "ledger_entries", "cancellations", "consents")

_SQLITE: Final = """CREATE TRIGGER {name} BEFORE UPDATE {of} ON {table} WHEN {when}
BEGIN SELECT RAISE(ABORT, '{name}'); END"""
_POSTGRESQL_BODY: Final = """BEGIN
IF {when} THEN
RAISE EXCEPTION '{name}' USING ERRCODE = 'integrity_constraint_violation';
END IF;
RETURN NEW;
END"""


def install_guards(*, using: str) -> None:
    """Safe to repeat: what is there already, word for word, is left alone."""
    tables = set(connections[using].introspection.table_names())
    for table, name, of, when in _guards():
        if table not in tables:
            continue
        if connections[using].vendor == "sqlite":
            _install_on_sqlite(using, table=table, name=name, of=of, when=when)
        else:
            _install_on_postgresql(using, table=table, name=name, of=of, when=when)


def _guards() -> Iterator[tuple[str, str, str, str]]:
    """Table, name, which columns, and when an update is refused."""
    for table, rules in LIFECYCLES.items():
        yield table, f"{table}_status_may_follow", "OF status", _may_not_follow(rules)
    for table in NEVER_CHANGED:
        yield table, f"{table}_are_never_changed", "", "TRUE"


def _may_not_follow(rules: Lifecycle) -> str:
    pairs = " OR ".join(
        f"(OLD.status = '{before}' AND NEW.status IN ({_listed(after)}))"
        for before, after in rules.items()
        if after
    )
    known = _listed(frozenset(rules))  # an unknown one is refused by the table's own check
    return f"OLD.status <> NEW.status AND NEW.status IN ({known}) AND NOT ({pairs})"


def _listed(statuses: frozenset[str]) -> str:
    return ", ".join(f"'{status}'" for status in sorted(statuses))


def _install_on_sqlite(using: str, *, table: str, name: str, of: str, when: str) -> None:
    trigger = _SQLITE.format(name=name, of=of, table=table, when=when)
    with connections[using].cursor() as cursor:
        cursor.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name = %s", [name])
        if cursor.fetchone() == (trigger,):
            return
        cursor.execute(f"DROP TRIGGER IF EXISTS {name}")
        cursor.execute(trigger)


def _install_on_postgresql(using: str, *, table: str, name: str, of: str, when: str) -> None:
    body = _POSTGRESQL_BODY.format(name=name, when=when)
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
            f"CREATE TRIGGER {name} BEFORE UPDATE {of} ON {table} "
            f"FOR EACH ROW EXECUTE FUNCTION {name}()"
        )
