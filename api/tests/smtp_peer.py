"""A mail server on this machine, and the account that sends by it."""

from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from typing import Any

from aiosmtpd.controller import Controller
from ops.postgresql import free_port

from standby.messaging.providers.mail import TIMEOUT_S, SmtpMail

SENDER = "Standby <hello@standby.test>"


class SmtpPeer:
    """A mail server that takes mail, after answering so often with something else."""

    def __init__(self) -> None:
        self.port = free_port()
        self.refusals: list[str] = []
        self.refused_recipients: list[str] = []
        self.refuses_everybody = ""
        self.taken: list[Any] = []
        self.raw: list[bytes] = []
        self.returned_to: list[str] = []  # by the envelopes
        self._running: Controller | None = None

    async def handle_RCPT(  # noqa: N802 - the server's own name
        self, server: Any, session: Any, envelope: Any, address: str, options: Any
    ) -> str:
        if self.refused_recipients or self.refuses_everybody:
            return self.refuses_everybody or self.refused_recipients.pop(0)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        if self.refusals:
            return self.refusals.pop(0)
        self.raw.append(envelope.content)
        self.returned_to.append(envelope.mail_from)
        self.taken.append(message_from_bytes(envelope.content, policy=policy.default))
        return "250 OK"

    @property
    def message_ids(self) -> list[str]:
        """In the order in which mails were taken."""
        return [str(mail["Message-ID"]) for mail in self.taken]

    @property
    def duplicates(self) -> int:
        return len(self.taken) - len(set(self.message_ids))

    def start(self) -> None:
        self._running = Controller(self, hostname="127.0.0.1", port=self.port)
        self._running.start()

    def stop(self) -> None:
        """From now on every connection is refused."""
        if self._running:
            self._running.stop()
            self._running = None


@contextmanager
def smtp_peer(peer: SmtpPeer | None = None) -> Iterator[tuple[SmtpPeer, SmtpMail]]:
    peer = peer or SmtpPeer()
    peer.start()
    try:
        yield peer, an_account(peer.port)
    finally:
        peer.stop()


def an_account(
    port: int, *, security: str = "none", user: str = "", timeout_s: float = TIMEOUT_S
) -> SmtpMail:
    return SmtpMail(
        host="127.0.0.1",
        port=port,
        user=user,
        password="secret",
        security=security,
        sender=lambda: SENDER,
        timeout_s=timeout_s,
    )
