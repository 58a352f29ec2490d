"""The auth service on its wire: what clients of hosted auth services expect (AUTH-01)."""

import base64
import dataclasses
import hashlib
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import jwt
import pyotp
import pytest
from account_mail import mailed_link, token_in
from django.conf import settings
from django.test import Client, RequestFactory
from oidc_peer import CLIENT_ID, CLIENT_SECRET, Issuer, oidc_peer
from pytest_django import Settings
from tables_browser import now
from windows import in_one_window

from standby import providers
from standby.apps.accounts.models import Identity, OneTimeLink, SignInSession, User
from standby.apps.accounts.services import one_time_links
from standby.apps.notifications.models import Message
from standby.config.environment import SignInProvider
from standby.http.auth.access_tokens import claims_of
from standby.http.auth.known_device import caller_of

PASSWORD = "correct-horse-battery"
VERIFIER = "v" * 64
CHALLENGE = (
    base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()
)
BACK = f"{settings.SITE_URL}/staff"
AUTHORIZE = f"/authorize?provider=google&code_challenge={CHALLENGE}"

pytestmark = pytest.mark.django_db


@pytest.fixture
def pat() -> User:
    user = User(username="pat@example.org", email="pat@example.org", is_staff=True)
    user.set_password(PASSWORD)
    user.save()
    return user


@pytest.fixture(autouse=True)
def _keys_of_this_test() -> Iterator[None]:
    yield
    providers.tokens.cache_clear()


@pytest.fixture
def issuer(settings: Settings) -> Iterator[Issuer]:
    with oidc_peer() as peer:
        named = SignInProvider(
            name="google", issuer=peer.origin, client_id=CLIENT_ID, client_secret=CLIENT_SECRET
        )
        settings.ENVIRONMENT = dataclasses.replace(settings.ENVIRONMENT, sign_in_providers=(named,))
        providers.identity.cache_clear()
        yield peer
        providers.identity.cache_clear()


def call(browser: Client, method: str, path: str, token: str = "", **body: Any) -> Any:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    sent = {} if method == "get" else {"data": body, "content_type": "application/json"}
    return getattr(browser, method)(f"/auth/v1{path}", headers=headers, **sent)


def signed_in(browser: Client) -> dict[str, Any]:
    answer = call(
        browser, "post", "/token?grant_type=password", email="pat@example.org", password=PASSWORD
    )
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
    wish = one_time_links.Wish(purpose=OneTimeLink.Purpose(purpose), method=method)
    return one_time_links.make_link(user, wish=wish, now=now())


@pytest.mark.req("AUTH-01.1")
def test_a_session_says_who_and_how_long(browser: Client, pat: User) -> None:
    session = signed_in(browser)

    claims = claims_of(session["access_token"])
    assert (session["token_type"], session["expires_in"]) == ("bearer", 900)
    assert session["expires_at"] == claims["exp"]
    assert (claims["sub"], claims["aud"], claims["role"], claims["aal"]) == (
        str(pat.public_id),
        "authenticated",
        "authenticated",
        "aal1",
    )
    assert claims["amr"][0]["method"] == "password"
    assert SignInSession.objects.get().public_id.hex == claims["session_id"].replace("-", "")
    assert {"id", "aud", "role", "email", "app_metadata", "user_metadata", "created_at"} <= set(
        session["user"]
    )


@pytest.mark.req("AUTH-01.7")
def test_anyone_can_check_a_token_by_the_published_keys(browser: Client, pat: User) -> None:
    token = signed_in(browser)["access_token"]
    published = browser.get("/auth/v1/.well-known/jwks.json").json()

    key = jwt.PyJWKSet.from_dict(published)[jwt.get_unverified_header(token)["kid"]]
    claims = jwt.decode(token, key, algorithms=["ES256"], audience="authenticated")

    assert claims["email"] == "pat@example.org"
    assert "d" not in published["keys"][0]


def test_a_token_outlives_a_renewed_secret_key(
    browser: Client, pat: User, settings: Settings
) -> None:
    token = signed_in(browser)["access_token"]
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "n" * 50
    providers.tokens.cache_clear()

    assert call(browser, "get", "/user", token).status_code == 200
    settings.SECRET_KEY_FALLBACKS = []
    providers.tokens.cache_clear()
    assert call(browser, "get", "/user", token).json()["code"] == "bad_jwt"


