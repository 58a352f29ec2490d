"""Middleware that records every staff request in the audit log (OPS-11.10)."""

import json
import logging
import re
from collections.abc import Callable
from functools import cache
from typing import Any, Final
from uuid import uuid4

from django.conf import settings
from django.db import Error
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.timezone import now

from standby.audit.rules import actor_of
from standby.audit.services import acting_as, keyed_hash, record_request
from standby.core.limits import client_of
from standby.core.problems import RETRY_AFTER_S, problem
from standby.core.words import say

log = logging.getLogger(__name__)

GetResponse = Callable[[HttpRequest], HttpResponseBase]
_STAFF_CALLS: Final = "/api/staff/"
_TABLES: Final = "/staff/tables/"
_SIGNING_IN: Final = "/auth/v1/"  # records its own audit events in the auth flows
_READ_METHODS: Final = ("GET", "HEAD", "OPTIONS")
# Asked each minute by every open console, and answered with numbers about no one.
_NOT_RECORDED: Final = "/api/staff/waits/counts"
_PATH_PARAM: Final = re.compile(r"<(?:\w+:)?(\w+)>")
_LONGEST: Final = 200


class AuditLogMiddleware:
    """Record user, operation, path and status of staff requests before any of the response is sent.

    Requests of users who are not staff are not recorded: they are refused and see nothing, and must
    not be able to fill the table.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not request.path.startswith((_STAFF_CALLS, _TABLES, _SIGNING_IN)):
            return self.get_response(request)
        request_id, network = uuid4().hex, keyed_hash(client_of(request).subject)
        with acting_as(request_id=request_id, network=network):
            response = self.get_response(request)
            if not request.path.startswith((_SIGNING_IN, _NOT_RECORDED)):
                response = _record(request, response)
        response.headers["X-Request-Id"] = request_id
        return response


def _record(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    # A read that cannot be recorded is refused. A change is already committed, so its response must
    # still be sent.
    # Includes a user who was refused because of their role.
    call = getattr(request, "staff", None)
    user: Any = call.user if call else getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return response
    try:
        method, match = request.method or "", request.resolver_match
        route = _PATH_PARAM.sub(r"{\1}", match.route) if match else ""
        kwargs = match.kwargs if match else {}
        record_request(
            actor_of(user.public_id),
            operation=_operations().get(f"{method} /{route}", f"tables_{method.lower()}"),
            path=_printable(request.path),
            status=response.status_code,
            path_params={name: _printable(str(key)) for name, key in kwargs.items()},
            params={_printable(name): _printable(str(one)) for name, one in request.GET.items()},
            now=now(),
        )
    except Error as error:
        log.error("a staff request was not recorded in the audit log: %s", type(error).__name__)
        if request.method in _READ_METHODS:
            return problem(
                status=503,
                code="busy",
                detail=say("We are very busy right now. Please try again."),
                retry_after_s=RETRY_AFTER_S,
            )
    return response


@cache
def _operations() -> dict[str, str]:
    # The contract says each call's id; a test holds it to the code.
    contract = json.loads((settings.BASE_DIR / "openapi.json").read_bytes())
    return {
        f"{method.upper()} {path}": operation["operationId"]
        for path, calls in contract["paths"].items()
        for method, operation in calls.items()
        if "operationId" in operation
    }


def _printable(text: str) -> str:
    # PostgreSQL stores no NUL, and other control characters are useless in a log.
    return "".join(character for character in text if character.isprintable())[:_LONGEST]
