"""The auth service on its wire: what clients of hosted auth services expect (AUTH-01)."""

import hashlib
import secrets
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

import jwt
import pyotp
import pytest
from django.conf import settings
from django.test import Client, RequestFactory
from oidc_peer import CHALLENGE, CLIENT_ID, CLIENT_SECRET, VERIFIER, Issuer, oidc_peer
from outbox_helpers import mailed_link, token_in
from pytest_django import Settings
from rate_limit_windows import in_one_window
from tables_browser import now

from standby.accounts.api.authentication import caller_of
from standby.accounts.models import Identity, OneTimeLink, SignInSession, User
from standby.accounts.providers import wiring as accounts_providers
from standby.accounts.services import recover_account
from standby.accounts.services.tokens import claims_of
from standby.messaging.models import Message
from standby.setting_table import SignInProvider

PASSWORD = "correct-horse-battery"
BACK = f"{settings.SITE_URL}/staff"
UNKNOWN = "9c7ff3f4-6d35-4a28-9f0a-111111111111"
AUTHORIZE = f"/authorize?provider=google&code_challenge={CHALLENGE}"

pytestmark = pytest.mark.django_db


@pytest.fixture
def pat() -> User:
    user = User(username="pat@example.org", email="pat@example.org", is_staff=True)
    user.set_password(PASSWORD)
    user.save()
    return user


@pytest.fixture
def token(browser: Client, pat: User) -> str:
    """Pat's, who is signed in at the first level."""
    return str(signed_in(browser)["access_token"])


@pytest.fixture(autouse=True)
def _keys_of_this_test() -> Iterator[None]:
    yield
    accounts_providers.tokens.cache_clear()


@pytest.fixture
def issuer(settings: Settings) -> Iterator[Issuer]:
    with oidc_peer() as peer:
        named = SignInProvider(
            name="google", issuer=peer.origin, client_id=CLIENT_ID, client_secret=CLIENT_SECRET
        )
        settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(
            update={"sign_in_providers": (named,)}
        )
        accounts_providers.identity.cache_clear()
        yield peer
        accounts_providers.identity.cache_clear()


def call(browser: Client, method: str, path: str, token: str = "", **body: Any) -> Any:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    sent = {} if method == "get" else {"data": body, "content_type": "application/json"}
    return getattr(browser, method)(f"/auth/v1{path}", headers=headers, **sent)


def by_password(browser: Client, password: str = PASSWORD) -> Any:
    told = {"email": "pat@example.org", "password": password}
    return call(browser, "post", "/token?grant_type=password", **told)


def signed_in(browser: Client) -> dict[str, Any]:
    answer = by_password(browser)
    assert answer.status_code == 200, answer.content
    return dict(answer.json())


