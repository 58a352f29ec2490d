"""Hosts that share a database and a bucket, and nothing else: each has a disk of its own.

SQLite is one host's: there, two server processes and two workers share its disk.
"""

import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from pathlib import Path
from typing import Any

import boto3
from aiosmtpd.controller import Controller
from moto.server import ThreadedMotoServer
from shop import API, Shop, free_port
from stripe_peer import Peer, running_peer

SIGNED_WITH = "whsec_hosts"
BUCKET = "hosts"
_KEYS = {"aws_access_key_id": "testing", "aws_secret_access_key": "testing"}


class Letterbox:
    """A mail server that takes everything; it knows mails by their Message-ID."""

    def __init__(self) -> None:
        self.taken: list[str] = []

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        self.taken.append(str(message_from_bytes(envelope.content)["Message-ID"]))
        return "250 OK"

    @property
    def duplicates(self) -> int:
        return sum(times - 1 for times in Counter(self.taken).values())


@dataclass(frozen=True, slots=True)
class World:
    """What is outside, one for all hosts: cards, mail, and a bucket."""

    cards: Peer
    letterbox: Letterbox
    settings: dict[str, str]


@contextmanager
def a_postbox() -> Iterator[tuple[Letterbox, int]]:
    letterbox, port = Letterbox(), free_port()
    controller = Controller(letterbox, hostname="127.0.0.1", port=port)
    controller.start()
    yield letterbox, port
    controller.stop()


@contextmanager
def a_store() -> Iterator[tuple[Any, int]]:
    """A client of the bucket, and the port of its server."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    _, port = server.get_host_and_port()
    url = f"http://127.0.0.1:{port}"
    client = boto3.client("s3", endpoint_url=url, region_name="us-east-1", **_KEYS)
    client.create_bucket(Bucket=BUCKET)
    yield client, port
    server.stop()


def store_settings(url: str) -> dict[str, str]:
    return {
        "S3_BUCKET": BUCKET,
        "S3_ENDPOINT": url,
        "S3_ACCESS_KEY": _KEYS["aws_access_key_id"],
        "S3_SECRET_KEY": _KEYS["aws_secret_access_key"],
    }


@contextmanager
def world() -> Iterator[World]:
    with running_peer() as cards, a_postbox() as (letterbox, post), a_store() as (_, store):
        settings = {
            "STANDBY_SECRET_KEY": "one-secret-for-all-hosts-" * 2,
            "STANDBY_TRUSTED_PROXIES": "1",
            "STANDBY_RATE_LIMITS": "on",
            "STRIPE_SECRET_KEY": "sk_test_1",
            "STRIPE_WEBHOOK_SECRET": SIGNED_WITH,
            "STRIPE_API_BASE": cards.url,
            "SMTP_HOST": "127.0.0.1",
            "SMTP_PORT": str(post),
            "SMTP_SECURITY": "none",
            **store_settings(f"http://127.0.0.1:{store}"),
        }
        yield World(cards, letterbox, settings)


@dataclass
class Hosts(Shop):
    """A server and a worker on each."""

    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def start(self) -> None:
        super().start()
        self.workers = [self._worker(port) for port in self.ports]

    def lose(self, number: int) -> None:
        """As when its power fails: server and worker at once, and it does not come back."""
        self.workers[number].kill()
        self.workers[number].wait()
        os.killpg(self.servers[number].pid, signal.SIGKILL)
        self.servers[number].wait()

    def kill(self) -> None:
        for worker in self.workers:
            worker.kill()
            worker.wait()
        self.workers.clear()
        for server in [one for one in self.servers if one.poll() is not None]:
            self.servers.remove(server)
        super().kill()

    def environment(self, **more: str) -> dict[str, str]:
        """What one host, known by its port, is told."""
        found = super().environment(**more)
        if "PORT" in more and self.database_url:
            own = self.data / more["PORT"]
            own.mkdir(exist_ok=True)
            found["STANDBY_DATA"] = str(own)
        return found

    def _worker(self, port: int) -> subprocess.Popen[bytes]:
        with self.log.open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "manage.py", "work"],
                cwd=API,
                env=self.environment(PORT=str(port)),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )


def folder(path: Path) -> Path:
    path.mkdir()
    return path
