"""Requests that Django itself cannot read are answered like any other."""

import io
from typing import Any, Final
from wsgiref.util import setup_testing_defaults

import pytest

from standby.server.requests import Handler

UNREADABLE: Final = (
    "text/plain; charset*=foo''x",
    "multipart/form-data; boundary*=foo''B",
    "application/json; a*=no-such''b; charset=utf-8",
)


def status_of(method: str, path: str, content_type: str, body: bytes = b"", **headers: str) -> str:
    statuses: list[str] = []

    def start_response(status: str, *_: Any) -> Any:
        statuses.append(status)

    environ: dict[str, Any] = {
        "PATH_INFO": path,
        "REQUEST_METHOD": method,
        "CONTENT_TYPE": content_type,
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.input": io.BytesIO(body),
        **headers,
    }
    setup_testing_defaults(environ)
    Handler()(environ, start_response).close()
    return statuses[0][:3]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("content_type", UNREADABLE)
@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/healthz", "200"),
        ("GET", "/api/generators", "200"),
        ("POST", "/api/coverage-check", "415"),
        ("POST", "/api/webhooks/twilio/inbound", "403"),
        ("POST", "/api/webhooks/mail/inbound", "401"),
    ],
)
def test_a_content_type_that_cannot_be_read_counts_as_none(
    content_type: str, method: str, path: str, status: str
) -> None:
    body = b"{}" if method == "POST" else b""

    assert status_of(method, path, content_type, body) == status


@pytest.mark.django_db(transaction=True)
def test_a_body_without_its_length_is_asked_for_its_length() -> None:
    mail = ("POST", "/api/webhooks/mail/inbound", "message/rfc822")

    assert status_of(*mail, HTTP_TRANSFER_ENCODING="chunked") == "411"
    assert status_of("GET", "/healthz", "") == "200"
