"""What the fuzzer does not count as a failure; schemathesis imports it by SCHEMATHESIS_HOOKS."""

from http import HTTPStatus
from typing import Any

import schemathesis


def filter_failure(_context: Any, _failure: Any, _case: Any, response: Any) -> bool:
    """A request line that is too long never reaches us: gunicorn answers with a page of its own."""
    return bool(response.status_code != HTTPStatus.REQUEST_URI_TOO_LONG)


schemathesis.hook(filter_failure)
