"""What pages state, and publishing them again when staff change a price or a fact."""

import fcntl
import logging
import os
import signal
import threading
import time
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import Error, connection
from django.utils.timezone import now

from standby.company.selectors import COMPANY, forget_stored, look_style, settings_version, stored
from standby.core.market import read_cities
from standby.core.words import percent_text
from standby.coverage.rules.addresses import township_key
from standby.orders.rules.scheduling import hours_label
from standby.pricing.rules.configuration import WINDOW_NAMES
from standby.pricing.selectors import catalog
from standby.server.published_pages import Fees, Prices, note_facts, published_pages

log = logging.getLogger(__name__)
_OWN_GENERATOR: Final = "own"
LINES: Final = ("installation", "generator", "permit", "sales_tax", "total")
_LOOK_EVERY_S: Final = 4


def advertised_prices() -> Prices:
    """Return the price book in force as pages in whole dollars show it.

    In cents by "band.model number or own.township": the lines, then the three payments.
    """
    book = catalog.price_book(now=now())
    models = {generator["id"]: generator["model_number"] for generator in book["generators"]}
    models[None] = _OWN_GENERATOR
    return {
        f"{price['band']}.{models[price['generator_id']]}.{price['township']}": (
            *(price["shown"][f"{line}_cents"] for line in LINES),
            *(part["shown_cents"] for part in price["milestones"]),
        )
        for price in book["prices"]
    }


def advertised_fees() -> Fees:
    """Return the fees in force, in cents by name: "scheduling", "permit.katy" of Katy's page."""
    rules = catalog.catalog_snapshot(now=now()).rules
    permits = {
        f"permit.{slug}": rules.permit_fees.cents_for(township_key(name))
        for slug, name in read_cities(settings.MARKET).items()
    }
    return {"scheduling": rules.scheduling_fee_cents, **permits}


def advertised_terms() -> dict[str, str]:
    """Return the sales tax, the late fee and the parts of the price in force, in percent."""
    rules = catalog.catalog_snapshot(now=now()).rules
    shares = rules.payment_terms.milestones.items()
    windows = rules.scheduling.windows
    return {
        "arrival_windows": " or ".join(map(hours_label, windows.values())),
        **{
            # Empty for one that is not on offer.
            f"window_{name}": "-".join(f"{hour:%H:%M}" for hour in windows.get(name, ()))
            for name in WINDOW_NAMES
        },
        "sales_tax": percent_text(rules.sales_tax_rate),
        "late_fee": percent_text(rules.payment_terms.late_fee_rate),
        **{kind: f"{percent}%" for kind, percent in shares},
    }


def publish_if_changed(served: Path, *, built: Path, folder: Path) -> bool:
    """Publish the pages with the facts in force. True when others than `served` are now due."""
    note_facts(
        advertised_prices(),
        advertised_fees(),
        advertised_terms(),
        stored(COMPANY),
        look_style(),
        folder=folder,
    )
    pages = published_pages(
        built,
        company=settings.COMPANY,
        analytics_ids=settings.ENVIRONMENT.analytics_ids,
        folder=folder,
    )
    return pages != served


def watch(*, built: Path, served: Path, folder: Path, server: str) -> None:
    """Keep the pages of this server true: publish changed facts, then reload the server.

    Runs in a thread of one of the server's processes, for the master has no database.
    """

    def look_again_and_again() -> None:
        turn = (folder / f".watch-{server}").open("w")
        fcntl.flock(turn, fcntl.LOCK_EX)  # until this process ends
        version = ""
        while True:
            try:
                current = f"{catalog.catalog_snapshot(now=now()).version} {settings_version()}"
                if current != version:
                    forget_stored()
                    if publish_if_changed(served, built=built, folder=folder):
                        os.kill(os.getppid(), signal.SIGHUP)
                        return
                    version = current
            except Error as error:
                log.warning("no look at the facts of the pages: %s", type(error).__name__)
            finally:
                connection.close()
            time.sleep(_LOOK_EVERY_S)

    folder.mkdir(parents=True, exist_ok=True)
    threading.Thread(target=look_again_and_again, daemon=True, name="advertised-prices").start()
