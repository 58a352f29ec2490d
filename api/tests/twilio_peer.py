"""Twilio as far as we use it, on this machine: it checks forms, and can be ill in many ways."""

import base64
import json
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl

ACCOUNT = "AC" + "0" * 32
TOKEN = "token-of-tests-only"
SENDER = "+17135550142"
_FIELDS = {"To", "From", "MessagingServiceSid", "Body", "StatusCallback"}


class Peer(ThreadingHTTPServer):
    """`answers` are given once each, in order, before it works again: a status with a code, "slow",
    or "lost" (it takes the text and hangs up)."""

    daemon_threads = True
    block_on_close = False

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Answers)
        self.answers: list[tuple[int, int | None] | str] = []
        self.taken: list[dict[str, str]] = []
        self.lost = 0
        self.takes_s = 0.0

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that gives up is what some tests are about."""


@contextmanager
def twilio_peer() -> Iterator[Peer]:
    peer = Peer()
    thread = threading.Thread(target=peer.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield peer
    finally:
        peer.shutdown()
        thread.join()
        peer.server_close()


def wrong_with(form: list[tuple[str, str]]) -> list[str]:
    """What Twilio would refuse in it."""
    sent = dict(form)
    rules = {
        "known fields, once each": len(sent) == len(form) and not set(sent) - _FIELDS,
        "To in E.164": re.fullmatch(r"\+1\d{10}", sent.get("To", "")) is not None,
        "one sender": ("From" in sent) != ("MessagingServiceSid" in sent),
        "Body of 1 to 1600 characters": 1 <= len(sent.get("Body", "")) <= 1600,
        "StatusCallback is an address": sent.get("StatusCallback", "").startswith("http"),
    }
    return [rule for rule, is_kept in rules.items() if not is_kept]


class _Answers(BaseHTTPRequestHandler):
    server: Peer

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        form = parse_qsl(body, keep_blank_values=True, strict_parsing=True)
        if not self._is_ours():
            return self._say(401, {"code": 20003})
        if self.path != f"/2010-04-01/Accounts/{ACCOUNT}/Messages.json":
            return self._say(404, {"code": 20404})
        if problem := wrong_with(form):
            return self._say(400, {"code": 21602, "message": str(problem)})
        return self._take(dict(form))

    def _take(self, form: dict[str, str]) -> None:
        time.sleep(self.server.takes_s)
        answer = self.server.answers.pop(0) if self.server.answers else (201, None)
        if answer == "slow":
            time.sleep(1)
            return None
        if isinstance(answer, tuple) and answer[0] >= 300:
            return self._say(answer[0], {"code": answer[1]} if answer[1] else "not JSON")
        self.server.taken.append(form)
        if answer == "lost":
            self.server.lost += 1
            return None
        return self._say(201, {"sid": f"SM{len(self.server.taken):032d}", "status": "queued"})

    def _is_ours(self) -> bool:
        expected = base64.b64encode(f"{ACCOUNT}:{TOKEN}".encode()).decode()
        return self.headers.get("Authorization") == f"Basic {expected}"

    def _say(self, status: int, said: Any) -> None:
        body = json.dumps(said).encode() if isinstance(said, dict) else str(said).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Tests say themselves what matters."""
