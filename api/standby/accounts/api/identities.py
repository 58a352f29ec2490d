"""Signing in with an external account, and linking or unlinking one (RFC 6749, RFC 7636)."""

import hashlib
import hmac
from typing import Annotated, Any, Final
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.utils.crypto import constant_time_compare
from django.utils.timezone import now
from ninja import Query, Router

from standby.accounts.api.authentication import Bearer, session_from_request
from standby.accounts.api.errors import NotAllowed
from standby.accounts.models import User
from standby.accounts.providers import wiring as accounts_providers
from standby.accounts.providers.identity import IdentityProvider, IdentityRefused
from standby.accounts.rules import new_token
from standby.accounts.services.sign_in import sign_in_elsewhere, unlink_identity
from standby.core.errors import DomainError
from standby.core.provider_calls import ProviderDown
from standby.core.words import _
from standby.messaging.models import Message
from standby.messaging.services.ways import not_connected

router = Router()
Name = Annotated[str, Query(max_length=40)]
Elsewhere = Annotated[str, Query(max_length=500)]
# PKCE (RFC 7636, S256): the code that is returned works only in the browser that began.
# Asked for in a second step, so that a provider that is not set up is named first.
Challenge = Annotated[str, Query(max_length=128)]
_SHORTEST_CHALLENGE: Final = 43
_COOKIE: Final = "sign-in-visit"
_LASTS_S: Final = 600
_SALT: Final = "sign in elsewhere"


def safe_redirect(address: str) -> str:
    # Return the address if it is on our own site, else the staff page.
    site = urlsplit(settings.SITE_URL)
    try:
        parts = urlsplit(address)
    except ValueError:  # an incomplete IPv6 host
        return f"{settings.SITE_URL}/staff"
    is_own = (parts.scheme, parts.netloc) == (site.scheme, site.netloc)
    return address if is_own else f"{settings.SITE_URL}/staff"


def see_other(address: str) -> HttpResponse:
    response = HttpResponseRedirect(address)
    response.status_code = 303
    response["Referrer-Policy"] = "no-referrer"
    response["Cache-Control"] = "no-store"
    return response


@router.get("/settings")
def get_settings(request: HttpRequest) -> dict[str, Any]:
    """By which ways one may sign in here, and whether mailed links reach anybody."""
    elsewhere = {one.name: True for one in settings.ENVIRONMENT.sign_in_providers}
    return {
        "external": {"email": True, "phone": False, "anonymous_users": True, **elsewhere},
        "disable_signup": True,
        "mailer_autoconfirm": False,
        "mail_is_stored": Message.Channel.EMAIL in not_connected(),
    }


@router.get("/authorize")
def get_authorize(
    request: HttpRequest,
    provider: Name,
    code_challenge: Challenge = "",
    redirect_to: Elsewhere = "",
) -> HttpResponse:
    """A browser goes here: a provider that is down is told on the page it came from."""
    identity_provider = _provider_for(provider, challenge=code_challenge)
    state = {"provider": provider, "back": safe_redirect(redirect_to), "challenge": code_challenge}
    try:
        address, nonce = _begin(identity_provider, state)
    except ProviderDown as error:
        return see_other(_with_error(state["back"], error.code))
    response = HttpResponse(status=302, headers={"Location": address})
    return _bind_to_browser(response, nonce)


@router.get("/user/identities/authorize", auth=Bearer())
def get_identity_authorize(
    request: HttpRequest,
    provider: Name,
    code_challenge: Challenge = "",
    redirect_to: Elsewhere = "",
) -> HttpResponse:
    """For a signed-in user; the client asks by script and goes there itself."""
    identity_provider = _provider_for(provider, challenge=code_challenge)
    state = {
        "provider": provider,
        "back": safe_redirect(redirect_to),
        "challenge": code_challenge,
        "user": str(session_from_request(request).user.public_id),
    }
    address, nonce = _begin(identity_provider, state)
    return _bind_to_browser(JsonResponse({"url": address}), nonce)


