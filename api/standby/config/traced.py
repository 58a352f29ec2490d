"""OpenTelemetry traces: a span for each call and for each statement in it, without their values."""

from collections.abc import Callable, Iterable
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import SpanKind, Tracer

from standby.http.middleware import ROUTE


def traced(application: WSGIApplication, *, to: str) -> WSGIApplication:
    """A collector that is down costs traces, never a call: spans wait and are dropped."""
    provider = TracerProvider(resource=Resource.create({"service.name": "standby"}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(f"{to}/v1/traces", timeout=5)))
    tracer = provider.get_tracer("standby")
    _trace_statements(tracer)
    return _Traced(application, tracer)


class _Traced:
    def __init__(self, application: WSGIApplication, tracer: Tracer) -> None:
        self.application = application
        self.tracer = tracer

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        method = environ["REQUEST_METHOD"]
        with self.tracer.start_as_current_span(method, kind=SpanKind.SERVER) as span:

            def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
                span.set_attribute("http.response.status_code", int(status[:3]))
                return start_response(status, headers, *more)

            answered = self.application(environ, start)
            route = environ.get(ROUTE, "page")
            span.update_name(f"{method} {route}")
            span.set_attribute("http.request.method", method)
            span.set_attribute("http.route", route)
            return answered


def _trace_statements(tracer: Tracer) -> None:
    def run(
        execute: Callable[..., Any], sql: str, parameters: Any, many: bool, context: Any
    ) -> Any:
        with tracer.start_as_current_span(sql.split(maxsplit=1)[0], kind=SpanKind.CLIENT) as span:
            span.set_attribute("db.query.text", sql)
            return execute(sql, parameters, many, context)

    def listen(*, connection: BaseDatabaseWrapper, **_: Any) -> None:
        connection.execute_wrappers.append(run)

    connection_created.connect(listen, weak=False, dispatch_uid="traces")
