"""WSGI application."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "standby.settings")
django.setup(set_prefix=False)

from django.db import connection

from standby.core.health import require_durable, wait_until_answers
from standby.server.requests import Handler

application = Handler()

wait_until_answers(connection)  # gunicorn gives up for good when this module cannot be loaded
require_durable(connection)
connection.close()