@router.delete("/user/identities/{identity_id}", auth=Bearer())
def delete_identity(request: HttpRequest, identity_id: str) -> dict[str, Any]:
    unlink_identity(session_from_request(request).user, identity_id)
    return {}


@router.get("/callback")
def get_callback(
    request: HttpRequest,
    state: Annotated[str, Query(max_length=2000)],
    code: Annotated[str, Query(max_length=2000)] = "",
) -> HttpResponse:
    """Back from the provider. What is wrong is told in the address of the page that asked."""
    payload = _state_payload(request, state)
    provider = payload["provider"]
    try:
        nonce = payload["nonce"]
        claims = _provider(provider).identify(code, nonce=nonce, verifier=_verifier(nonce))
        # A one-time code, never a token, goes into the address: only the browser that began the
        # sign-in holds the verifier to exchange it.
        code = sign_in_elsewhere(
            claims,
            provider=provider,
            code_challenge=payload["challenge"],
            link_to=User.objects.get(public_id=payload["user"]) if "user" in payload else None,
            now=now(),
        )
        joined = "&" if urlsplit(payload["back"]).query else "?"
        address = f"{payload['back']}{joined}{urlencode({'code': code})}"
    except (DomainError, IdentityRefused, ProviderDown) as error:
        address = _with_error(payload["back"], getattr(error, "code", "bad_oauth_callback"))
    response = see_other(address)
    response.delete_cookie(_COOKIE, path="/auth/v1/callback")
    return response


def _with_error(page: str, code: str) -> str:
    return f"{page}#{urlencode({'error': 'access_denied', 'error_code': code})}"


def _provider(name: str) -> IdentityProvider:
    provider = accounts_providers.identity(name)
    if provider is None:
        raise NotAllowed(
            status=400,
            code="validation_failed",
            message=_("Unsupported provider: provider is not enabled"),
        )
    return provider


def _provider_for(name: str, *, challenge: str) -> IdentityProvider:
    provider = _provider(name)
    if len(challenge) < _SHORTEST_CHALLENGE:
        raise NotAllowed(
            status=400,
            code="validation_failed",
            message=_("Please check: code_challenge. Only the PKCE flow is supported."),
        )
    return provider


def _begin(provider: IdentityProvider, payload: dict[str, str]) -> tuple[str, str]:
    nonce = new_token()
    state = signing.dumps({**payload, "nonce": nonce}, salt=_SALT, compress=True)
    return provider.page(state=state, nonce=nonce, verifier=_verifier(nonce)), nonce


def _verifier(nonce: str) -> str:
    key = settings.SECRET_KEY.encode()
    return hmac.new(key, b"verifier:" + nonce.encode(), hashlib.sha256).hexdigest()


def _bind_to_browser(response: HttpResponse, nonce: str) -> HttpResponse:
    # Binds the sign-in to this browser: nobody can complete their own sign-in in another person's
    # browser.
    response.set_cookie(
        _COOKIE,
        hashlib.sha256(nonce.encode()).hexdigest(),
        max_age=_LASTS_S,
        path="/auth/v1/callback",
        secure=settings.ENVIRONMENT.is_production,
        httponly=True,
        samesite="Lax",
    )
    return response


def _state_payload(request: HttpRequest, state: str) -> dict[str, str]:
    # Raises NotAllowed unless the sign-in was begun in this browser within the last ten minutes.
    refused = NotAllowed(
        status=400, code="bad_oauth_state", message=_("OAuth state is invalid or has expired")
    )
    try:
        payload: dict[str, str] = signing.loads(state, salt=_SALT, max_age=_LASTS_S)
    except signing.BadSignature as error:
        raise refused from error
    cookie = request.COOKIES.get(_COOKIE, "")
    if not constant_time_compare(cookie, hashlib.sha256(payload["nonce"].encode()).hexdigest()):
        raise refused
    return payload
