"""The auth service (AUTH-01), compatible with GoTrue clients."""

from ninja import NinjaAPI

from standby.http.api import BoundedJson, Json
from standby.http.auth import factors, identities, tokens, users
from standby.http.auth.errors import answer_refusals

auth_api = NinjaAPI(
    title="Standby auth",
    version="1",
    urls_namespace="auth",
    docs_url=None,
    openapi_url=None,
    renderer=Json(),
    parser=BoundedJson(),
)
answer_refusals(auth_api)
for module in (tokens, users, factors, identities):
    auth_api.add_router("", module.router)
