"""OpenTelemetry spans of outgoing requests; no-ops until server/traces.py sets up tracing."""

from collections.abc import Iterator
from contextlib import contextmanager

from opentelemetry import trace
from opentelemetry.trace import SpanKind, StatusCode


@contextmanager
def outgoing(service: str) -> Iterator[None]:
    """Trace one request to another service, without its address or any value."""
    tracer = trace.get_tracer("standby")
    span = tracer.start_span(service, kind=SpanKind.CLIENT, attributes={"peer.service": service})
    try:
        yield
    except Exception as error:
        # The message may quote what was sent, so only the class is recorded.
        span.set_status(StatusCode.ERROR)
        span.set_attribute("error.type", type(error).__name__)
        raise
    finally:
        span.end()
