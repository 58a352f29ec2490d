"""Django's settings of a PostgreSQL database, from the address of it."""

from collections.abc import Mapping
from typing import Any, Final

from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict, make_conninfo

_SCHEMES: Final = ("postgresql://", "postgres://")
_TRIED_FOR_S: Final = 5
# Of each of several hosts: one that is gone must not use up what a visitor waits.
_ONE_OF_SEVERAL_TRIED_FOR_S: Final = 2
# A host that vanished, or a network that was cut, ends no connection: without these a request would
# wait for it for a quarter of an hour.
_NOTICES_A_VANISHED_HOST: Final = {
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,  # milliseconds
}
_OF_DJANGO: Final = ("server_side_binding", "prepare_threshold")
# A request that waits longer for a lock gets a retry-later response. Our queries are too short for
# JIT compilation to pay. There must be no statement_timeout, nor anything else that
# cancels statements: PostgreSQL acknowledges a commit whose wait for the second node was canceled.
_OPTIONS: Final = "-c lock_timeout=9s -c jit=off"


class DatabaseUrlWrong(ValueError):
    """The address cannot be used; the message says why, and quotes nothing of it."""


def connection_parts(url: str) -> dict[str, str]:
    """Split the address as PostgreSQL's own programs do. Several hosts are separated by commas.

    Raises DatabaseUrlWrong.
    """
    try:
        parts = {name: str(value) for name, value in conninfo_to_dict(url).items()}
    except ProgrammingError:  # its own words may quote a part of a password
        raise DatabaseUrlWrong(
            "not an address that PostgreSQL can read: perhaps a parameter after ? is not one of its"
            " own; in a password, write / ? # as %2F %3F %23"
        ) from None
    hosts, ports = parts.get("host", "").split(","), parts.get("port", "").split(",")
    if not all(port == "" or (port.isdecimal() and 0 < int(port) < 2**16) for port in ports):
        raise DatabaseUrlWrong("not an address; in a password, write / ? # as %2F %3F %23")
    if len(ports) not in (1, len(hosts)):
        raise DatabaseUrlWrong("as many ports as hosts are needed, or one port for all")
    if not parts.get("dbname"):
        raise DatabaseUrlWrong("the name of the database is missing behind the host")
    return parts


def database_settings(url: str, *, pooler: bool) -> dict[str, Any]:
    """Return what DATABASES has of this address; its parameters are passed on to PostgreSQL.

    A pooler refuses connections with options, and lends another connection than the one that has
    prepared statements and cursors. There, set the options on the database role.
    """
    parts = connection_parts(url)
    is_one_host = "," not in parts.get("host", "")
    own: dict[str, Any] = {
        "connect_timeout": _TRIED_FOR_S if is_one_host else _ONE_OF_SEVERAL_TRIED_FOR_S,
        **_NOTICES_A_VANISHED_HOST,
    }
    if not pooler:
        # Planning our queries takes as long as running them: PostgreSQL keeps the plans of those
        # used often.
        own |= {"options": _OPTIONS, "server_side_binding": True, "prepare_threshold": 5}
    return {
        "ENGINE": "standby.core.postgresql",
        "NAME": parts.pop("dbname"),
        "USER": parts.pop("user", ""),
        "PASSWORD": parts.pop("password", ""),
        "HOST": parts.pop("host", ""),
        "PORT": parts.pop("port", ""),
        "CONN_MAX_AGE": None,
        "CONN_HEALTH_CHECKS": True,
        "DISABLE_SERVER_SIDE_CURSORS": pooler,
        "OPTIONS": own | parts,
    }


def replica_settings(url: str, *, pooler: bool) -> dict[str, Any]:
    """Return what DATABASES has of a copy that takes no writes, by Django's own backend."""
    copy = database_settings(url, pooler=pooler)
    if not pooler:
        copy["OPTIONS"]["options"] += " -c default_transaction_read_only=on"
    return copy | {"ENGINE": "django.db.backends.postgresql", "TEST": {"MIRROR": "default"}}


def connection_string(database: Mapping[str, Any]) -> str:
    """Return the address for PostgreSQL's own programs, without the password."""
    options = {**database["OPTIONS"]}
    for name in _OF_DJANGO:
        options.pop(name, None)
    return make_conninfo(
        dbname=database["NAME"],
        host=database["HOST"] or None,
        port=database["PORT"] or None,
        user=database["USER"] or None,
        **options,
    )


def is_postgresql(url: str) -> bool:
    return url.startswith(_SCHEMES)
