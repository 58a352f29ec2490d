"""Prepare the database for `make bench`: enough crews that nothing is refused, and a coupon.

`ground.py CREWS` prints the open days. Run again, it frees every crew, so that the calendar is the
same for each measurement.
"""

import json
import os
import sys
from pathlib import Path

COUPON = json.loads((Path(__file__).parent / "wish.json").read_text())["code"]


def main(crews: int) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "standby.settings")
    import django

    django.setup()
    from django.test import Client

    from standby.orders.models import CrewDay, CrewSeat
    from standby.pricing.models.catalog import Coupon

    CrewSeat.objects.update(appointment=None, hold_expires_at=None)
    days = [day["date"] for day in Client().get("/api/availability").json()["days"] if day["open"]]
    CrewDay.objects.bulk_create(
        [CrewDay(day=day, crews=crews, reason="bench") for day in days], ignore_conflicts=True
    )
    Coupon.objects.get_or_create(code=COUPON, defaults={"kind": Coupon.Kind.PERCENT, "value": 10})
    print(" ".join(days))


if __name__ == "__main__":
    main(int(sys.argv[1]))
