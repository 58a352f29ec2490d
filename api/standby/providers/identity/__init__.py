"""Signing in with an account somewhere else. Adapter: oidc.py (OpenID Connect)."""

from dataclasses import dataclass
from typing import ClassVar, Protocol

from standby.providers.errors import ProviderDown


class IdentityDown(ProviderDown):
    """The provider did not answer, or not sensibly. Nobody was signed in; try again."""

    code: ClassVar[str] = "identity_down"

    def __init__(self) -> None:
        super().__init__("That sign-in service is not available right now. Please try again.")


class IdentityRefused(Exception):
    """The provider's answer does not prove who it is about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthorizationRequest:
    """One way through the provider's page; only the browser that began it can end it.

    `nonce` comes back in the signed answer; `verifier` proves us to the provider (RFC 7636).
    """

    state: str
    nonce: str
    verifier: str
    callback_url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentityClaims:
    """Who the provider says it is. Only a verified e-mail is one."""

    subject: str
    email: str
    email_is_verified: bool
    name: str


class IdentityProvider(Protocol):
    def page(self, visit: AuthorizationRequest) -> str:
        """Where the user proves who they are. Raises IdentityDown."""
        ...

    def identify(self, code: str, *, visit: AuthorizationRequest) -> IdentityClaims:
        """Raises IdentityRefused and IdentityDown."""
        ...
