"""WSGI application."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "standby.settings")
application = get_wsgi_application()

from django.db import connection

from standby.core.health import require_durable, wait_until_answers

wait_until_answers(connection)  # gunicorn gives up for good when this module cannot be loaded
require_durable(connection)
connection.close()
