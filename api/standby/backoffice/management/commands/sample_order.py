"""`manage.py sample_order`: on a machine of one's own, an order to try /test-proposal with."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils.timezone import now

from standby.core.providers import wiring as core_providers
from standby.payments.providers import wiring as payments_providers
from standby.payments.providers.cards.test_mode import TestCards
from standby.workflows.sample_order import make_sample_order


class Command(BaseCommand):
    help = "Make one order with a locked price. Does nothing in production or with real cards."

    def handle(self, *_args: Any, **_options: Any) -> None:
        cards = payments_providers.cards()
        if settings.ENVIRONMENT.is_production or not isinstance(cards, TestCards):
            self.stdout.write("No sample order is made here.")
            return
        is_new = make_sample_order(
            cards=cards,
            signer=core_providers.signer(),
            site_url=settings.ENVIRONMENT.site_url,
            now=now(),
        )
        self.stdout.write("One sample order." if is_new else "No new sample order.")
