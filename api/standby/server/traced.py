"""OpenTelemetry tracing: spans of requests, SQL statements and outgoing calls, without values."""

from collections.abc import Callable, Iterable
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import SpanKind, Tracer
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from standby.core.middleware import ROUTE

_W3C = TraceContextTextMapPropagator()


def set_up_traces(to: str) -> None:
    """Set up tracing for this process.

    When the collector is down, spans are dropped, no call fails.
    """
    provider = TracerProvider(resource=Resource.create({"service.name": "standby"}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(f"{to}/v1/traces", timeout=5)))
    trace.set_tracer_provider(provider)


def traced(application: WSGIApplication, *, to: str) -> WSGIApplication:
    """Wrap an application: each request is a span of the proxy's trace (W3C traceparent)."""
    set_up_traces(to)
    tracer = trace.get_tracer("standby")
    _trace_statements(tracer)
    return _Traced(application, tracer)


class _Traced:
    def __init__(self, application: WSGIApplication, tracer: Tracer) -> None:
        self.application = application
        self.tracer = tracer

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        method = environ["REQUEST_METHOD"]
        passed_on = {"traceparent": environ.get("HTTP_TRACEPARENT", "")}
        with self.tracer.start_as_current_span(
            method,
            context=_W3C.extract(passed_on),
            kind=SpanKind.SERVER,
            record_exception=False,
            set_status_on_exception=False,
        ) as span:

            def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
                span.set_attribute("http.response.status_code", int(status[:3]))
                return start_response(status, headers, *more)

            response = self.application(environ, start)
            route = environ.get(ROUTE, "page")
            span.update_name(f"{method} {route}")
            span.set_attribute("http.request.method", method)
            span.set_attribute("http.route", route)
            return response


def _trace_statements(tracer: Tracer) -> None:
    def run(
        execute: Callable[..., Any], sql: str, parameters: Any, many: bool, context: Any
    ) -> Any:
        # Database errors quote row values, so exceptions are not recorded.
        with tracer.start_as_current_span(
            sql.split(maxsplit=1)[0],
            kind=SpanKind.CLIENT,
            record_exception=False,
            set_status_on_exception=False,
        ) as span:
            span.set_attribute("db.system.name", context["connection"].vendor)
            span.set_attribute("db.query.text", sql)
            return execute(sql, parameters, many, context)

    def listen(*, connection: BaseDatabaseWrapper, **_: Any) -> None:
        connection.execute_wrappers.append(run)

    connection_created.connect(listen, weak=False, dispatch_uid="traces")
