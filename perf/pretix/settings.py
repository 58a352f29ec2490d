"""pretix's own settings; its mail goes nowhere, as it would leave by a worker."""

from pretix.settings import *  # noqa: F403

EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
