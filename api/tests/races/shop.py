"""A shop of its own for a race: a fresh database and several real server processes on it."""

import atexit
import json
import os
import shutil
import signal
import sqlite3
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Self, TypeVar

import httpx
import psycopg
from ops.postgresql import free_port
from ops.tools import API

SERVERS = 2
PROCESSES = 2  # of each server, as long as no setting says otherwise
WORKERS = 2
READY_WITHIN_S = 60
_PATH = f"{API / 'tests' / 'races'}:{API / 'tests'}:{API}"
Given = TypeVar("Given")
Found = TypeVar("Found")


class CommandFailed(Exception):
    """A command of manage.py did not succeed: what it printed."""


@dataclass
class Shop:
    """`application` is the WSGI application that its servers run.

    It begins as a copy of one that was prepared once, whatever its own settings are.
    """

    data: Path
    application: str = "standby.wsgi:application"
    database_url: str = ""
    is_prepared: bool = True  # without it the database is empty and nothing is served yet
    settings: dict[str, str] = field(default_factory=dict)  # more of them than a shop needs
    size: int = SERVERS
    ports: list[int] = field(default_factory=list)
    servers: list[subprocess.Popen[bytes]] = field(default_factory=list)
    http: httpx.Client = field(default_factory=lambda: httpx.Client(timeout=60, trust_env=False))
    _command_loops: list[subprocess.Popen[str]] = field(default_factory=list)

    def __enter__(self) -> Self:
        self.database_url = (
            _copied_into(self.data, self.market) if self.is_prepared else _new_database()
        )
        self.ports = [free_port() for _ in range(self.size)]
        if self.is_prepared:
            self.start()
            self.wait_until_ready()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
        _drop_database(self.database_url)

    def close(self) -> None:
        for loop in self._command_loops:
            with loop:
                loop.kill()
        self.kill()
        self.http.close()

    @property
    def kind(self) -> str:
        return "PostgreSQL" if self.database_url else "SQLite"

    @property
    def market(self) -> str:
        return self.settings.get("STANDBY_MARKET", "houston")

    @property
    def log(self) -> Path:
        return self.data / "server.log"

    def url(self, path: str, *, server: int = 0) -> str:
        return f"http://127.0.0.1:{self.ports[server % len(self.ports)]}{path}"

    def environment(self, **more: str) -> dict[str, str]:
        return {
            "PATH": os.environ["PATH"],
            "STANDBY_DATA": str(self.data),
            "STANDBY_RATE_LIMITS": "off",
            "STANDBY_SITE_URL": "http://127.0.0.1",  # an access token is good at all servers
            "DATABASE_URL": self.database_url,
            "DATABASE_POOLER": os.environ.get("DATABASE_POOLER", "off"),
            "DJANGO_SETTINGS_MODULE": "standby.settings",
            "PYTHONPATH": _PATH,
            **self.settings,
            **more,
        }

    def spawn(
        self,
        *command: str | Path,
        pass_fds: Sequence[int] = (),
        cwd: Path = API,
        **settings: str,
    ) -> subprocess.Popen[bytes]:
        """A process in a group of its own; what it prints goes to the log."""
        with self.log.open("ab") as log:
            return subprocess.Popen(
                command,
                cwd=cwd,
                env=self.environment(**settings),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=pass_fds,
                start_new_session=True,
            )

    def run(self, *command: str | Path, **settings: str) -> subprocess.CompletedProcess[str]:
        """Python with these arguments, until it ends."""
        return subprocess.run(
            [sys.executable, *command],
            cwd=API,
            env=self.environment(**settings),
            capture_output=True,
            text=True,
        )

    def start(self) -> None:
        gunicorn = Path(sys.executable).parent / "gunicorn"
        command = (gunicorn, "-c", "python:logged_serving", self.application)
        self.servers += [self.spawn(*command, PORT=str(port)) for port in self.ports]

    def wait_until_ready(self) -> None:
        until(self._are_ready, within_s=READY_WITHIN_S, why=self.log.read_text)

    def begin_anew(self) -> None:
        """The first day's database and files, while the servers go on running."""
        # One that still starts would not find its database, and its server would end with it.
        until(self._processes_are_up, within_s=READY_WITHIN_S, why=self.log.read_text)
        first = _first_shop(self.market)
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

    def kill_and_restart(self) -> None:
        self.kill()
        self.start()
        self.wait_until_ready()

    def manage(self, *command: str, worker: int = 0) -> str:
        """What a command of manage.py prints. Raises CommandFailed."""
        process = self._ready_command_loops()[worker]
        assert process.stdin
        assert process.stdout
        process.stdin.write(f"{json.dumps(command)}\n")
        process.stdin.flush()
        code, printed = json.loads(process.stdout.readline())
        if code:
            raise CommandFailed(printed)
        return str(printed)

    def shell(self, code: str) -> str:
        """What Python prints in `manage.py shell`."""
        return self.manage("shell", "--no-imports", "-c", code).strip()

    def work(self) -> None:
        """Two workers begin at the same moment, and share what there is to do."""
        self._ready_command_loops()
        at_once(lambda worker: self.manage("work", "--once", worker=worker), range(WORKERS))

    def write(self, statement: str) -> None:
        self._execute(statement, wants_rows=False)

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        return self._execute(query, wants_rows=True)

    def number(self, query: str) -> int:
        return int(self.rows(query)[0][0])

    def _execute(self, statement: str, *, wants_rows: bool) -> list[tuple[Any, ...]]:
        if self.database_url:
            with psycopg.connect(self.database_url, autocommit=True) as postgres:
                found = postgres.execute(statement)
                return list(found.fetchall()) if wants_rows else []
        file = self.data / "standby.sqlite3"
        with closing(sqlite3.connect(file, timeout=20, isolation_level=None)) as sqlite:
            return sqlite.execute(statement).fetchall()

    def _processes_are_up(self) -> bool:
        return all(
            self.log.read_text().count(f"a process of server {server.pid} is up") >= PROCESSES
            for server in self.servers
        )

    def _are_ready(self) -> bool:
        assert all(server.poll() is None for server in self.servers), self.log.read_text()
        urls = [self.url("/readyz", server=number) for number in range(len(self.ports))]
        try:
            return all(self.http.get(url).status_code == 200 for url in urls)
        except httpx.TransportError:
            return False

    def _ready_command_loops(self) -> list[subprocess.Popen[str]]:
        """All of them ready, so that they can begin at the same moment."""
        if self._command_loops:
            return self._command_loops
        module = self.application.partition(":")[0]
        with self.log.open("ab") as log:
            self._command_loops = [
                subprocess.Popen(
                    [sys.executable, "-m", "command_loop", module],
                    cwd=API,
                    env=self.environment(),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=log,
                    text=True,
                )
                for _ in range(WORKERS)
            ]
        for loop in self._command_loops:
            assert loop.stdout
            assert loop.stdout.readline(), self.log.read_text()
        return self._command_loops


