"""What an operator sees of running processes: metrics and traces, and nobody's name (RUN-03)."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from buyers import Buyer, open_days
from http_peer import Answers, HttpPeer, serving
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from shop import Shop, until

pytestmark = pytest.mark.slow
TOKEN = "a-token-of-the-operator"
TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
OF_THE_PROXY = {"traceparent": f"00-{TRACE}-00f067aa0ba902b7-01", "Connection": "close"}


@contextmanager
def collector() -> Iterator[tuple[str, list[bytes]]]:
    """Keeps what an OTLP collector is sent."""
    kept: list[bytes] = []

    class Collect(Answers):
        def post(self) -> None:
            kept.append(self.sent())
            self.say(200, b"")

    with serving(HttpPeer(Collect)) as server:
        yield server.origin, kept


def test_calls_of_all_processes_are_counted_and_traced_without_a_name(tmp_path: Path) -> None:
    with collector() as (address, kept):
        watched = {
            "STANDBY_METRICS": "on",
            "STANDBY_METRICS_TOKEN": TOKEN,
            "OTEL_EXPORTER_OTLP_ENDPOINT": address,
            "OTEL_BSP_SCHEDULE_DELAY": "100",
        }
        with Shop(data=tmp_path, settings=watched, size=1) as shop:
            buyer = Buyer(open_days(shop)[0], number=2)
            assert buyer.reserve(shop).status == 201
            for _ in range(20):
                shop.http.get(shop.url("/api/availability"), headers=OF_THE_PROXY)
            uninvited = shop.http.get(shop.url("/metrics"))
            told = shop.http.get(
                shop.url("/metrics"), headers={"Authorization": f"Bearer {TOKEN}"}
            ).text
            # Each process sends its spans by a clock of its own
            awaited = (b"create-installation-order", bytes.fromhex(TRACE))
            until(lambda: all(any(part in body for body in kept) for part in awaited))
        log = shop.log.read_text()

    sent = [
        span
        for body in kept
        for resource in ExportTraceServiceRequest.FromString(body).resource_spans
        for scope in resource.scope_spans
        for span in scope.spans
    ]
    spans = {span.name: span for span in sent}
    traces = {span.trace_id.hex() for span in sent if span.name == "GET api/availability"}
    counted = 'standby_calls_total{method="GET",route="api/availability",status="200"} 21.0'
    assert uninvited.status_code == 401
    assert counted in told, told
    assert "standby_appointments_held 1.0" in told
    assert {"GET api/availability", "POST api/create-installation-order", "SELECT"} <= spans.keys()
    assert TRACE in traces
    assert "db.system.name" in {attribute.key for attribute in spans["SELECT"].attributes}
    assert buyer.email.encode() not in b"".join(kept)
    assert buyer.email not in told + log
