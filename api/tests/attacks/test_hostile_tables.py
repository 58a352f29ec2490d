"""Nothing that staff can type or ask for at the tables breaks them, on either database (E1, E2)."""

import json
import re
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import quote

import pytest
from access_helpers import undone
from django.db import connection
from django.test import Client
from hostile import HOSTILE, wire
from sampling import WHOLE, sample
from tables_browser import at_the_tables, fields_of
from whole_orders import all_of_it, reserve

from standby.core.roles import Role

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("shop", "own_folder")]
TABLES: Final = "/staff/tables/"
ASKED: Final = ("q", "p", "id__exact")
PUT: Final = ("NUL", "right to left", "markup", "2^63", "NaN", "half an address")
# Prices, sizes and days stand on one page in rows that are read alike: the first is tried.
OF_A_LATER_ROW: Final = re.compile(r"-[1-9]\d*-")
TYPED: Final = ("NUL", "201 characters", "markup", "2^63", "1e400", "NaN", "NUL inside", "year 1")


@pytest.fixture
def owner(browser: Client) -> Client:
    all_of_it(reserve(browser))
    owner = at_the_tables(Role.OWNER)
    owner.raise_request_exception = False
    return owner


def lists(owner: Client) -> list[str]:
    page = owner.get(TABLES).content.decode()
    return sorted(set(re.findall(rf'href="({TABLES}\w+/\w+/)"', page)))


def forms(owner: Client, table: str) -> Iterator[str]:
    """Of a new row and of the first, where there are such."""
    page = owner.get(table).content.decode()
    row = re.search(rf'href="({table}[^/"]+/change/)', page)
    for path in (f"{table}add/", row[1] if row else None):
        if path and b"_form" in owner.get(path).content:
            yield path


def text_of(hostile: str) -> str:
    written = HOSTILE[hostile]
    return str(json.loads(written)) if written.startswith('"') else written


def wrong_with(answer: Any) -> str:
    if answer.status_code >= 500:
        return str(answer.status_code)
    return "markup came back as markup" if b"<script>alert(" in answer.content else ""


def test_e2_no_list_breaks(owner: Client) -> None:
    asked = [
        f"{table}?{name}={quote(wire(hostile), safe='')}"
        for table in lists(owner)
        for name in ASKED
        for hostile in sample(PUT, 1)
    ]

    wrong = [(path[:200], found) for path in asked if (found := wrong_with(owner.get(path)))]

    print(f"\nE2 tables, lists: {len(asked)} requests, {len(wrong)} x 5xx or otherwise wrong")
    assert len(lists(owner)) > 8
    assert wrong == []


def test_e2_no_form_breaks(owner: Client) -> None:
    tried, wrong = 0, []
    for path in [path for table in lists(owner) for path in forms(owner, table)]:
        honest = fields_of(owner.get(path))
        names = {name for name in honest if not OF_A_LATER_ROW.search(name)}
        for name in sorted(names - {"csrfmiddlewaretoken"}):
            for hostile in sample(TYPED, 1):
                with undone():
                    answer = owner.post(path, honest | {name: text_of(hostile)})
                    if answer.status_code < 400:
                        connection.check_constraints()
                tried += 1
                if found := wrong_with(answer):
                    wrong.append(f"{path} {name} = {hostile}: {found}")

    print(f"\nE2 tables, forms: {tried} requests, {len(wrong)} x 5xx or otherwise wrong")
    assert tried > (500 if WHOLE else 60)
    assert wrong == [], "\n".join(wrong)
