"""All that is outside the shop, on this machine and behind bad lines; and shops that need it."""

import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from email import message_from_bytes
from pathlib import Path
from typing import Any

import boto3
import stripe_peer
import twilio_peer
from aiosmtpd.controller import Controller
from bad_line import BadLine, Fault
from buyers import open_days
from google_peer import KEY
from moto.server import ThreadedMotoServer
from shop import API, Shop, free_port

from standby.providers.breaker import RESTS_S

CREWS = 200
WEBHOOK_SECRET = "whsec_faults"
_THREADS = 16  # of one process: some wait for each provider, and all others are served
_BUCKET = "faults"
_GIVE_UP_S = 120
_PATH = f"{API / 'tests' / 'races'}:{API / 'tests' / 'faults'}:{API}"


@dataclass
class Postbox:
    """A mail server; it knows mails by their Message-ID."""

    taken: list[str] = field(default_factory=list)

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        self.taken.append(str(message_from_bytes(envelope.content)["Message-ID"]))
        return "250 OK"


@dataclass
class Outside:
    places: BadLine
    cards: BadLine
    cards_of_worker: BadLine  # it asks by itself: what visitors make the server ask is counted
    mail: BadLine
    texts: BadLine
    storage: BadLine
    stripe: stripe_peer.Peer
    postbox: Postbox
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
        listed = self.store.list_objects_v2(Bucket=_BUCKET, Prefix=key).get("Contents", [])
        names = sorted(one["Key"] for one in listed)
        return b"".join(
            self.store.get_object(Bucket=_BUCKET, Key=name)["Body"].read() for name in names
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
            "S3_BUCKET": _BUCKET,
            "S3_ENDPOINT": self.storage.url,
            "S3_ACCESS_KEY": "testing",
            "S3_SECRET_KEY": "testing",
        }


@contextmanager
def a_postbox() -> Iterator[tuple[Postbox, int]]:
    postbox, port = Postbox(), free_port()
    controller = Controller(postbox, hostname="127.0.0.1", port=port)
    controller.start()
    yield postbox, port
    controller.stop()


@contextmanager
def a_store() -> Iterator[tuple[Any, int]]:
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    _, port = server.get_host_and_port()
    client = boto3.client(
        "s3",
        endpoint_url=f"http://127.0.0.1:{port}",
        region_name="us-east-1",
        aws_access_key_id="testing",
        aws_secret_access_key="testing",
    )
    client.create_bucket(Bucket=_BUCKET)
    yield client, port
    server.stop()


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
                DJANGO_SETTINGS_MODULE="standby.config.settings",
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


def until(holds: Callable[[], bool], *, within_s: float = _GIVE_UP_S) -> None:
    give_up_at = time.monotonic() + within_s
    while not holds():
        assert time.monotonic() < give_up_at
        time.sleep(0.02)


def in_table(public_id: str, shop: Shop) -> str:
    """A UUID as this database writes it."""
    return public_id if shop.database_url else uuid.UUID(public_id).hex
