"""What a browser, a search engine and a cache are told before Django is woken."""

import os
from http import HTTPStatus
from pathlib import Path

import pytest
from asked_front import Answer, ask_front, passed_on

from standby.server.built_site import SiteNotBuilt
from standby.server.front import Front

PAGES = {
    "index.html": "<!doctype html><h1>Home</h1>",
    "404.html": "<!doctype html><h1>404</h1>",
    "faq.html": "<!doctype html><h1>FAQ</h1>",
    "faq.html.br": "br",
    "faq.html.gz": "gzip",
    "tx/houston/home-generator-installation.html": "<!doctype html><h1>Houston</h1>",
    "tx/katy/home-generator-installation.html": "<!doctype html><h1>Katy</h1>",
    "verify.html": '<!doctype html><meta name="robots" content="noindex"><h1>Verify</h1>',
    "staff.html": '<!doctype html><meta name="robots" content="noindex"><h1>Staff</h1>',
    "test-proposal.html": "<!doctype html><h1>Test</h1>",
    "installation-wizard.html": '<!doctype html><meta name="robots" content="noindex">',
    "_astro/app.Cze0mStU.js": "export {}",
    "robots.txt": "Sitemap: https://standby.example/sitemap.xml",
    ".built-from": "not for visitors",
}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    for name, text in PAGES.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return tmp_path


def ask(site: Path, path: str, *, shows_internal_pages: bool = True, **asked: str) -> Answer:
    front = Front(passed_on, site=site, shows_internal_pages=shows_internal_pages)
    return ask_front(front, path, **asked)


ALWAYS_ASKED_FOR = {"Cache-Control": "no-cache"}
NOT_SEARCHED = {"X-Robots-Tag": "noindex"}
OF_ONE_VISITOR = {**NOT_SEARCHED, "Referrer-Policy": "no-referrer"}
FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}
# What stands at each path, and what the browser is told beside it.
SHOWN: dict[str, tuple[str, dict[str, str]]] = {
    "/": ("<h1>Home</h1>", {"Content-Type": "text/html; charset=utf-8"}),
    "/faq": ("<h1>FAQ</h1>", {"Content-Type": "text/html; charset=utf-8", **ALWAYS_ASKED_FOR}),
    "/tx/katy/home-generator-installation": ("<h1>Katy</h1>", ALWAYS_ASKED_FOR),
    # every receipt is shown on the page that checks codes
    "/verify": ("<h1>Verify</h1>", OF_ONE_VISITOR),
    "/verify/7K3MQ2X9ABCD0123": ("<h1>Verify</h1>", OF_ONE_VISITOR),
    "/verify/7k3m-q2x9-abcd-0123": ("<h1>Verify</h1>", OF_ONE_VISITOR),
    "/verify/7K3M/": ("<h1>Verify</h1>", OF_ONE_VISITOR),
    # all screens of staff are one page
    "/staff": ("<h1>Staff</h1>", NOT_SEARCHED | ALWAYS_ASKED_FOR),
    "/staff/board": ("<h1>Staff</h1>", NOT_SEARCHED | ALWAYS_ASKED_FOR),
    "/staff/orders/7c1d": ("<h1>Staff</h1>", NOT_SEARCHED | ALWAYS_ASKED_FOR),
    "/staff/tablesetting": ("<h1>Staff</h1>", NOT_SEARCHED | ALWAYS_ASKED_FOR),
    "/_astro/app.Cze0mStU.js": ("export {}", FOR_EVER),
    "/robots.txt": ("Sitemap: ", {"Cache-Control": "public, max-age=3600"}),
}


@pytest.mark.parametrize("path", SHOWN)
def test_a_page_stands_at_its_path_with_what_a_browser_is_told_of_it(site: Path, path: str) -> None:
    body, headers = SHOWN[path]
    answer = ask(site, path)

    assert answer.status == HTTPStatus.OK
    assert body in answer.body.decode()
    assert answer.headers | headers == answer.headers


@pytest.mark.req("CITY-01.2")
@pytest.mark.parametrize("ending", ["", "/"])
def test_a_city_without_a_page_is_shown_houstons(site: Path, ending: str) -> None:
    answer = ask(site, f"/tx/el-paso/home-generator-installation{ending}")

    assert answer.status == HTTPStatus.OK
    assert b"<h1>Houston</h1>" in answer.body
    assert answer.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(
    "path",
    [
        *("/tx/el-paso", "/tx/el-paso/roof-repair", "/tx//home-generator-installation"),
        "/ok/tulsa/home-generator-installation",
        *("/staff/tables", "/staff/tables/", "/staff/tables/a/1", "/staff/assets/a.css"),
        *("/verify/a/b", "/verify/<script>", "/verify/-", f"/verify/{'x' * 41}"),
        *("/nothing-here", "/404", "/.built-from", "/faq.html.br", "/%00"),
    ],
)
def test_what_is_not_a_page_goes_on_to_django(site: Path, path: str) -> None:
    assert ask(site, path).body == b"from Django"


