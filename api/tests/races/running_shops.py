"""A shop whose servers go on running from race to race, and who works in it.

What is slow about a race is starting them; each finds the database as it is on the first day.
"""

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from buyers import Answer, ask, at_once
from shop import API, Shop, report

WORKERS = 2
Found = TypeVar("Found")
_SIGN_IN = """
from tables_browser import bearer, session_of, staff_user
print(bearer(session_of(staff_user("owner", name="jo")))["authorization"].split()[1])
"""


class Refused(Exception):
    """A command of manage.py did not succeed: what it said."""


@dataclass
class Running(Shop):
    """It begins as a copy, whatever its settings: none of them is told while it is prepared."""

    _backroom: list[subprocess.Popen[str]] = field(default_factory=list)

    @property
    def is_a_copy(self) -> bool:
        return self.is_prepared

    def environment(self, **more: str) -> dict[str, str]:
        """An access token is good at all its servers."""
        return super().environment(STANDBY_SITE_URL="http://127.0.0.1", **more)

    def manage(self, *command: str, worker: int = 0) -> str:
        """What it says. Raises Refused."""
        process = self._workers()[worker]
        assert process.stdin
        assert process.stdout
        process.stdin.write(f"{json.dumps(command)}\n")
        process.stdin.flush()
        code, said = json.loads(process.stdout.readline())
        if code:
            raise Refused(said)
        return str(said)

    def work(self) -> None:
        """Two workers begin at the same moment, and share what there is to do."""
        self._workers()
        at_once(lambda worker: self.manage("work", "--once", worker=worker), range(WORKERS))

    def __exit__(self, *raised: Any) -> None:
        for worker in self._backroom:
            with worker:
                worker.kill()
        super().__exit__(*raised)

    def _workers(self) -> list[subprocess.Popen[str]]:
        """All of them ready, so that they can begin at the same moment."""
        if self._backroom:
            return self._backroom
        module = self.application.partition(":")[0]
        path = f"{API / 'tests' / 'races'}:{API / 'tests'}:{API}"
        settings = "standby.settings"
        with self.log.open("ab") as log:
            self._backroom = [
                subprocess.Popen(
                    [sys.executable, "-m", "backroom", module],
                    cwd=API,
                    env=self.environment(DJANGO_SETTINGS_MODULE=settings, PYTHONPATH=path),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=log,
                    text=True,
                )
                for _ in range(WORKERS)
            ]
        for worker in self._backroom:
            assert worker.stdout
            assert worker.stdout.readline(), self.log.read_text()
        return self._backroom


class Office:
    """Members of staff, each at another server."""

    def __init__(self, shop: Running, *, is_owner: bool = False) -> None:
        """No script may send money back: an owner is signed in with a second factor."""
        script = ("staff_token", "jo", "--role", "manager", "--hours", "1", "--new")
        sign_in = ("shell", "--no-imports", "-c", _SIGN_IN)
        self.shop = shop
        self.token = shop.manage(*(sign_in if is_owner else script)).split()[-1]

    def send(
        self, method: str, path: str, body: object, *, server: int = 0, **headers: str
    ) -> Answer:
        told = {"Authorization": f"Bearer {self.token}", **headers}
        return ask(self.shop, method, f"/api/staff{path}", body, server=server, **told)


def race(name: str, story: Callable[[Running], Found], shop: Running) -> Found:
    """What came of a story in which many act at once; it is told in the table of promises.

    The same story in a shop without guards is its control: there it has to go wrong.
    """
    found = story(shop)
    report(name, shop, str(dict(found) if isinstance(found, dict) else found))
    return found
