from functools import cache

from django.conf import settings

from standby.payments.providers.cards import Cards
from standby.payments.providers.cards.stripe import StripeCards
from standby.payments.providers.cards.test_mode import TestCards


@cache
def cards() -> Cards:
    environment = settings.ENVIRONMENT
    if environment.cards == "stripe":
        return StripeCards(
            secret_key=environment.stripe_secret_key,
            webhook_secrets=environment.stripe_webhook_secrets,
            api_base=environment.stripe_api_base,
        )
    return test_cards()


@cache
def test_cards() -> TestCards:
    # The embedded checkout; the settings check refuses it together with live keys.
    return TestCards(folder=settings.DATA / "test-cards", secret=settings.SECRET_KEY)
