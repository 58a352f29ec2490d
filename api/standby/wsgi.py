"""WSGI application."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "standby.settings")
application = get_wsgi_application()

from django.db import connection

from standby.core.health import require_durable

require_durable(connection)
connection.close()
