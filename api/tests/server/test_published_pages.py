"""Built pages state the facts that settings and staff give, and no other."""

import fcntl
import json
import os
import re
import zipfile
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import brotli
import pytest
from ops import build
from ops.build import remove_old_builds, switch_link
from pytest_django import Settings

from standby.core.market import REPOSITORY, Company, read_company
from standby.pricing.models.catalog import AppConfiguration, InstallationPackage
from standby.server.advertised_prices import (
    advertised_fees,
    advertised_prices,
    advertised_terms,
    publish_if_changed,
)
from standby.server.published_pages import (
    FACTS,
    TEMPLATES,
    fill,
    make_templates,
    note_facts,
    page_facts,
    published_pages,
    texts_of,
)

HOUSTON = read_company(REPOSITORY / "market" / "houston")
FEES = {"scheduling": 100_00}
PAY = {
    "sales_tax": "8.25%",
    "late_fee": "1.5%",
    "acceptance": "25%",
    "equipment": "50%",
    "completion": "25%",
}
PRICES = {
    "close.7043.woodlands": (
        *(4_990_00, 6_979_00, 150_00, 575_00, 12_694_00),
        *(3_174_00, 6_347_00, 3_173_00),
    )
}
DALLAS = replace(
    HOUSTON,
    name='Smith & "Sons" </script>\'\\',
    legal_name="Dallas Power LLC",
    phone="(214) 555-0100",
    email="office@dallas.example",
    licence="TECL 54321",
    regulator="Regulated by somebody",
    hours="Any day",
    support_hours="Any hour",
    area="Dallas",
    placeholders=(),
)
PAGE = """<p>%%sample%%</p>
<title>From %%price.close.7043.woodlands.installation%% | %%company.name%%</title>
<p>%%fee.scheduling%% holds the day</p>
<a href="tel:%%company.phone_link%%" title="%%company.name%%">%%company.phone%%</a>
<astro-island props="{&quot;name&quot;:[0,&quot;%%company.name%%&quot;]}"></astro-island>
<script type="application/json" id="market">%%facts%%</script>
<script type="application/ld+json">{"name":"%%company.name%%",\
"least":"%%price.close.7043.woodlands.installation.number%%"}</script>"""
BUILT_FOR_REAL = REPOSITORY / "web" / "dist"


@pytest.fixture
def built(tmp_path: Path) -> Path:
    folder = tmp_path / "built"
    (folder / "_astro").mkdir(parents=True)
    (folder / "index.html").write_text(PAGE)
    (folder / "index.html.br").write_bytes(b"of the market's own facts")
    (folder / "faq.html").write_text("no facts")
    (folder / "manifest.webmanifest").write_text('{"name":"%%company.name%%"}')
    (folder / "_astro" / "page.js").write_text('"%%";')
    make_templates(folder, page_facts(HOUSTON, PRICES, FEES, PAY))
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "pages"


def publish(built: Path, folder: Path, company: Company = DALLAS) -> Path:
    return published_pages(built, company=company, folder=folder)


def scripts_of(page: str) -> list[Any]:
    return [json.loads(text) for text in re.findall(r"<script[^>]*>(.*?)</script>", page, re.S)]


def test_a_build_states_the_markets_own_facts_and_is_served_as_it_is(
    built: Path, folder: Path
) -> None:
    page = (built / "index.html").read_text()

    assert "<title>From $4,990 | Standby</title>" in page
    assert '<a href="tel:+17135550142" title="Standby">(713) 555-0142</a>' in page
    assert MADE_UP in page
    assert publish(built, folder, HOUSTON) == built


def test_other_facts_stand_in_every_place_as_it_demands(built: Path, folder: Path) -> None:
    pages = publish(built, folder)
    page = (pages / "index.html").read_text()
    facts, structured = scripts_of(page)
    title, island = re.findall(r'title="([^"]*)"', page)[0], re.findall(r'props="([^"]*)"', page)[0]

    assert unescape(title) == DALLAS.name
    assert f"| {DALLAS.name}</title>" in unescape(page)
    assert json.loads(unescape(island)) == {"name": [0, DALLAS.name]}
    assert structured == {"name": DALLAS.name, "least": 4990}
    stated = page_facts(DALLAS, PRICES, FEES, PAY) | {
        "prices": {k: list(v) for k, v in PRICES.items()}
    }
    assert facts == {name: fact for name, fact in stated.items() if name != "sample"}
    assert 'href="tel:+12145550100"' in page
    assert json.loads((pages / "manifest.webmanifest").read_text()) == {"name": DALLAS.name}


