"""What every answer tells a browser to be careful with, and what that is worth (H1, H3).

The score follows the published rules of the HTTP Observatory: 100 to begin with, less for what is
missing, more for what goes beyond.
"""

import html
import json
import re
from collections.abc import Mapping
from typing import Any, Final

import pytest
from access import all_calls, ids_of_nobody, signed_in, undone
from django.contrib.admin import site
from django.test import Client
from test_environment import PRODUCTION
from test_shipped import API, said_by

from standby.core.roles import Role

ALWAYS: Final = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
# Pages of ours that only frame themselves say so in the policy.
_FRAMED_BY_OURSELVES: Final = re.compile(r"/dev/messages/.+")
_ANYBODYS_SCRIPTS: Final = re.compile(r"'unsafe-eval'|script-src[^;]*'unsafe-inline'")
_TELLS_LITTLE: Final = ("strict-origin-when-cross-origin", "no-referrer", "same-origin")
_BANNERS: Final = ("Server", "X-Powered-By", "Via")
_BANNER: Final = re.compile(r"(?i)django|gunicorn|python|nginx/\d|whitenoise|\d+\.\d+")


def problems_of(answer: Any, *, where: str) -> list[str]:
    told = answer.headers
    policy = told.get("Content-Security-Policy", "")
    wrong = {
        # there once the web is built
        "5xx": answer.status_code >= 500 and "/test-proposal" not in where,
        "may be framed": "frame-ancestors" not in policy,
        "scripts may be anybody's": _ANYBODYS_SCRIPTS.search(policy) is not None,
        "no Permissions-Policy": "geolocation=()" not in told.get("Permissions-Policy", ""),
        "tells where from": told.get("Referrer-Policy") not in _TELLS_LITTLE,
        "may be kept by anybody": not told.get("Cache-Control"),
        "tells what it runs on": any(_BANNER.search(told.get(name, "")) for name in _BANNERS),
        **{
            f"{name} is {told.get(name)!r}": told.get(name) != text
            for name, text in ALWAYS.items()
            if not (name == "X-Frame-Options" and framed_by_us(where))
        },
    }
    return [f"{where}: {problem}" for problem, is_so in wrong.items() if is_so]


def framed_by_us(where: str) -> bool:
    return _FRAMED_BY_OURSELVES.search(where) is not None


@pytest.fixture
def owner(browser: Client) -> Client:
    browser.defaults["HTTP_AUTHORIZATION"] = f"Bearer {signed_in(Role.OWNER)}"
    browser.post("/api/staff/tables-session")
    browser.raise_request_exception = False
    return browser


def tables() -> list[str]:
    """Every list and every empty form of the staff's tables."""
    lists = [
        f"/staff/tables/{model._meta.app_label}/{model._meta.model_name}/"
        for model in site._registry
    ]
    return ["/staff/tables/", *lists, *(f"{path}add/" for path in lists), "/staff/tables/nowhere/"]


@pytest.mark.usefixtures("shop", "own_folder")
def test_h1_every_answer_carries_them(owner: Client) -> None:
    """Every call, by a stranger and by the owner, about what is nobody's; tables; pages; errors."""
    ids, found, asked = ids_of_nobody(), [], 0
    paths = [(call.split(" ")[0], call.split(" ")[1].format_map(ids)) for call in all_calls()]
    paths += [
        ("GET", path) for path in [*tables(), "/nowhere", "/api/nowhere", "/b/", "/auth/v1/x"]
    ]
    paths += [("POST", "/healthz"), ("TRACE", "/api/availability"), ("PUT", "/api/availability")]
    for method, path in paths:
        for who, browser in (("stranger", Client(raise_request_exception=False)), ("owner", owner)):
            with undone():
                answer = browser.generic(method, path, b"{", content_type="application/json")
            found += problems_of(answer, where=f"{method} {path} by {who}")
            asked += 1

    print(
        f"\nH1 headers: {asked} answers of {len(paths)} routes and error pages, {len(found)} wrong"
    )
    assert found == [], "\n".join(found)


DIST = API.parent / "web" / "dist"
A_PLUS, NOTHING_GAINED_BELOW = 100, 90
SIX_MONTHS_S = 15_768_000
PRIVATE = ("no-referrer", "same-origin", "strict-origin", "strict-origin-when-cross-origin")
SENT = """
import json
import django
django.setup()
from wsgiref.util import setup_testing_defaults
from standby.wsgi import application
sent = {}
for path in %r:
    environ, told = {"PATH_INFO": path, "HTTP_HOST": "standby.example"}, {}
    setup_testing_defaults(environ)
    environ["wsgi.url_scheme"] = "https"
    application(environ, lambda status, headers: told.update(headers))
    sent[path] = told
print(json.dumps(sent))
"""
PAGES = {"/": "index.html", "/my-booking": "my-booking.html", "/staff": "staff.html"}
_META_POLICY = re.compile(r'<meta http-equiv="content-security-policy" content="([^"]*)"', re.I)


def grade(headers: Mapping[str, str], policy: str) -> int:
    """100 to begin with; less for what is missing, more for what goes beyond, as the Observatory
    counts. A page that sets no cookie, loads no script from elsewhere and answers no other origin
    has neither for these."""
    is_framed = "frame-ancestors 'none'" not in policy and "X-Frame-Options" not in headers
    lost = (
        (25, not policy),
        (20, "unsafe" in policy),
        (20, _max_age(headers.get("Strict-Transport-Security", "")) < SIX_MONTHS_S),
        (20, is_framed),
        (5, headers.get("X-Content-Type-Options") != "nosniff"),
    )
    gained = (
        (5, bool(policy) and "unsafe" not in policy),
        (5, headers.get("Referrer-Policy") in PRIVATE),
        (10, headers.get("Cross-Origin-Resource-Policy") == "same-origin"),
    )
    score = A_PLUS - sum(points for points, is_so in lost if is_so)
    if score < NOTHING_GAINED_BELOW:
        return score
    return score + sum(points for points, is_so in gained if is_so)


def _max_age(told: str) -> int:
    found = re.search(r"max-age=(\d+)", told)
    return int(found[1]) if found else 0


@pytest.fixture(scope="module")
def sent(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, str]]:
    """The headers that production answers each page with."""
    folder = tmp_path_factory.mktemp("production")
    said = said_by("-c", SENT % [*PAGES], data=folder, **PRODUCTION)
    told: dict[str, dict[str, str]] = json.loads(said.splitlines()[-1])
    return told


@pytest.mark.slow  # of the built pages
@pytest.mark.parametrize("path", PAGES)
def test_h1_pages_are_graded_a_plus(path: str, sent: dict[str, dict[str, str]]) -> None:
    """Control: without any one of its headers a page is worth less."""
    page = (DIST / PAGES[path]).read_text()
    policies = [html.unescape(policy) for policy in _META_POLICY.findall(page)]
    headers = sent[path]
    policy = "; ".join([headers["Content-Security-Policy"], *policies])
    worth = grade(headers, policy)

    print(f"\nH1 grade of {path}: {worth} of {A_PLUS} for an A+")
    assert worth >= A_PLUS
    for name in (
        "Strict-Transport-Security",
        "X-Content-Type-Options",
        "Referrer-Policy",
        "Cross-Origin-Resource-Policy",
    ):
        without = {other: text for other, text in headers.items() if other != name}
        assert grade(without, policy) < worth, name
    assert grade(headers, "") < A_PLUS
