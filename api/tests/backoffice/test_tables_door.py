"""The tables of staff: who comes in, for how long, and what is asked of them again (OPS-11)."""

import dataclasses
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qs, urlsplit

import pyotp
import pytest
from django.conf import settings
from django.contrib.admin import site
from django.test import Client
from django.urls import URLPattern, URLResolver
from rate_limit_windows import in_one_window
from tables_browser import at_the_tables, bearer, fields_of, now, said, save

from standby.accounts.models import AdminSession, Factor, SignInSession, User
from standby.accounts.services import factors
from standby.backoffice import middleware as door
from standby.company.services import save_look
from standby.core.policy import STAFF_ACTS_PER_MEMBER as LIMIT
from standby.core.roles import Permission, Role, is_allowed
from standby.coverage.models import CoverageImport
from standby.pricing.models.catalog import InstallationPackage

TABLES = "/staff/tables/"
PACKAGES = "/staff/tables/pricing/installationpackage/"

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("catalog")]


@pytest.fixture
def package(db: None) -> InstallationPackage:
    return InstallationPackage.objects.order_by("max_distance_feet")[0]


def form_of(package: InstallationPackage) -> str:
    return f"{PACKAGES}{package.pk}/change/"


def the_session() -> SignInSession:
    return SignInSession.objects.get(level="aal2")


def an_authenticator(user: User) -> pyotp.TOTP:
    factor = factors.enrol(user, friendly_name="phone", now=now())
    Factor.objects.filter(pk=factor.pk).update(status=Factor.Status.VERIFIED)
    return pyotp.TOTP(factors.secret_of(factor))


def test_the_console_opens_the_tables_by_a_cookie_that_no_script_reads() -> None:
    browser = at_the_tables()

    cookie = browser.cookies[settings.TABLES_COOKIE]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Strict", "/")
    assert cookie["max-age"] == cookie["expires"] == ""
    assert AdminSession.objects.get().token_hash != cookie.value
    assert "Installation packages" in said(browser.get(TABLES))


@pytest.mark.parametrize(
    "path", [TABLES, f"{PACKAGES}?is_active__exact=1", "/staff/tables/nothing/"]
)
@pytest.mark.parametrize("cookie", ["", "x" * 5000], ids=["no cookie", "a made-up one"])
def test_whoever_is_not_signed_in_is_sent_through_the_console_and_back(
    path: str, cookie: str
) -> None:
    browser = Client()
    browser.cookies[settings.TABLES_COOKIE] = cookie

    answer = browser.get(path)

    where = urlsplit(answer["Location"])
    assert (answer.status_code, where.path) == (302, "/staff/open-tables")
    assert parse_qs(where.query) == {"to": [path]}


@pytest.mark.parametrize("path", ["login/", "logout/", "password_change/"])
def test_the_admins_own_sign_in_is_not_there(path: str) -> None:
    assert at_the_tables().get(f"{TABLES}{path}").status_code == 404


@pytest.mark.parametrize(
    ("field", "ago", "opens"),
    [
        ("refreshed_at", timedelta(minutes=29), True),
        ("refreshed_at", timedelta(minutes=31), False),
        ("created_at", timedelta(hours=11, minutes=59), True),
        ("created_at", timedelta(hours=12, minutes=1), False),
        ("ended_at", timedelta(0), False),
    ],
)
def test_f5_the_cookie_lives_as_long_as_the_sign_in(
    field: str, ago: timedelta, opens: bool
) -> None:
    browser = at_the_tables()
    SignInSession.objects.update(**{field: now() - ago})

    assert (browser.get(TABLES).status_code == 200) is opens


@pytest.mark.parametrize("change", [{"is_active": False}, {"is_staff": False}])
def test_f5_who_is_no_longer_staff_is_out_at_once(change: dict[str, bool]) -> None:
    browser = at_the_tables()
    User.objects.update(**change)

    assert browser.get(TABLES).status_code == 302


