"""Pages with facts, as a process keeps them: newest facts within seconds, whatever else happens."""

import gzip
import logging
import os
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import brotli
import pytest
from access_helpers import COMPANY_FACTS
from built_pages import a_build
from console_client import Console
from django.conf import settings as django_settings
from django.db import OperationalError, connection
from django.test import Client
from ops import build
from pytest_django import Settings

from standby.core.market import REPOSITORY, read_company
from standby.core.roles import Role
from standby.pricing.models.catalog import AppConfiguration, InstallationPackage
from standby.server import filled_pages
from standby.server.page_templates import TEMPLATES

PAGE: Final = (
    "<head>%%head%%</head><title>From %%price.close.7043.woodlands.installation%%</title>"
    "<p>%%company.phone%%</p><p>%%fee.scheduling%% holds the day</p>"
)
PAGES: Final = {
    "index.html": PAGE,
    "faq.html": "<p>no facts</p>",
    "legal/terms.html": "<p>%%company.name%%</p>" * 50,
    "404.html": "<h1>Call %%company.phone%%</h1>",
    "test-proposal.html": "<h1>%%company.phone%%</h1>",
    "tx/katy/home-generator-installation.html": "<p>%%fee.permit.katy%%</p>",
    **dict.fromkeys(
        ("staff.html", "my-booking.html", "my-booking/photos.html", "quote.html"), "%%head%%"
    ),
}
HOUSTON: Final = read_company(REPOSITORY / "market" / "houston")
BUILT_FOR_REAL: Final = REPOSITORY / "web" / "dist"
LOOK_AGAIN_S: Final = 0.2


