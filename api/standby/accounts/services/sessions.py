"""Sign-in sessions: opening, renewing, raising by a second factor, ending. The admin under
/staff/tables/ has a cookie session of its own, bound to a sign-in session.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final, Literal
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet

from standby.accounts.models import (
    AdminSession,
    FactorChallenge,
    OneTimeLink,
    RefreshToken,
    SignInSession,
    StaffToken,
    User,
)
from standby.accounts.rules import (
    FACTOR_IS_FRESH_FOR,
    LONGEST_SESSION,
    REFRESH_ANSWER_MAY_BE_LOST_FOR,
    SIGN_IN_RETENTION,
    hash_of,
    longest_idle,
    new_token,
    successor_of,
)
from standby.audit.services import note_credential
from standby.core.errors import Conflict, NotFound, _

Scope = Literal["global", "local", "others"]
Level = SignInSession.Level
SECOND_FACTORS: Final = ("totp", "recovery_code")
_AWAKE_NOTED_EVERY: Final = timedelta(minutes=1)


class RefreshTokenUnknown(NotFound):
    code = "refresh_token_not_found"
    message = _("Invalid Refresh Token: Refresh Token Not Found")


class RefreshTokenUsed(Conflict):
    code = "refresh_token_already_used"
    message = _("Invalid Refresh Token: Already Used")


class SessionExpired(Conflict):
    code = "session_expired"
    message = _("Please sign in again: this session has ended.")


class SessionUnknown(NotFound):
    code = "session_not_found"
    message = _("This session has ended.")


@dataclass(frozen=True, slots=True)
class IssuedSession:
    session: SignInSession
    refresh_token: str


def open_session(user: User, *, method: str, now: datetime) -> IssuedSession:
    lock_sessions(user)
    session = SignInSession.objects.create(
        user=user, methods=[_amr_entry(method, now)], created_at=now, refreshed_at=now
    )
    note_credential(**proof_of(session))
    return IssuedSession(session, _add_token(session, new_token(), now=now))


def lock_sessions(user: User) -> None:
    """Keep this user's sessions from being opened or ended elsewhere until the transaction ends."""
    # Without this lock, ending all sessions would miss one that is being opened at the same time.
    User.objects.select_for_update().only("pk").get(pk=user.pk)


def renew_session(refresh_token: str, *, key: str, now: datetime) -> IssuedSession:
    """Exchange a refresh token for the next one.

    Each token works once. Within a short grace period a repeated call returns the same successor,
    since the first response may have been lost. Raises RefreshTokenUnknown, SessionExpired and
    RefreshTokenUsed: a used token may have been stolen, so it also ends its whole session.
    """
    token = RefreshToken.objects.filter(token_hash=hash_of(refresh_token)).first()
    if token is None:
        raise RefreshTokenUnknown
    with transaction.atomic(durable=True):
        locked = SignInSession.objects.select_for_update(of=("self",)).select_related("user")
        session = locked.get(pk=token.session_id)
        if is_over(session, now=now):
            raise SessionExpired
        successor = successor_of(refresh_token, key=key)
        if RefreshToken.objects.filter(pk=token.pk, used_at=None).update(used_at=now):
            SignInSession.objects.filter(pk=session.pk).update(refreshed_at=now)
            return IssuedSession(session, _add_token(session, successor, now=now))
        token.refresh_from_db()
        if token.used_at and now - token.used_at <= REFRESH_ANSWER_MAY_BE_LOST_FOR:
            return IssuedSession(session, successor)
        SignInSession.objects.filter(pk=session.pk).update(ended_at=now)
    raise RefreshTokenUsed


def raise_level(session: SignInSession, *, method: str, now: datetime) -> IssuedSession:
    """Replace the session by a new one at the second level, after a second factor was verified.

    The new one expires when the old one would have. Raises SessionUnknown when the old one has
    ended.
    """
    # The old session ends with all its tokens: a thief who has one of them has shown no second
    # factor.
    lock_sessions(session.user)
    if not SignInSession.objects.filter(pk=session.pk, ended_at=None).update(ended_at=now):
        raise SessionUnknown
    upgraded = SignInSession.objects.create(
        user=session.user,
        level=Level.AAL2,
        methods=[_amr_entry(method, now), *session.methods],
        created_at=session.created_at,
        refreshed_at=now,
    )
    note_credential(**proof_of(upgraded))
    return IssuedSession(upgraded, _add_token(upgraded, new_token(), now=now))


def proof_of(credential: SignInSession | StaffToken) -> dict[str, str]:
    """Return what the logs record of a session or of a script's token, with the role it has now."""
    role = credential.user.role
    if isinstance(credential, StaffToken):
        return {"credential": f"token {credential.pk}", "role": f"{role}, token {credential.role}"}
    return {"credential": f"session {credential.public_id.hex}", "role": role}


