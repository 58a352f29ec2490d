"""Sign-in with an account at any OpenID Connect provider (Google, Microsoft, …), by its discovery
document.
"""

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar, Final
from urllib.parse import urlsplit

from authlib.integrations.base_client import OAuthError
from authlib.integrations.base_client.sync_app import BaseApp, OAuth2Mixin
from authlib.integrations.base_client.sync_openid import OpenIDMixin
from authlib.integrations.requests_client import OAuth2Session
from authlib.oidc.core import CodeIDToken
from joserfc.errors import JoseError

from standby.core.provider_calls import ProviderDown, outgoing
from standby.core.words import _
from standby.inbox.rules.clean import one_line


class IdentityDown(ProviderDown):
    """The provider did not respond, or not sensibly. Nobody was signed in; retrying is safe."""

    code: ClassVar[str] = "identity_down"

    def __init__(self) -> None:
        super().__init__(_("That sign-in service is not available right now. Please try again."))


class IdentityRefused(Exception):
    """The provider's response does not prove who the user is."""


log = logging.getLogger(__name__)
_TIMEOUT_S: Final = 5.0
_CLOCKS_MAY_DIFFER_S: Final = 60
# Provider metadata must not make us accept unsigned tokens or ones signed with our client secret.
_ALGORITHMS: Final = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384")
_SIGNED_BY: Final = "id_token_signing_alg_values_supported"
_ADDRESS: Final = re.compile(r"https?://[\x21-\x7e]{1,1000}")
_SUBJECT: Final = re.compile(r"[\x20-\x7e]{1,255}")
_LONGEST_EMAIL: Final = 254
_LONGEST_NAME: Final = 150


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
        _ensure_addresses(metadata, scheme=urlsplit(self._issuer).scheme)
        offered = metadata.get(_SIGNED_BY, ["RS256"])
        metadata[_SIGNED_BY] = [name for name in offered if name in _ALGORITHMS]
        by_basic = "client_secret_basic"
        auth_methods = metadata.get("token_endpoint_auth_methods_supported", [by_basic])
        is_list = isinstance(auth_methods, list) and len(auth_methods) > 0
        if not is_list or not all(isinstance(name, str) for name in auth_methods):
            raise ValueError("no way to authenticate")
        self.client_kwargs["token_endpoint_auth_method"] = (
            by_basic if by_basic in auth_methods else "client_secret_post"
        )
        return metadata

    def page(self, *, state: str, nonce: str, verifier: str) -> str:
        """Return the URL of the provider's sign-in page. Raises IdentityDown."""
        with self._errors_of_the_provider():
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
        with self._errors_of_the_provider():
            token = self.fetch_access_token(
                redirect_uri=self._callback_url,
                code=code,
                code_verifier=verifier,
                grant_type="authorization_code",
            )
            return _storable(self._claims(token, nonce=nonce))

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
    def _errors_of_the_provider(self) -> Iterator[None]:
        # Maps Authlib's errors to IdentityRefused and IdentityDown. What was read of the provider
        # is forgotten with a bad answer: its metadata and keys may be the bad ones, and are kept
        # for good otherwise. A refused code is no bad answer: everybody can send one.
        try:
            with outgoing("sign-in provider"):
                yield
        except (IdentityRefused, IdentityDown):
            raise
        except OAuthError as error:
            log.warning("sign-in refused: %s", type(error).__name__)
            raise IdentityRefused(type(error).__name__) from error
        except JoseError as error:
            self._forget_metadata()
            log.warning("sign-in refused: %s", type(error).__name__)
            raise IdentityRefused(type(error).__name__) from error
        except Exception as error:
            # No response, a server error, or a response that violates OpenID Connect in any way
            self._forget_metadata()
            log.warning("the sign-in provider cannot be used: %s", type(error).__name__)
            raise IdentityDown from error

    def _forget_metadata(self) -> None:
        self.server_metadata: dict[str, Any] = {}


def _ensure_addresses(metadata: dict[str, Any], *, scheme: str) -> None:
    # The browser is sent to one of them, and our secret to another.
    for name in ("authorization_endpoint", "token_endpoint", "jwks_uri", "userinfo_endpoint"):
        address = metadata.get(name, "" if name != "userinfo_endpoint" else f"{scheme}://none")
        is_readable = isinstance(address, str) and _ADDRESS.fullmatch(address) is not None
        if not is_readable or not urlsplit(address).hostname or urlsplit(address).scheme != scheme:
            raise ValueError(f"{name} is no address")


def _storable(claims: dict[str, Any]) -> dict[str, Any]:
    # As the columns of an identity can hold them. A subject is not mended: it would be another's.
    subject = claims.get("sub")
    if not isinstance(subject, str) or not _SUBJECT.fullmatch(subject):
        raise IdentityRefused("the subject is none of OpenID Connect")
    email, name = claims.get("email"), claims.get("name")
    is_address = isinstance(email, str) and len(email) <= _LONGEST_EMAIL and email.isprintable()
    return {
        **claims,
        "email": email if is_address else "",
        "name": one_line(name, most=_LONGEST_NAME) if isinstance(name, str) else "",
    }