@pytest.fixture(autouse=True)
def site(
    catalog: None, tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(filled_pages, "LOOK_EVERY_S", LOOK_AGAIN_S)
    settings.COMPANY = HOUSTON
    settings.WHITENOISE_ROOT = settings.WEB_DIST = a_build(tmp_path, PAGES)


def text_of(process: Client, path: str = "/") -> str:
    text: str = process.get(path).getvalue().decode()
    return text


def wait() -> None:
    time.sleep(LOOK_AGAIN_S)


def save_company(version: int = 0, **changed: str) -> None:
    facts = {**COMPANY_FACTS, **changed}
    body = {"version": version, "facts": facts}
    console = Console(Role.MANAGER, name=f"saves-{version}")
    assert console.call("PUT", "settings/company", body).status_code == 200


def change_price() -> None:
    InstallationPackage.objects.filter(max_distance_feet=25).update(price_cents=5_250_00)


def change_fee() -> None:
    fee = AppConfiguration.objects.get(category="pricing", key="scheduling_fee")
    fee.value |= {"amount_cents": 120_00}
    fee.save()


def choose_color() -> None:
    look = {"version": 0, "main": "#1f4e8c", "accent": django_settings.COLORS["amber-400"]}
    assert Console(Role.MANAGER).call("PUT", "settings/look", look).status_code == 200


@pytest.mark.req("HOME-02.1")
@pytest.mark.parametrize(
    ("change", "before", "after"),
    [
        (change_price, "<title>From $4,990</title>", "<title>From $5,250</title>"),
        (change_fee, "<p>$100 holds the day</p>", "<p>$120 holds the day</p>"),
        (save_company, "<p>(713) 555-0142</p>", "<p>(281) 555-0199</p>"),
        (choose_color, "<head></head>", "<head><style>:root{--brand:#1f4e8c;"),
    ],
)
def test_what_staff_change_shows_in_every_process_after_the_interval(
    change: Callable[[], None], before: str, after: str
) -> None:
    processes = [Client(), Client()]
    shown_before = [text_of(each) for each in processes]

    change()
    wait()
    shown = [text_of(each) for each in processes]

    assert [before in text for text in shown_before] == [True, True]
    assert [after in text for text in shown] == [True, True]
    assert [before in text for text in shown] == [False, False]
    assert shown[0] == shown[1]


def test_a_citys_page_states_the_permit_fee_in_force_there() -> None:
    process = Client()
    path = "/tx/katy/home-generator-installation"
    at_first = text_of(process, path)

    fees = AppConfiguration.objects.get(category="pricing", key="permit_fee")
    fees.value["city_specific"] |= {"katy": 175_00}
    fees.save()
    wait()

    assert (at_first, text_of(process, path)) == ("<p>$150</p>", "<p>$175</p>")


def test_a_price_of_what_is_not_sold_any_more_stays_that_of_the_build() -> None:
    process = Client()
    InstallationPackage.objects.filter(max_distance_feet=25).update(is_active=False)

    assert "<title>From $4,990</title>" in text_of(process)


def test_nothing_is_asked_within_the_interval(django_assert_num_queries: Any) -> None:
    process = Client()
    text_of(process)

    with django_assert_num_queries(0):
        assert "no facts" in text_of(process, "/faq")
        assert "Standby" in text_of(process, "/legal/terms")
    wait()
    with django_assert_num_queries(2):
        text_of(process)


def test_a_page_has_another_tag_exactly_when_it_states_other_facts() -> None:
    processes = [Client(), Client()]

    def tags() -> list[str]:
        wait()
        return [each.get("/")["ETag"] for each in processes]

    at_first = tags()
    save_company(phone=HOUSTON.phone)
    of_another_name = tags()
    save_company(1, phone="(281) 555-0199")
    of_another_phone = tags()
    kept = processes[0].get("/", headers={"if-none-match": at_first[0]})
    same = processes[0].get("/", headers={"if-none-match": of_another_phone[0]})

    assert len({*at_first, *of_another_name}) == 1
    assert len({*of_another_phone}) == 1
    assert at_first != of_another_phone
    assert (kept.status_code, kept["ETag"]) == (200, of_another_phone[0])
    assert (same.status_code, same.content) == (304, b"")


@pytest.mark.parametrize(
    ("accepted", "encoding", "opened"),
    [
        ("br, gzip", "br", brotli.decompress),
        ("gzip", "gzip", gzip.decompress),
        ("", None, bytes),
        ("*", None, bytes),
        ("br;q=0, gzip", "gzip", gzip.decompress),
        ("br; q=0.0, gzip;q=0", None, bytes),
        ("br;q=0.5", "br", brotli.decompress),
    ],
)
def test_each_form_is_the_page(
    accepted: str, encoding: str | None, opened: Callable[[bytes], bytes]
) -> None:
    process, headers = Client(), {"accept-encoding": accepted}
    answer = process.get("/legal/terms", headers=headers)
    head = process.head("/legal/terms", headers=headers)

    assert opened(answer.content).decode() == "<p>Standby</p>" * 50
    assert answer.headers.get("Content-Encoding") == encoding
    assert answer["Content-Length"] == str(len(answer.content))
    assert (answer["Vary"], answer["Cache-Control"]) == ("Accept-Encoding", "no-cache")
    assert answer["X-Accel-Expires"] == "10"
    assert (dict(head.headers), head.content) == (dict(answer.headers), b"")


def test_a_build_that_is_served_counts_as_used() -> None:
    built = django_settings.WEB_DIST
    os.utime(built, (0, 0))

    text_of(Client())

    assert built.stat().st_mtime > time.time() - build.KEPT_FOR_S


def test_a_page_is_read_and_nothing_else() -> None:
    answer = Client().post("/legal/terms")

    assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD")


def gone(*_: Any) -> None:
    raise OperationalError("the database is gone")


def unusable(*_: Any) -> None:
    raise ValueError("a row of the catalog that nobody can read")


@pytest.mark.parametrize(("fault", "named"), [(gone, "OperationalError"), (unusable, "ValueError")])
def test_while_the_facts_cannot_be_read_pages_keep_theirs(
    fault: Callable[..., None], named: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Also those that nobody has asked for yet; it is told once."""
    process = Client()
    save_company()
    at_first = text_of(process)

    with caplog.at_level(logging.WARNING), connection.execute_wrapper(fault):
        for _ in range(3):
            wait()
            assert text_of(process) == at_first
        assert "Bayou Backup" in text_of(process, "/legal/terms")
    change_price()
    wait()

    assert "(281) 555-0199" in at_first
    told = [record.message for record in caplog.records if "pages keep" in record.message]
    assert told == [f"pages keep the facts they have: {named}"]
    assert "From $5,250" in text_of(process)


def test_a_process_that_starts_without_a_database_states_the_settings_and_the_build(
    settings: Settings,
) -> None:
    settings.COMPANY = replace(HOUSTON, phone="(214) 555-0100")
    change_price()
    process = Client()

    with connection.execute_wrapper(gone):
        page = text_of(process)
    wait()

    assert "(214) 555-0100" in page
    assert "From $4,990" in page
    assert "From $5,250" in text_of(process)


def test_pages_that_views_send_have_the_facts_too() -> None:
    save_company()
    process = Client()
    missing = process.get("/nothing-here")

    assert (missing.status_code, missing.content) == (404, b"<h1>Call (281) 555-0199</h1>")
    assert text_of(process, "/test-proposal") == "<h1>(281) 555-0199</h1>"


@pytest.mark.parametrize(
    "path", [f"/{TEMPLATES}/index.html", f"/{TEMPLATES}/index", "/.facts.json"]
)
def test_templates_are_not_served(path: str) -> None:
    assert Client().get(path).status_code == 404


@pytest.mark.req("EVT-02.1")
def test_pages_of_staff_and_of_secret_links_are_never_counted(settings: Settings) -> None:
    """Control: all others are, once the setting names a tag."""

    def counted() -> list[str]:
        process = Client()
        paths = ("/", "/staff", "/my-booking", "/my-booking/photos", "/quote")
        return [path for path in paths if "analytics.js" in text_of(process, path)]

    without = counted()
    settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(
        update={"analytics_ids": "G-ABC12345,AW-DEF67890"}
    )

    assert without == []
    assert counted() == ["/"]


@pytest.mark.slow  # of the built pages
@pytest.mark.req("NAV-07.1")
def test_nothing_of_the_market_is_left_in_pages_of_another_company(settings: Settings) -> None:
    """Nor a place, in any form. Control: the build itself states it on every page."""
    settings.WHITENOISE_ROOT = settings.WEB_DIST = built = BUILT_FOR_REAL.resolve()
    save_company(regulator="Regulated by somebody", support_hours="Any hour", licence="TECL 54321")
    change_price()
    change_fee()
    own = [HOUSTON.phone, "+17135550142", HOUSTON.email, HOUSTON.legal_name, HOUSTON.licence]
    own += [HOUSTON.regulator, HOUSTON.support_hours, "| Standby", "$4,990", "499000"]
    own += ["$100 reservation fee", "$100 reserves", "$100 holds"]
    process = Client()
    names = {
        file.relative_to(built / TEMPLATES).as_posix() for file in (built / TEMPLATES).rglob("*.*")
    }
    open_names = names - {"404.html", "test-proposal.html"}

    def stated(text: str) -> list[str]:
        return [fact for fact in [*own, "%%"] if fact in text]

    left = {}
    for name in open_names:
        path = f"/{name.removesuffix('.html').removesuffix('index')}"
        for accepted, opened in (("br", brotli.decompress), ("gzip", gzip.decompress), ("", bytes)):
            answer = process.get(path, headers={"accept-encoding": accepted})
            assert (answer.status_code, path) == (200, path)
            encoded = "Content-Encoding" in answer.headers
            left[name, accepted] = stated(
                (opened(answer.content) if encoded else answer.content).decode()
            )
    for name in names - open_names:
        left[name, ""] = stated(text_of(process, f"/{name.removesuffix('.html')}"))

    assert {place: facts for place, facts in left.items() if facts} == {}
    manifests = {name for name in names if name.endswith(".webmanifest")}  # the brand alone
    assert {name for name in names if stated((built / name).read_text())} == names - manifests
