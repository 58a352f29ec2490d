"""Sign-in with an account at another provider. Adapter: oidc.py (OpenID Connect)."""

from dataclasses import dataclass
from typing import ClassVar, Protocol

from standby.core.provider_calls import ProviderDown


class IdentityDown(ProviderDown):
    """The provider did not respond, or not sensibly. Nobody was signed in; retrying is safe."""

    code: ClassVar[str] = "identity_down"

    def __init__(self) -> None:
        super().__init__("That sign-in service is not available right now. Please try again.")


class IdentityRefused(Exception):
    """The provider's response does not prove who the user is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthorizationRequest:
    """One sign-in attempt; only the browser that began it can finish it.

    `nonce` comes back in the signed ID token; `verifier` is the PKCE code verifier (RFC 7636).
    """

    state: str
    nonce: str
    verifier: str
    callback_url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentityClaims:
    """The user as the provider describes them. `email` counts only if `email_is_verified`."""

    subject: str
    email: str
    email_is_verified: bool
    name: str


class IdentityProvider(Protocol):
    def page(self, visit: AuthorizationRequest) -> str:
        """Return the URL of the provider's sign-in page. Raises IdentityDown."""
        ...

    def identify(self, code: str, *, visit: AuthorizationRequest) -> IdentityClaims:
        """Exchange the authorization code for the user's claims.

        Raises IdentityRefused and IdentityDown.
        """
        ...
