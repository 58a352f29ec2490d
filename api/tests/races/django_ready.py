"""Django, ready for what is imported next."""

import django

django.setup()
is_ready = True
