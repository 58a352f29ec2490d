"""What people read comes from message ids and one module of dates and amounts (core/words.py).

Settings and the command line speak to operators, in English: their sentences may be composed.
"""

import ast
import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, time
from decimal import Decimal
from pathlib import Path

import pytest
from django.test import Client
from django.utils.translation import override
from ops.messages import SOURCE, catalog_file, extracted, text_of
from pytest_django import Settings

from standby.api import api
from standby.core import words
from standby.core.errors import DomainError

CODE = Path(__file__).parents[1] / "standby"
WORDS = CODE / "core" / "words.py"
# Called with a message id, at this place among the arguments
SAYING = {"_": 0, "say": 0, "say_count": 0, "Sentence": 0}
# Called with what is said already, at this place or by these names
SAID = {"PydanticCustomError": 1, "HttpError": 1, "problem": None, "refused": None}
SAID_BY_NAME = {"detail", "message"}
# A day, a month or half of a day by its English name
ENGLISH_DATES = re.compile(r"%-?[aAbBpIcxX]")


def kinds_of(error: type[DomainError]) -> list[type[DomainError]]:
    return [kind for child in error.__subclasses__() for kind in [child, *kinds_of(child)]]


def error_names() -> set[str]:
    assert api.title  # importing the API imports every error
    return {kind.__name__ for kind in kinds_of(DomainError)}


def is_composed(text: ast.expr) -> bool:
    """Whether words are put together here: then no catalog can have them."""
    if isinstance(text, ast.IfExp):
        return is_composed(text.body) or is_composed(text.orelse)
    is_format = (
        isinstance(text, ast.Call)
        and isinstance(text.func, ast.Attribute)
        and text.func.attr in {"format", "join"}
    )
    return isinstance(text, ast.JoinedStr | ast.BinOp) or is_format


def is_unmarked(text: ast.expr) -> bool:
    return isinstance(text, ast.Constant) and isinstance(text.value, str) and " " in text.value


def name_of(call: ast.Call) -> str:
    return ast.unparse(call.func).rpartition(".")[2]


def texts_of(call: ast.Call, *, errors: set[str]) -> Iterator[tuple[ast.expr, bool]]:
    """Yield the arguments that people read, and whether plain words would do."""
    name = name_of(call)
    place = 0 if name in errors else SAYING.get(name, SAID.get(name))
    if place is not None:
        yield from ((text, name in SAYING) for text in call.args[place : place + 1])
    if name in SAID or name == "NotAllowed":
        for keyword in call.keywords:
            if keyword.arg in SAID_BY_NAME:
                yield keyword.value, False


def composed_messages(source: str, *, errors: set[str]) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            for text, is_id in texts_of(node, errors=errors):
                if is_composed(text) or (is_unmarked(text) and not is_id):
                    yield ast.unparse(node)
        if isinstance(node, ast.ClassDef) and node.name in errors:
            for line in node.body:
                if isinstance(line, ast.Assign) and ast.unparse(line.targets[0]) == "message":
                    is_marked = isinstance(line.value, ast.Call) and name_of(line.value) == "_"
                    if not is_marked:
                        yield f"{node.name}.message"


