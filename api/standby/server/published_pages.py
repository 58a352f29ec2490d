"""Built pages with the facts of the day: `%%company.phone%%` becomes the phone number.

Pages are built once, by Node, with placeholders for facts that settings and staff change. A build
states the market's own facts and carries its pages with placeholders beside them, in one archive.
Where the facts are others, the pages are published into a folder of their own, which appears by one
rename. Scripts hold no facts: they read those of their page, so their names and caches stay true.
"""

import base64
import fcntl
import gzip
import hashlib
import html
import json
import os
import re
import shutil
import tempfile
import zipfile
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import brotli

from standby.core.market import Company
from standby.core.words import _, listed, say, say_count

Facts = Mapping[str, str]
# The facts that a page's scripts need, as JSON (web/src/business/market.ts).
Prices = Mapping[str, tuple[int, ...]]
Fees = Mapping[str, int]

TEMPLATES: Final = ".templates.zip"  # in a build: its pages with placeholders
FACTS: Final = ".facts.json"  # in a build and in what is published: what the pages state
ADVERTISED: Final = "advertised.json"
PLACEHOLDER: Final = re.compile(r"%%([\w .-]+)%%")
_NUMBER: Final = re.compile(r'"%%([\w .-]+)\.number%%"')
# Text inside is JSON: data of the page, structured data, properties of an island.
_JSON_PARTS: Final = re.compile(r'<script[^>]*>.*?</script>| props="[^"]*"', re.DOTALL)
_WITH_FACTS: Final = (".html", ".webmanifest", ".xml", ".txt")
_MOST_PUBLISHED: Final = 3


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
    return say_count(
        "Sample company: %(facts)s is made up.",
        "Sample company: %(facts)s are made up.",
        len(named),
        facts=listed([say(each) for each in named]),
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
            texts[f"price.{key}.{line}"] = f"${cents // 100:,}"
    texts["sample"] = facts["sample"]
    texts |= {f"term.{name}": text for name, text in facts["terms"].items()}
    texts |= {f"fee.{name}": f"${cents // 100:,}" for name, cents in facts["fees"].items()}
    # Only a city's own page states its permit fee, and no script needs it.
    fees = {name: cents for name, cents in facts["fees"].items() if "." not in name}
    for_scripts = {**facts, "fees": fees}
    for_scripts.pop("look", None)
    for_scripts.pop("sample")
    texts["facts"] = json.dumps(for_scripts, ensure_ascii=False, separators=(",", ":"))
    return texts


def make_templates(built: Path, facts: Mapping[str, Any]) -> None:
    """Put a new build's pages with placeholders aside, and state these facts in their place."""
    texts = texts_of(facts)
    with zipfile.ZipFile(built / TEMPLATES, "w", zipfile.ZIP_DEFLATED) as templates:
        for file in sorted(built.rglob("*")):
            if file.suffix in _WITH_FACTS and PLACEHOLDER.search(template := file.read_text()):
                templates.writestr(file.relative_to(built).as_posix(), template)
                file.write_text(fill(template, texts, is_page=file.suffix == ".html"))
    (built / FACTS).write_text(json.dumps(facts))


def published_pages(
    built: Path, *, company: Company, folder: Path, analytics_ids: str = ""
) -> Path:
    """Return the pages of this build that state the company and the prices and fees in `folder`.

    These are the build's own as long as the market's facts hold and nothing counts visits.
    Otherwise they are made here, if they do not exist yet.
    """
    if not (built / TEMPLATES).is_file():
        return built
    facts = json.loads((built / FACTS).read_text())
    advertised = folder / ADVERTISED
    noted = json.loads(advertised.read_text()) if advertised.is_file() else facts
    set_by_staff = noted.get("set_by_staff", {})
    invented = tuple(fact for fact in company.placeholders if fact not in set_by_staff)
    wanted = page_facts(
        replace(company, **set_by_staff, placeholders=invented),
        {**facts["prices"], **noted["prices"]},
        {**facts["fees"], **noted["fees"]},
        {**facts.get("terms", {}), **noted.get("terms", {})},
    )
    if analytics_ids:
        wanted["analytics"] = analytics_ids
    if noted.get("look"):
        wanted["look"] = noted["look"]
    if wanted == facts:
        return built
    # In containers every release has its pages in the same place: the folder's name says nothing.
    made_of = hashlib.sha256((built / TEMPLATES).read_bytes())
    made_of.update(json.dumps(wanted).encode())
    target = folder / made_of.hexdigest()[:16]
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not target.is_dir():
            _publish(built, wanted, target)
            others = [path for path in folder.iterdir() if path.is_dir() and path != target]
            others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
            for old in others[_MOST_PUBLISHED - 1 :]:
                if not is_served(old):
                    shutil.rmtree(old)
    return target


def note_facts(
    prices: Prices, fees: Fees, terms: Facts, set_by_staff: Facts, look: str = "", *, folder: Path
) -> None:
    """Write down what pages published from now on state: `set_by_staff` are the company's facts.

    `look` is the style sheet of the chosen logo and colors.
    """
    folder.mkdir(parents=True, exist_ok=True)
    noted = {
        "prices": prices,
        "fees": fees,
        "terms": terms,
        "set_by_staff": set_by_staff,
        "look": look,
    }
    beside = folder / f".{ADVERTISED}-{os.getpid()}"
    beside.write_text(json.dumps(noted))
    beside.replace(folder / ADVERTISED)


def fill(template: str, texts: Facts, *, is_page: bool) -> str:
    """Replace placeholders, escaped as their place demands. Raises KeyError for an unknown one."""
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


def _filled(text: str, texts: Facts, escape: Any) -> str:
    if "%%" not in text:
        return text
    numbers = _NUMBER.sub(lambda match: re.sub(r"\D", "", texts[match[1]]), text)
    return PLACEHOLDER.sub(
        lambda match: (
            _as_script(texts["facts"]) if match[1] == "facts" else escape(texts[match[1]])
        ),
        numbers,
    )


def _as_script(data: str) -> str:
    return data.replace("<", "\\u003c")


def _in_json(text: str) -> str:
    return _as_script(json.dumps(text, ensure_ascii=False)[1:-1])


def _publish(built: Path, facts: Mapping[str, Any], target: Path) -> None:
    unfinished = Path(tempfile.mkdtemp(prefix=".unfinished-", dir=target.parent))
    texts = texts_of(facts)
    with zipfile.ZipFile(built / TEMPLATES) as templates:
        names = set(templates.namelist())
        replaced = {f"{name}{suffix}" for name in names for suffix in ("", ".br", ".gz")}

        def other_files(folder: str, names: list[str]) -> set[str]:
            inside = Path(folder).relative_to(built)
            return {name for name in names if (inside / name).as_posix() in replaced} | {TEMPLATES}

        shutil.copytree(
            built, unfinished, dirs_exist_ok=True, ignore=other_files, copy_function=_link
        )
        pages = {
            unfinished / name: with_analytics(
                with_look(
                    fill(templates.read(name).decode(), texts, is_page=name.endswith(".html")),
                    facts.get("look", ""),
                ),
                facts.get("analytics", ""),
                name=name,
            ).encode()
            for name in names
        }
    with ThreadPoolExecutor() as pool:
        list(pool.map(_write_compressed, pages, pages.values()))
    (unfinished / FACTS).unlink()
    (unfinished / FACTS).write_text(json.dumps(facts))
    unfinished.chmod(0o755)
    unfinished.rename(target)


def with_analytics(page: str, tag_ids: str, *, name: str) -> str:
    """Let a page load the tag, and the script that asks the visitor first (EVT-02.1).

    Pages of staff, and those that a secret link opens, never have it. The page's own policy is in
    its head, so it is opened there and nowhere else.
    """
    if not tag_ids or not name.endswith(".html") or name.startswith(_NOT_COUNTED):
        return page
    script = f'<script src="/analytics.js" data-ids="{html.escape(tag_ids)}" defer></script>'
    opened = _POLICY.sub(lambda meta: _open_policy(meta, _OPENED), page, count=1)
    return opened.replace("</head>", f"{script}</head>", 1)


def with_look(page: str, style: str) -> str:
    """Give a page the style sheet of the chosen logo and colors, and allow it in its policy.

    After all others, so that it holds; in the page, so that nothing shifts once it is there.
    """
    if not style or "</head>" not in page:
        return page
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()

    def allow(meta: re.Match[str]) -> str:
        return _open_policy(meta, {"style-src": f"'sha256-{digest}'"})

    allowed = _POLICY.sub(allow, page, count=1)
    return allowed.replace("</head>", f"<style>{style}</style></head>", 1)


_NOT_COUNTED: Final = ("staff", "my-booking", "quote", "verify", "test-proposal")
_POLICY: Final = re.compile(
    r'(<meta http-equiv="content-security-policy" content=")([^"]*)(")', re.IGNORECASE
)
# developers.google.com/tag-platform/security/guides/csp, for Analytics and for conversions
_TAG: Final = "https://www.googletagmanager.com"
_ADS: Final = "https://googleads.g.doubleclick.net https://www.googleadservices.com"
_REPORTS: Final = (
    f"{_TAG} https://*.google-analytics.com https://*.analytics.google.com {_ADS} "
    "https://www.google.com https://pagead2.googlesyndication.com"
)
_OPENED: Final = {
    "script-src": f"{_TAG} {_ADS}",
    "connect-src": _REPORTS,
    "img-src": _REPORTS,
    "frame-src": _TAG,
}


def _open_policy(meta: re.Match[str], opened: Mapping[str, str]) -> str:
    parts = [part.strip() for part in meta[2].split(";") if part.strip()]
    directives = {part.split()[0]: part for part in parts}
    for name, hosts in opened.items():
        directives[name] = f"{directives.get(name, name)} {hosts}"
    return f"{meta[1]}{'; '.join(directives.values())}{meta[3]}"


def _write_compressed(file: Path, page: bytes) -> None:
    file.write_bytes(page)
    file.with_name(f"{file.name}.br").write_bytes(brotli.compress(page, quality=10))
    file.with_name(f"{file.name}.gz").write_bytes(gzip.compress(page, mtime=0))


def _link(source: str, target: str) -> None:
    # The same file where the disk is the same: a build's files never change.
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def is_served(pages: Path) -> bool:
    """Whether a server holds its shared lock on the folder (server/serving.py)."""
    opened = os.open(pages, os.O_RDONLY)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(opened)
    return False
