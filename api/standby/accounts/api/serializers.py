"""Sessions, users and factors in the JSON format of GoTrue-compatible auth clients."""

from datetime import datetime
from typing import Any

from standby.accounts.models import Factor, User
from standby.accounts.rules import ACCESS_TOKEN_LASTS
from standby.accounts.services.sessions import IssuedSession
from standby.accounts.services.tokens import AUDIENCE, access_token, app_metadata


def session_answer(issued: IssuedSession, *, now: datetime) -> dict[str, Any]:
    return {
        "access_token": access_token(issued.session, now=now),
        "token_type": "bearer",
        "expires_in": int(ACCESS_TOKEN_LASTS.total_seconds()),
        "expires_at": int((now + ACCESS_TOKEN_LASTS).timestamp()),
        "refresh_token": issued.refresh_token,
        "user": user_answer(issued.session.user),
    }


def user_answer(user: User) -> dict[str, Any]:
    email_identity = {
        "identity_id": str(user.public_id),
        "id": str(user.public_id),
        "user_id": str(user.public_id),
        "identity_data": {"email": user.email, "sub": str(user.public_id)},
        "provider": "email",
        "created_at": _format_time(user.date_joined),
        "updated_at": _format_time(user.date_joined),
        "last_sign_in_at": _format_time(user.last_login or user.date_joined),
    }
    return {
        "id": str(user.public_id),
        "aud": AUDIENCE,
        "role": AUDIENCE,
        "email": user.email,
        "new_email": user.new_email or None,
        "phone": "",
        "app_metadata": app_metadata(user),
        "user_metadata": user.user_metadata,
        "identities": [
            *([] if user.is_visitor else [email_identity]),
            *(
                {
                    "identity_id": str(identity.public_id),
                    "id": identity.subject,
                    "user_id": str(user.public_id),
                    "identity_data": {
                        "email": identity.email,
                        "name": identity.name,
                        "sub": identity.subject,
                    },
                    "provider": identity.provider,
                    "created_at": _format_time(identity.created_at),
                    "updated_at": _format_time(identity.last_sign_in_at),
                    "last_sign_in_at": _format_time(identity.last_sign_in_at),
                }
                for identity in user.identities.order_by("pk")
            ),
        ],
        "factors": [factor_answer(factor) for factor in user.factors.order_by("pk")],
        "created_at": _format_time(user.date_joined),
        "updated_at": _format_time(user.last_login or user.date_joined),
        "last_sign_in_at": _format_time(user.last_login or user.date_joined),
        "is_anonymous": user.is_visitor,
    }


def factor_answer(factor: Factor) -> dict[str, Any]:
    return {
        "id": str(factor.public_id),
        "friendly_name": factor.friendly_name,
        "factor_type": "totp",
        "status": factor.status,
        "created_at": _format_time(factor.created_at),
        "updated_at": _format_time(factor.updated_at),
    }


def _format_time(moment: datetime) -> str:
    return moment.isoformat().replace("+00:00", "Z")
