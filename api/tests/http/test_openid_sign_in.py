"""Staff sign in at a real OpenID Connect provider: npm's oidc-provider, with its defaults."""

import base64
import dataclasses
import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.conf import settings
from django.db import transaction
from django.test import Client
from openid_provider import CLIENT_ID, CLIENT_SECRET, OpenIdProvider

from standby import providers
from standby.apps.accounts.models import Identity, SignInSession, User
from standby.apps.accounts.services.sessions import open_session
from standby.config.environment import SignInProvider
from standby.http.auth.access_tokens import access_token

VERIFIER = "v" * 64
CHALLENGE = (
    base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()
)
BACK = f"{settings.SITE_URL}/staff"
AUTHORIZE = f"/auth/v1/authorize?provider=company&redirect_to={BACK}&code_challenge={CHALLENGE}"

pytestmark = pytest.mark.django_db


@pytest.fixture
def pat() -> User:
    return User.objects.create(username="pat@example.org", email="pat@example.org", is_staff=True)


@pytest.fixture(autouse=True)
def _no_provider_is_remembered() -> Iterator[None]:
    yield
    providers.identity.cache_clear()


@contextmanager
def running(provider: OpenIdProvider) -> Iterator[OpenIdProvider]:
    named = SignInProvider(
        name="company",
        issuer=provider.origin,
        client_id=CLIENT_ID,
        client_secret=CLIENT_SECRET,
    )
    before = settings.ENVIRONMENT
    settings.ENVIRONMENT = dataclasses.replace(before, sign_in_providers=(named,))
    providers.identity.cache_clear()
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


def error_code(response: Any) -> str:
    (code,) = parse_qs(urlsplit(response["Location"]).fragment)["error_code"]
    return str(code)


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


def test_a_provider_that_is_down_is_told_on_our_page(client: Client, pat: User) -> None:
    """On the way there, and on the way back; nobody is shown JSON."""
    with running(OpenIdProvider()) as provider:
        there = client.get(AUTHORIZE)
        query = provider.approve(there["Location"])
        provider.stop()
        back = client.get("/auth/v1/callback", query)
        providers.identity.cache_clear()
        again = client.get(AUTHORIZE)

    for response in (back, again):
        assert response.status_code == 303
        assert response["Location"].startswith(f"{BACK}#")
        assert error_code(response) == "identity_down"
    assert not SignInSession.objects.exists()


def test_an_account_elsewhere_is_linked_used_and_unlinked(client: Client, pat: User) -> None:
    """A linked account signs in also when its e-mail address is not one of staff."""
    with transaction.atomic():
        opened = open_session(pat, method="password", now=pat.date_joined)
    token = access_token(opened.session, now=pat.date_joined)
    headers = {"authorization": f"Bearer {token}"}
    link = AUTHORIZE.replace("/authorize", "/user/identities/authorize")

    with running(OpenIdProvider()) as provider:
        there = client.get(link, headers=headers).json()["url"]
        client.get("/auth/v1/callback", provider.approve(there, person="stranger"))
        assert Identity.objects.get().user == pat
        session = session_from(client, come_back(client, provider, person="stranger"))
        assert session["user"]["id"] == str(pat.public_id)

        (identity,) = Identity.objects.all()
        unlinked = client.delete(
            f"/auth/v1/user/identities/{identity.public_id}",
            headers={"authorization": f"Bearer {session['access_token']}"},
        )
        assert unlinked.status_code == 200
        assert error_code(come_back(client, provider, person="stranger")) == "user_not_found"