def has_second_level(session: SignInSession) -> bool:
    return session.level == Level.AAL2


def note_factor(session: SignInSession, *, method: str, now: datetime) -> None:
    session.methods = [_amr_entry(method, now), *session.methods]
    session.save(update_fields=["methods"])


def factor_fresh_until(session: SignInSession) -> datetime | None:
    """Return until when risky actions need no new second factor; None if none was ever shown."""
    timestamps = [one["timestamp"] for one in session.methods if one["method"] in SECOND_FACTORS]
    return (
        datetime.fromtimestamp(max(timestamps), tz=UTC) + FACTOR_IS_FRESH_FOR
        if timestamps
        else None
    )


def is_factor_fresh(session: SignInSession, *, now: datetime) -> bool:
    until = factor_fresh_until(session)
    return until is not None and now <= until


def touch_session(session: SignInSession, *, now: datetime) -> None:
    """Record that the session is in use where no token is renewed; writes at most once a minute."""
    if now - session.refreshed_at < _AWAKE_NOTED_EVERY:
        return
    SignInSession.objects.filter(pk=session.pk, refreshed_at__lt=now).update(refreshed_at=now)


def live_session(public_id: str, *, level: str, now: datetime) -> SignInSession:
    """Return the session that an access token names, at the level that the token claims.

    Raises SessionUnknown when it ended or never existed, or when its level is another one.
    """
    sessions = SignInSession.objects.select_related("user")
    session = sessions.filter(public_id=UUID(public_id), level=level).first()
    if session is None or is_over(session, now=now) or not session.user.is_active:
        raise SessionUnknown
    return session


def end_sessions(session: SignInSession, *, scope: Scope, now: datetime) -> None:
    """End this session, all others of its user, or all of them. Safe to repeat."""
    lock_sessions(session.user)
    live = SignInSession.objects.filter(user_id=session.user_id, ended_at=None)
    ended: dict[Scope, QuerySet[SignInSession]] = {
        "local": live.filter(pk=session.pk),
        "others": live.exclude(pk=session.pk),
        "global": live,
    }
    ended[scope].update(ended_at=now)


def is_over(session: SignInSession, *, now: datetime) -> bool:
    return (
        session.ended_at is not None
        or now - session.refreshed_at > longest_idle(session.user.role)
        or now - session.created_at > LONGEST_SESSION
    )


def _add_token(session: SignInSession, token: str, *, now: datetime) -> str:
    RefreshToken.objects.create(session=session, token_hash=hash_of(token), created_at=now)
    return token


def _amr_entry(method: str, now: datetime) -> dict[str, str | int]:
    return {"method": method, "timestamp": int(now.timestamp())}


def open_admin_session(session: SignInSession, *, now: datetime) -> str:
    close_admin_session(session, now=now)
    token = new_token()
    AdminSession.objects.create(session=session, token_hash=hash_of(token), created_at=now)
    return token


def close_admin_session(session: SignInSession, *, now: datetime) -> None:
    AdminSession.objects.filter(session=session, ended_at=None).update(ended_at=now)


def session_for_admin(token: str, *, now: datetime) -> SignInSession:
    """Return the sign-in session behind a cookie token.

    Raises SessionUnknown when it ended, was idle for too long, or its user is not active staff with
    a second factor.
    """
    sessions = AdminSession.objects.select_related("session__user")
    session = sessions.filter(token_hash=hash_of(token), ended_at=None).first()
    if session is None:
        raise SessionUnknown
    sign_in, user = session.session, session.session.user
    is_staff = user.is_active and user.is_staff
    if not has_second_level(sign_in) or not is_staff or is_over(sign_in, now=now):
        raise SessionUnknown
    return sign_in


def expired_sign_ins(*, now: datetime) -> "tuple[QuerySet[Any], ...]":
    """Return the rows to delete, as querysets in the order to delete them.

    Sessions come before visitors, since a visitor is deleted only without sessions. Sign-ins stay
    in the audit log.
    """
    long_over = now - SIGN_IN_RETENTION
    ended = Q(ended_at__lt=long_over) | Q(created_at__lt=long_over - LONGEST_SESSION)
    return (
        SignInSession.objects.filter(ended),
        OneTimeLink.objects.filter(expires_at__lt=long_over),
        FactorChallenge.objects.filter(expires_at__lt=long_over),
        StaffToken.objects.filter(expires_at__lt=long_over),
        User.objects.filter(is_visitor=True, date_joined__lt=long_over, sessions=None),
    )
