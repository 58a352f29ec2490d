"""Django's own backend, and what a cluster whose primary moves needs beyond it."""

from typing import Any, Final

from django.db import OperationalError
from django.db.backends.postgresql import base
from psycopg import Connection, Error
from psycopg.errors import Diagnostic

# PostgreSQL's words; the severity and the class of the message are no help.
_WAIT_CANCELED: Final = "canceling wait for synchronous replication"


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that is given up when its server no longer takes writes."""

    _wait_was_canceled = False

    def is_usable(self) -> bool:
        """Ask, before the first statement of a request and after an error, if writes are taken.

        A primary that was demoted still answers: the next connection goes to the new one.
        """
        if self.connection is None:
            return False
        try:
            with self.connection.cursor() as cursor:
                cursor.execute("SHOW transaction_read_only")
                return bool(cursor.fetchone() == ("off",))
        except Error:
            return False

    def get_new_connection(self, conn_params: dict[str, Any]) -> Connection:
        connection: Connection = super().get_new_connection(conn_params)
        connection.add_notice_handler(self._note)
        return connection

    def _note(self, notice: Diagnostic) -> None:
        if _WAIT_CANCELED in (notice.message_primary or ""):
            self._wait_was_canceled = True

    def _commit(self) -> None:
        # Canceled by somebody in the wait for the second node, a commit is acknowledged all the
        # same. A visitor is told to come again instead, and finds what was done then.
        self._wait_was_canceled = False
        super()._commit()  # type: ignore[misc]
        if self._wait_was_canceled:
            raise OperationalError("the commit was not confirmed by a second database node")
