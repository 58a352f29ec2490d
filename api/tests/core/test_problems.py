"""What people read of a refused form (TRUTH-03.7)."""

import re
from collections.abc import Iterator

import pytest
from django.test import RequestFactory
from ninja.errors import ValidationError as Refused
from pydantic import ValidationError

import standby.api  # noqa: F401  every form is defined once this is imported
from standby.core.problems import error_response, summary_of
from standby.core.schema import In

CODE_LIKE = re.compile(r"\w_\w|\w\.\w|\bbody\b|payload")


def forms(base: type[In] = In) -> Iterator[type[In]]:
    for form in base.__subclasses__():
        yield form
        yield from forms(form)


def qualified_name(form: type[In]) -> str:
    return form.__qualname__


FORMS: list[type[In]] = sorted(set(forms()), key=qualified_name)


@pytest.mark.req("TRUTH-03.7")
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("entered", ["", "\x00", -1, [], None, {"facts": {"email": "@"}}])
def test_a_refused_form_names_no_field_to_people(form: type[In], entered: object) -> None:
    filled = {field.alias or name: entered for name, field in form.model_fields.items()}
    try:
        form.model_validate(filled)
    except ValidationError as error:
        told = summary_of([dict(detail) for detail in error.errors()])
        assert not CODE_LIKE.search(told), told
        assert told.endswith(".")


def test_a_sentence_of_ours_is_told_and_the_field_named_beside_it(rf: RequestFactory) -> None:
    detail = {
        "loc": ("body", "payload", "facts", "email"),
        "type": "email_implausible",
        "msg": "Please enter a whole email address.",
    }

    answer = error_response(rf.get("/"), Refused([detail]))

    assert b'"detail":"Please enter a whole email address."' in answer.content
    assert b'"field":"facts.email"' in answer.content
