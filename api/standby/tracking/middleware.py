"""What staff change is counted again at once (services/waiting_counts.py)."""

import logging
from collections.abc import Callable
from typing import Final

from django.db import Error
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from standby.tracking.services.waiting_counts import forget_counts

log = logging.getLogger(__name__)
_OF_STAFF: Final = ("/api/staff/", "/staff/tables/", "/api/manual-generate-proposal")
_ONLY_SHOWN: Final = "/preview"
_READ_METHODS: Final = ("GET", "HEAD", "OPTIONS")
_REFUSED: Final = 400


class WaitsChangedMiddleware:
    """Let what waits be counted anew for whoever asks after a change that staff made."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        is_change = request.method not in _READ_METHODS and response.status_code < _REFUSED
        is_staffs = request.path.startswith(_OF_STAFF) and not request.path.endswith(_ONLY_SHOWN)
        if is_change and is_staffs:
            try:
                forget_counts()
            except Error as error:  # the change is made, and its response must be sent
                log.error("what waits was not counted again: %s", type(error).__name__)
        return response
