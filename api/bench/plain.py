"""The plain pages (`ops/plain_pages.py`) on the product's own server, for comparison."""

import os
from pathlib import Path

from django.conf import settings
from django.core.wsgi import get_wsgi_application

settings.WEB_DIST = settings.WHITENOISE_ROOT = Path(os.environ["PLAIN_SITE"])
application = get_wsgi_application()
