"""The application that the server runs: pages, kept answers, Django."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "standby.config.settings")
django_application = get_wsgi_application()

from django.conf import settings
from django.db import connection
from django.urls import get_resolver

from standby.config.durability import require_durable
from standby.config.front import Front

require_durable(connection)
connection.close()
get_resolver().check()  # imports every endpoint now: they offer their kept answers when imported
application = Front(
    django_application,
    site=settings.WEB_DIST,
    shows_internal_pages=settings.ENVIRONMENT.internal_pages == "on",
)
