"""Staff sign in at a real OpenID Connect provider: npm's oidc-provider, with its defaults."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.conf import settings
from django.test import Client
from oidc_peer import CHALLENGE, VERIFIER
from openid_provider import CLIENT_ID, CLIENT_SECRET, OpenIdProvider

from standby.accounts.models import Identity, User
from standby.accounts.providers import wiring as accounts_providers
from standby.setting_table import SignInProvider

BACK = f"{settings.SITE_URL}/staff"
AUTHORIZE = f"/auth/v1/authorize?provider=company&redirect_to={BACK}&code_challenge={CHALLENGE}"

pytestmark = pytest.mark.django_db


@pytest.fixture
def pat() -> User:
    return User.objects.create(username="pat@example.org", email="pat@example.org", is_staff=True)


@pytest.fixture(autouse=True)
def _no_provider_is_remembered() -> Iterator[None]:
    yield
    accounts_providers.identity.cache_clear()


@contextmanager
def running(provider: OpenIdProvider) -> Iterator[OpenIdProvider]:
    named = SignInProvider(
        name="company", issuer=provider.origin, client_id=CLIENT_ID, client_secret=CLIENT_SECRET
    )
    before = settings.ENVIRONMENT
    settings.ENVIRONMENT = before.model_copy(update={"sign_in_providers": (named,)})
    accounts_providers.identity.cache_clear()
    try:
        with provider:
            yield provider
    finally:
        settings.ENVIRONMENT = before


def come_back(browser: Client, provider: OpenIdProvider, *, person: str = "pat") -> Any:
    """From our page to the provider's and back: the address that the browser is sent to."""
    there = browser.get(AUTHORIZE)
    assert there.status_code == 302, there.content
    return browser.get("/auth/v1/callback", provider.approve(there["Location"], person=person))


def session_from(browser: Client, response: Any) -> dict[str, Any]:
    """The session that the code in the address stands for."""
    assert response["Location"].startswith(f"{BACK}?code="), response["Location"]
    (code,) = parse_qs(urlsplit(response["Location"]).query)["code"]
    session = browser.post(
        "/auth/v1/token?grant_type=pkce",
        {"auth_code": code, "code_verifier": VERIFIER},
        "application/json",
    )
    assert session.status_code == 200, session.content
    return dict(session.json())


@pytest.mark.req("SEC-05")
@pytest.mark.parametrize("auth_method", ["client_secret_basic", "client_secret_post"])
@pytest.mark.parametrize("claims_in_id_token", [False, True])
def test_staff_sign_in_wherever_the_provider_puts_the_email(
    client: Client, pat: User, auth_method: str, claims_in_id_token: bool
) -> None:
    """By default it stands at UserInfo alone (OpenID Connect Core 5.4)."""
    provider = OpenIdProvider(auth_method=auth_method, claims_in_id_token=claims_in_id_token)

    with running(provider):
        session = session_from(client, come_back(client, provider))

    assert session["user"]["id"] == str(pat.public_id)
    identity = Identity.objects.get()
    assert (identity.subject, identity.email, identity.name) == (
        "pat",
        "pat@example.org",
        "Pat Doe",
    )


def test_a_provider_that_changes_its_keys_is_still_believed(client: Client, pat: User) -> None:
    with running(OpenIdProvider()) as provider:
        session_from(client, come_back(client, provider))
        provider.stop()
        provider.key_id = "second"
        provider.start()

        session = session_from(client, come_back(client, provider))

    assert session["user"]["id"] == str(pat.public_id)
