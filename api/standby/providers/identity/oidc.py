"""Any OpenID Connect provider (Google, Microsoft, …), found by its issuer's own description."""

import base64
import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final
from urllib.parse import urlencode

import httpx
import jwt

from standby.providers.identity import Claimed, IdentityDown, IdentityRefused, Visit

_TIMEOUT_S: Final = 5.0
_ALGORITHMS: Final = ["RS256", "ES256"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Client:
    """How we are known to the issuer."""

    issuer: str
    client_id: str
    client_secret: str


class OidcIdentity:
    def __init__(self, client: Client) -> None:
        self._client = client

    def page(self, visit: Visit) -> str:
        digest = hashlib.sha256(visit.verifier.encode()).digest()
        query = {
            "client_id": self._client.client_id,
            "redirect_uri": visit.callback_url,
            "response_type": "code",
            "scope": "openid email profile",
            "state": visit.state,
            "nonce": visit.nonce,
            "code_challenge": base64.urlsafe_b64encode(digest).rstrip(b"=").decode(),
            "code_challenge_method": "S256",
        }
        return f"{self._about['authorization_endpoint']}?{urlencode(query)}"

    def identify(self, code: str, *, visit: Visit) -> Claimed:
        answer = self._ask(
            "POST",
            self._about["token_endpoint"],
            data={
                "grant_type": "authorization_code",
                "code": code,
                "redirect_uri": visit.callback_url,
                "client_id": self._client.client_id,
                "client_secret": self._client.client_secret,
                "code_verifier": visit.verifier,
            },
        )
        claims = self._claims(str(answer.get("id_token", "")))
        if claims.get("nonce") != visit.nonce:
            raise IdentityRefused("the answer belongs to another visit")
        return Claimed(
            subject=str(claims["sub"]),
            email=str(claims.get("email", "")),
            email_is_verified=claims.get("email_verified") is True,
            name=str(claims.get("name", "")),
        )

    @cached_property
    def _about(self) -> dict[str, Any]:
        issuer = self._client.issuer.rstrip("/")
        return self._ask("GET", f"{issuer}/.well-known/openid-configuration")

    def _claims(self, id_token: str) -> dict[str, Any]:
        try:
            header = jwt.get_unverified_header(id_token)
            keys = jwt.PyJWKSet.from_dict(self._ask("GET", self._about["jwks_uri"]))
            claims: dict[str, Any] = jwt.decode(
                id_token,
                keys[header["kid"]],
                algorithms=_ALGORITHMS,
                audience=self._client.client_id,
                issuer=self._about["issuer"],
                options={"require": ["exp", "sub"]},
            )
        except (jwt.PyJWTError, KeyError) as error:
            raise IdentityRefused(str(error)) from error
        return claims

    def _ask(self, method: str, url: str, **told: Any) -> dict[str, Any]:
        try:
            response = httpx.request(
                method, url, timeout=_TIMEOUT_S, follow_redirects=False, **told
            )
            found = response.json()
        except (httpx.HTTPError, ValueError) as error:
            raise IdentityDown from error
        if response.status_code in (400, 401):
            raise IdentityRefused("the provider does not know this code")
        if response.is_error or not isinstance(found, dict):
            raise IdentityDown
        return found
