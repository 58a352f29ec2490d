"""What a connection says while its server stops, is demoted, or waits for a second node.

On a server of its own, for these settings hold for the whole server.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.exceptions import ValidationError
from django.db import Error, InterfaceError, InternalError, OperationalError, ProgrammingError
from django.db.transaction import TransactionManagementError
from django.db.utils import ConnectionHandler
from ops.postgresql import free_port, postgresql
from pytest_django import DjangoDbBlocker

from standby.core.database_url import database_settings
from standby.core.health import DurabilityNotGuaranteed, require_durable, wait_until_answers
from standby.core.unavailable import is_read_only, is_unavailable


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with postgresql(in_memory=True) as (url, _):
        with psycopg.connect(url, autocommit=True) as server:
            server.execute("CREATE TABLE t (x int)")
            server.execute("ALTER SYSTEM SET synchronous_commit = on")
            server.execute("ALTER SYSTEM SET fsync = on")
            server.execute("SELECT pg_reload_conf()")
        yield url


@pytest.fixture(autouse=True)
def _servers_of_our_own(django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with django_db_blocker.unblock():
        yield


@contextmanager
def connected(url: str) -> Iterator[Any]:
    database = ConnectionHandler({"default": database_settings(url, pooler=False)})["default"]
    try:
        yield database
    finally:
        database.close()


@contextmanager
def server_setting(url: str, name: str, value: str) -> Iterator[None]:
    def set_to(text: str) -> None:
        with psycopg.connect(url, autocommit=True) as server:
            server.execute("SET default_transaction_read_only = off")
            server.execute(f"ALTER SYSTEM SET {name} = {text}")
            server.execute("SELECT pg_reload_conf()")
        for _ in range(100):
            with psycopg.connect(url) as server:
                [shown] = server.execute(f"SHOW {name}").fetchone() or [""]
            if (shown in ("", "off")) == (text == "DEFAULT"):
                return
            time.sleep(0.1)
        raise AssertionError(f"{name} is still {shown}")

    set_to(value)
    try:
        yield
    finally:
        set_to("DEFAULT")


def write(database: Any) -> None:
    with database.cursor() as cursor:
        cursor.execute("INSERT INTO t VALUES (1)")


def on_the_server(url: str, function: str, database: Any) -> None:
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(f"SELECT {function}(%s)", [database.connection.info.backend_pid])


def next_request(database: Any) -> None:
    """As Django does between two requests of a thread."""
    database.close_if_unusable_or_obsolete()


@pytest.mark.req("RUN-08.6")
def test_a_server_that_was_demoted_is_left_for_the_next_request(url: str) -> None:
    with connected(url) as database:
        write(database)
        stale = database.connection
        with server_setting(url, "default_transaction_read_only", "on"):
            with pytest.raises(InternalError) as refused:
                write(database)
            next_request(database)
            assert database.connection is None
        write(database)

    assert (is_unavailable(refused.value), is_read_only(refused.value)) == (True, True)
    assert stale.closed


def test_a_connection_cut_within_a_transaction_is_unavailable_in_each_way_it_is_told(
    url: str,
) -> None:
    told: list[Error] = []
    with connected(url) as database:
        database.set_autocommit(False)
        write(database)
        on_the_server(url, "pg_terminate_backend", database)
        for step in (lambda: write(database), lambda: write(database), database.rollback):
            with pytest.raises(Error) as cut:
                step()
            told.append(cut.value)
        database.close()
        next_request(database)
        write(database)

    assert [is_unavailable(each) for each in told] == [True] * 3


def test_the_second_host_is_found_when_the_first_is_gone(url: str) -> None:
    place = f"127.0.0.1:{free_port()},"
    with connected(url.replace("@", f"@{place}")) as database:
        write(database)


def test_a_server_that_is_not_there_is_unavailable() -> None:
    url = f"postgresql://u@127.0.0.1:{free_port()}/d"
    with connected(url) as database, pytest.raises(OperationalError) as gone:
        write(database)

    assert is_unavailable(gone.value)


@pytest.mark.req("RUN-08.7")
def test_a_commit_whose_wait_for_the_second_node_is_canceled_is_not_acknowledged(url: str) -> None:
    with server_setting(url, "synchronous_standby_names", "'nobody'"), connected(url) as database:
        database.set_autocommit(False)
        write(database)
        cancel = threading.Timer(1, on_the_server, (url, "pg_cancel_backend", database))
        cancel.start()
        with pytest.raises(OperationalError, match="second database node") as unsure:
            database.commit()
        cancel.join()
        database.rollback()

    assert is_unavailable(unsure.value)


@pytest.mark.parametrize("weak", ["local", "off"])
def test_where_a_second_node_is_configured_a_commit_has_to_wait_for_it(url: str, weak: str) -> None:
    with connected(url) as database:
        with database.cursor() as cursor:
            cursor.execute(f"SET synchronous_commit = {weak}")
        with server_setting(url, "synchronous_standby_names", "'nobody'"):
            time.sleep(0.5)  # until this connection has heard of it as well
            with pytest.raises(DurabilityNotGuaranteed, match=f"synchronous_commit is '{weak}'"):
                require_durable(database)


def raised_by(driver: Exception, django: type[Error]) -> Error:
    error = django(str(driver))
    error.__cause__ = driver
    return error


@pytest.mark.parametrize(
    ("error", "is_it"),
    [
        (raised_by(psycopg.errors.ReadOnlySqlTransaction(), InternalError), True),
        (raised_by(psycopg.errors.IdleInTransactionSessionTimeout(), InternalError), True),
        (raised_by(psycopg.errors.InFailedSqlTransaction(), InternalError), False),
        (raised_by(psycopg.errors.UndefinedTable(), ProgrammingError), False),
        (raised_by(psycopg.DatabaseError("server conn crashed?"), Error), False),
        (InterfaceError("the connection is closed"), True),
        (InterfaceError("the cursor is closed"), False),
        (TransactionManagementError("a statement failed before"), False),
        (ValidationError("no"), False),
        (None, False),
    ],
)
def test_which_errors_are_the_databases_absence(error: Exception | None, is_it: bool) -> None:
    assert is_unavailable(error) is is_it


@pytest.mark.parametrize(
    "driver",
    [
        psycopg.errors.AdminShutdown,
        psycopg.errors.CrashShutdown,
        psycopg.errors.CannotConnectNow,
        psycopg.errors.DiskFull,
        psycopg.errors.ProtocolViolation,  # PgBouncer: query_wait_timeout, server conn crashed
    ],
)
def test_what_django_calls_an_operational_error(url: str, driver: type[psycopg.Error]) -> None:
    with (
        connected(url) as database,
        pytest.raises(OperationalError) as told,
        database.wrap_database_errors,
    ):
        raise driver

    assert is_unavailable(told.value)


@pytest.mark.req("RUN-08.11")
def test_a_start_waits_for_a_database_that_comes_back_and_not_for_ever(url: str) -> None:
    """One that is not there yet stands for one that moves: the server refuses connections to it."""
    later = f"{url.rsplit('/', 1)[0]}/later"

    def come_back() -> None:
        with psycopg.connect(url, autocommit=True) as server:
            server.execute("CREATE DATABASE later")

    with connected(later) as database:
        with pytest.raises(OperationalError, match='"later" does not exist'):
            wait_until_answers(database, within_s=1)
        timer = threading.Timer(1, come_back)
        timer.start()
        wait_until_answers(database)
        timer.join()
        assert database.is_usable()


def test_a_start_does_not_wait_for_a_file_that_cannot_be_opened(tmp_path: Path) -> None:
    file = {"ENGINE": "django.db.backends.sqlite3", "NAME": tmp_path / "none" / "standby.sqlite3"}
    began_at = time.monotonic()

    with pytest.raises(OperationalError, match="unable to open"):
        wait_until_answers(ConnectionHandler({"default": file})["default"])

    assert time.monotonic() - began_at < 10
