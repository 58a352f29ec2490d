"""Cookie sessions of the admin under /staff/tables/, each bound to a sign-in session."""

from datetime import datetime

from django.db.models import QuerySet

from standby.accounts.models import AdminSession, SignInSession
from standby.accounts.rules.secrets import hash_of, new_token
from standby.accounts.services.sessions import SessionUnknown, has_second_level, is_over


def open_admin_session(session: SignInSession, *, now: datetime) -> str:
    _live_sessions(session).update(ended_at=now)
    token = new_token()
    AdminSession.objects.create(session=session, token_hash=hash_of(token), created_at=now)
    return token


def close_admin_session(session: SignInSession, *, now: datetime) -> None:
    _live_sessions(session).update(ended_at=now)


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


def _live_sessions(session: SignInSession) -> QuerySet[AdminSession]:
    return AdminSession.objects.filter(session=session, ended_at=None)
