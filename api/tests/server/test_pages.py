"""What a browser, a search engine and a cache are told beside a built page."""

import os
import runpy
from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from standby import settings as settings_module

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


@pytest.fixture(autouse=True)
def site(tmp_path: Path, settings: Settings) -> Path:
    for name, text in PAGES.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    settings.WEB_DIST = settings.WHITENOISE_ROOT = tmp_path
    return tmp_path


Get = Callable[..., Any]


@pytest.fixture
def get(client: Client) -> Get:
    def get(path: str, **headers: str) -> Any:
        answer: Any = client.get(
            path, headers={name.replace("_", "-"): text for name, text in headers.items()}
        )
        answer.body = answer.getvalue()
        return answer

    return get


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
def test_a_page_stands_at_its_path_with_what_a_browser_is_told_of_it(get: Get, path: str) -> None:
    text, headers = SHOWN[path]
    answer = get(path)

    assert answer.status_code == HTTPStatus.OK
    assert text in answer.body.decode()
    assert dict(answer.headers) | headers == dict(answer.headers)


@pytest.mark.req("CITY-01.2")
@pytest.mark.parametrize("ending", ["", "/"])
def test_a_city_without_a_page_is_shown_houstons(get: Get, ending: str) -> None:
    answer = get(f"/tx/el-paso/home-generator-installation{ending}")

    assert answer.status_code == HTTPStatus.OK
    assert b"<h1>Houston</h1>" in answer.body
    assert answer["Cache-Control"] == "no-cache"


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path",
    [
        *("/tx/el-paso", "/tx/el-paso/roof-repair", "/tx//home-generator-installation"),
        *("/ok/tulsa/home-generator-installation", "/staff/assets/a.css"),
        *("/verify/a/b", "/verify/<script>", "/verify/-", f"/verify/{'x' * 41}"),
        *("/nothing-here", "/404", "/.built-from", "/faq.html.br"),
    ],
)
def test_what_is_not_a_page_gets_the_404_page(get: Get, path: str) -> None:
    answer = get(path)

    assert (answer.status_code, answer.body) == (404, PAGES["404.html"].encode())


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/staff/tables/", "/staff/tables/a/1"])
def test_the_staffs_tables_are_none_of_the_pages(get: Get, path: str) -> None:
    assert get("/staff/tables")["Location"] == "/staff/tables/"
    assert get(path)["Location"].startswith("/staff/open-tables?to=")


@pytest.mark.req("TEST-01.4")
@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/test-proposal", "/test-proposal/", "/test-proposal.html"])
def test_internal_pages_are_not_there_unless_the_operator_shows_them(
    get: Get, settings: Settings, path: str
) -> None:
    shown = get(path)
    settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(update={"internal_pages": "off"})
    hidden = get(path)

    assert b"<h1>Test</h1>" in shown.body
    assert (hidden.status_code, hidden.body) == (404, PAGES["404.html"].encode())


@pytest.mark.parametrize(
    ("spelling", "canonical"), [("/faq/", "/faq"), ("/faq.html", "/faq"), ("/verify/", "/verify")]
)
def test_other_spellings_of_a_path_move_to_the_canonical_one(
    get: Get, spelling: str, canonical: str
) -> None:
    answer = get(f"{spelling}?band=25")

    assert answer.status_code == HTTPStatus.MOVED_PERMANENTLY
    assert answer["Location"] == f"{canonical}?band=25"
    assert answer["Cache-Control"] == "public, max-age=3600"


@pytest.mark.parametrize(
    ("typed", "page"),
    [
        ("/FAQ", "/faq"),
        ("/legal", "/legal/terms"),
        ("/terms/", "/legal/terms"),
        ("/tx/houston", "/tx/houston/home-generator-installation"),
        ("/tx/katy/", "/tx/katy/home-generator-installation"),
    ],
)
def test_what_people_shorten_leads_to_the_page_they_mean(get: Get, typed: str, page: str) -> None:
    answer = get(f"{typed}?band=25")

    assert (answer.status_code, answer["Location"]) == (301, f"{page}?band=25")


@pytest.mark.parametrize(
    ("accepted", "text", "encoding"),
    [("br, gzip", b"br", "br"), ("gzip", b"gzip", "gzip"), ("", b"FAQ", None)],
)
def test_the_smallest_form_that_the_browser_takes_is_sent(
    get: Get, accepted: str, text: bytes, encoding: str | None
) -> None:
    answer = get("/faq", accept_encoding=accepted)

    assert text in answer.body
    assert answer.headers.get("Content-Encoding") == encoding
    assert answer["Vary"] == "Accept-Encoding"


