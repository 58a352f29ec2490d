"""What the front of the server answers by itself, and what it passes on."""

from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIEnvironment
from wsgiref.util import setup_testing_defaults

from standby.server.front import Front


class Answer:
    def __init__(self, status: str, headers: list[tuple[str, str]], body: bytes) -> None:
        self.status = int(status.split()[0])
        self.headers = dict(headers)
        self.body = body


def passed_on(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    """In place of Django."""
    start_response("200 OK", [("X-Answered-By", f"Django: {environ['REQUEST_METHOD']}")])
    return [b"from Django"]


def ask_front(
    front: Front, path: str, *, method: str = "GET", query: str = "", **headers: str
) -> Answer:
    environ: WSGIEnvironment = {
        "REQUEST_METHOD": method,
        "PATH_INFO": path,
        "QUERY_STRING": query,
        **{f"HTTP_{name.upper()}": text for name, text in headers.items()},
    }
    setup_testing_defaults(environ)
    started: list[tuple[str, list[tuple[str, str]]]] = []

    def start_response(status: str, headers: list[tuple[str, str]], *_: object) -> object:
        started.append((status, headers))
        return lambda body: None

    answered = front(environ, start_response)  # type: ignore[arg-type]
    body = b"".join(answered)
    if hasattr(answered, "close"):
        answered.close()
    return Answer(*started[0], body)