@pytest.mark.parametrize(
    ("token", "status", "code"),
    [("", 401, "no_authorization"), ("forged", 403, "bad_jwt")],
)
def test_without_a_good_token_nothing_is_told(
    browser: Client, token: str, status: int, code: str
) -> None:
    answer = call(browser, "get", "/user", token)

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer["X-Supabase-Api-Version"] == "2024-01-01"


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
def test_a_user_changes_what_is_theirs(browser: Client, pat: User) -> None:
    token = signed_in(browser)["access_token"]

    kept = call(browser, "put", "/user", token, data={"theme": "dark", "note": "x"}).json()
    changed = call(browser, "put", "/user", token, data={"note": None}).json()

    assert kept["user_metadata"] == {"theme": "dark", "note": "x"}
    assert changed["user_metadata"] == {"theme": "dark"}


def test_metadata_has_an_end(browser: Client, pat: User) -> None:
    token = signed_in(browser)["access_token"]

    answer = call(browser, "put", "/user", token, data={f"k{n}": n for n in range(51)})

    assert (answer.status_code, answer.json()["code"]) == (422, "metadata_too_large")


@pytest.mark.parametrize(
    ("password", "code", "weak"),
    [
        ("short", "weak_password", {"reasons": ["length"]}),
        ("password1234", "weak_password", {"reasons": ["pwned"]}),
        ("pat@example.org", "weak_password", {"reasons": ["characters"]}),
        (PASSWORD, "same_password", None),
    ],
)
def test_a_bad_new_password_is_refused(
    browser: Client, pat: User, password: str, code: str, weak: dict[str, list[str]] | None
) -> None:
    token = signed_in(browser)["access_token"]

    answer = call(browser, "put", "/user", token, password=password)

    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert answer.json().get("weak_password") == weak


def test_a_new_password_signs_everybody_out_and_ends_links_in_the_mail(
    browser: Client, pat: User
) -> None:
    here, there = (signed_in(browser)["access_token"] for _ in range(2))
    token = mailed(pat)

    assert call(browser, "put", "/user", here, password="a-newer-horse-battery").status_code == 200

    assert call(browser, "get", "/user", here).status_code == 403
    assert call(browser, "get", "/user", there).status_code == 403
    link = call(browser, "post", "/verify", type="recovery", token_hash=token)
    assert link.json()["code"] == "otp_expired"
    again = call(
        browser,
        "post",
        "/token?grant_type=password",
        email="pat@example.org",
        password="a-newer-horse-battery",
    )
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


def test_a_phone_number_is_refused_and_nothing_else_is_changed(browser: Client, pat: User) -> None:
    token = signed_in(browser)["access_token"]

    answer = call(browser, "put", "/user", token, phone="+17135550100", data={"theme": "dark"})

    assert (answer.status_code, answer.json()["code"]) == (422, "phone_provider_disabled")
    assert call(browser, "get", "/user", token).json()["user_metadata"] == {}


@pytest.mark.parametrize("email", ["pat", "pat@", "pat@localhost", ""])
def test_what_is_no_email_is_mailed_nothing(browser: Client, pat: User, email: str) -> None:
    answer = call(browser, "post", "/recover", email=email)

    assert (answer.status_code, answer.json()["code"]) == (400, "validation_failed")


@pytest.mark.req("AUTH-01.10")
@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("post", "/otp", 404, "not_found"),
        ("get", "/health", 404, "not_found"),
        ("get", "/admin/users", 404, "not_found"),
        ("post", "/reauthenticate", 404, "not_found"),
        ("get", "/token", 405, "method_not_allowed"),
        ("delete", "/user", 405, "method_not_allowed"),
    ],
)
def test_what_is_not_there_is_told_in_json(
    browser: Client, method: str, path: str, status: int, code: str
) -> None:
    answer = call(browser, method, path)

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["message"]
    assert answer["X-Supabase-Api-Version"] == "2024-01-01"
    assert answer.has_header("Allow") == (status == 405)


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