MADE_UP = "<p>Sample company: name, phone and license are made up.</p>"


def test_a_sample_company_is_called_one_until_its_facts_are_set(built: Path, folder: Path) -> None:
    def ribbon(company: Company, **set_by_staff: str) -> str:
        note_facts(PRICES, FEES, PAY, set_by_staff, folder=folder)
        return (publish(built, folder, company) / "index.html").read_text().splitlines()[0]

    of_settings = replace(HOUSTON, phone="(713) 555-0100", placeholders=("legal_name", "email"))
    of_staff = dict.fromkeys(HOUSTON.placeholders, "of ours")

    assert ribbon(HOUSTON) == MADE_UP
    assert ribbon(of_settings) == "<p>Sample company: name and email are made up.</p>"
    assert ribbon(HOUSTON, **of_staff) == "<p></p>"
    assert ribbon(of_settings, email="us@ours.example") == (
        "<p>Sample company: name is made up.</p>"
    )
    assert ribbon(DALLAS) == "<p></p>"


def test_what_is_published_is_compressed_whole_and_leaves_the_build_alone(
    built: Path, folder: Path
) -> None:
    before = (built / "index.html").read_bytes()
    pages = publish(built, folder)

    assert (
        brotli.decompress((pages / "index.html.br").read_bytes()).decode()
        == (pages / "index.html").read_text()
    )
    assert (built / "index.html").read_bytes() == before
    assert json.loads((built / FACTS).read_text()) != json.loads((pages / FACTS).read_text())
    assert (pages / "_astro" / "page.js").read_text() == '"%%";'
    assert not (pages / TEMPLATES).exists()
    assert publish(built, folder) == pages


def test_an_unknown_placeholder_is_no_page() -> None:
    with pytest.raises(KeyError, match=r"price\.nowhere"):
        fill("%%price.nowhere%%", texts_of(page_facts(HOUSTON, PRICES, FEES, PAY)), is_page=True)


def test_pages_without_placeholders_are_served_as_they_are(tmp_path: Path, folder: Path) -> None:
    assert publish(tmp_path, folder) == tmp_path


def test_old_ones_go_but_not_those_that_are_served(built: Path, folder: Path) -> None:
    def with_phone(last: int) -> Path:
        pages = publish(built, folder, replace(DALLAS, phone=f"(214) 555-010{last}"))
        os.utime(pages, (last, last))
        return pages

    served, unused = with_phone(1), with_phone(2)
    held = os.open(served, os.O_RDONLY)
    fcntl.flock(held, fcntl.LOCK_SH)
    newest = [with_phone(last) for last in range(3, 7)]
    os.close(held)

    assert served.is_dir()
    assert not unused.exists()
    assert [pages.is_dir() for pages in newest] == [False, True, True, True]


@pytest.mark.req("HOME-02.1")
@pytest.mark.usefixtures("catalog")
def test_a_price_that_staff_change_is_the_one_that_is_advertised(
    built: Path, folder: Path, settings: Settings
) -> None:
    settings.COMPANY = HOUSTON
    note_facts(advertised_prices(), advertised_fees(), advertised_terms(), {}, folder=folder)
    served = publish(built, folder, HOUSTON)
    is_due_before = publish_if_changed(served, built=built, folder=folder)

    InstallationPackage.objects.filter(max_distance_feet=25).update(price_cents=5_250_00)
    fee = AppConfiguration.objects.get(category="pricing", key="scheduling_fee")
    fee.value |= {"amount_cents": 120_00}
    fee.save()
    is_due = publish_if_changed(served, built=built, folder=folder)
    page = (publish(built, folder, HOUSTON) / "index.html").read_text()

    assert (is_due_before, is_due) == (False, True)
    assert "<title>From $5,250 | Standby</title>" in page
    assert "<p>$120 holds the day</p>" in page
    assert "4,990" not in page
    assert "499000" not in page


