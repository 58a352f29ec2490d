from collections.abc import Mapping
from functools import cache
from typing import Final

from django.conf import settings

from standby.payments.providers.cards import Cards
from standby.payments.providers.cards.stripe import StripeCards
from standby.payments.providers.cards.test_mode import TestCards

# By the values of STANDBY_CARDS
CARD_PROVIDERS: Final[Mapping[str, type[Cards]]] = {"test": TestCards, "stripe": StripeCards}
# The header that signs each provider's webhook. The test mode's page delivers its events itself.
WEBHOOKS: Final[Mapping[str, str]] = {
    name: provider.signature_header
    for name, provider in CARD_PROVIDERS.items()
    if provider is not TestCards
}


@cache
def cards() -> Cards:
    return CARD_PROVIDERS[settings.ENVIRONMENT.cards].from_settings()
