"""What the HTTP Observatory's published rules give the pages of production (H1)."""

import html
import json
import re
from collections.abc import Mapping

import pytest
from test_environment import PRODUCTION
from test_shipped import API, said_by

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