@pytest.mark.parametrize("field", ["email", "password"])
def test_a_visitor_has_nobody_mailed_and_no_password(browser: Client, field: str) -> None:
    token = call(browser, "post", "/signup").json()["access_token"]

    answer = call(browser, "put", "/user", token, **{field: "pat@example.org"})

    assert (answer.status_code, answer.json()["code"]) == (422, "anonymous_user")
    assert not Message.objects.exists()


def test_an_account_has_three_new_emails_an_hour_mailed_at_most(browser: Client, pat: User) -> None:
    in_one_window()
    token = signed_in(browser)["access_token"]
    answers = [
        call(browser, "put", "/user", token, email=f"pat{number}@example.org")
        for number in range(5)
    ]

    assert [answer.status_code for answer in answers] == [200] * 3 + [429] * 2
    assert answers[-1].json()["code"] == "over_request_rate_limit"
    assert int(answers[-1]["Retry-After"]) > 0
    assert Message.objects.count() == 3


def test_a_password_is_changed_ten_times_an_hour_at_most(browser: Client, pat: User) -> None:
    in_one_window()
    token = signed_in(browser)["access_token"]
    statuses = [
        call(browser, "put", "/user", token, password="short").status_code for _ in range(11)
    ]

    assert statuses == [422] * 10 + [429]


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
    assert codes[-1] == wrong[-1] == "over_request_rate_limit"

    recovery = call(browser, "post", "/factors/recovery-codes", session["access_token"]).json()
    again = signed_in(browser)["access_token"]
    shown = call(
        browser, "post", "/factors/recovery-codes/verify", again, code=recovery["codes"][0]
    )

    assert claims_of(shown.json()["access_token"])["aal"] == "aal2"
    assert wrong_password(Client()) == "over_request_rate_limit", "a copy without the cookie"


def test_a_known_device_is_known_to_its_account_alone_and_only_as_we_signed_it(
    browser: Client, pat: User
) -> None:
    raised(browser, signed_in(browser)["access_token"])
    name, cookie = next(
        (name, cookie) for name, cookie in browser.cookies.items() if name.startswith("device-")
    )
    request = RequestFactory().get("/")
    request.COOKIES = {name: cookie.value}

    assert caller_of(request, account=" PAT@example.org").device
    assert not caller_of(request, account="kim@example.org").device
    of_kim = name.replace(_hash("pat@example.org"), _hash("kim@example.org"))
    request.COOKIES = {of_kim: cookie.value}
    assert not caller_of(request, account="kim@example.org").device
    request.COOKIES = {name: cookie.value + "x"}
    assert not caller_of(request, account="pat@example.org").device
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")


def wrong_password(browser: Client) -> str:
    answer = call(
        browser, "post", "/token?grant_type=password", email="pat@example.org", password="wrong"
    )
    return str(answer.json()["code"])


def _hash(account: str) -> str:
    return hashlib.sha256(account.encode()).hexdigest()[:16]


@pytest.mark.req("AUTH-01.3")
def test_recovery_answers_alike_for_known_and_unknown(browser: Client, pat: User) -> None:
    known = call(browser, "post", "/recover", email="pat@example.org")
    unknown = call(browser, "post", "/recover", email="nobody@example.org")

    assert known.json() == unknown.json() == {}
    assert known.status_code == unknown.status_code == 200
    assert Message.objects.get().recipient == "pat@example.org"


@pytest.mark.req("AUTH-01.3")
def test_a_mailed_link_opens_one_session_once(browser: Client, pat: User) -> None:
    token = mailed(pat)

    first, second = (
        call(browser, "post", "/verify", type="recovery", token_hash=token) for _ in range(2)
    )

    assert call(browser, "get", "/user", first.json()["access_token"]).status_code == 200
    assert claims_of(first.json()["access_token"])["aal"] == "aal1"
    assert (second.status_code, second.json()["code"]) == (403, "otp_expired")


@pytest.mark.req("SEC-04.1")
def test_opening_a_mailed_link_uses_nothing_up(browser: Client, pat: User) -> None:
    """Mail scanners open links: only a press of the button behind it counts."""
    token = mailed(pat)

    for path in ("/auth/v1/verify", "/staff"):
        for name in ("token", "token_hash"):
            browser.get(f"{path}?{name}={token}&type=recovery")
    refused = call(browser, "get", f"/verify?token={token}&type=recovery")
    pressed = call(browser, "post", "/verify", type="recovery", token_hash=token)

    assert (refused.status_code, refused.json()["code"]) == (405, "method_not_allowed")
    assert pressed.json()["user"]["email"] == "pat@example.org"