@pytest.mark.parametrize("path", ["/faq", "/staff/board"])
def test_a_page_is_always_asked_for_and_costs_nothing_when_unchanged(
    get: Get, site: Path, path: str
) -> None:
    first = get(path)
    for file in ("faq.html", "staff.html"):
        os.utime(site / file, (1, 1))  # as in another build of the same
    second = get(path, if_none_match=first["ETag"])

    assert (second.status_code, second.body) == (HTTPStatus.NOT_MODIFIED, b"")
    # It would replace what the browser keeps beside the page
    assert {"Content-Security-Policy", "Referrer-Policy"}.isdisjoint(second.headers)


@pytest.mark.parametrize("path", ["/", "/faq", "/faq/", "/installation-wizard", "/robots.txt"])
def test_every_answer_carries_the_security_headers(get: Get, path: str) -> None:
    headers = get(path).headers

    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "geolocation=()" in headers["Permissions-Policy"]


def test_pages_may_not_be_framed_but_may_post_to_the_checkout(get: Get) -> None:
    policy = get("/faq")["Content-Security-Policy"]

    assert "frame-ancestors 'none'" in policy
    assert "form-action 'self' https://checkout.stripe.com" in policy
    assert "script-src" not in policy  # the page's own policy has the hashes


@pytest.mark.req("NAV-09.3")
def test_pages_of_one_visitors_booking_are_kept_from_search_engines(
    get: Get,
) -> None:
    wizard = get("/installation-wizard").headers

    assert (wizard["X-Robots-Tag"], wizard["Referrer-Policy"]) == ("noindex", "no-referrer")
    assert "X-Robots-Tag" not in get("/faq").headers


def test_only_what_is_for_everybody_is_kept_by_nginx(get: Get) -> None:
    kept = {path: get(path).headers.get("X-Accel-Expires") for path in SHOWN}

    assert kept["/"] == kept["/faq"] == kept["/robots.txt"] == "10"
    assert kept["/staff"] is kept["/verify/7K3M/"] is None


@pytest.mark.parametrize("path", ["/faq", "/staff/board"])
def test_head_has_the_headers_of_get_and_no_body(client: Client, get: Get, path: str) -> None:
    head, page = client.head(path), get(path)

    assert head.getvalue() == b""
    assert dict(head.headers) == dict(page.headers)
    assert head["Content-Length"] == str(len(page.body))


@pytest.mark.usefixtures("catalog")
def test_head_of_a_call_has_the_headers_of_get(client: Client) -> None:
    head, call = client.head("/api/price-book"), client.get("/api/price-book")

    assert (head.status_code, head.content) == (200, b"")
    assert head["ETag"] == call["ETag"]
    assert client.head("/nothing-here").status_code == 404


@pytest.mark.parametrize(
    ("method", "path"),
    [
        *(("TRACE", "/"), ("TRACE", "/api/price-book"), ("TRACE", "/nothing-here")),
        *(("POST", "/faq"), ("POST", "/staff/board"), ("PUT", "/verify/7K3M")),
    ],
)
def test_methods_that_nothing_here_takes_are_refused(method: str, path: str) -> None:
    answer = Client(enforce_csrf_checks=True).generic(method, path)

    assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD")
    assert answer["X-Content-Type-Options"] == "nosniff"


def test_without_built_pages_the_server_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings_module, "WEB_DIST", tmp_path / "nowhere")

    with pytest.raises(SystemExit, match="Run `make build`"):
        runpy.run_module("standby.server.serving")


def test_a_compressed_file_that_is_gone_is_sent_plain_and_a_page_is_a_404(
    get: Get, site: Path
) -> None:
    """It has the 404 page; the connection is not dropped."""
    assert get("/faq", accept_encoding="br, gzip").body == b"br"

    (site / "faq.html.br").unlink()
    answer = get("/faq", accept_encoding="br, gzip")

    assert answer.status_code == HTTPStatus.OK
    assert answer.body == PAGES["faq.html"].encode()

    for file in site.glob("faq.html*"):
        file.unlink()
    assert get("/faq").status_code == HTTPStatus.NOT_FOUND
