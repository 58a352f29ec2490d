"""Migrate the database and load the seed data: `python -m standby.server.prepare`.

Safe to repeat. One process for both, to keep the start short.
"""

import os

import django
from django.core.management import call_command

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "standby.settings")
    django.setup()
    call_command("migrate", verbosity=0)
    call_command("seed")