def test_f5_working_at_the_tables_keeps_the_sign_in_awake_in_the_console_too() -> None:
    browser = at_the_tables()
    SignInSession.objects.update(refreshed_at=now() - timedelta(minutes=20))

    page = browser.get(TABLES).content.decode()

    assert now() - the_session().refreshed_at < timedelta(minutes=1)
    assert '<script src="/staff/assets/tables/activity.js" defer></script>' in page


def test_closing_the_tables_or_opening_them_again_ends_the_cookie_alone() -> None:
    first, second = at_the_tables(), Client()
    second.generic("POST", "/api/staff/tables-session", headers=bearer(the_session()))
    opened = (first.get(TABLES).status_code, second.get(TABLES).status_code)

    answer = second.delete("/api/staff/tables-session", headers=bearer(the_session()))

    assert opened == (302, 200)
    gone = answer.cookies[settings.TABLES_COOKIE]
    assert (answer.status_code, gone.value, gone["samesite"]) == (204, "", "Strict")
    assert not AdminSession.objects.filter(ended_at=None).exists()
    assert the_session().ended_at is None


def test_a_role_that_was_taken_away_is_told_so() -> None:
    browser = at_the_tables()
    User.objects.update(role=Role.VIEWER)

    answer = browser.get(TABLES)

    assert answer.status_code == 403
    assert "Your role does not include this." in said(answer)


def test_a_role_sees_its_own_tables_only() -> None:
    dispatcher = at_the_tables(Role.DISPATCHER)

    assert "Installation packages" not in said(dispatcher.get(TABLES))
    assert dispatcher.get(PACKAGES).status_code == 403


def addresses(patterns: Iterable[URLPattern | URLResolver], below: str) -> Iterator[str]:
    """Each address of the admin once, with a 1 where a row's number goes."""
    for pattern in patterns:
        route = str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns, f"{below}{route}")
        elif not route.startswith(("^", "(?P")):
            yield below + re.sub(r"<[^>]+>", "1", route)


def test_f6_no_view_of_the_tables_takes_a_form_of_another_site(
    package: InstallationPackage,
) -> None:
    """Signed in, with the cookie and even with a right token, but sent by a page elsewhere."""
    browser = at_the_tables(Role.OWNER, checks_csrf=True)
    form = {**fields_of(browser.get(form_of(package))), "price_cents": "1.00"}
    forged = {**form, "csrfmiddlewaretoken": "x" * 64}
    tried = [*addresses(site.get_urls(), TABLES), f"{TABLES}login/", f"{TABLES}nothing/"]

    assert len(tried) > 40
    for path in tried:
        elsewhere = browser.post(path, form, headers={"origin": "https://evil.example"})
        assert (elsewhere.status_code, browser.post(path, {}).status_code) == (403, 403), path
    assert browser.post(form_of(package), forged).status_code == 403
    assert browser.post(form_of(package), form).status_code == 302


@pytest.mark.parametrize("path", ["/staff/tables", "/healthz", "/b/some-link"])
def test_f6_views_outside_of_the_admin_are_behind_the_same_check(path: str) -> None:
    """The admin checks its forms itself as well: here only the middleware does."""
    assert Client(enforce_csrf_checks=True).post(path, {}).status_code == 403


def test_f5_a_price_asks_for_the_second_factor_again_and_keeps_what_was_typed(
    package: InstallationPackage,
) -> None:
    browser = at_the_tables(shown_ago=timedelta(minutes=6))
    app = an_authenticator(User.objects.get())
    path = form_of(package)

    asked = save(browser, path, price_cents="5,111.00")
    package.refresh_from_db()
    assert (asked.status_code, package.price_cents) == (403, 499000)
    assert "What you typed is saved." in said(asked)
    assert 'name="price_cents" value="5,111.00"' in asked.content.decode()

    sent = {**fields_of(browser.get(path)), "price_cents": "5,111.00"}
    wrong = browser.post(path, {**sent, "second_factor_code": "000000"})
    right = browser.post(path, {**sent, "second_factor_code": app.now()})
    package.refresh_from_db()
    assert "That code is incorrect" in said(wrong)
    assert (right.status_code, package.price_cents) == (302, 511100)
    assert save(browser, path, price_cents="5,222.00").status_code == 302


