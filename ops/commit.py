"""What this commit decides of a run of tests: the seed of samples, and the databases."""

import os
import subprocess
from typing import Final

from ops.places import ROOT

SQLITE: Final = "SQLite"
POSTGRESQL: Final = "PostgreSQL"
# Where seats, money and tables are made: these are raced on both databases.
_JUDGED_ON_BOTH: Final = (
    "/migrations/",
    "/apps/booking/",
    "/apps/guards/",
    "/apps/payments/",
    "/apps/quoting/",
    "/flows/booking/",
    "/flows/money/",
    "/flows/writing",
    "ops/postgresql.py",
)
_RECENT_COMMITS: Final = 10


def seed() -> int:
    """From TEST_SEED, else from the commit: the same change is judged by the same samples."""
    given = os.environ.get("TEST_SEED")
    return int(given) if given else int(_git("rev-parse", "HEAD")[:7] or "1", 16)


def databases() -> tuple[str, ...]:
    """Those that races and faults run on: first the one by the parity of the seed, or it alone."""
    both = (POSTGRESQL, SQLITE) if seed() % 2 else (SQLITE, POSTGRESQL)
    is_both = os.environ.get("TEST_DATABASES") == "both" or _touches_seats_or_money()
    return both if is_both else both[:1]


def _touches_seats_or_money() -> bool:
    names = _git("log", f"-{_RECENT_COMMITS}", "--name-only", "--format=")
    names += _git("status", "--porcelain")
    return any(part in f"/{name}" for name in names.split() for part in _JUDGED_ON_BOTH)


def _git(*command: str) -> str:
    """Nothing where there is no repository."""
    ran = subprocess.run(
        ["git", *command], cwd=ROOT, check=False, capture_output=True, text=True, errors="replace"
    )
    return ran.stdout
