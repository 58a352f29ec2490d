"""A browser asks for its next token; one that was stolen ends the whole session."""

from datetime import datetime

from standby.apps.accounts.services import sessions
from standby.flows.writing import write_transaction


def renew_session(refresh_token: str, *, key: str, now: datetime) -> sessions.IssuedSession:
    """Raises RefreshTokenUnknown, RefreshTokenUsed and SessionExpired."""
    try:
        with write_transaction():
            return sessions.renew_session(refresh_token, key=key, now=now)
    except sessions.RefreshTokenUsed:
        with write_transaction():
            sessions.end_session_of_token(refresh_token, now=now)
        raise
