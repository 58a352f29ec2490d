"""An outbox of its own for a race: a fresh database, two workers, and providers that fail."""

import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from shop import WORKERS, Shop
from smtp_peer import SmtpPeer, smtp_peer
from twilio_peer import ACCOUNT, SENDER, TOKEN, Peer, twilio_peer

FASTER = 20  # where a race does not say otherwise
NINE = datetime(2026, 1, 15, 15, 0, tzinfo=UTC)  # in the morning, when texts may ring
ILL, LOST = 0.15, 0.05  # of all calls: refused for now; taken, but the answer is lost
A_CALL_TAKES_S = 0.02
_QUEUE = """
from datetime import datetime
from django.db import transaction
from outbox_helpers import queue
with transaction.atomic():
    for number in range({count}):
        to = f"n{{number}}@example.org" if number % 2 else f"281555{{number:04}}"
        queue(to, kind="news", now=datetime.fromisoformat("{now}"))
"""


class IllPost(SmtpPeer):
    """A mail server that is ill now and then."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.lost = 0
        self._chance = random.Random(seed)

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        time.sleep(A_CALL_TAKES_S)
        luck = self._chance.random()
        if luck < ILL:
            return "451 try later"
        answer = await super().handle_DATA(server, session, envelope)
        if luck < ILL + LOST:
            self.lost += 1
            server.transport.abort()
        return answer


@dataclass
class Providers:
    post: IllPost
    peer: Peer

    @property
    def taken(self) -> list[str]:
        return [*self.post.message_ids, *(text["Body"] for text in self.peer.taken)]

    @property
    def lost(self) -> int:
        return self.post.lost + self.peer.lost

    @property
    def duplicates(self) -> int:
        return len(self.taken) - len(set(self.taken))


@contextmanager
def ill_providers(seed: int) -> Iterator[Providers]:
    chance, post = random.Random(seed), IllPost(seed)
    with twilio_peer() as peer, smtp_peer(post):
        peer.takes_s = A_CALL_TAKES_S
        peer.answers = [_answer(chance.random()) for _ in range(5000)]
        yield Providers(post, peer)


def _answer(luck: float) -> tuple[int, int | None] | str:
    if luck < ILL:
        return 503, None
    return "lost" if luck < ILL + LOST else (201, None)


@dataclass
class Relay(Shop):
    """`application` is the module that its workers run."""

    application: str = "quick_worker"
    smtp_port: int = 1
    twilio: str = "http://127.0.0.1:1"
    faster: int = FASTER
    begun: float = field(default_factory=time.time)

    def start(self) -> None:
        self.servers = [self._worker() for _ in range(WORKERS)]

    def wait_until_ready(self) -> None:
        """Workers begin when they can."""

    def kill_one(self, number: int) -> None:
        worker = self.servers[number % WORKERS]
        worker.kill()
        worker.wait()
        self.servers[number % WORKERS] = self._worker()

    def wait_no_longer(self) -> None:
        """What failed is tried again at once, and not after minutes or an hour."""
        nine = f"'{NINE:%Y-%m-%d %H:%M:%S}{'+00' if self.database_url else ''}'"
        failed = "attempts > 0 AND leased_until IS NULL"
        self.write(f"UPDATE jobs SET due_at = {nine} WHERE {failed}")

    def queue(self, count: int) -> None:
        """Half of them mails, half texts, all due."""
        self.shell(_QUEUE.format(count=count, now=NINE.isoformat()))

    def left(self) -> int:
        """How many will be tried again. A text whose answer was lost twice is not: it is dead."""
        waiting = "kind IN ('email', 'sms') AND dead_at IS NULL"
        return self.number(f"SELECT COUNT(*) FROM jobs WHERE {waiting}")

    def _worker(self) -> subprocess.Popen[bytes]:
        return self.spawn(
            sys.executable,
            "-m",
            self.application,
            RACE_BEGUN=str(self.begun),
            RACE_NINE=NINE.isoformat(),
            RACE_FASTER=str(self.faster),
            SMTP_HOST="127.0.0.1",
            SMTP_PORT=str(self.smtp_port),
            SMTP_SECURITY="none",
            TWILIO_ACCOUNT_SID=ACCOUNT,
            TWILIO_AUTH_TOKEN=TOKEN,
            TWILIO_FROM=SENDER,
            TWILIO_API_BASE=self.twilio,
        )
