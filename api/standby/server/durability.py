"""Refuse databases whose settings could lose acknowledged writes (decision 8)."""

from typing import Final

from django.db.backends.base.base import BaseDatabaseWrapper

_PROMISED: Final = {
    "sqlite": {"PRAGMA journal_mode": ("wal",), "PRAGMA synchronous": ("2", "3")},
    "postgresql": {
        "SHOW fsync": ("on",),
        "SHOW synchronous_commit": ("on", "remote_write", "remote_apply", "local"),
    },
}


class DurabilityNotGuaranteed(RuntimeError):
    pass


def require_durable(connection: BaseDatabaseWrapper) -> None:
    """Raise DurabilityNotGuaranteed naming each database setting that is too weak."""
    weak = []
    with connection.cursor() as cursor:
        for question, allowed in _PROMISED[connection.vendor].items():
            cursor.execute(question)
            answer = str(cursor.fetchone()[0])
            if answer not in allowed:
                weak.append(f"{question} is {answer!r}; allowed: {', '.join(allowed)}")
    if getattr(connection, "transaction_mode", "IMMEDIATE") != "IMMEDIATE":
        weak.append("transaction_mode is not IMMEDIATE: contended writers would fail at once")
    if weak:
        raise DurabilityNotGuaranteed("; ".join(weak))
