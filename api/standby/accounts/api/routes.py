"""The auth service (AUTH-01), compatible with GoTrue clients."""

from ninja import NinjaAPI

from standby.accounts.api import factors, identities, tokens, users
from standby.accounts.api.errors import handle_errors
from standby.core.json_api import BoundedJson, Json

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