def test_f5_wrong_codes_are_counted(package: InstallationPackage) -> None:
    in_one_window()
    browser = at_the_tables(shown_ago=timedelta(minutes=6))
    path = form_of(package)
    sent = {**fields_of(browser.get(path)), "second_factor_code": "000000"}

    answers = [browser.post(path, sent) for _ in range(6)]

    assert "Too many wrong codes." in said(answers[-1])


def test_a_member_changes_so_much_in_ten_minutes_and_no_more(
    package: InstallationPackage, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_one_window()
    monkeypatch.setattr(door, "STAFF_ACTS_PER_MEMBER", dataclasses.replace(LIMIT, limit=3))
    browser = at_the_tables()  # a change as well
    sent = fields_of(browser.get(form_of(package)))

    answers = [browser.post(form_of(package), sent) for _ in range(3)]

    assert [answer.status_code for answer in answers] == [302, 302, 429]
    assert int(answers[-1]["Retry-After"]) > 0
    assert "This one was not saved" in said(answers[-1])
    assert browser.get(TABLES).status_code == 200


def test_a_recovery_code_does_as_well_and_the_consoles_tokens_stay(
    package: InstallationPackage,
) -> None:
    browser = at_the_tables(shown_ago=timedelta(minutes=6))
    user = User.objects.get()
    codes = factors.renew_recovery_codes(user)
    unused = the_session().refresh_tokens.filter(used_at=None).count()

    answer = save(browser, form_of(package), second_factor_code=codes[0])

    assert answer.status_code == 302
    assert the_session().refresh_tokens.filter(used_at=None).count() == unused


def test_pages_load_nothing_of_others_and_run_nothing_inline(package: InstallationPackage) -> None:
    browser = at_the_tables()
    for path in (TABLES, PACKAGES, form_of(package), f"{PACKAGES}add/"):
        page = browser.get(path)
        policy, html = page["Content-Security-Policy"], page.content.decode()

        assert "unsafe" not in policy
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
        assert page["Cache-Control"] == "no-store"
        assert " style=" not in html
        assert "<style" not in html
        assert " onclick=" not in html
        assert "<script>" not in html
        assert all(src.startswith("/staff/") for src in _sources(html)), _sources(html)


def _sources(html: str) -> list[str]:
    parts = html.split(' src="')[1:] + html.split('stylesheet" href="')[1:]
    return [part.split('"')[0] for part in parts]


def test_every_table_is_behind_a_permission() -> None:
    assert site._registry
    for table in site._registry.values():
        assert hasattr(table, "can_view"), table


def test_the_tables_have_the_chosen_colors_and_the_consoles_navigation() -> None:
    owner = at_the_tables(Role.OWNER)
    page = owner.get(TABLES).content.decode()
    assert 'href="/staff/tables/look.css"' in page
    assert owner.get(f"{TABLES}look.css").content == b""

    save_look({"main": "#123456"}, if_version=0, actor="staff jo", now=now())

    look = owner.get(f"{TABLES}look.css")
    assert look["Content-Type"] == "text/css"
    assert "--brand:#123456" in look.content.decode()
    assert ('href="/staff/payouts"' in page) == is_allowed(Role.OWNER, Permission.SEE_BOOKS)


def test_times_are_those_of_the_office_and_not_of_the_server() -> None:
    noon = datetime(2026, 1, 5, 18, 30, tzinfo=UTC)
    CoverageImport.objects.create(
        file_name="zips.csv",
        file_bytes=10,
        kind=CoverageImport.Kind.ZIP_LIST,
        report={},
        changes={},
        previewed_by="jo",
        previewed_at=noon,
    )

    page = said(at_the_tables().get("/staff/tables/coverage/coverageimport/"))

    assert "Jan. 5, 2026, 12:30 p.m." in page
    assert "6:30 p.m." not in page
