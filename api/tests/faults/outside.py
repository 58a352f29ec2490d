"""All that is outside the shop, on this machine and behind bad lines; and shops that need it."""

import os
import signal
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
from buyers import Buyer, open_days, with_crews
from google_peer import KEY
from ops.tools import API
from s3_peer import BUCKET, s3_settings
from shop import Shop
from smtp_peer import SmtpPeer

from standby.core.provider_calls import RESTS_S

CREWS = 200
WEBHOOK_SECRET = "whsec_faults"
_THREADS = 16  # of one process: some wait for each provider, and all others are served
_PATH = f"{API / 'tests' / 'races'}:{API / 'tests' / 'faults'}:{API / 'tests'}:{API}"


@dataclass
class Outside:
    places: BadLine
    cards: BadLine
    cards_of_worker: BadLine  # it asks by itself: what visitors make the server ask is counted
    mail: BadLine
    texts: BadLine
    storage: BadLine
    stripe: stripe_peer.Peer
    mailbox: SmtpPeer
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

    def pages_of(self, order: str) -> list[str]:
        """The pages on which it can be paid, at the card provider."""
        return [
            number
            for number, page in tuple(self.stripe.sessions.items())
            if page["metadata"]["order_id"] == order
        ]

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
            **s3_settings(self.storage.url),
        }


@contextmanager
def fault_shop(
    data: Path, outside: Outside, *, application: str = "local_providers"
) -> Iterator[Shop]:
    """One server, of one process: what a breaker knows all visitors know."""
    outside.be_well()
    named = f"{application}:application"
    with Shop(data, application=named, settings=outside.settings, size=1) as shop:
        with_crews(shop, open_days(shop), CREWS)
        yield shop


@contextmanager
def working(shop: Shop, outside: Outside) -> Iterator[None]:
    stripe = outside.cards_of_worker.url
    worker = shop.spawn(sys.executable, "-m", "hurried_worker", STRIPE_API_BASE=stripe)
    try:
        yield
    finally:
        with suppress(ProcessLookupError):
            os.killpg(worker.pid, signal.SIGKILL)
        worker.wait()


def in_table(public_id: str, shop: Shop) -> str:
    """A UUID as this database writes it."""
    return public_id if shop.database_url else uuid.UUID(public_id).hex


def reserve(shop: Shop) -> tuple[Buyer, str]:
    buyer = Buyer(open_days(shop)[0])
    answer = buyer.reserve(shop)
    assert answer.status == 201, answer
    return buyer, str(answer.body["orderId"])
