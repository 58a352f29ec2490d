"""Which errors say that the database is not there, is moving, or cannot be written to.

And which faults are foreseen, so that one line of the log says all of them.
"""

from typing import Final

import psycopg
from django.db import DatabaseError, InterfaceError, InternalError, OperationalError
from django.db.transaction import TransactionManagementError

from standby.core.errors import DomainError
from standby.core.provider_calls import ProviderDown

# Of the class "invalid transaction state", in which most are faults of the program: a server that
# was demoted, and transactions that it ended because they took too long.
_READ_ONLY: Final = "25006"
_STATES: Final = (_READ_ONLY, "25P03", "25P04")


def is_unavailable(error: BaseException | None) -> bool:
    """True for an error after which the same request may succeed, once the database is back.

    Django calls most of them OperationalError: no connection, one that was cut, a shutdown or a
    recovery, a full disk, a lock that was not free in time, whatever a pooler says of its server.
    """
    match error:
        case OperationalError():
            return True
        case InterfaceError():  # also raised for a cursor that is misused
            return "connection" in str(error)
        case InternalError():
            return _state_of(error) in _STATES
        case TransactionManagementError():  # a statement after one that failed
            return is_unavailable(error.__cause__)
        case DatabaseError():
            # The driver's words for an end of the connection that the server did not explain
            return isinstance(error.__cause__, psycopg.Error) and not _state_of(error)
    return False


def is_foreseen(error: BaseException | None) -> bool:
    """True for a database or a provider that is away, and for a refusal of ours."""
    return isinstance(error, (ProviderDown, DomainError)) or is_unavailable(error)


def is_read_only(error: BaseException) -> bool:
    return _state_of(error) == _READ_ONLY or "readonly database" in str(error)


def _state_of(error: BaseException) -> str:
    return getattr(error.__cause__, "sqlstate", None) or ""
