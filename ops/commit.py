"""Choices that the commit decides for a test run: the random seed and the databases."""

import os
import subprocess
from typing import Final

from ops.places import ROOT

SQLITE: Final = "SQLite"
POSTGRESQL: Final = "PostgreSQL"
# Code that makes seats, money and tables: a recent change to it is raced on both databases.
_JUDGED_ON_BOTH: Final = (
    "/migrations/",
    "/core/guards",
    "/standby/orders/",
    "/standby/payments/",
    "/standby/pricing/",
    "/standby/workflows/",
    "ops/postgresql.py",
)
_RECENT_COMMITS: Final = 10


def seed() -> int:
    """Return TEST_SEED, else a number derived from the commit.

    The same change is then always tested with the same samples.
    """
    given = os.environ.get("TEST_SEED")
    return int(given) if given else int(_git("rev-parse", "HEAD")[:7] or "1", 16)


def databases() -> tuple[str, ...]:
    """Return the databases that races and faults run on.

    The seed's parity chooses one; the other follows only if TEST_DATABASES is "both" or recent
    commits touch seats or money.
    """
    both = (POSTGRESQL, SQLITE) if seed() % 2 else (SQLITE, POSTGRESQL)
    is_both = os.environ.get("TEST_DATABASES") == "both" or _touches_seats_or_money()
    return both if is_both else both[:1]


def _touches_seats_or_money() -> bool:
    names = _git("log", f"-{_RECENT_COMMITS}", "--name-only", "--format=")
    names += _git("status", "--porcelain")
    return any(part in f"/{name}" for name in names.split() for part in _JUDGED_ON_BOTH)


def _git(*command: str) -> str:
    # Empty where there is no repository.
    ran = subprocess.run(
        ["git", *command], cwd=ROOT, check=False, capture_output=True, text=True, errors="replace"
    )
    return ran.stdout
