"""Sign-in with an account at any OpenID Connect provider (Google, Microsoft, …), by its discovery
document.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar, Final

from authlib.integrations.base_client import OAuthError
from authlib.integrations.base_client.sync_app import BaseApp, OAuth2Mixin
from authlib.integrations.base_client.sync_openid import OpenIDMixin
from authlib.integrations.requests_client import OAuth2Session
from authlib.oidc.core import CodeIDToken
from joserfc.errors import JoseError
from requests import RequestException

from standby.core.provider_calls import ProviderDown, outgoing


class IdentityDown(ProviderDown):
    """The provider did not respond, or not sensibly. Nobody was signed in; retrying is safe."""

    code: ClassVar[str] = "identity_down"

    def __init__(self) -> None:
        super().__init__("That sign-in service is not available right now. Please try again.")


class IdentityRefused(Exception):
    """The provider's response does not prove who the user is."""


log = logging.getLogger(__name__)
_TIMEOUT_S: Final = 5.0
_CLOCKS_MAY_DIFFER_S: Final = 60
# Provider metadata must not make us accept unsigned tokens or ones signed with our client secret.
_ALGORITHMS: Final = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384")
_SIGNED_BY: Final = "id_token_signing_alg_values_supported"


class _Session(OAuth2Session):  # type: ignore[misc]
    # Follows no redirect: the endpoints in the issuer's metadata are final.
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, default_timeout=_TIMEOUT_S, **kwargs)
        self.max_redirects = 0
        self.trust_env = False


class IdentityProvider(OAuth2Mixin, OpenIDMixin, BaseApp):  # type: ignore[misc]
    """Authlib's client without a web framework: the session is in our own signed state.

    Of each sign-in, the `nonce` comes back in the signed ID token, and `verifier` is the PKCE code
    verifier (RFC 7636): only the browser that began it can finish it.
    """

    client_cls = _Session

    def __init__(
        self, *, issuer: str, client_id: str, client_secret: str, callback_url: str
    ) -> None:
        issuer = issuer.rstrip("/")
        super().__init__(
            None,
            client_id=client_id,
            client_secret=client_secret,
            server_metadata_url=f"{issuer}/.well-known/openid-configuration",
            client_kwargs={"scope": "openid email profile", "code_challenge_method": "S256"},
        )
        self._issuer = issuer
        self._callback_url = callback_url

    def load_server_metadata(self) -> dict[str, Any]:
        # Fetched once. Raises IdentityDown when the metadata names another issuer.
        is_loaded = "_loaded_at" in self.server_metadata
        metadata: dict[str, Any] = super().load_server_metadata()
        if is_loaded:
            return metadata
        if str(metadata.get("issuer", "")).rstrip("/") != self._issuer:
            log.error("the sign-in provider at %s describes another issuer", self._issuer)
            metadata.clear()
            raise IdentityDown
        offered = metadata.get(_SIGNED_BY, ["RS256"])
        metadata[_SIGNED_BY] = [name for name in offered if name in _ALGORITHMS]
        by_basic = "client_secret_basic"
        auth_methods = metadata.get("token_endpoint_auth_methods_supported", [by_basic])
        self.client_kwargs["token_endpoint_auth_method"] = (
            by_basic if by_basic in auth_methods else "client_secret_post"
        )
        return metadata

    def page(self, *, state: str, nonce: str, verifier: str) -> str:
        """Return the URL of the provider's sign-in page. Raises IdentityDown."""
        with _errors_of_the_provider():
            page: dict[str, str] = self.create_authorization_url(
                redirect_uri=self._callback_url,
                state=state,
                nonce=nonce,
                code_verifier=verifier,
            )
        return page["url"]

    def identify(self, code: str, *, nonce: str, verifier: str) -> dict[str, Any]:
        """Exchange the authorization code for the user's claims (OpenID Connect Core 5.1).

        Raises IdentityRefused and IdentityDown.
        """
        with _errors_of_the_provider():
            token = self.fetch_access_token(
                redirect_uri=self._callback_url,
                code=code,
                code_verifier=verifier,
                grant_type="authorization_code",
            )
            return self._claims(token, nonce=nonce)

    def _claims(self, token: dict[str, Any], *, nonce: str) -> dict[str, Any]:
        # From the ID token; UserInfo is fetched only for missing claims (OpenID Connect Core 5.4).
        issuer = self.load_server_metadata()["issuer"]
        claims = self.parse_id_token(
            token,
            nonce,
            claims_options={
                "iss": {"essential": True, "value": issuer},
                "aud": {"essential": True, "value": self.client_id},
            },
            claims_cls=CodeIDToken,
            leeway=_CLOCKS_MAY_DIFFER_S,
        )
        if claims is None:
            raise IdentityRefused("the provider gave no ID token")
        is_complete = {"email", "email_verified", "name"} <= claims.keys()
        if is_complete or "userinfo_endpoint" not in self.server_metadata:
            return dict(claims)
        info = self.userinfo(token=token)
        if info.get("sub") != claims["sub"]:
            raise IdentityRefused("UserInfo is about somebody else")
        return {**info, **claims}


@contextmanager
def _errors_of_the_provider() -> Iterator[None]:
    # Maps Authlib's errors to IdentityRefused and IdentityDown.
    try:
        with outgoing("sign-in provider"):
            yield
    except (OAuthError, JoseError) as error:
        log.warning("sign-in refused: %s", type(error).__name__)
        raise IdentityRefused(type(error).__name__) from error
    except (RequestException, ValueError, KeyError) as error:
        # no response, a server error, or a response that violates OpenID Connect
        log.warning("the sign-in provider cannot be used: %s", type(error).__name__)
        raise IdentityDown from error
