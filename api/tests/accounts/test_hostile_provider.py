"""Whatever a sign-in provider answers, nobody is signed in by it and the next sign-in works."""

import json
from collections.abc import Iterator
from typing import Any, Final

import jwt
import pytest
from django.conf import settings
from django.test import Client
from hostile_json import BODIES, VALUES
from oidc_peer import CHALLENGE, CLIENT_ID, CLIENT_SECRET, Issuer, oidc_peer
from pytest_django import Settings

from standby.accounts.models import Identity, User
from standby.accounts.providers import wiring as accounts_providers
from standby.setting_table import SignInProvider

pytestmark = pytest.mark.django_db
BACK: Final = f"{settings.SITE_URL}/staff"
AUTHORIZE: Final = (
    f"/auth/v1/authorize?provider=company&redirect_to={BACK}&code_challenge={CHALLENGE}"
)
METADATA: Final = "/.well-known/openid-configuration"


@pytest.fixture(scope="module")
def issuer() -> Iterator[Issuer]:
    with oidc_peer() as peer:
        yield peer


@pytest.fixture(autouse=True)
def _provider(issuer: Issuer, settings: Settings) -> Iterator[None]:
    named = SignInProvider(
        name="company", issuer=issuer.origin, client_id=CLIENT_ID, client_secret=CLIENT_SECRET
    )
    settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(update={"sign_in_providers": (named,)})
    accounts_providers.identity.cache_clear()
    User.objects.create(username="pat@example.org", email="pat@example.org", is_staff=True)
    yield
    issuer.says.clear()
    issuer.wrong.clear()
    accounts_providers.identity.cache_clear()


def sign_in(issuer: Issuer) -> Any:
    """The answer that the browser gets in the end."""
    browser = Client(raise_request_exception=False)
    there = browser.get(AUTHORIZE)
    if there.status_code != 302 or not there["Location"].startswith(f"{issuer.origin}/page"):
        return there
    return browser.get("/auth/v1/callback", issuer.approve(there["Location"]))


def is_in(answer: Any) -> bool:
    return answer.status_code in (302, 303) and "?code=" in answer["Location"]


def broken(issuer: Issuer, path: str, raw: bytes) -> str:
    issuer.says[path] = raw
    answer = sign_in(issuer)
    issuer.says.clear()
    is_sane = answer.status_code in (302, 303, 400, 503) and b"Traceback" not in answer.content
    told = "" if is_sane else f"{answer.status_code}"
    if is_in(answer):
        told += " signed in"
    if not is_in(sign_in(issuer)):
        told += " the next one is not signed in"
    return told


def metadata(origin: str, changed: dict[str, Any]) -> dict[str, Any]:
    return {
        "issuer": origin,
        "authorization_endpoint": f"{origin}/page",
        "token_endpoint": f"{origin}/token",
        "jwks_uri": f"{origin}/keys",
        **changed,
    }


@pytest.mark.req("IN-05.1")
@pytest.mark.parametrize("path", [METADATA, "/token", "/keys"])
def test_no_answer_of_a_provider_breaks_signing_in(issuer: Issuer, path: str) -> None:
    found = {}
    for name, raw in BODIES.items():
        accounts_providers.identity.cache_clear()  # metadata and keys are asked for once
        if told := broken(issuer, path, raw):
            found[name] = told

    assert found == {}


@pytest.mark.parametrize(
    "name",
    [
        "issuer",
        "authorization_endpoint",
        "token_endpoint",
        "jwks_uri",
        "id_token_signing_alg_values_supported",
        "token_endpoint_auth_methods_supported",
    ],
)
def test_no_value_in_the_metadata_breaks_signing_in(issuer: Issuer, name: str) -> None:
    found = {}
    for value in VALUES:
        accounts_providers.identity.cache_clear()
        honest = json.dumps(metadata(issuer.origin, {name: "@@"}))
        told = broken(issuer, METADATA, honest.replace('"@@"', value).encode())
        if told.replace(" signed in", ""):
            found[value[:40]] = told

    assert found == {}


@pytest.mark.parametrize(
    "name", ["sub", "email", "email_verified", "name", "iss", "aud", "exp", "iat", "nonce", "azp"]
)
def test_no_claim_breaks_signing_in(issuer: Issuer, name: str) -> None:
    found = {}
    for value in VALUES:
        try:
            issuer.wrong = {name: json.loads(value)}
            jwt.encode(issuer.wrong, issuer.key, algorithm="RS256")
        except (ValueError, TypeError, RecursionError):
            continue  # the peer itself cannot write it
        answer = sign_in(issuer)
        issuer.wrong = {}
        if answer.status_code not in (302, 303, 400, 503):
            found[value[:40]] = answer.status_code
    assert found == {}
    assert is_in(sign_in(issuer))
    assert User.objects.count() == 1
    assert not Identity.objects.exclude(user__email="pat@example.org").exists()


def test_no_user_info_breaks_signing_in(issuer: Issuer) -> None:
    issuer.wrong = {"email_verified": True}
    issuer.claims, honest = {"sub": "g-1"}, issuer.claims
    good = b'{"sub": "g-1", "email": "pat@example.org", "email_verified": true, "name": "Pat"}'
    found = {}
    for name, raw in BODIES.items():
        issuer.says["/me"] = raw
        issuer.wrong = {}
        answer = sign_in(issuer)
        if answer.status_code not in (302, 303, 400, 503) or is_in(answer):
            found[name] = answer.status_code
    issuer.says["/me"] = good
    behind = sign_in(issuer)
    issuer.claims = honest

    assert found == {}
    assert is_in(behind)
