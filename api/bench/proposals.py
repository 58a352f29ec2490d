"""Measure how long a proposal takes to print, from the order's rows to the PDF, and its size.

`python api/bench/proposals.py [COUNT]`: a fresh SQLite file, one process, each proposal for another
order.
"""

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

API = Path(__file__).resolve().parents[1]
NOON = datetime(2026, 1, 15, 18, 0, tzinfo=UTC)


def main(count: int) -> None:
    with tempfile.TemporaryDirectory(prefix="standby-proposals-") as folder:
        orders = list(_locked_orders(folder, count + 1))
        first_ms, _ = _printed(orders[0])
        printed = [_printed(order) for order in orders[1:]]
    times = [ms for ms, _ in printed]
    sizes = [size_bytes for _, size_bytes in printed]
    print(f"proposals: {statistics.median(times):.1f} ms each, the slowest {max(times):.1f} ms")
    print(
        f"           {max(sizes) / 1000:.0f} kB at most; the first of a process {first_ms:.0f} ms"
    )


def _locked_orders(folder: str, count: int) -> Iterator[Any]:
    os.environ.update(
        STANDBY_DATA=folder, DJANGO_SETTINGS_MODULE="standby.settings", DATABASE_URL=""
    )
    sys.path[:0] = [str(API), str(API / "tests")]
    import django

    django.setup()
    from bookings import serve_the_woodlands, set_rule
    from django.conf import settings
    from django.core.management import call_command

    from standby.pricing.services.catalog_seed import load_catalog_seed

    call_command("migrate", verbosity=0)
    load_catalog_seed(settings.MARKET)
    serve_the_woodlands()
    set_rule("scheduling", "crews_per_day", count)
    from papers import a_locked_order

    yield from (a_locked_order() for _ in range(count))


def _printed(order: Any) -> tuple[float, int]:
    from papers import LETTERHEAD

    from standby.documents.providers.pdf import Document, Template
    from standby.documents.providers.pdf.typst import TypstRenderer
    from standby.documents.services.document_data import proposal_facts

    renderer = TypstRenderer(letterhead=LETTERHEAD)
    begun = time.perf_counter()
    facts = proposal_facts(order, version=1, site_url="https://site.test", now=NOON)
    pdf = renderer.render(Document(template=Template.PROPOSAL, facts=facts, made_at=NOON))
    return (time.perf_counter() - begun) * 1000, len(pdf)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50)