def english_dates(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        is_format = isinstance(node, ast.FormattedValue) and node.format_spec is not None
        is_call = isinstance(node, ast.Call) and name_of(node) == "strftime"
        if (is_format or is_call) and ENGLISH_DATES.search(ast.unparse(node)):
            yield ast.unparse(node)


def sources() -> list[Path]:
    found = [path for path in CODE.rglob("*.py") if "migrations" not in path.parts]
    assert len(found) > 300
    return found


def test_no_error_that_people_read_is_composed_of_parts_of_sentences() -> None:
    errors = error_names()

    composed = [
        (path.relative_to(CODE).as_posix(), text)
        for path in sources()
        for text in composed_messages(path.read_text(), errors=errors)
    ]

    assert composed == []


@pytest.mark.parametrize(
    "raised",
    [
        'DayFull(f"{day} is full.")',
        'DayFull("Taken: " + day)',
        'DayFull(_("%s is full.") % day)',
        'DayFull("{} is full.".format(day))',
        'DayFull("That day is full.")',
        'say(f"{day} is full.")',
        'PydanticCustomError("day_full", "That day is full.")',
        'problem(status=409, detail=f"{day} is full.")',
    ],
)
def test_a_composed_error_would_be_found(raised: str) -> None:
    assert list(composed_messages(raised, errors={"DayFull"})) == [ast.unparse(ast.parse(raised))]


def test_days_and_hours_are_in_words_of_the_readers_language() -> None:
    dated = [
        (path.relative_to(CODE).as_posix(), text)
        for path in sources()
        for text in english_dates(path.read_text())
    ]

    assert dated == []


@pytest.mark.parametrize("written", ['f"{day:%B} 7"', 'f"{at:%-I:%M}"', 'day.strftime("%a")'])
def test_a_date_by_its_english_name_would_be_found(written: str) -> None:
    assert list(english_dates(written))
    assert not list(english_dates('f"{day:%Y-%m-%d %H:%M}"'))


def test_the_catalog_has_every_message_id_of_the_code() -> None:
    """`make messages` writes it."""
    assert catalog_file(SOURCE).read_bytes() == text_of(extracted())


def ids_in(source: str) -> Iterator[tuple[str, ...]]:
    """Yield the ids that calls have as they stand there: one, or both forms of a number."""
    forms = {"_": 1, "say": 1, "say_count": 2}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and (count := forms.get(name_of(node))):
            texts = [each.value for each in node.args[:count] if isinstance(each, ast.Constant)]
            if len(texts) == count:
                yield tuple(map(str, texts))


def test_the_extractor_loses_no_id_of_a_call_inside_another() -> None:
    known = {
        message.id if isinstance(message.id, tuple) else (message.id,) for message in extracted()
    }
    found = {ids for path in sources() for ids in ids_in(path.read_text())}

    assert len(found) > 500
    assert found - known == set()


def test_english_dates_amounts_and_lists_are_as_ours_always_were() -> None:
    day = date(2026, 11, 7)
    at = datetime(2026, 11, 7, 21, 5, tzinfo=UTC)  # 3:05 PM in Houston

    assert [
        words.brief_date(day),
        words.brief_weekday_date(day),
        words.brief_full_date(day),
        words.plain_date(day),
        words.weekday_date(day),
        words.full_weekday_date(day),
        words.full_date(day),
        words.month_of(day),
        words.morning_of(day),
    ] == [
        "Nov 7",
        "Sat, Nov 7",
        "Nov 7, 2026",
        "November 7",
        "Saturday, November 7",
        "Saturday, November 7, 2026",
        "November 7, 2026",
        "November 2026",
        "Saturday morning, November 7",
    ]
    assert words.moment_words(at) == "3:05 PM on Saturday, November 7"
    assert words.brief_moment(at) == "Nov 7, 2026, 3:05 PM"
    assert words.moment_on_record(at) == "November 7, 2026, 3:05 PM"
    assert words.clock_time(time(0, 30)) == "12:30 AM"
    assert [words.dollars(cents) for cents in (0, 5, 123_456)] == ["$0.00", "$0.05", "$1,234.56"]
    assert [words.percent_text(Decimal(rate)) for rate in ("0.0825", "0.1")] == ["8.25%", "10%"]
    assert [words.listed(names) for names in (["a"], ["a", "b"], ["a", "b", "c"])] == [
        "a",
        "a and b",
        "a, b and c",
    ]


def test_another_language_has_its_own_days_and_the_countrys_dollars() -> None:
    with override("es"):
        said = words.weekday_date(date(2026, 11, 7)), words.dollars(123_456)

    assert said == ("sábado, 7 de noviembre", "$1,234.56")


def test_with_one_language_no_answer_names_it_and_with_two_each_does(settings: Settings) -> None:
    browser = Client(headers={"Accept-Language": "es"})
    alone = browser.get("/api/my-booking")
    settings.LANGUAGES = [("en", "English"), ("es", "Spanish")]
    chosen = browser.get("/api/my-booking")

    assert ("Content-Language" in alone, "Accept-Language" in alone.get("Vary", "")) == (
        False,
        False,
    )
    assert (chosen["Content-Language"], "Accept-Language" in chosen["Vary"]) == ("es", True)
