"""Session renewal by refresh token."""

from datetime import datetime

from standby.accounts.services import sessions
from standby.core.writing import write_transaction


def renew_session(refresh_token: str, *, key: str, now: datetime) -> sessions.IssuedSession:
    """Exchange a refresh token for the next tokens of its session.

    Raises RefreshTokenUnknown, RefreshTokenUsed and SessionExpired. A used token may have been
    stolen, so it also ends its whole session.
    """
    try:
        with write_transaction():
            return sessions.renew_session(refresh_token, key=key, now=now)
    except sessions.RefreshTokenUsed:
        with write_transaction():
            sessions.end_session_of_token(refresh_token, now=now)
        raise