def raised(browser: Client, token: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """A session at the second level, and the factor that raised it."""
    factor = call(browser, "post", "/factors", token, factor_type="totp", friendly_name="phone")
    enrolled = factor.json()
    answer = answered(browser, token, enrolled, pyotp.TOTP(enrolled["totp"]["secret"]).now())
    assert answer.status_code == 200, answer.content
    return answer.json(), enrolled


def answered(browser: Client, token: str, factor: dict[str, Any], code: str) -> Any:
    asked = call(browser, "post", f"/factors/{factor['id']}/challenge", token).json()
    return call(
        browser,
        "post",
        f"/factors/{factor['id']}/verify",
        token,
        challenge_id=asked["id"],
        code=code,
    )


def mailed(user: User, *, purpose: str = "recovery", method: str = "recovery") -> str:
    """The token of a link, as it stands in a mail to them."""
    token = secrets.token_urlsafe(32)
    recover_account.make_link(
        user, purpose=OneTimeLink.Purpose(purpose), method=method, token=token, now=now()
    )
    return token


@pytest.mark.req("AUTH-01.1", "AUTH-01.7")
def test_a_session_says_who_and_how_long_and_anyone_can_check_its_token(
    browser: Client, pat: User
) -> None:
    session = signed_in(browser)
    published = browser.get("/auth/v1/.well-known/jwks.json").json()

    token = session["access_token"]
    key = jwt.PyJWKSet.from_dict(published)[jwt.get_unverified_header(token)["kid"]]
    claims = jwt.decode(token, key, algorithms=["ES256"], audience="authenticated")
    assert "d" not in published["keys"][0]
    pat.refresh_from_db()
    assert pat.last_login is not None
    assert claims == claims_of(token)
    assert (session["token_type"], session["expires_in"]) == ("bearer", 900)
    assert session["expires_at"] == claims["exp"]
    assert (claims["sub"], claims["email"]) == (str(pat.public_id), "pat@example.org")
    assert (claims["role"], claims["aal"]) == ("authenticated", "aal1")
    assert claims["amr"][0]["method"] == "password"
    assert SignInSession.objects.get().public_id.hex == claims["session_id"].replace("-", "")
    told = {"id", "aud", "role", "email", "app_metadata", "user_metadata", "created_at"}
    assert told <= set(session["user"])


def test_a_token_outlives_a_renewed_secret_key(
    browser: Client, token: str, settings: Settings
) -> None:
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "n" * 50
    accounts_providers.tokens.cache_clear()

    assert call(browser, "get", "/user", token).status_code == 200
    settings.SECRET_KEY_FALLBACKS = []
    accounts_providers.tokens.cache_clear()
    assert call(browser, "get", "/user", token).json()["code"] == "bad_jwt"


@pytest.mark.req("AUTH-01.8")
def test_signing_out_counts_at_once(browser: Client, pat: User) -> None:
    here, there, third = (signed_in(browser)["access_token"] for _ in range(3))

    assert call(browser, "post", "/logout?scope=local", third).status_code == 204
    assert call(browser, "get", "/user", third).json()["code"] == "session_not_found"
    assert call(browser, "post", "/logout?scope=others", here).status_code == 204
    assert call(browser, "get", "/user", there).status_code == 403
    assert call(browser, "get", "/user", here).status_code == 200
    assert call(browser, "post", "/logout", here).status_code == 204
    assert call(browser, "get", "/user", here).status_code == 403


@pytest.mark.req("AUTH-01.1")
def test_a_user_changes_what_is_theirs(browser: Client, token: str) -> None:
    kept, changed = (
        call(browser, "put", "/user", token, data=data).json()["user_metadata"]
        for data in ({"theme": "dark", "note": "x"}, {"note": None})
    )

    assert (kept, changed) == ({"theme": "dark", "note": "x"}, {"theme": "dark"})


def test_a_bad_new_password_is_refused_ten_times_an_hour_and_then_not_looked_at(
    browser: Client, token: str
) -> None:
    in_one_window()
    tried = [PASSWORD, "password1234", "pat@example.org", *["short"] * 8]
    answers = [call(browser, "put", "/user", token, password=password) for password in tried]

    assert [answer.status_code for answer in answers] == [422] * 10 + [429]
    assert [answer.json()["code"] for answer in answers[:2]] == ["same_password", "weak_password"]
    reasons = [answer.json()["weak_password"]["reasons"] for answer in answers[1:4]]
    assert reasons == [["pwned"], ["characters"], ["length"]]


def test_a_new_password_ends_sessions_and_links_in_the_mail(
    browser: Client, pat: User, token: str
) -> None:
    link = mailed(pat)

    assert call(browser, "put", "/user", token, password="a-newer-horse-battery").status_code == 200

    assert call(browser, "get", "/user", token).status_code == 403
    opened = call(browser, "post", "/verify", type="recovery", token_hash=link)
    assert opened.json()["code"] == "otp_expired"
    again = by_password(browser, "a-newer-horse-battery")
    assert again.status_code == 200


def test_a_new_email_counts_once_its_link_was_confirmed(browser: Client, pat: User) -> None:
    token = signed_in(browser)["access_token"]

    waiting = call(browser, "put", "/user", token, email="pat.doe@example.org").json()
    pat.refresh_from_db()
    link = mailed(pat, purpose="email_change")
    opened = call(browser, "post", "/verify", type="email_change", token_hash=link)

    assert (waiting["email"], waiting["new_email"]) == ("pat@example.org", "pat.doe@example.org")
    assert opened.json()["user"]["email"] == "pat.doe@example.org"
    assert call(browser, "get", "/user", token).json()["email"] == "pat.doe@example.org"


_TOTP: Final = {"factor_type": "totp"}
_UNREADABLE: Final = "{"
REFUSED: Final[list[tuple[str, str, object, int, str]]] = [
    # who and how, where, what is sent, status, code
    ("nobody get", "/user", {}, 401, "no_authorization"),
    ("forged get", "/user", {}, 403, "bad_jwt"),
    ("nobody post", "/otp", {}, 404, "not_found"),
    ("nobody get", "/health", {}, 404, "not_found"),
    ("nobody get", "/admin/users", {}, 404, "not_found"),
    ("nobody post", "/reauthenticate", {}, 404, "not_found"),
    ("nobody get", "/token", {}, 405, "method_not_allowed"),
    ("nobody delete", "/user", {}, 405, "method_not_allowed"),
    ("nobody post", "/token?grant_type=nonsense", {}, 400, "validation_failed"),
    ("nobody post", "/token?grant_type=password", _UNREADABLE, 400, "bad_json"),
    ("nobody post", "/signup", {"email": "x@b.org", "password": "x"}, 422, "signup_disabled"),
    *(
        ("nobody post", "/recover", {"email": email}, 400, "validation_failed")
        for email in ("pat", "pat@", "pat@localhost", "")
    ),
    *(
        ("pat get", f"{path}?{asked}", {}, 400, "validation_failed")
        for path in ("/authorize", "/user/identities/authorize")
        for asked in (
            "provider=google",
            "provider=google&code_challenge=",
            "provider=google&code_challenge=short",
            f"provider=github&code_challenge={CHALLENGE}",
        )
    ),
    ("pat put", "/user", {"data": {f"k{n}": n for n in range(51)}}, 422, "metadata_too_large"),
    ("pat put", "/user", {"phone": "1", "data": {"a": "b"}}, 422, "phone_provider_disabled"),
    ("pat delete", "/factors/nonsense", {}, 404, "mfa_factor_not_found"),
    ("pat delete", f"/factors/{UNKNOWN}", {}, 404, "mfa_factor_not_found"),
    ("visitor put", "/user", {"email": "pat@example.org"}, 422, "anonymous_user"),
    ("visitor put", "/user", {"password": "pat@example.org"}, 422, "anonymous_user"),
    ("visitor post", "/factors", _TOTP, 422, "anonymous_user"),
]


@pytest.mark.usefixtures("issuer")
def test_a_provider_that_is_not_set_up_is_named_before_the_flow(browser: Client) -> None:
    unknown = browser.get("/auth/v1/authorize?provider=github").json()
    implicit = browser.get("/auth/v1/authorize?provider=google").json()

    assert unknown["message"] == "Unsupported provider: provider is not enabled"
    assert implicit["message"].endswith("Only the PKCE flow is supported.")


@pytest.mark.req("AUTH-01.9", "AUTH-01.10")
@pytest.mark.parametrize(("how", "path", "sent", "status", "code"), REFUSED)
def test_what_is_refused_says_why_in_json_and_changes_nothing(
    browser: Client,
    pat: User,
    issuer: Issuer,
    how: str,
    path: str,
    sent: Any,
    status: int,
    code: str,
) -> None:
    who, method = how.split()
    token = "forged" if who == "forged" else ""
    if who == "pat":
        token = signed_in(browser)["access_token"]
    elif who == "visitor":
        token = call(browser, "post", "/signup").json()["access_token"]

    if sent == _UNREADABLE:
        answer = browser.post(f"/auth/v1{path}", sent, "application/json")
    else:
        answer = call(browser, method, path, token, **sent)

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["message"]
    assert answer["X-Supabase-Api-Version"] == "2024-01-01"
    assert answer.has_header("Allow") == (status == 405)
    assert not Message.objects.exists()
    assert {tuple(user.user_metadata) for user in User.objects.all()} == {()}


def test_an_email_that_somebody_has_is_answered_like_a_free_one_and_never_counts(
    browser: Client, pat: User
) -> None:
    User.objects.create(username="kim@example.org", email="kim@example.org")
    token = signed_in(browser)["access_token"]

    free = call(browser, "put", "/user", token, email="Pat.Doe@example.org")
    token_hash = token_in(mailed_link())
    taken = call(browser, "put", "/user", token, email="Kim@example.org")

    assert free.status_code == taken.status_code == 200
    assert taken.json() == free.json() | {"new_email": "Kim@example.org"}
    assert [message.recipient for message in Message.objects.all()] == ["Pat.Doe@example.org"]
    # The link to the first address neither confirms the second nor tells that somebody has it.
    opened = call(browser, "post", "/verify", type="email_change", token_hash=token_hash)
    assert opened.json()["code"] == "otp_expired"
    assert call(browser, "get", "/user", token).json()["email"] == "pat@example.org"


def test_a_browser_that_showed_the_second_factor_is_not_slowed_down_by_strangers(
    browser: Client, pat: User
) -> None:
    """Somebody with the password, on the owner's own network, spends what strangers have."""
    in_one_window()
    session, factor = raised(browser, signed_in(browser)["access_token"])
    stranger = Client()
    token = signed_in(stranger)["access_token"]
    codes = [answered(stranger, token, factor, "000000").json()["code"] for _ in range(6)]
    wrong = [wrong_password(stranger) for _ in range(6)]
    assert codes == ["mfa_verification_failed"] * 5 + ["over_request_rate_limit"]
    assert wrong[-1] == "over_request_rate_limit"

    recovery = call(browser, "post", "/factors/recovery-codes", session["access_token"]).json()
    again = signed_in(browser)["access_token"]
    shown = call(
        browser, "post", "/factors/recovery-codes/verify", again, code=recovery["codes"][0]
    )

    assert claims_of(shown.json()["access_token"])["aal"] == "aal2"
    assert wrong_password(Client()) == "over_request_rate_limit", "a copy without the cookie"


def test_a_known_device_is_known_to_its_account_alone_and_only_as_we_signed_it(
    browser: Client, token: str
) -> None:
    raised(browser, token)
    [name] = [name for name in browser.cookies if name.startswith("device-")]
    cookie = browser.cookies[name]
    pats, kims = (
        hashlib.sha256(account.encode()).hexdigest()[:16]
        for account in ("pat@example.org", "kim@example.org")
    )

    def is_known(account: str, name: str = name, value: str = cookie.value) -> bool:
        request = RequestFactory().get("/")
        request.COOKIES = {name: value}
        return bool(caller_of(request, account=account).device)

    assert is_known(" PAT@example.org")
    assert not is_known("kim@example.org")
    assert not is_known("kim@example.org", name.replace(pats, kims))
    assert not is_known("pat@example.org", value=cookie.value + "x")
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")


def wrong_password(browser: Client) -> str:
    return str(by_password(browser, "wrong").json()["code"])


@pytest.mark.req("AUTH-01.3")
def test_recovery_answers_alike_for_known_and_unknown(browser: Client, pat: User) -> None:
    known = call(browser, "post", "/recover", email="pat@example.org")
    unknown = call(browser, "post", "/recover", email="nobody@example.org")

    assert known.json() == unknown.json() == {}
    assert known.status_code == unknown.status_code == 200
    assert Message.objects.get().recipient == "pat@example.org"

    User.objects.update(is_active=False)
    assert call(browser, "post", "/recover", email="pat@example.org").json() == {}
    assert Message.objects.count() == 1


@pytest.mark.req("AUTH-01.3", "SEC-04.1")
def test_a_mailed_link_opens_one_session_once_by_a_press_for_its_own_purpose(
    browser: Client, pat: User
) -> None:
    """Mail scanners open links: only a press of the button behind it counts."""
    token = mailed(pat)
    for path in ("/auth/v1/verify", "/staff"):
        for name in ("token", "token_hash"):
            browser.get(f"{path}?{name}={token}&type=recovery")
    looked_at = call(browser, "get", f"/verify?token={token}&type=recovery")

    other, first, second = (
        call(browser, "post", "/verify", type=purpose, token_hash=token)
        for purpose in ("email_change", "recovery", "recovery")
    )

    assert (looked_at.status_code, looked_at.json()["code"]) == (405, "method_not_allowed")
    assert other.json()["code"] == "otp_expired"
    assert first.json()["user"]["email"] == "pat@example.org"
    assert call(browser, "get", "/user", first.json()["access_token"]).status_code == 200
    assert claims_of(first.json()["access_token"])["aal"] == "aal1"
    assert (second.status_code, second.json()["code"]) == (403, "otp_expired")


@pytest.mark.parametrize("kind", ["invite", "recovery"])
def test_an_invitation_opens_a_session(browser: Client, pat: User, kind: str) -> None:
    token = mailed(pat, method="invite")

    session = call(browser, "post", "/verify", type=kind, token_hash=token).json()

    assert claims_of(session["access_token"])["amr"][0]["method"] == "invite"


def test_the_code_of_a_redirect_is_worth_nothing_without_its_verifier(
    browser: Client, pat: User, issuer: Issuer
) -> None:
    code = code_in(come_back(browser, issuer))

    as_a_link = call(browser, "post", "/verify", type="sign_in", token_hash=code)
    stolen, too_late = (
        call(browser, "post", "/token?grant_type=pkce", auth_code=code, code_verifier=verifier)
        for verifier in ("w" * 64, VERIFIER)
    )

    assert as_a_link.json()["code"] == "validation_failed"
    assert stolen.json()["code"] == "bad_code_verifier"
    assert too_late.json()["code"] == "otp_expired"
    assert not SignInSession.objects.exists()


def come_back(browser: Client, issuer: Issuer, page: str = AUTHORIZE, token: str = "") -> str:
    """To the provider and back: the address that the browser is sent to."""
    begun = call(browser, "get", page, token)
    address = begun["Location"] if begun.status_code == 302 else begun.json()["url"]
    back = browser.get("/auth/v1/callback", issuer.approve(address))
    return str(back["Location"])


def code_in(address: str) -> str:
    return parse_qs(urlsplit(address).query)["code"][0]


@pytest.mark.req("AUTH-01.9")
def test_visitors_come_in_without_a_name(browser: Client) -> None:
    visitor = call(browser, "post", "/signup", data={"language": "en"}).json()

    assert visitor["user"]["is_anonymous"] is True
    assert claims_of(visitor["access_token"])["is_anonymous"] is True


@pytest.mark.req("AUTH-01.6")
def test_a_second_factor_raises_the_session_and_is_named_once(browser: Client, token: str) -> None:
    session, factor = raised(browser, token)
    named = {"factor_type": "totp", "friendly_name": "phone"}
    again = call(browser, "post", "/factors", session["access_token"], **named).json()

    claims = claims_of(session["access_token"])
    assert claims["aal"] == "aal2"
    assert [one["method"] for one in claims["amr"]] == ["totp", "password"]
    assert factor["totp"]["qr_code"].startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    assert "#" not in factor["totp"]["qr_code"]  # shown behind `data:` by its clients
    assert session["user"]["factors"][0]["status"] == "verified"
    assert (factor["friendly_name"], again["code"]) == ("phone", "mfa_factor_name_conflict")


def test_a_code_works_once_and_for_a_challenge_that_was_asked(browser: Client, token: str) -> None:
    factor = call(browser, "post", "/factors", token, factor_type="totp").json()
    verify, code = f"/factors/{factor['id']}/verify", pyotp.TOTP(factor["totp"]["secret"]).now()
    for unasked in ("", UNKNOWN):
        early = call(browser, "post", verify, token, challenge_id=unasked, code=code)
        assert early.json()["code"] == "mfa_challenge_expired"

    first = answered(browser, token, factor, code)
    again = answered(browser, first.json()["access_token"], factor, code)

    assert first.status_code == 200
    assert (again.status_code, again.json()["code"]) == (422, "mfa_verification_failed")


def test_the_first_level_neither_adds_nor_removes_a_factor_nor_changes_the_password(
    browser: Client, pat: User
) -> None:
    _, factor = raised(browser, signed_in(browser)["access_token"])
    token = signed_in(browser)["access_token"]

    for answer, words in (
        (call(browser, "post", "/factors", token, factor_type="totp"), "to enroll a new factor"),
        (call(browser, "delete", f"/factors/{factor['id']}", token), "to unenroll verified factor"),
        (
            call(browser, "put", "/user", token, password="a-newer-horse-battery"),
            "to update email or password",
        ),
        (call(browser, "post", "/factors/recovery-codes", token), "to make recovery codes"),
    ):
        assert answer.json()["code"] == "insufficient_aal"
        assert words in answer.json()["message"]


@pytest.mark.req("AUTH-01.6")
def test_recovery_codes_stand_in_for_a_lost_phone_once_and_a_new_set_replaces_the_old(
    browser: Client, token: str
) -> None:
    session, factor = raised(browser, token)
    codes_of, token = "/factors/recovery-codes", session["access_token"]
    assert call(browser, "get", codes_of, token).json()["total"] == 0
    codes = call(browser, "post", codes_of, token).json()["codes"]

    token = signed_in(browser)["access_token"]
    shown = call(browser, "post", f"{codes_of}/verify", token, code=codes[0])
    by_paper = shown.json()["access_token"]
    again = call(browser, "post", f"{codes_of}/verify", by_paper, code=codes[0])
    left = call(browser, "get", codes_of, by_paper).json()
    removed = call(browser, "delete", f"/factors/{factor['id']}", by_paper)

    assert len(set(codes)) == 10
    assert claims_of(by_paper)["aal"] == "aal2"
    assert again.json()["code"] == "mfa_verification_failed"
    assert (left["type"], left["total"], left["remaining"]) == ("recovery_code", 10, 9)
    assert removed.json() == {"id": factor["id"]}
    session, _ = raised(browser, signed_in(browser)["access_token"])
    renew = f"{codes_of}/regenerate"
    renewed = call(browser, "post", renew, session["access_token"]).json()
    assert not set(codes) & set(renewed["codes"])


def test_the_ways_to_sign_in_are_told(browser: Client, issuer: Issuer) -> None:
    told = call(browser, "get", "/settings").json()

    ways = {"email": True, "phone": False, "anonymous_users": True, "google": True}
    assert (told["external"], told["disable_signup"]) == (ways, True)


@pytest.mark.req("AUTH-01.4")
def test_staff_sign_in_by_a_verified_email_elsewhere(
    browser: Client, pat: User, issuer: Issuer
) -> None:
    back = come_back(browser, issuer, f"{AUTHORIZE}&redirect_to=https://evil.example/x")
    assert back.startswith(f"{BACK}?code="), "a visit leads back to our own site alone"
    code = code_in(back)
    answer = call(browser, "post", "/token?grant_type=pkce", auth_code=code, code_verifier=VERIFIER)

    assert answer.json()["user"]["app_metadata"]["providers"] == ["email", "google"]
    claims = claims_of(answer.json()["access_token"])
    assert claims["amr"][0]["method"] == "oauth"
    assert claims["app_metadata"] == {"provider": "email", "providers": ["email", "google"]}
    assert Identity.objects.get().subject == "g-1"


@pytest.mark.parametrize(
    ("claims", "wrong", "code"),
    [
        ({"email": "mallory@example.org"}, {}, "user_not_found"),
        ({"email_verified": False}, {}, "provider_email_needs_verification"),
        ({"email": None}, {}, "email_not_provided"),
        ({}, {"nonce": "another"}, "bad_oauth_callback"),
        ({}, {"aud": "another"}, "bad_oauth_callback"),
        ({}, {"exp": 1}, "bad_oauth_callback"),
    ],
)
def test_what_does_not_prove_it_signs_nobody_in_and_says_why(
    browser: Client, pat: User, issuer: Issuer, claims: Any, wrong: Any, code: str
) -> None:
    issuer.claims |= claims
    issuer.wrong = wrong

    assert f"error_code={code}" in come_back(browser, issuer)
    assert not SignInSession.objects.exists()
    assert not Identity.objects.exists()


def test_a_code_that_the_provider_does_not_know_and_an_ill_provider_sign_nobody_in(
    browser: Client, pat: User, issuer: Issuer
) -> None:
    """Nobody is shown JSON, neither on the way there nor on the way back."""
    query = issuer.approve(call(browser, "get", AUTHORIZE)["Location"])
    issuer.visits.clear()

    assert "bad_oauth_callback" in browser.get("/auth/v1/callback", query)["Location"]
    query = issuer.approve(call(browser, "get", AUTHORIZE)["Location"])
    accounts_providers.identity.cache_clear()
    issuer.is_ill = True
    for answer in (browser.get("/auth/v1/callback", query), call(browser, "get", AUTHORIZE)):
        assert answer["Location"].startswith(f"{BACK}#")
        assert "error_code=identity_down" in answer["Location"]
    assert not SignInSession.objects.exists()


def test_a_visit_ends_only_in_the_browser_that_began_it(
    browser: Client, pat: User, issuer: Issuer
) -> None:
    begun = call(browser, "get", AUTHORIZE)
    query = issuer.approve(begun["Location"])

    elsewhere = Client().get("/auth/v1/callback", query)
    forged = browser.get("/auth/v1/callback", {"state": "forged", "code": "x"})

    for answer in (elsewhere, forged):
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_oauth_state")


@pytest.mark.parametrize("cookie", ["sign-in-visit=été", "sign-in-visit=日", "ÿ"])
def test_a_visit_is_refused_whatever_letters_its_cookie_has(
    cookie: str, browser: Client, pat: User, issuer: Issuer
) -> None:
    query = issuer.approve(call(browser, "get", AUTHORIZE)["Location"])
    sent = cookie.encode().decode("latin-1")

    answer = Client().get("/auth/v1/callback", query, HTTP_COOKIE=sent)

    assert (answer.status_code, answer.json()["code"]) == (400, "bad_oauth_state")


@pytest.mark.req("AUTH-01.5")
def test_an_identity_is_linked_and_unlinked(browser: Client, pat: User, issuer: Issuer) -> None:
    issuer.claims |= {"email": "pat.private@example.net"}
    token = signed_in(browser)["access_token"]
    asked = call(
        browser,
        "get",
        f"/user/identities{AUTHORIZE}&redirect_to={BACK}&skip_http_redirect=true",
        token,
    )

    browser.get("/auth/v1/callback", issuer.approve(asked.json()["url"]))
    linked = call(browser, "get", "/user", token).json()["identities"]
    own, google = (one["identity_id"] for one in linked)
    by_link = come_back(browser, issuer)

    assert [one["provider"] for one in linked] == ["email", "google"]
    assert by_link.startswith(f"{BACK}?code="), "though the address is not one of staff"
    assert call(browser, "delete", f"/user/identities/{google}", token).json() == {}
    assert "error_code=user_not_found" in come_back(browser, issuer)
    for identity, code in (
        (google, "identity_not_found"),
        ("nonsense", "identity_not_found"),
        (own, "single_identity_not_deletable"),
    ):
        answer = call(browser, "delete", f"/user/identities/{identity}", token)
        assert answer.json()["code"] == code


def test_an_identity_is_one_users(browser: Client, token: str, issuer: Issuer) -> None:
    kim = User.objects.create(username="kim@example.org", email="kim@example.org")
    moments = dict.fromkeys(("created_at", "last_sign_in_at"), kim.date_joined)
    Identity.objects.create(user=kim, provider="google", subject="g-1", **moments)

    back = come_back(browser, issuer, f"/user/identities{AUTHORIZE}", token)

    assert "identity_already_exists" in back
