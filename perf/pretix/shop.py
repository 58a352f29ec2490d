"""Make a shop in pretix's database: 21 days, each with a ticket and a quota, paid later.

Prints nothing; writes the API's token and the tickets' ids to shop.json in the working directory.
"""

import json
from datetime import timedelta
from pathlib import Path

import django

django.setup()

from django.utils.timezone import now
from django_scopes import scopes_disabled
from pretix.base.models import Event, Organizer

with scopes_disabled():
    organizer = Organizer.objects.create(name="Perf", slug="perf")
    event = Event.objects.create(
        organizer=organizer,
        name="Visits",
        slug="visits",
        currency="USD",
        date_from=now() + timedelta(days=60),
        plugins="pretix.plugins.manualpayment",
        live=True,
    )
    event.settings.timezone = "America/Chicago"
    event.settings.payment_manual__enabled = True
    event.settings.payment_manual_public_name = "Later"
    items = []
    for day in range(1, 22):
        item = event.items.create(name=f"Day {day}", default_price=100, active=True)
        event.quotas.create(name=f"Day {day}", size=100_000).items.add(item)
        items.append(item.pk)
    team = organizer.teams.create(name="API", all_events=True)
    for name in ("all_event_permissions", "all_organizer_permissions"):
        setattr(team, name, True)
    team.save()
    token = team.tokens.create(name="perf").token
    Path("shop.json").write_text(json.dumps({"token": token, "items": items}))
