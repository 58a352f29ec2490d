"""A shop of its own for a race: a fresh database and several real server processes on it."""

import atexit
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import uuid
from contextlib import closing
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx
import psycopg

API = Path(__file__).resolve().parents[2]
SERVERS = 2
PROCESSES = 2  # of each server, as long as no setting says otherwise
READY_WITHIN_S = 60


@dataclass
class Shop:
    """`application` is the WSGI application that its servers run."""

    data: Path
    application: str = "standby.wsgi:application"
    database_url: str = ""
    is_prepared: bool = True  # without it the database is empty and nothing is served yet
    settings: dict[str, str] = field(default_factory=dict)  # more of them than a shop needs
    size: int = SERVERS
    ports: list[int] = field(default_factory=list)
    servers: list[subprocess.Popen[bytes]] = field(default_factory=list)
    http: httpx.Client = field(default_factory=lambda: httpx.Client(timeout=60, trust_env=False))

    def __enter__(self) -> Self:
        self.database_url = _copied_into(self.data) if self.is_a_copy else _new_database()
        self.ports = [free_port() for _ in range(self.size)]
        if self.is_prepared:
            if not self.is_a_copy:
                self._prepare()
            self.start()
            self.wait_until_ready()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.kill()
        self.http.close()
        _drop_database(self.database_url)

    @property
    def is_a_copy(self) -> bool:
        """Whether it begins as every other: nothing of its own is told while it is prepared."""
        return self.is_prepared and not self.settings

    @property
    def kind(self) -> str:
        return "PostgreSQL" if self.database_url else "SQLite"

    @property
    def log(self) -> Path:
        return self.data / "server.log"

    def url(self, path: str, *, server: int = 0) -> str:
        return f"http://127.0.0.1:{self.ports[server % len(self.ports)]}{path}"

    def start(self) -> None:
        gunicorn = Path(sys.executable).parent / "gunicorn"
        with self.log.open("ab") as log:
            for port in self.ports:
                server = subprocess.Popen(
                    [gunicorn, "-c", "python:told_serving", self.application],
                    cwd=API,
                    env=self.environment(PORT=str(port)),
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                )
                self.servers.append(server)

    def wait_until_ready(self) -> None:
        give_up_at = time.monotonic() + READY_WITHIN_S
        for number in range(len(self.ports)):
            while not self._is_ready(number):
                is_alive = all(server.poll() is None for server in self.servers)
                assert is_alive, self.log.read_text()
                assert time.monotonic() < give_up_at, self.log.read_text()
                time.sleep(0.05)

    def begin_anew(self) -> None:
        """The first day's database and files, while the servers go on running."""
        self._wait_for_processes()
        first = _first_shop()
        kept = {"secret-key", self.log.name, *(path.name for path in self.data.glob("standby.*"))}
        for left in [path for path in self.data.iterdir() if path.name not in kept]:
            shutil.rmtree(left) if left.is_dir() else left.unlink()
        if self.database_url:
            name = self.database_url.rsplit("/", 1)[1]
            _drop_database(self.database_url)
            _new_database(like=first.database_url, name=name)
        else:
            with (
                closing(sqlite3.connect(first.data / "standby.sqlite3")) as clean,
                closing(sqlite3.connect(self.data / "standby.sqlite3", timeout=20)) as mine,
            ):
                clean.backup(mine)
        if not self.servers:
            self.start()
            self.wait_until_ready()

    def reload(self) -> None:
        for server in self.servers:
            server.send_signal(signal.SIGHUP)

    def kill(self) -> None:
        """As a power cut would: no process gets to finish anything."""
        for server in self.servers:
            os.killpg(server.pid, signal.SIGKILL)
        for server in self.servers:
            server.wait()
        self.servers.clear()

    def write(self, statement: str) -> None:
        self._execute(statement, wants_rows=False)

    def rows(self, question: str) -> list[tuple[Any, ...]]:
        return self._execute(question, wants_rows=True)

    def number(self, question: str) -> int:
        return int(self.rows(question)[0][0])

    def _execute(self, statement: str, *, wants_rows: bool) -> list[tuple[Any, ...]]:
        if self.database_url:
            with psycopg.connect(self.database_url, autocommit=True) as postgres:
                found = postgres.execute(statement)
                return list(found.fetchall()) if wants_rows else []
        file = self.data / "standby.sqlite3"
        with closing(sqlite3.connect(file, timeout=20, isolation_level=None)) as sqlite:
            return sqlite.execute(statement).fetchall()

    def _wait_for_processes(self) -> None:
        """One that still starts would not find its database, and its server would end with it."""
        give_up_at = time.monotonic() + READY_WITHIN_S
        for server in self.servers:
            is_up = f"a process of server {server.pid} is up"
            while self.log.read_text().count(is_up) < PROCESSES:
                assert time.monotonic() < give_up_at, self.log.read_text()
                time.sleep(0.05)

    def _is_ready(self, number: int) -> bool:
        try:
            return self.http.get(self.url("/readyz", server=number)).status_code == 200
        except httpx.TransportError:
            return False

    def _prepare(self) -> None:
        ran = subprocess.run(
            [sys.executable, "-m", "standby.server.prepare"],
            cwd=API,
            env=self.environment(),
            capture_output=True,
            text=True,
        )
        assert ran.returncode == 0, ran.stderr

    def environment(self, **more: str) -> dict[str, str]:
        return {
            "PATH": os.environ["PATH"],
            "STANDBY_DATA": str(self.data),
            "STANDBY_RATE_LIMITS": "off",
            "DATABASE_URL": self.database_url,
            "DATABASE_POOLER": os.environ.get("DATABASE_POOLER", "off"),
            "PYTHONPATH": str(API / "tests" / "races"),
            **self.settings,
            **more,
        }


def report(promise: str, shop: Shop, found: str) -> None:
    """A line of the table that a run of the races prints."""
    sys.stdout.write(f"\n{promise:<47}  {shop.kind:<11} {found}\n")


def free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return int(trial.getsockname()[1])


def _copied_into(data: Path) -> str:
    """The database of a shop that begins as every other; what else it keeps is put into `data`."""
    first = _first_shop()
    shutil.copytree(first.data, data, dirs_exist_ok=True)
    return _new_database(like=first.database_url)


@cache
def _first_shop() -> Shop:
    """Prepared once, then only copied: that takes seconds, and each race begins with it."""
    folder = Path(tempfile.mkdtemp(prefix="standby-first-shop-"))
    first = Shop(folder, database_url=_new_database())
    first._prepare()
    atexit.register(_forget, first)
    return first


def _forget(first: Shop) -> None:
    shutil.rmtree(first.data, ignore_errors=True)
    _drop_database(first.database_url)


def _new_database(*, like: str = "", name: str = "") -> str:
    """A database beside the one that DATABASE_URL names; '' means SQLite."""
    server = os.environ.get("DATABASE_URL", "")
    if not server:
        return ""
    name = name or f"race_{uuid.uuid4().hex[:12]}"
    template = f' TEMPLATE "{like.rsplit("/", 1)[1]}"' if like else ""
    with psycopg.connect(server, autocommit=True) as postgres:
        postgres.execute(f'CREATE DATABASE "{name}"{template}')
    return f"{server.rsplit('/', 1)[0]}/{name}"


def _drop_database(url: str) -> None:
    if not url:
        return
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as postgres:
        name = url.rsplit("/", 1)[1]
        postgres.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
