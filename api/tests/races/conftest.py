"""Races that run beside one another."""

import atexit
import os
from contextlib import ExitStack

import pytest
from ops.postgresql import postgresql


@pytest.fixture(scope="session", autouse=True)
def _server_of_its_own() -> None:
    """One of several runners at once has a database server that only its own races crash."""
    if "PYTEST_XDIST_WORKER" not in os.environ or not os.environ.get("DATABASE_URL"):
        return
    until_the_end = ExitStack()
    url, folder = until_the_end.enter_context(postgresql())
    atexit.register(until_the_end.close)  # once the shops have dropped their databases
    os.environ |= {"DATABASE_URL": url, "POSTGRESQL_FOLDER": str(folder)}
