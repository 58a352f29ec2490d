"""What a body has to be before anything is done with it: its type, and a real yes or no."""

from collections.abc import Iterator
from typing import Any, get_args

import pytest
from pydantic import TypeAdapter, ValidationError

from standby.api import api
from standby.core.schema import In

assert api  # imports every endpoint, and with them every body


def bodies(of: type[In] = In) -> Iterator[type[In]]:
    for body in of.__subclasses__():
        yield body
        yield from bodies(body)


def has_bool(annotation: Any) -> bool:
    return annotation is bool or any(has_bool(part) for part in get_args(annotation))


YES_OR_NO = [
    pytest.param(body, name, id=f"{body.__name__}.{name}")
    for body in bodies()
    for name, field in body.model_fields.items()
    if has_bool(field.annotation)
]


def test_every_yes_or_no_of_a_body_is_looked_at() -> None:
    assert len(YES_OR_NO) >= 14


@pytest.mark.parametrize("guess", [0, 1, 1.0])
@pytest.mark.parametrize(("body", "name"), YES_OR_NO)
def test_a_yes_or_no_is_never_guessed_from_a_number(
    body: type[In], name: str, guess: float
) -> None:
    field = body.model_fields[name]
    adapter: TypeAdapter[Any] = TypeAdapter(field.rebuild_annotation())

    with pytest.raises(ValidationError):
        adapter.validate_python(guess)
    assert adapter.validate_python(True) is True
