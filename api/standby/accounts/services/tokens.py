"""Access tokens (JWT) of sign-in sessions, and staff API tokens for scripts."""

from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings

from standby.accounts.models import SignInSession, StaffToken, User
from standby.accounts.providers import wiring as accounts_providers
from standby.accounts.rules import ACCESS_TOKEN_LASTS, hash_of, new_token
from standby.core.errors import NotAuthenticated, _
from standby.core.roles import Role

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


class StaffSignInNeeded(NotAuthenticated):
    code = "staff_sign_in_needed"
    message = _("Please sign in as staff.")


def staff_user_named(username: str) -> User | None:
    return User.objects.filter(username=username, is_staff=True, is_active=True).first()


def create_script_user(username: str, *, role: Role) -> User:
    # Without a password: this user can call the API by tokens only.
    user = User(username=username, is_staff=True, role=role)
    user.set_unusable_password()
    user.save(force_insert=True)
    return user


def issue_token(user: User, *, role: Role, expires_in: timedelta, now: datetime) -> str:
    secret = new_token()
    expires_at, token_hash = now + expires_in, hash_of(secret)
    StaffToken.objects.create(
        user=user, role=role, token_hash=token_hash, expires_at=expires_at, created_at=now
    )
    return secret


def token_carried(secret: str, *, now: datetime) -> StaffToken:
    tokens = StaffToken.objects.select_related("user").filter(
        token_hash=hash_of(secret),
        expires_at__gt=now,
        revoked_at=None,
        user__is_active=True,
        user__is_staff=True,
    )
    token = tokens.first()
    if token is None:
        raise StaffSignInNeeded
    return token
