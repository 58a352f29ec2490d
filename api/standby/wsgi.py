"""WSGI application."""

import os
from wsgiref.types import WSGIApplication

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "standby.settings")
django_application = get_wsgi_application()

from django.conf import settings
from django.db import connection

from standby.server.durability import require_durable

require_durable(connection)
connection.close()


def _instrumented(app: WSGIApplication) -> WSGIApplication:
    # Disabled features are not even imported.
    if settings.ENVIRONMENT.metrics:
        from standby.server.measured import MetricsMiddleware  # noqa: PLC0415 - writes files once imported

        app = MetricsMiddleware(app, token=settings.ENVIRONMENT.metrics_token)
    if settings.ENVIRONMENT.traces_to:
        from standby.server.traced import traced  # noqa: PLC0415 - of a group that may be absent

        app = traced(app, to=settings.ENVIRONMENT.traces_to)
    return app


application: WSGIApplication = _instrumented(django_application)
