"""A mailbox on this machine, served by pymap over IMAP."""

import imaplib
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ops.postgresql import free_port

from standby.messaging.providers.inbox import ImapInbox

USER, PASSWORD = "demouser", "demopass"


class ImapPeer:
    def __init__(self) -> None:
        self.port = free_port()

    def inbox(self, *, password: str = PASSWORD, security: str = "none") -> ImapInbox:
        return ImapInbox(
            host="127.0.0.1",
            port=self.port,
            user=USER,
            password=password,
            security=security,
            folder="INBOX",
        )

    def deliver(self, *mails: bytes) -> None:
        with self._signed_in() as server:
            for mail in mails:
                server.append("INBOX", None, None, mail)

    def unseen(self) -> int:
        with self._signed_in() as server:
            server.select("INBOX", readonly=True)
            return len(server.search(None, "UNSEEN")[1][0].split())

    def _signed_in(self) -> imaplib.IMAP4:
        server = imaplib.IMAP4("127.0.0.1", self.port)
        server.login(USER, PASSWORD)
        return server


@contextmanager
def imap_peer() -> Iterator[ImapPeer]:
    peer = ImapPeer()
    pymap = Path(sys.executable).with_name("pymap")
    command = [str(pymap), "--host", "127.0.0.1", "--port", str(peer.port), "--no-tls", "dict"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        try:
            _until_it_answers(peer)
            yield peer
        finally:
            server.terminate()


def _until_it_answers(peer: ImapPeer) -> None:
    for _ in range(100):
        try:
            with imaplib.IMAP4("127.0.0.1", peer.port):
                return
        except OSError:
            time.sleep(0.1)
    raise AssertionError("pymap does not answer")