@pytest.mark.usefixtures("catalog")
def test_a_citys_page_states_the_permit_fee_in_force_there(
    tmp_path: Path, folder: Path, settings: Settings
) -> None:
    settings.COMPANY = HOUSTON
    page = tmp_path / "built" / "katy.html"
    page.parent.mkdir()
    page.write_text(
        "<p>%%fee.permit.katy%%, %%fee.permit.the-woodlands%%</p>"
        '<script type="application/json" id="market">%%facts%%</script>'
    )
    facts = page_facts(HOUSTON, advertised_prices(), advertised_fees(), PAY)
    make_templates(page.parent, facts)
    at_first = page.read_text()

    fees = AppConfiguration.objects.get(category="pricing", key="permit_fee")
    fees.value["city_specific"] |= {"katy": 175_00}
    fees.save()
    is_due = publish_if_changed(page.parent, built=page.parent, folder=folder)
    published = (publish(page.parent, folder, HOUSTON) / "katy.html").read_text()

    assert is_due
    assert "<p>$150, $150</p>" in at_first
    assert "<p>$175, $150</p>" in published
    assert scripts_of(published)[0]["fees"] == {"scheduling": 100_00}


@pytest.mark.slow  # of the built pages
@pytest.mark.req("NAV-07.1")
def test_nothing_of_the_market_is_left_in_pages_of_another_company(folder: Path) -> None:
    """Control: the build itself states it on every page."""
    built = BUILT_FOR_REAL.resolve()
    tripled = {
        key: tuple(3 * cents for cents in amounts)
        for key, amounts in json.loads((built / FACTS).read_text())["prices"].items()
    }
    note_facts(tripled, {"scheduling": 300_00}, {}, {}, folder=folder)
    pages = publish(built, folder)
    with zipfile.ZipFile(built / TEMPLATES) as templates:
        names = templates.namelist()
    own = [HOUSTON.phone, "+17135550142", HOUSTON.email, HOUSTON.legal_name, HOUSTON.licence]
    own += [HOUSTON.regulator, HOUSTON.support_hours, "| Standby", "$4,990", "$12,694", "499000"]
    own += ["$100 reservation fee", "$100 reserves", "$100 holds"]

    def stated(root: Path) -> dict[str, list[str]]:
        files = {
            file for suffix in ("html", "webmanifest", "js") for file in root.rglob(f"*.{suffix}")
        }
        texts = {file.relative_to(root).as_posix(): file.read_text() for file in files}
        found = {name: [fact for fact in own if fact in text] for name, text in texts.items()}
        return {name: facts for name, facts in found.items() if facts}

    assert stated(pages) == {}
    manifests = {name for name in names if name.endswith(".webmanifest")}  # the brand alone
    assert set(stated(built)) == set(names) - manifests
    assert [name for name in names if "%%" in (pages / name).read_text()] == []


def make_builds(folder: Path, count: int) -> list[Path]:
    """The oldest first."""
    builds = [folder / f"build-{number}" for number in range(count)]
    for number, each in enumerate(builds):
        each.mkdir()
        os.utime(each, (number, number))
    return builds


@pytest.mark.req("RUN-06.1")
def test_a_link_is_switched_from_one_build_to_the_next(tmp_path: Path) -> None:
    first, second = make_builds(tmp_path, 2)
    link = tmp_path / "dist"

    switch_link(link, to=first)
    switch_link(link, to=second)

    assert link.resolve() == second
    assert sorted(path.name for path in tmp_path.iterdir()) == ["build-0", "build-1", "dist"]


def test_a_folder_that_was_built_in_place_becomes_a_link(tmp_path: Path) -> None:
    (pages,) = make_builds(tmp_path, 1)
    link = tmp_path / "dist"
    link.mkdir()
    (link / "index.html").write_text("built in place")

    switch_link(link, to=pages)

    assert link.is_symlink()
    assert link.resolve() == pages


