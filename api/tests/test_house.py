"""The house keeps its own rules: what lints cannot see."""

import re
from pathlib import Path

from pydantic import BaseModel

from standby.api import api
from standby.core.errors import (
    BadRequest,
    Conflict,
    DomainError,
    Forbidden,
    Invalid,
    NotAuthenticated,
    NotFound,
    RateLimited,
)

ROOT = Path(__file__).parents[2]
DRAWERS = {"utils", "util", "helpers", "helper", "misc", "common", "manager", "handlers"}
COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(")
HEX_COLOR = re.compile(r"#[0-9a-fA-F]{6}\b")
KINDS = {Conflict, Forbidden, Invalid, NotFound, RateLimited, NotAuthenticated, BadRequest}


def leaves(kind: type[DomainError]) -> list[type[DomainError]]:
    children = kind.__subclasses__()
    if not children:
        return [] if kind in KINDS else [kind]
    return [leaf for child in children for leaf in leaves(child)]


def schemas(kind: type[BaseModel]) -> list[type[BaseModel]]:
    return [found for child in kind.__subclasses__() for found in [child, *schemas(child)]]


def test_every_domain_error_has_a_code_and_a_message_and_every_schema_a_name_of_its_own() -> None:
    """Two schemas of one name silently hide each other in the contract."""
    assert api.title  # importing the API imports the whole house

    errors = [error for error in leaves(DomainError) if error.__module__.startswith("standby.")]
    codes = [error.code for error in errors]
    assert all(error.message for error in errors)
    names = [
        schema.__name__ for schema in schemas(BaseModel) if schema.__module__.startswith("standby.")
    ]

    for words in (codes, names):
        assert words
        assert sorted(words) == sorted(set(words))


def in_docs(pattern: str) -> set[tuple[Path, str]]:
    docs = [*ROOT.glob("docs/**/*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
    found = {(doc, named) for doc in docs for named in re.findall(pattern, doc.read_text())}
    assert len(found) > 3
    return found


def test_every_file_named_in_the_docs_exists() -> None:
    named = in_docs(r"`((?:api|web|contract|ops|deploy|docs)/[\w\[\]/.-]+\.\w+)`")

    gone = {f"{doc.name} names {name}" for doc, name in named if not (ROOT / name).exists()}

    made_by_operators = {
        "deploying.md names deploy/standby.env",
        "operating.md names deploy/standby.env",
    }
    assert gone - made_by_operators == set()


def test_every_link_of_the_docs_leads_somewhere() -> None:
    linked = in_docs(r"\]\(([^)#\s]+)[^)]*\)")

    astray = [
        f"{doc.name} links {link}"
        for doc, link in linked
        if "://" not in link and not (doc.parent / link).exists()
    ]

    assert astray == []


def test_every_make_target_and_command_of_the_docs_is_there() -> None:
    targets = set(re.findall(r"(?m)^([a-z-]+):", (ROOT / "Makefile").read_text()))
    commands = {path.stem for path in ROOT.glob("api/standby/*/management/commands/*.py")}
    commands |= {"serve", "prepare", "exec", "help", "dbshell"}  # of ./standby, and of Django

    made = in_docs(r"(?m)(?:`|^)make ([a-z-]+)")
    run = in_docs(r"(?:manage\.py|\./standby) ([a-z_]+)")

    assert {(doc, target) for doc, target in made if target not in targets} == set()
    assert {(doc, command) for doc, command in run if command not in commands} == set()


def test_each_decision_has_a_number_of_its_own_and_each_cited_one_is_there() -> None:
    numbers = [int(file.name[:4]) for file in (ROOT / "docs" / "decisions").glob("*.md")]
    cited = {
        number
        for folder in ("api/standby", "web/src", "ops", "deploy", "docs")
        for path in (ROOT / folder).rglob("*.*")
        if path.suffix in {".py", ".ts", ".tsx", ".astro", ".md", ".conf"}
        for number in re.findall(r"\b[Dd]ecision (\d+)\b", path.read_text())
    }

    assert len(numbers) == len(set(numbers))
    assert len(cited) > 10
    assert cited - set(map(str, numbers)) == set()


def test_no_message_is_deduplicated_by_the_clock() -> None:
    by_the_clock = re.compile(r"(dedupe_(key|part)|occasion)\s*=\s*f?\"[^\"]*:%[A-Za-z%]*%S")

    sources = (ROOT / "api" / "standby").rglob("*.py")

    assert [path.name for path in sources if by_the_clock.search(path.read_text())] == []


def test_no_drawers() -> None:
    folders = [ROOT / "api" / "standby", ROOT / "web" / "src"]

    drawers = [path for half in folders for path in half.rglob("*") if path.stem in DRAWERS]

    assert drawers == []


def test_colours_live_in_the_tokens() -> None:
    sources = [
        path
        for path in (ROOT / "web" / "src").rglob("*.[ct]s*")
        if path.name not in ("tokens.css", "palette.css")
    ]

    served = [
        path
        for path in (ROOT / "api" / "standby").rglob("*.*")
        if path.suffix in (".py", ".typ", ".css", ".html")
    ]

    coloured = [path.name for path in sources if COLOUR.search(path.read_text())]
    coloured += [path.name for path in served if HEX_COLOR.search(path.read_text())]

    assert sources
    assert served
    assert coloured == []


def test_nothing_reads_the_shared_folder() -> None:
    sources = [
        path
        for half in ("api/standby", "market", "web/src")
        for path in (ROOT / half).rglob("*")
        if path.suffix in {".py", ".ts", ".tsx", ".astro", ".json"}
    ]

    assert [path for path in sources if "../shared" in path.read_text()] == []
