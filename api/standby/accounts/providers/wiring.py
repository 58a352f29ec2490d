from functools import cache

from django.conf import settings

from standby.accounts.providers.identity import IdentityProvider
from standby.accounts.providers.tokens import Tokens
from standby.core.providers.wiring import secret_keys


@cache
def tokens() -> Tokens:
    return Tokens(secret_keys=secret_keys())


@cache
def identity(name: str) -> IdentityProvider | None:
    """Return the sign-in provider of this name; None when it is not configured."""
    for provider in settings.ENVIRONMENT.sign_in_providers:
        if provider.name == name:
            return IdentityProvider(
                issuer=provider.issuer,
                client_id=provider.client_id,
                client_secret=provider.client_secret,
                callback_url=f"{settings.SITE_URL}/auth/v1/callback",
            )
    return None
