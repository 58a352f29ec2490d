"""The auth service (AUTH-01), compatible with GoTrue clients."""

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin
from ninja import NinjaAPI

from standby.accounts.api import factors, identities, tokens, users
from standby.accounts.api.errors import handle_errors, refused
from standby.core.schema import BoundedJson, Json
from standby.core.words import _, say

auth_api = NinjaAPI(
    title="Standby auth",
    version="1",
    urls_namespace="auth",
    docs_url=None,
    openapi_url=None,
    renderer=Json(),
    parser=BoundedJson(),
)
handle_errors(auth_api)
for module in (tokens, users, factors, identities):
    auth_api.add_router("", module.router)
PREFIX = "/auth/v1/"
NAME = "X-Supabase-Api-Version"
VERSION = "2024-01-01"
_ERRORS: Final = {
    404: ("not_found", _("Not found")),
    405: ("method_not_allowed", _("Method not allowed")),
}


class ApiVersion(MiddlewareMixin):
    """Add the API version header, without which clients do not read error codes."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if request.path.startswith(PREFIX):
            is_json = response.headers.get("Content-Type", "").startswith("application/json")
            if not is_json and response.status_code in _ERRORS:
                # No endpoint matched: Django's own HTML page becomes JSON that a client can read.
                allowed = response.headers.get("Allow")
                code, message = _ERRORS[response.status_code]
                response = refused(status=response.status_code, code=code, message=say(message))
                if allowed is not None:
                    response.headers["Allow"] = allowed
            response.headers[NAME] = VERSION
        return response
