"""Built pages have places for what settings and staff say, each filled as it demands."""

import json
import re
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from standby.core.market import REPOSITORY, Company, read_company
from standby.server.page_templates import (
    FACTS,
    TEMPLATES,
    fill,
    head_texts,
    make_templates,
    page_facts,
    texts_of,
)

HOUSTON = read_company(REPOSITORY / "market" / "houston")
FEES = {"scheduling": 100_00, "permit.katy": 150_00}
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
IDS = "G-ABC12345,AW-DEF67890"
POLICY = (
    '<head><meta http-equiv="content-security-policy" content="default-src \'self\';'
    "img-src 'self' data: %%policy.img-src%%;connect-src 'self' %%policy.connect-src%%;"
    "frame-src 'self' %%policy.frame-src%%; script-src 'self' %%policy.script-src%% 'sha256-abc=';"
    ' style-src \'self\' %%policy.style-src%% ;"><link rel="stylesheet" href="/a.css">'
    "%%head%%</head>"
)


def filled(template: str, company: Company = DALLAS, **head: str) -> str:
    texts = texts_of(page_facts(company, PRICES, FEES, PAY)) | head_texts(**head)
    return fill(template, texts, is_page=True)


def scripts_of(page: str) -> list[Any]:
    return [json.loads(text) for text in re.findall(r"<script[^>]*>(.*?)</script>", page, re.S)]


def test_facts_stand_in_every_place_as_it_demands() -> None:
    page = filled(PAGE)
    facts, structured = scripts_of(page)
    title, island = re.findall(r'title="([^"]*)"', page)[0], re.findall(r'props="([^"]*)"', page)[0]

    assert unescape(title) == DALLAS.name
    assert f"| {DALLAS.name}</title>" in unescape(page)
    assert json.loads(unescape(island)) == {"name": [0, DALLAS.name]}
    assert structured == {"name": DALLAS.name, "least": 4990}
    assert 'href="tel:+12145550100"' in page
    # A city's permit fee stands on its own page alone, and the ribbon is no script's.
    stated = page_facts(DALLAS, PRICES, {"scheduling": 100_00}, PAY)
    del stated["sample"]
    assert facts == stated


def test_what_is_no_page_is_json() -> None:
    texts = texts_of(page_facts(DALLAS, PRICES, FEES, PAY))
    manifest = fill('{"name":"%%company.name%%"}', texts, is_page=False)

    assert json.loads(manifest) == {"name": DALLAS.name}


MADE_UP = "<p>Sample company: name, phone and license are made up.</p>"


@pytest.mark.parametrize(
    ("placeholders", "ribbon"),
    [
        (HOUSTON.placeholders, MADE_UP),
        (("legal_name", "email"), "<p>Sample company: name and email are made up.</p>"),
        (("legal_name",), "<p>Sample company: name is made up.</p>"),
        ((), "<p></p>"),
    ],
)
def test_a_sample_company_is_called_one_until_its_facts_are_set(
    placeholders: tuple[str, ...], ribbon: str
) -> None:
    assert filled("<p>%%sample%%</p>", replace(HOUSTON, placeholders=placeholders)) == ribbon


def a_folder_of(tmp_path: Path, template: str) -> Path:
    (tmp_path / "_astro").mkdir()
    (tmp_path / "_astro" / "page.js").write_text('"%%";')
    (tmp_path / "index.html").write_text(template)
    (tmp_path / "index.html.br").write_bytes(b"of the template")
    (tmp_path / "faq.html").write_text("no facts")
    return tmp_path


def test_a_build_states_the_markets_own_facts_and_keeps_its_templates(tmp_path: Path) -> None:
    built = a_folder_of(tmp_path, PAGE)
    facts = page_facts(HOUSTON, PRICES, FEES, PAY)
    make_templates(built, facts)
    page = (built / "index.html").read_text()
    kept = [file.name for file in (built / TEMPLATES).iterdir()]

    assert "<title>From $4,990 | Standby</title>" in page
    assert '<a href="tel:+17135550142" title="Standby">(713) 555-0142</a>' in page
    assert MADE_UP in page
    assert not (built / "index.html.br").exists()
    assert (built / "_astro" / "page.js").read_text() == '"%%";'
    assert kept == ["index.html"]
    assert (built / TEMPLATES / "index.html").read_text() == PAGE
    assert json.loads((built / FACTS).read_text()) == facts


def test_a_place_that_nothing_fills_fails_the_build(tmp_path: Path) -> None:
    built = a_folder_of(tmp_path, "<p>%%price.nowhere%%</p>")

    with pytest.raises(KeyError, match=r"price\.nowhere"):
        make_templates(built, page_facts(HOUSTON, PRICES, FEES, PAY))


def directives_of(page: str) -> dict[str, list[str]]:
    (policy,) = re.findall(r'content="([^"]*)"', page)
    parts = [part.split() for part in policy.split(";") if part.strip()]
    return {name: sources for name, *sources in parts}


@pytest.mark.req("EVT-02.1")
def test_a_policy_is_opened_for_the_tag_alone() -> None:
    closed, opened = directives_of(filled(POLICY)), filled(POLICY, analytics_ids=IDS)
    directives = directives_of(opened)

    assert closed == {
        "default-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "connect-src": ["'self'"],
        "frame-src": ["'self'"],
        "script-src": ["'self'", "'sha256-abc='"],
        "style-src": ["'self'"],
    }
    assert filled(POLICY).endswith('href="/a.css"></head>')
    assert opened.endswith(
        f'<script src="/analytics.js" data-ids="{IDS}" defer></script></head>',
    )
    assert {name: set(sources) & set(directives[name]) for name, sources in closed.items()} == {
        name: set(sources) for name, sources in closed.items()
    }
    assert "https://www.googletagmanager.com" in directives["script-src"]
    assert "https://*.google-analytics.com" in directives["connect-src"]
    assert directives["style-src"] == ["'self'"]
    assert not {"*", "https:", "'unsafe-inline'"} & {
        word for sources in directives.values() for word in sources
    }


def test_the_look_is_the_last_style_and_allowed_by_its_digest() -> None:
    style = ":root{--brand:#1f4e8c}"
    page = filled(POLICY, look=style)

    assert page.endswith(f'href="/a.css"><style>{style}</style></head>')
    assert directives_of(page)["style-src"] == [
        "'self'",
        "'sha256-oxX02tLMXWBC7/7ftCUT3qjORh2WR3QGuVMT6z3lPfs='",
    ]
