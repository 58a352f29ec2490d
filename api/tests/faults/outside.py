"""All that is outside the shop, on this machine and behind bad lines; and shops that need it."""

import os
import signal
import subprocess
import sys
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import stripe_peer
import twilio_peer
from bad_line import BadLine, Fault
from buyers import open_days
from google_peer import KEY
from hosts import BUCKET, Letterbox, store_settings
from shop import API, Shop

from standby.core.provider_calls import RESTS_S

CREWS = 200
WEBHOOK_SECRET = "whsec_faults"
_THREADS = 16  # of one process: some wait for each provider, and all others are served
_PATH = f"{API / 'tests' / 'races'}:{API / 'tests' / 'faults'}:{API}"


@dataclass
class Outside:
    places: BadLine
    cards: BadLine
    cards_of_worker: BadLine  # it asks by itself: what visitors make the server ask is counted
    mail: BadLine
    texts: BadLine
    storage: BadLine
    stripe: stripe_peer.Peer
    postbox: Letterbox
    twilio: twilio_peer.Peer
    store: Any  # a client of the bucket that goes round the bad line
    clock: Path  # of the shops' breakers, in seconds
    _now_s: float = 0.0

    @property
    def lines(self) -> tuple[BadLine, ...]:
        cards = (self.cards, self.cards_of_worker)
        return (self.places, *cards, self.mail, self.texts, self.storage)

    def suffer(self, fault: Fault | None) -> None:
        for line in self.lines:
            line.suffer(fault)

    def breakers_have_rested(self) -> None:
        self._now_s += RESTS_S + 1
        moved = self.clock.with_name("moved")
        moved.write_text(str(self._now_s))
        moved.replace(self.clock)

    def be_well(self) -> None:
        self.suffer(None)
        self.breakers_have_rested()

    def content(self, key: str) -> bytes:
        """Of a file that arrived in pieces, or whole."""
        listed = self.store.list_objects_v2(Bucket=BUCKET, Prefix=key).get("Contents", [])
        names = sorted(one["Key"] for one in listed)
        return b"".join(
            self.store.get_object(Bucket=BUCKET, Key=name)["Body"].read() for name in names
        )

    @property
    def settings(self) -> dict[str, str]:
        return {
            "PYTHONPATH": _PATH,
            "BREAKERS_CLOCK": str(self.clock),
            "STANDBY_PROCESSES": "1",
            "STANDBY_THREADS": str(_THREADS),
            "GOOGLE_SERVER_KEY": KEY,
            "GOOGLE_NEARBY": self.places.url,
            "STRIPE_SECRET_KEY": "sk_test_faults",
            "STRIPE_WEBHOOK_SECRET": WEBHOOK_SECRET,
            "STRIPE_API_BASE": self.cards.url,
            "SMTP_HOST": "127.0.0.1",
            "SMTP_PORT": str(self.mail.port),
            "SMTP_SECURITY": "none",
            "TWILIO_ACCOUNT_SID": twilio_peer.ACCOUNT,
            "TWILIO_AUTH_TOKEN": twilio_peer.TOKEN,
            "TWILIO_FROM": twilio_peer.SENDER,
            "TWILIO_API_BASE": self.texts.url,
            **store_settings(self.storage.url),
        }


class FaultShop(Shop):
    """Nothing that its settings tell of is asked while it is prepared."""

    @property
    def is_a_copy(self) -> bool:
        return True


@contextmanager
def fault_shop(data: Path, outside: Outside, *, application: str = "nearby") -> Iterator[Shop]:
    """One server, of one process: what a breaker knows all visitors know."""
    outside.be_well()
    named = f"{application}:application"
    with FaultShop(data, application=named, settings=outside.settings, size=1) as shop:
        for day in open_days(shop):
            values = f"VALUES ('{day}', {CREWS}, 'faults')"
            shop.write(f"INSERT INTO crew_days (day, crews, reason) {values}")
        yield shop


@contextmanager
def working(shop: Shop, outside: Outside) -> Iterator[None]:
    with shop.log.open("ab") as log:
        worker = subprocess.Popen(
            [sys.executable, "-m", "hurried_worker"],
            cwd=API,
            env=shop.environment(
                DJANGO_SETTINGS_MODULE="standby.settings",
                STRIPE_API_BASE=outside.cards_of_worker.url,
            ),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    try:
        yield
    finally:
        with suppress(ProcessLookupError):
            os.killpg(worker.pid, signal.SIGKILL)
        worker.wait()


def work_once(shop: Shop) -> None:
    subprocess.run(
        [sys.executable, "manage.py", "work", "--once"],
        cwd=API,
        env=shop.environment(),
        capture_output=True,
        check=True,
    )


def in_table(public_id: str, shop: Shop) -> str:
    """A UUID as this database writes it."""
    return public_id if shop.database_url else uuid.UUID(public_id).hex
