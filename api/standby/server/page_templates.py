"""Built pages are templates: `%%company.phone%%` is the place of the phone number.

Node builds the pages once, with places for what settings and staff change. A build keeps these
templates in a folder of their own, and at each page's name the page with the market's own facts,
for checks that read built pages. Scripts hold no facts: they read those of their page, so their
names and caches stay true.
"""

import base64
import hashlib
import html
import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from django.utils.safestring import SafeString

from standby.core.market import Company
from standby.core.words import _, listed, say, say_count, whole_dollars

Facts = Mapping[str, str]
# The facts that a page's scripts need, as JSON (web/src/business/market.ts).
Prices = Mapping[str, tuple[int, ...]]
Fees = Mapping[str, int]

TEMPLATES: Final = ".templates"  # the folder in a build
FACTS: Final = ".facts.json"  # in a build: what its pages state at their names
_PLACE: Final = re.compile(r"%%([\w .-]+)%%")
_NUMBER: Final = re.compile(r'"%%([\w .-]+)\.number%%"')
# Text inside is JSON: data of the page, structured data, properties of an island.
_JSON_PARTS: Final = re.compile(r'<script[^>]*>.*?</script>| props="[^"]*"', re.DOTALL)
_LANGUAGE: Final = re.compile(r'<html lang="([\w-]+)"')
_WITH_FACTS: Final = (".html", ".webmanifest", ".xml", ".txt")


def language_of(built: Path) -> str:
    """Return the language that a build's pages are in; English for a build without a home page."""
    home = built / "index.html"
    match = _LANGUAGE.search(home.read_text()) if home.is_file() else None
    return match[1] if match else "en"


def page_facts(company: Company, prices: Prices, fees: Fees, terms: Facts) -> dict[str, Any]:
    """Return what pages state: company, prices by band, generator and town, fees; in cents.

    `terms` are texts by name: the sales tax, the late fee and the parts of the price. `sample` is
    the ribbon's sentence.
    """
    return {
        "sample": sample_sentence(company),
        "company": {fact: getattr(company, fact) for fact in _OF_COMPANY},
        "prices": {key: list(cents) for key, cents in prices.items()},
        "fees": dict(fees),
        "terms": dict(terms),
    }


_OF_COMPANY: Final = (
    "name",
    "legal_name",
    "phone",
    "email",
    "licence",
    "regulator",
    "hours",
    "support_hours",
    "area",
)
# What visitors see of it first.
_MADE_UP: Final = {
    "name": _("name"),
    "legal_name": _("name"),
    "phone": _("phone"),
    "licence": _("license"),
    "address": _("address"),
    "email": _("email"),
}
_MOST_NAMED: Final = 3  # one line of a phone


def sample_sentence(company: Company) -> str:
    """Return what a visitor is told while facts about the company are invented; empty when none."""
    invented = [named for fact, named in _MADE_UP.items() if fact in company.placeholders]
    named = list(dict.fromkeys(invented))[:_MOST_NAMED]
    if not named:
        return ""
    facts = listed([say(each) for each in named])
    return say_count(
        "Sample company: %(facts)s is made up.",
        "Sample company: %(facts)s are made up.",
        len(named),
        facts=facts,
    )


# The columns of a price, in the order in which `page_facts` has their cents.
LINES: Final = (
    *("installation", "equipment", "permit", "tax", "total"),
    *("acceptance", "arrival", "completion"),
)


def texts_of(facts: Mapping[str, Any]) -> dict[str, str]:
    """Return the text of each placeholder, in whole dollars."""
    texts = {f"company.{name}": text for name, text in facts["company"].items()}
    texts["company.phone_link"] = "+1" + re.sub(r"\D", "", facts["company"]["phone"])
    for key, amounts in facts["prices"].items():
        for line, cents in zip(LINES, amounts, strict=True):
            texts[f"price.{key}.{line}"] = whole_dollars(cents)
    texts["sample"] = facts["sample"]
    texts |= {f"term.{name}": text for name, text in facts["terms"].items()}
    texts |= {f"fee.{name}": whole_dollars(cents) for name, cents in facts["fees"].items()}
    # Only a city's own page states its permit fee, and no script needs it.
    fees = {name: cents for name, cents in facts["fees"].items() if "." not in name}
    for_scripts = {**facts, "fees": fees}
    for_scripts.pop("sample")
    data = json.dumps(for_scripts, ensure_ascii=False, separators=(",", ":"))
    texts["facts"] = SafeString(_as_script(data))
    return texts


