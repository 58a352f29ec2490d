"""What people read comes from message ids and one module of dates and amounts (core/words.py).

Settings and the command line speak to operators, in English: their sentences may be composed.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from standby.api import api
from standby.core.errors import DomainError

CODE = Path(__file__).parents[1] / "standby"
WORDS = CODE / "core" / "words.py"
# Called with a message id, at this place among the arguments
SAYING = {"_": 0, "say": 0, "PydanticCustomError": 1, "HttpError": 1}


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


def composed_messages(source: str, *, errors: set[str]) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = name_of(node)
            if (
                name in errors
                and node.args
                and (is_composed(node.args[0]) or is_unmarked(node.args[0]))
            ):
                yield ast.unparse(node)
            place = SAYING.get(name)
            if place is not None and len(node.args) > place and is_composed(node.args[place]):
                yield ast.unparse(node)
        if isinstance(node, ast.ClassDef) and node.name in errors:
            for line in node.body:
                if isinstance(line, ast.Assign) and ast.unparse(line.targets[0]) == "message":
                    is_marked = isinstance(line.value, ast.Call) and name_of(line.value) == "_"
                    if not is_marked:
                        yield f"{node.name}.message"


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
    ],
)
def test_a_composed_error_would_be_found(raised: str) -> None:
    assert list(composed_messages(raised, errors={"DayFull"})) == [ast.unparse(ast.parse(raised))]
