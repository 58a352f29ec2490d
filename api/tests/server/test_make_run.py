"""`make run` says that the product is ready once it is, however long that takes (F24)."""

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from ops import run
from ops.postgresql import free_port
from ops.run import Supervisor


class Ready(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def test_on_a_busy_machine_it_says_that_it_waits_and_then_that_it_is_ready(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run, "SAYS_IT_WAITS_AFTER_S", 0)
    port = free_port()
    served: list[HTTPServer] = []

    def serve_late() -> None:
        served.append(HTTPServer(("127.0.0.1", port), Ready))
        served[0].serve_forever()

    late = threading.Timer(0.6, serve_late)
    late.start()

    is_ready = run._is_ready(str(port), Supervisor())

    served[0].shutdown()
    served[0].server_close()
    late.join()
    assert is_ready
    assert capsys.readouterr().out.count("still waiting") == 1


def test_one_that_is_stopped_before_it_serves_is_not_called_ready() -> None:
    supervisor = Supervisor()
    supervisor.stop_requested = True

    assert not run._is_ready(str(free_port()), supervisor)
