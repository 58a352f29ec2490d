"""Make a new build state the market's own facts: `python -m standby.server.new_build FOLDER`.

Works on a database that is empty, with the starting data.
"""

import os
import sys
from pathlib import Path

import django
from django.conf import settings
from django.core.management import call_command

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "standby.settings")
    django.setup()
    from standby.core.market import read_company
    from standby.server.advertised_prices import advertised_fees, advertised_prices
    from standby.server.published_pages import make_templates, page_facts

    call_command("migrate", verbosity=0)
    call_command("seed")
    facts = page_facts(read_company(settings.MARKET), advertised_prices(), advertised_fees())
    make_templates(Path(sys.argv[1]), facts)
