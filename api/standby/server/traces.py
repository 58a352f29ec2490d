"""OpenTelemetry tracing: spans of requests, SQL statements and outgoing calls, without values."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.http import HttpRequest, HttpResponse
from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import SpanKind, Tracer
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from standby.core.middleware import GetResponse, route_of

_W3C = TraceContextTextMapPropagator()


def set_up_traces(to: str) -> None:
    # Set up tracing for this process. When the collector is down, spans are dropped, no call fails.
    provider = TracerProvider(resource=Resource.create({"service.name": "standby"}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(f"{to}/v1/traces", timeout=5)))
    trace.set_tracer_provider(provider)


class TracingMiddleware:
    """Make each request a span of the proxy's trace (W3C traceparent)."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        set_up_traces(settings.ENVIRONMENT.traces_to)
        self.tracer = trace.get_tracer("standby")
        _trace_statements(self.tracer)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        passed_on = {"traceparent": request.headers.get("traceparent", "")}
        with self.tracer.start_as_current_span(
            request.method or "",
            context=_W3C.extract(passed_on),
            kind=SpanKind.SERVER,
            record_exception=False,
            set_status_on_exception=False,
        ) as span:
            response = self.get_response(request)
            route = route_of(request)
            span.update_name(f"{request.method} {route}")
            span.set_attribute("http.response.status_code", response.status_code)
            span.set_attribute("http.request.method", request.method or "")
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