@pytest.mark.parametrize("kind", ["invite", "recovery"])
def test_an_invitation_opens_a_session(browser: Client, pat: User, kind: str) -> None:
    token = mailed(pat, method="invite")

    session = call(browser, "post", "/verify", type=kind, token_hash=token).json()

    assert claims_of(session["access_token"])["amr"][0]["method"] == "invite"


def test_a_link_is_good_for_its_own_purpose_alone(browser: Client, pat: User) -> None:
    token = mailed(pat)

    for kind in ("email_change", "sign_in"):
        answer = call(browser, "post", "/verify", type=kind, token_hash=token)
        assert answer.json()["code"] in ("otp_expired", "validation_failed")


def test_the_code_of_a_redirect_is_worth_nothing_without_its_verifier(
    browser: Client, pat: User, issuer: Issuer
) -> None:
    code = code_by(browser, issuer)

    as_a_link = call(browser, "post", "/verify", type="sign_in", token_hash=code)
    stolen = call(browser, "post", "/token?grant_type=pkce", auth_code=code, code_verifier="w" * 64)
    too_late = call(
        browser, "post", "/token?grant_type=pkce", auth_code=code, code_verifier=VERIFIER
    )

    assert as_a_link.json()["code"] == "validation_failed"
    assert stolen.json()["code"] == "bad_code_verifier"
    assert too_late.json()["code"] == "otp_expired"
    assert not SignInSession.objects.exists()


@pytest.mark.parametrize("challenge", ["", "&code_challenge=", "&code_challenge=short"])
def test_nobody_is_sent_elsewhere_without_a_code_challenge(
    browser: Client, pat: User, issuer: Issuer, challenge: str
) -> None:
    token = signed_in(browser)["access_token"]

    for path in ("/authorize", "/user/identities/authorize"):
        answer = call(browser, "get", f"{path}?provider=google{challenge}", token)
        assert (answer.status_code, answer.json()["code"]) == (400, "validation_failed")


def test_a_visit_leads_back_to_our_own_site_alone(
    browser: Client, pat: User, issuer: Issuer
) -> None:
    begun = call(browser, "get", f"{AUTHORIZE}&redirect_to=https://evil.example/x")

    back = browser.get("/auth/v1/callback", issuer.approve(begun["Location"]))

    assert back["Location"].startswith(f"{BACK}?code=")
    assert not urlsplit(back["Location"]).fragment


def test_an_account_is_mailed_three_times_an_hour_at_most(browser: Client, pat: User) -> None:
    in_one_window()
    for _ in range(4):
        assert call(browser, "post", "/recover", email="pat@example.org").json() == {}

    assert OneTimeLink.objects.count() == 3


@pytest.mark.req("AUTH-01.9")
def test_visitors_come_in_without_a_name_and_nobody_signs_themselves_up(browser: Client) -> None:
    visitor = call(browser, "post", "/signup", data={"language": "en"}).json()
    refused = call(browser, "post", "/signup", email="x@example.org", password=PASSWORD)

    assert visitor["user"]["is_anonymous"] is True
    assert claims_of(visitor["access_token"])["is_anonymous"] is True
    assert refused.json()["code"] == "signup_disabled"
    factor = call(browser, "post", "/factors", visitor["access_token"], factor_type="totp")
    assert factor.json()["code"] == "anonymous_user"


@pytest.mark.req("AUTH-01.6")
def test_a_second_factor_raises_the_session(browser: Client, pat: User) -> None:
    token = signed_in(browser)["access_token"]

    session, factor = raised(browser, token)

    claims = claims_of(session["access_token"])
    assert claims["aal"] == "aal2"
    assert [one["method"] for one in claims["amr"]] == ["totp", "password"]
    assert factor["totp"]["qr_code"].startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    assert "#" not in factor["totp"]["qr_code"]  # shown behind `data:` by its clients
    assert session["user"]["factors"][0]["status"] == "verified"


