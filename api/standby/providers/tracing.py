"""Spans of what we ask of others; OpenTelemetry does nothing until config/traced.py runs."""

from collections.abc import Iterator
from contextlib import contextmanager

from opentelemetry import trace
from opentelemetry.trace import SpanKind, StatusCode


@contextmanager
def outgoing(service: str) -> Iterator[None]:
    """One request to another service. Says how it went and nothing else: no address, no value."""
    tracer = trace.get_tracer("standby")
    span = tracer.start_span(service, kind=SpanKind.CLIENT, attributes={"peer.service": service})
    try:
        yield
    except Exception as error:
        # Its text may quote what was sent: the class is all that is kept.
        span.set_status(StatusCode.ERROR)
        span.set_attribute("error.type", type(error).__name__)
        raise
    finally:
        span.end()
