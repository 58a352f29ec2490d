"""Issue and verify the access tokens (JWT) of sign-in sessions."""

from datetime import datetime
from typing import Any, Final

from django.conf import settings

from standby.accounts.models import SignInSession, User
from standby.accounts.providers import wiring as accounts_providers
from standby.accounts.rules.policy import ACCESS_TOKEN_LASTS

AUDIENCE: Final = "authenticated"


def access_token(session: SignInSession, *, now: datetime) -> str:
    user = session.user
    return accounts_providers.tokens().issue(
        {
            "iss": issuer(),
            "sub": str(user.public_id),
            "aud": AUDIENCE,
            "exp": int((now + ACCESS_TOKEN_LASTS).timestamp()),
            "iat": int(now.timestamp()),
            "role": AUDIENCE,
            "email": user.email,
            "phone": "",
            "aal": session.level,
            "amr": session.methods,
            "session_id": str(session.public_id),
            "is_anonymous": user.is_visitor,
            "app_metadata": app_metadata(user),
            "user_metadata": user.user_metadata,
        }
    )


def app_metadata(user: User) -> dict[str, Any]:
    if user.is_visitor:
        return {}
    linked = user.identities.order_by("pk").values_list("provider", flat=True)
    return {"provider": "email", "providers": ["email", *linked]}


def claims_of(token: str) -> dict[str, Any]:
    """Return the verified claims of an access token. Raises TokenRefused."""
    return accounts_providers.tokens().claims_of(token, audience=AUDIENCE, issuer=issuer())


def issuer() -> str:
    return f"{settings.SITE_URL}/auth/v1"