# developers.google.com/tag-platform/security/guides/csp, for Analytics and for conversions
_TAG: Final = "https://www.googletagmanager.com"
_ADS: Final = "https://googleads.g.doubleclick.net https://www.googleadservices.com"
_REPORTS: Final = (
    f"{_TAG} https://*.google-analytics.com https://*.analytics.google.com {_ADS} "
    "https://www.google.com https://pagead2.googlesyndication.com"
)
_OF_ANALYTICS: Final = {
    "script-src": f"{_TAG} {_ADS}",
    "connect-src": _REPORTS,
    "img-src": _REPORTS,
    "frame-src": _TAG,
}


def head_texts(*, look: str = "", analytics_ids: str = "") -> dict[str, SafeString]:
    """Return what a page's head gets, and what its policy is opened for: as HTML, by place.

    `look` is the style sheet of the chosen logo and colors: in the page, so that nothing shifts
    once it is there. `analytics_ids` load the tag, and the script that asks the visitor first
    (EVT-02.1).

    The policy stays a part of the page, for only the build knows the digests of its scripts. It has
    a place in each directive that is ever opened, so no policy is read or changed here.
    """
    head, opened = "", dict.fromkeys((*_OF_ANALYTICS, "style-src"), "")
    if look:
        digest = base64.b64encode(hashlib.sha256(look.encode()).digest()).decode()
        opened["style-src"] = f"'sha256-{digest}'"
        head += f"<style>{look}</style>"
    if analytics_ids:
        opened |= _OF_ANALYTICS
        ids = html.escape(analytics_ids)
        head += f'<script src="/analytics.js" data-ids="{ids}" defer></script>'
    policy = {f"policy.{name}": SafeString(sources) for name, sources in opened.items()}
    return {"head": SafeString(head), **policy}


def make_templates(built: Path, facts: Mapping[str, Any]) -> None:
    """Keep a new build's pages with places as templates, and state these facts at their names.

    Their compressed forms go: the server compresses what it has filled. Raises KeyError for a place
    that nothing fills.
    """
    texts = texts_of(facts) | head_texts()
    for file in sorted(built.rglob("*")):
        if file.suffix in _WITH_FACTS and _PLACE.search(template := file.read_text()):
            kept = built / TEMPLATES / file.relative_to(built)
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_text(template)
            file.write_text(fill(template, texts, is_page=file.suffix == ".html"))
            for suffix in (".br", ".gz"):
                file.with_name(f"{file.name}{suffix}").unlink(missing_ok=True)
    (built / FACTS).write_text(json.dumps(facts))


def fill(template: str, texts: Facts, *, is_page: bool) -> str:
    """Return the template with its texts, escaped as their place demands unless they are HTML.

    Raises KeyError for an unknown place.
    """
    if not is_page:
        return _filled(template, texts, _in_json)
    parts, at = [], 0

    def in_property(text: str) -> str:
        return html.escape(_in_json(text))

    for part in _JSON_PARTS.finditer(template):
        parts.append(_filled(template[at : part.start()], texts, html.escape))
        is_property = part[0].startswith(" props=")
        parts.append(_filled(part[0], texts, in_property if is_property else _in_json))
        at = part.end()
    return "".join([*parts, _filled(template[at:], texts, html.escape)])


def _filled(template: str, texts: Facts, escape: Callable[[str], str]) -> str:
    if "%%" not in template:
        return template

    def text_at(place: re.Match[str]) -> str:
        text = texts[place[1]]
        return text if isinstance(text, SafeString) else escape(text)

    numbers = _NUMBER.sub(lambda place: re.sub(r"\D", "", texts[place[1]]), template)
    return _PLACE.sub(text_at, numbers)


def _as_script(data: str) -> str:
    return data.replace("<", "\\u003c")


def _in_json(text: str) -> str:
    return _as_script(json.dumps(text, ensure_ascii=False)[1:-1])
