"""The house keeps its own rules: what lints cannot see."""

import re
from pathlib import Path

import pytest
from django.apps import apps
from pydantic import BaseModel

from standby.domain.errors import (
    Conflict,
    Forbidden,
    Invalid,
    Missing,
    Refusal,
    TooOften,
    Unknown,
    Unreadable,
)
from standby.http.api import api

ROOT = Path(__file__).parents[2]
DRAWERS = {"utils", "util", "helpers", "helper", "misc", "common", "manager", "handlers"}
COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(")
KINDS = {Conflict, Forbidden, Invalid, Missing, TooOften, Unknown, Unreadable}


def leaves(kind: type[Refusal]) -> list[type[Refusal]]:
    children = kind.__subclasses__()
    if not children:
        return [] if kind in KINDS else [kind]
    return [leaf for child in children for leaf in leaves(child)]


def test_every_refusal_has_a_code_of_its_own() -> None:
    assert api.title  # importing the API imports the whole house

    codes = [refusal.code for refusal in leaves(Refusal)]

    assert codes
    assert len(codes) == len(set(codes))


def schemas(kind: type[BaseModel]) -> list[type[BaseModel]]:
    return [found for child in kind.__subclasses__() for found in [child, *schemas(child)]]


def test_every_schema_has_a_name_of_its_own() -> None:
    """Two of one name silently hide each other in the contract."""
    names = [
        schema.__name__ for schema in schemas(BaseModel) if "standby.http" in schema.__module__
    ]

    assert names
    assert sorted(names) == sorted(set(names))


def docs() -> list[Path]:
    return [*ROOT.glob("docs/**/*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]


def test_every_file_named_in_the_docs_exists() -> None:
    named = [
        (doc, name)
        for doc in docs()
        for name in re.findall(
            r"`((?:api|web|contract|ops|deploy|docs)/[\w\[\]/.-]+\.\w+)`", doc.read_text()
        )
    ]

    gone = [f"{doc.name} names {name}" for doc, name in named if not (ROOT / name).exists()]

    made_by_operators = {
        "deploying.md names deploy/standby.env",
        "operating.md names deploy/standby.env",
    }
    assert named
    assert set(gone) - made_by_operators == set()


def test_every_link_of_the_docs_leads_somewhere() -> None:
    linked = [
        (doc, link)
        for doc in docs()
        for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", doc.read_text())
        if "://" not in link
    ]

    astray = [
        f"{doc.name} links {link}" for doc, link in linked if not (doc.parent / link).exists()
    ]

    assert linked
    assert astray == []


def test_every_make_target_of_the_docs_is_there() -> None:
    targets = set(re.findall(r"(?m)^([a-z-]+):", (ROOT / "Makefile").read_text()))

    asked = {
        (doc.name, target)
        for doc in docs()
        for target in re.findall(r"(?m)(?:`|^)make ([a-z-]+)", doc.read_text())
    }

    assert len(asked) > 5
    assert {(doc, target) for doc, target in asked if target not in targets} == set()


def test_every_command_of_the_docs_is_there() -> None:
    commands = {path.stem for path in ROOT.glob("api/standby/*/management/commands/*.py")}
    commands |= {"serve", "prepare", "exec", "help", "dbshell"}  # of ./standby, and of Django

    asked = {
        (doc.name, command)
        for doc in docs()
        for command in re.findall(r"(?:manage\.py|\./standby) ([a-z_]+)", doc.read_text())
    }

    assert len(asked) > 3
    assert {(doc, command) for doc, command in asked if command not in commands} == set()


def test_no_drawers() -> None:
    folders = [ROOT / "api" / "standby", ROOT / "web" / "src"]

    drawers = [path for half in folders for path in half.rglob("*") if path.stem in DRAWERS]

    assert drawers == []


def test_colours_live_in_the_tokens() -> None:
    sources = [
        path for path in (ROOT / "web" / "src").rglob("*.[ct]s*") if path.name != "tokens.css"
    ]

    coloured = [path.name for path in sources if COLOUR.search(path.read_text())]

    assert sources
    assert coloured == []


@pytest.mark.req("API-02.14")
def test_the_specifications_tables_carry_its_names() -> None:
    tables = {model._meta.db_table for model in apps.get_models()}

    assert {
        "coverage_zipcode",
        "coverage_rejection_requests",
        "wizard_sessions",
        "wizard_interaction_events",
        "installation_packages",
        "package_included_services",
        "package_bonus_items",
        "generators",
        "app_configuration",
        "appointments",
        "orders",
        "customers",
        "order_locations",
        "stripe_checkout_sessions",
    } <= tables


def test_nothing_reads_the_shared_folder() -> None:
    sources = [
        path
        for half in ("api/standby", "api/seeds", "web/src")
        for path in (ROOT / half).rglob("*")
        if path.suffix in {".py", ".ts", ".tsx", ".astro", ".json"}
    ]

    assert [path for path in sources if "../shared" in path.read_text()] == []