def report(promise: str, shop: Shop, found: str) -> None:
    """A line of the table that a run of the races prints."""
    sys.stdout.write(f"\n{promise:<47}  {shop.kind:<11} {found}\n")


def race(name: str, story: Callable[[Shop], Found], shop: Shop) -> Found:
    """What came of a story in which many act at once; it is told in the table of promises.

    The same story in a shop without guards is its control: there it has to go wrong.
    """
    found = story(shop)
    report(name, shop, str(dict(found) if isinstance(found, dict) else found))
    return found


def at_once(action: Callable[[Given], Found], many: Sequence[Given]) -> list[Found]:
    """All of them start at the same moment."""
    gate = threading.Barrier(len(many))

    def wait_and_run(one: Given) -> Found:
        gate.wait()
        return action(one)

    with ThreadPoolExecutor(len(many)) as crowd:
        return list(crowd.map(wait_and_run, many))


def until(
    holds: Callable[[], bool],
    *,
    within_s: float = 120,
    step_s: float = 0.05,
    why: Callable[[], str] = str,
) -> None:
    """Wait; `why` is asked when it takes too long."""
    give_up_at = time.monotonic() + within_s
    while not holds():
        assert time.monotonic() < give_up_at, why()
        time.sleep(step_s)


def tls_client() -> httpx.Client:
    """A visitor of the deployed product: through nginx, to a certificate of this run."""
    return httpx.Client(timeout=30, trust_env=False, verify=trusting())


def trusting() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def _copied_into(data: Path, market: str) -> str:
    """The database of a shop that begins as every other of its market; what else it keeps is put
    into `data`."""
    first = _first_shop(market)
    shutil.copytree(first.data, data, dirs_exist_ok=True)
    return _new_database(like=first.database_url)


@cache
def _first_shop(market: str) -> Shop:
    """Prepared once, then only copied: that takes seconds, and each race begins with it."""
    folder = Path(tempfile.mkdtemp(prefix="standby-first-shop-"))
    first = Shop(folder, database_url=_new_database(), settings={"STANDBY_MARKET": market})
    ran = first.run("-m", "standby.server.prepare")
    assert ran.returncode == 0, ran.stderr
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