def test_pages_that_the_settings_name_are_a_link_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two markets that are served from one checkout have one each."""
    (pages,) = make_builds(tmp_path, 1)
    monkeypatch.setattr(build, "build_for_these_settings", lambda: pages)
    monkeypatch.setattr(build, "DIST", tmp_path / "dist")
    monkeypatch.setenv("STANDBY_PAGES", str(tmp_path / "dallas"))

    build.build()

    assert (tmp_path / "dallas").resolve() == pages
    assert not (tmp_path / "dist").exists()

    monkeypatch.setenv("STANDBY_PAGES", str(pages))
    with pytest.raises(SystemExit, match="is a folder"):
        build.build()


def test_old_builds_go_but_for_those_that_a_link_leads_to(tmp_path: Path) -> None:
    builds = make_builds(tmp_path, 5)
    switch_link(tmp_path / "for-settings", to=builds[0])

    remove_old_builds(tmp_path, kept=2)

    assert [each.exists() for each in builds] == [True, False, False, True, True]


@pytest.mark.req("RUN-06.2")
def test_a_build_that_is_served_stays(tmp_path: Path) -> None:
    """Until its last server has stopped."""
    builds = make_builds(tmp_path, 3)
    held = os.open(builds[0], os.O_RDONLY)
    fcntl.flock(held, fcntl.LOCK_SH)

    remove_old_builds(tmp_path, kept=1)
    assert [each.exists() for each in builds] == [True, False, True]

    os.close(held)
    remove_old_builds(tmp_path, kept=1)
    assert [each.exists() for each in builds] == [False, False, True]


POLICY = (
    '<head><meta http-equiv="content-security-policy" content="default-src \'self\'; '
    "img-src 'self' data:; connect-src 'self'; script-src 'self' 'sha256-abc='; \">"
    '<script type="application/json" id="market">%%facts%%</script></head>'
)


@pytest.fixture
def built_with_policy(built: Path) -> Path:
    for name in (
        "order.html",
        "my-booking.html",
        "my-booking/photos.html",
        "quote.html",
        "staff.html",
    ):
        (built / name).parent.mkdir(exist_ok=True)
        (built / name).write_text(POLICY)
    make_templates(built, page_facts(HOUSTON, PRICES, FEES, PAY))
    return built


@pytest.mark.req("EVT-02.1")
def test_without_the_setting_pages_are_the_builds_own(
    built_with_policy: Path, folder: Path
) -> None:
    pages = published_pages(built_with_policy, company=HOUSTON, folder=folder)

    assert pages == built_with_policy
    assert "googletagmanager" not in (pages / "order.html").read_text()
    assert "analytics" not in (pages / "order.html").read_text()


@pytest.mark.req("EVT-02.1")
def test_the_setting_adds_the_script_and_opens_the_policy_for_the_tag_alone(
    built_with_policy: Path, folder: Path
) -> None:
    pages = published_pages(
        built_with_policy, company=HOUSTON, analytics_ids="G-ABC12345,AW-DEF67890", folder=folder
    )
    page = (pages / "order.html").read_text()
    policy = re.search(r'content="([^"]*)"', page)[1]  # type: ignore[index]
    directives = {part.split()[0]: part.split()[1:] for part in policy.split("; ")}

    assert (
        '<script src="/analytics.js" data-ids="G-ABC12345,AW-DEF67890" defer></script></head>'
        in page
    )
    assert directives["default-src"] == ["'self'"]
    assert directives["script-src"][:2] == ["'self'", "'sha256-abc='"]
    assert "https://www.googletagmanager.com" in directives["script-src"]
    assert "https://*.google-analytics.com" in directives["connect-src"]
    assert directives["img-src"][:2] == ["'self'", "data:"]
    assert not {"*", "https:", "'unsafe-inline'"} & {
        word for d in directives.values() for word in d
    }


@pytest.mark.req("EVT-02.1")
@pytest.mark.parametrize(
    "name", ["my-booking.html", "my-booking/photos.html", "quote.html", "staff.html"]
)
def test_pages_of_staff_and_of_secret_links_are_never_counted(
    built_with_policy: Path, folder: Path, name: str
) -> None:
    pages = published_pages(
        built_with_policy, company=HOUSTON, analytics_ids="G-ABC12345,AW-DEF67890", folder=folder
    )

    assert "googletagmanager" not in (pages / name).read_text()
    assert "analytics.js" not in (pages / name).read_text()
