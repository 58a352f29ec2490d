"""A temporary site to measure: a database, days with crews, and the recorded SQL of hot calls."""

import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ops.once import quietly
from ops.places import API, PYTHON, with_tools
from ops.postgresql import postgresql
from ops.served import PRODUCT, Server, gunicorn

SQLITE: Final = "SQLite"
POSTGRESQL: Final = "PostgreSQL"
CREWS: Final = 64  # per day: enough for a round; more would slow every request
BARE: Final = "bare"


@dataclass(frozen=True, slots=True)
class Ground:
    database: str
    folder: Path
    settings: dict[str, str]
    days: str

    def served(self, application: str, *, processes: int) -> AbstractContextManager[Server]:
        """Serve an application with so many workers, and the default threads of each."""
        log = self.folder / "server.log"
        return gunicorn(application, log=log, **self.settings, STANDBY_PROCESSES=str(processes))

    def ours(self, *, processes: int) -> AbstractContextManager[Server]:
        return self.served(PRODUCT, processes=processes)

    def bare(self, *, processes: int) -> AbstractContextManager[Server]:
        return self.served(BARE, processes=processes)

    def free(self) -> None:
        _open(self.settings)


@contextmanager
def ground(database: str = SQLITE) -> Iterator[Ground]:
    """Prepare a site and record the SQL of each hot call."""
    with ExitStack() as stack:
        made = stack.enter_context(tempfile.TemporaryDirectory(prefix="standby-bench-"))
        url = stack.enter_context(postgresql())[0] if database == POSTGRESQL else ""
        recorded = Path(made) / "recorded.json"
        settings = {
            "STANDBY_DATA": made,
            "STANDBY_RATE_LIMITS": "off",
            "DATABASE_URL": url,
            "BENCH_RECORDED": str(recorded),
            "PYTHONPATH": os.pathsep.join([str(API), str(API / "bench")]),
        }
        quietly([PYTHON, "-m", "standby.server.prepare"], cwd=API, **settings)
        days = _open(settings)
        quietly([PYTHON, "bench/recorded.py", recorded], cwd=API, **settings)
        yield Ground(database, folder=Path(made), settings=settings, days=days)


def told(script: str, *arguments: str, **settings: str) -> str:
    """Return what a script of api/bench prints."""
    ran = subprocess.run(
        [PYTHON, f"bench/{script}.py", *arguments],
        cwd=API,
        env=with_tools(**settings),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return ran.stdout.strip()


def _open(settings: dict[str, str]) -> str:
    return told("ground", str(CREWS), **settings)
