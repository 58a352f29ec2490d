"""Brings the database up to date and puts the starting data in: `python -m standby.config.prepare`.

Safe to repeat. One process for both: a start is waited for.
"""

import os

import django
from django.core.management import call_command

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "standby.config.settings")
    django.setup()
    call_command("migrate", verbosity=0)
    call_command("seed")
