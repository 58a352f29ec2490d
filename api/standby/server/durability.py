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
    weak = [
        f"{question} is {answer!r}; allowed: {', '.join(allowed)}"
        for question, allowed in _PROMISED[connection.vendor].items()
        if (answer := _answer(connection, question)) not in allowed
    ]
    if getattr(connection, "transaction_mode", "IMMEDIATE") != "IMMEDIATE":
        weak.append("transaction_mode is not IMMEDIATE: contended writers would fail at once")
    if weak:
        raise DurabilityNotGuaranteed("; ".join(weak))


def _answer(connection: BaseDatabaseWrapper, question: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(question)
        return str(cursor.fetchone()[0])