@pytest.mark.req("TEST-01.4")
@pytest.mark.parametrize("path", ["/test-proposal", "/test-proposal/", "/test-proposal.html"])
def test_internal_pages_are_not_there_unless_the_operator_shows_them(site: Path, path: str) -> None:
    shown = ask(site, path)
    kept = ask(site, path, shows_internal_pages=False)

    assert b"<h1>Test</h1>" in shown.body or shown.headers["Location"] == "/test-proposal"
    assert kept.body == b"from Django"


@pytest.mark.parametrize(
    ("spelling", "canonical"), [("/faq/", "/faq"), ("/faq.html", "/faq"), ("/verify/", "/verify")]
)
def test_other_spellings_of_a_path_move_to_the_canonical_one(
    site: Path, spelling: str, canonical: str
) -> None:
    answer = ask(site, spelling, query="band=25")

    assert answer.status == HTTPStatus.MOVED_PERMANENTLY
    assert answer.headers["Location"] == f"{canonical}?band=25"


@pytest.mark.parametrize(
    ("accepted", "body", "encoding"),
    [("br, gzip", b"br", "br"), ("gzip", b"gzip", "gzip"), ("", b"FAQ", None)],
)
def test_the_smallest_form_that_the_browser_takes_is_sent(
    site: Path, accepted: str, body: bytes, encoding: str | None
) -> None:
    answer = ask(site, "/faq", accept_encoding=accepted)

    assert body in answer.body
    assert answer.headers.get("Content-Encoding") == encoding
    assert answer.headers["Vary"] == "Accept-Encoding"


def test_a_page_is_always_asked_for_and_costs_nothing_when_unchanged(site: Path) -> None:
    first = ask(site, "/faq")
    os.utime(site / "faq.html", (1, 1))  # as in another build of the same
    second = ask(site, "/faq", if_none_match=first.headers["ETag"])

    assert (second.status, second.body) == (HTTPStatus.NOT_MODIFIED, b"")


@pytest.mark.parametrize("path", ["/", "/faq", "/faq/", "/installation-wizard", "/robots.txt"])
def test_every_answer_carries_the_security_headers(site: Path, path: str) -> None:
    headers = ask(site, path).headers

    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "geolocation=()" in headers["Permissions-Policy"]


def test_pages_may_not_be_framed_but_may_post_to_the_checkout(site: Path) -> None:
    policy = ask(site, "/faq").headers["Content-Security-Policy"]

    assert "frame-ancestors 'none'" in policy
    assert "form-action 'self' https://checkout.stripe.com" in policy
    assert "script-src" not in policy  # the page's own policy has the hashes


@pytest.mark.req("NAV-09.3")
def test_pages_of_one_visitors_booking_are_kept_from_search_engines(site: Path) -> None:
    wizard = ask(site, "/installation-wizard").headers

    assert (wizard["X-Robots-Tag"], wizard["Referrer-Policy"]) == ("noindex", "no-referrer")
    assert "X-Robots-Tag" not in ask(site, "/faq").headers


def test_head_has_the_headers_of_get_and_no_body(site: Path) -> None:
    page = ask(site, "/faq", method="HEAD")
    call = ask(site, "/api/orders/1", method="HEAD")

    assert (page.body, page.headers["Content-Length"]) == (b"", "27")
    assert (call.body, call.headers["X-Answered-By"]) == (b"", "Django: GET")


@pytest.mark.parametrize(
    ("method", "path"), [("TRACE", "/"), ("TRACE", "/api/price-book"), ("POST", "/faq")]
)
def test_methods_that_nothing_here_takes_are_refused(site: Path, method: str, path: str) -> None:
    answer = ask(site, path, method=method)

    assert (answer.status, answer.headers["Allow"]) == (405, "GET, HEAD")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_without_built_pages_the_server_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(SiteNotBuilt, match="Run `make build`"):
        Front(passed_on, site=tmp_path, shows_internal_pages=True)


def test_a_compressed_file_that_is_gone_is_sent_plain_and_a_page_left_to_django(site: Path) -> None:
    """It has the 404 page; the connection is not dropped."""
    front = Front(passed_on, site=site, shows_internal_pages=True)
    assert ask_front(front, "/faq", ACCEPT_ENCODING="br, gzip").body == b"br"

    (site / "faq.html.br").unlink()
    answer = ask_front(front, "/faq", ACCEPT_ENCODING="br, gzip")

    assert answer.status == HTTPStatus.OK
    assert answer.body == PAGES["faq.html"].encode()

    for file in site.glob("faq.html*"):
        file.unlink()
    assert ask_front(front, "/faq").body == b"from Django"
