"""What a provider's stand-in needs to be asked over HTTP on this machine."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, TypeVar


class HttpPeer(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self, answers: type["Answers"]) -> None:
        super().__init__(("127.0.0.1", 0), answers)
        self.is_over = threading.Event()

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that gives up is what some tests are about."""


Peer = TypeVar("Peer", bound=HttpPeer)


@contextmanager
def serving(peer: Peer) -> Iterator[Peer]:
    thread = threading.Thread(target=peer.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield peer
    finally:
        peer.is_over.set()
        peer.shutdown()
        thread.join()
        peer.server_close()


class Answers(BaseHTTPRequestHandler):
    def get(self) -> None:
        raise NotImplementedError

    def post(self) -> None:
        raise NotImplementedError

    def do_GET(self) -> None:
        self.get()

    def do_POST(self) -> None:
        self.post()

    def sent(self) -> bytes:
        return self.rfile.read(int(self.headers.get("Content-Length") or 0))

    def say(
        self, status: int, content: Any, kind: str = "application/json", **headers: str
    ) -> None:
        body = content if isinstance(content, bytes) else json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, text in headers.items():
            self.send_header(name.replace("_", "-"), text)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Tests say themselves what matters."""