def test_a_code_works_once(browser: Client, pat: User) -> None:
    token = signed_in(browser)["access_token"]
    factor = call(browser, "post", "/factors", token, factor_type="totp").json()
    code = pyotp.TOTP(factor["totp"]["secret"]).now()

    first = answered(browser, token, factor, code)
    again = answered(browser, first.json()["access_token"], factor, code)

    assert first.status_code == 200
    assert (again.status_code, again.json()["code"]) == (422, "mfa_verification_failed")


def test_five_wrong_codes_are_enough(browser: Client, pat: User) -> None:
    in_one_window()
    token = signed_in(browser)["access_token"]
    factor = call(browser, "post", "/factors", token, factor_type="totp").json()
    codes = [answered(browser, token, factor, "000000").json()["code"] for _ in range(6)]

    assert codes == ["mfa_verification_failed"] * 5 + ["over_request_rate_limit"]


@pytest.mark.parametrize("challenge_id", ["", "9c7ff3f4-6d35-4a28-9f0a-111111111111"])
def test_a_challenge_that_was_not_asked_is_expired(
    browser: Client, pat: User, challenge_id: str
) -> None:
    token = signed_in(browser)["access_token"]
    factor = call(browser, "post", "/factors", token, factor_type="totp").json()

    answer = call(
        browser,
        "post",
        f"/factors/{factor['id']}/verify",
        token,
        challenge_id=challenge_id,
        code="123456",
    )

    assert answer.json()["code"] == "mfa_challenge_expired"


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


def test_factors_are_named_once_and_are_ones_own(browser: Client, pat: User) -> None:
    token = signed_in(browser)["access_token"]
    call(browser, "post", "/factors", token, factor_type="totp", friendly_name="phone")

    same = call(browser, "post", "/factors", token, factor_type="totp", friendly_name="phone")
    for unknown in ("nonsense", "9c7ff3f4-6d35-4a28-9f0a-111111111111"):
        answer = call(browser, "delete", f"/factors/{unknown}", token)
        assert (answer.status_code, answer.json()["code"]) == (404, "mfa_factor_not_found")

    assert same.json()["code"] == "mfa_factor_name_conflict"


@pytest.mark.req("AUTH-01.6")
def test_recovery_codes_stand_in_for_a_lost_phone_once(browser: Client, pat: User) -> None:
    session, factor = raised(browser, signed_in(browser)["access_token"])
    codes = call(browser, "post", "/factors/recovery-codes", session["access_token"]).json()[
        "codes"
    ]
    token = signed_in(browser)["access_token"]

    first = call(browser, "post", "/factors/recovery-codes/verify", token, code=codes[0])
    by_paper = first.json()["access_token"]
    again = call(browser, "post", "/factors/recovery-codes/verify", by_paper, code=codes[0])

    assert len(set(codes)) == 10
    assert claims_of(by_paper)["aal"] == "aal2"
    assert again.json()["code"] == "mfa_verification_failed"
    removed = call(browser, "delete", f"/factors/{factor['id']}", by_paper)
    assert removed.json() == {"id": factor["id"]}


def test_what_is_left_of_recovery_codes_is_told_and_a_new_set_replaces_the_old(
    browser: Client, pat: User
) -> None:
    session, _ = raised(browser, signed_in(browser)["access_token"])
    token = session["access_token"]
    assert call(browser, "get", "/factors/recovery-codes", token).json()["total"] == 0
    codes = call(browser, "post", "/factors/recovery-codes", token).json()["codes"]
    shown = call(browser, "post", "/factors/recovery-codes/verify", token, code=codes[0])
    token = shown.json()["access_token"]

    left = call(browser, "get", "/factors/recovery-codes", token).json()
    renewed = call(browser, "post", "/factors/recovery-codes/regenerate", token).json()

    assert (left["type"], left["total"], left["remaining"]) == ("recovery_code", 10, 9)
    assert not set(codes) & set(renewed["codes"])


def code_by(browser: Client, issuer: Issuer) -> str:
    """What the browser brings back from the provider."""
    begun = call(browser, "get", f"{AUTHORIZE}&redirect_to={BACK}")
    back = browser.get("/auth/v1/callback", issuer.approve(begun["Location"]))
    return parse_qs(urlsplit(back["Location"]).query)["code"][0]


