"""Migrate the database and load the seed data: `python -m standby.server.prepare`.

Safe to repeat. One process for both, to keep the start short. With a FOLDER, a new build in it is
made to state the market's own facts, and keeps its templates; the database is an empty one then.
"""

import os
import sys
from pathlib import Path

import django
from django.conf import settings
from django.core.management import call_command
from django.db import connection

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "standby.settings")
    django.setup()
    from standby.core.health import wait_until_answers

    wait_until_answers(connection)
    call_command("migrate", verbosity=0)
    call_command("seed")
    if len(sys.argv) > 1:
        from standby.core.market import read_company
        from standby.core.words import in_language
        from standby.server.page_facts import (
            advertised_fees,
            advertised_prices,
            advertised_terms,
        )
        from standby.server.page_templates import language_of, make_templates, page_facts

        built = Path(sys.argv[1])
        with in_language(language_of(built)):
            facts = page_facts(
                read_company(settings.MARKET),
                advertised_prices(),
                advertised_fees(),
                advertised_terms(),
            )
            make_templates(built, facts)
