"""Requests as WSGI hands them over, also those that Django cannot read."""

from typing import Any

from django.core.handlers.wsgi import WSGIHandler, WSGIRequest


class Request(WSGIRequest):
    """A request whose Content-Type cannot be read counts as one without; Django answers 500."""

    def __init__(self, environ: dict[str, Any]) -> None:
        try:
            super().__init__(environ)
        except ValueError:  # it names an encoding that there is not
            environ["CONTENT_TYPE"] = ""
            super().__init__(environ)


class Handler(WSGIHandler):
    request_class = Request