def test_the_ways_to_sign_in_are_told(browser: Client, pat: User, issuer: Issuer) -> None:
    told = call(browser, "get", "/settings").json()

    assert told["external"] == {
        "email": True,
        "phone": False,
        "anonymous_users": True,
        "google": True,
    }
    assert told["disable_signup"] is True


def test_a_provider_that_is_not_named_is_not_enabled(browser: Client) -> None:
    answer = call(browser, "get", f"/authorize?provider=github&code_challenge={CHALLENGE}")

    assert (answer.status_code, answer.json()["code"]) == (400, "validation_failed")


@pytest.mark.req("AUTH-01.4")
def test_staff_sign_in_by_a_verified_email_elsewhere(
    browser: Client, pat: User, issuer: Issuer
) -> None:
    begun = call(browser, "get", f"{AUTHORIZE}&redirect_to={BACK}")
    assert begun.status_code == 302

    back = browser.get("/auth/v1/callback", issuer.approve(begun["Location"]))
    code = parse_qs(urlsplit(back["Location"]).query)["code"][0]
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
def test_what_does_not_prove_it_signs_nobody_in(
    browser: Client,
    pat: User,
    issuer: Issuer,
    claims: dict[str, Any],
    wrong: dict[str, Any],
    code: str,
) -> None:
    issuer.claims |= claims
    issuer.wrong = wrong
    begun = call(browser, "get", f"{AUTHORIZE}&redirect_to={BACK}")

    back = browser.get("/auth/v1/callback", issuer.approve(begun["Location"]))

    assert f"error_code={code}" in back["Location"]
    assert not SignInSession.objects.exists()


def test_a_code_used_twice_and_an_ill_provider_sign_nobody_in(
    browser: Client, pat: User, issuer: Issuer
) -> None:
    begun = call(browser, "get", AUTHORIZE)
    query = issuer.approve(begun["Location"])
    issuer.visits.clear()

    assert "bad_oauth_callback" in browser.get("/auth/v1/callback", query)["Location"]

    providers.identity.cache_clear()
    issuer.is_ill = True
    down = call(browser, "get", AUTHORIZE)
    assert (down.status_code, down["Location"]) == (
        303,
        f"{BACK}#error=access_denied&error_code=identity_down",
    )


def test_a_visit_ends_only_in_the_browser_that_began_it(
    browser: Client, pat: User, issuer: Issuer
) -> None:
    begun = call(browser, "get", AUTHORIZE)
    query = issuer.approve(begun["Location"])

    elsewhere = Client().get("/auth/v1/callback", query)
    forged = browser.get("/auth/v1/callback", {"state": "forged", "code": "x"})

    for answer in (elsewhere, forged):
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

    assert [one["provider"] for one in linked] == ["email", "google"]
    assert call(browser, "delete", f"/user/identities/{google}", token).json() == {}
    for identity, code in (
        (google, "identity_not_found"),
        ("nonsense", "identity_not_found"),
        (own, "single_identity_not_deletable"),
    ):
        answer = call(browser, "delete", f"/user/identities/{identity}", token)
        assert answer.json()["code"] == code


def test_an_identity_is_one_users(browser: Client, pat: User, issuer: Issuer) -> None:
    kim = User.objects.create(username="kim@example.org", email="kim@example.org")
    Identity.objects.create(
        user=kim,
        provider="google",
        subject="g-1",
        created_at=kim.date_joined,
        last_sign_in_at=kim.date_joined,
    )
    token = signed_in(browser)["access_token"]
    asked = call(browser, "get", f"/user/identities{AUTHORIZE}", token)

    back = browser.get("/auth/v1/callback", issuer.approve(asked.json()["url"]))

    assert "identity_already_exists" in back["Location"]


@pytest.mark.req("AUTH-01.10")
def test_what_cannot_be_read_is_said_so(browser: Client) -> None:
    assert call(browser, "post", "/token?grant_type=nonsense").json()["code"] == "validation_failed"
    unreadable = browser.post("/auth/v1/token?grant_type=password", "{", "application/json")
    assert (unreadable.status_code, unreadable.json()["code"]) == (400, "bad_json")
