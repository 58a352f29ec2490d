"""Whoever asks while the database is moving is told to come again, whatever they ask for."""

from typing import Any

import psycopg
import pytest
from django.db import InternalError, connection
from django.test import Client
from tables_browser import bearer, session_of, staff_user

from standby.core.roles import Role

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("shop", "one_connection")]


def demoted(*_: Any) -> None:
    """As by a server that was the primary a moment ago."""
    raise InternalError("cannot execute INSERT in a read-only transaction") from (
        psycopg.errors.ReadOnlySqlTransaction()
    )


@pytest.mark.req("RUN-08.5")
@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("get", "/api/availability?months=2"),
        ("get", "/api/my-booking"),
        ("get", "/api/staff/overview"),
        ("post", "/auth/v1/token?grant_type=password"),
        ("get", "/b/a-made-up-token"),
        ("post", "/unsubscribe/a-made-up-token"),
        ("get", "/staff/tables/"),
    ],
)
def test_a_database_that_takes_no_writes_is_told_as_come_again(method: str, path: str) -> None:
    owner = bearer(session_of(staff_user(Role.OWNER)))
    browser = Client(headers=owner, raise_request_exception=False)
    browser.post("/api/staff/tables-session")

    with connection.execute_wrapper(demoted):
        answer = getattr(browser, method)(path, data={}, content_type="application/json")

    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert answer["X-Content-Type-Options"] == "nosniff"
