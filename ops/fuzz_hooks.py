"""What the fuzzer does not count as a failure; schemathesis imports it by SCHEMATHESIS_HOOKS."""

from http import HTTPStatus
from typing import Any

import schemathesis


def filter_failure(_context: Any, _failure: Any, _case: Any, response: Any) -> bool:
    """A request line that is too long never reaches us: gunicorn answers with a page of its own."""
    is_too_long = response.status_code == HTTPStatus.REQUEST_URI_TOO_LONG
    return not (is_too_long and response.headers.get("content-type") == ["text/html"])


schemathesis.hook(filter_failure)
