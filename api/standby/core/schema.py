"""Field types and base schemas shared by all requests and responses."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any, Final, Literal
from unicodedata import category

import orjson
from annotated_types import GroupedMetadata
from django.http import HttpRequest
from ninja import Schema
from ninja.errors import HttpError
from ninja.parser import Parser
from ninja.renderers import BaseRenderer
from ninja.types import DictStrAny
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
)
from pydantic_core import PydanticCustomError

from standby.core.contacts import (
    has_all_digits,
    has_web_address,
    is_callable_phone,
    is_plausible_email,
)
from standby.core.words import say

# Characters that a form cannot enter: they break logs, mail headers and PostgreSQL (NUL), or turn
# the text around them.
_CONTROL = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
_LARGEST_ID = 2**63 - 1
_ISO_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def without_control_characters(text: str) -> str:
    if not text.isprintable() and _CONTROL.search(text):  # nearly all text is printable
        raise ValueError(say("contains a character that cannot be shown"))
    return text


def _require_one_line(text: str) -> str:
    if len(text.splitlines()) > 1:  # also by the separators of lines and paragraphs of Unicode
        raise ValueError(say("must be on one line"))
    return text


def _require_text(text: str) -> str:
    # Format characters alone, as zero-width spaces, show nothing.
    if text and all(category(char) == "Cf" for char in text):
        raise ValueError(say("contains nothing that can be read"))
    return text


@dataclass(frozen=True, slots=True)
class Lines(GroupedMetadata):
    """Text of several lines, trimmed, of `min_length` to `max_length` characters."""

    max_length: int
    min_length: int = 0

    def __iter__(self) -> Iterator[object]:
        yield StringConstraints(
            strip_whitespace=True, min_length=self.min_length, max_length=self.max_length
        )
        yield AfterValidator(without_control_characters)
        yield AfterValidator(_require_text)


class Line(Lines):
    """The same on one line."""

    def __iter__(self) -> Iterator[object]:
        yield from super().__iter__()
        yield AfterValidator(_require_one_line)


def _ensure_storable(data: dict[str, Any]) -> dict[str, Any]:
    # Control characters are refused at any depth, as in all other text (PostgreSQL takes no NUL).
    pending: list[Any] = [data]
    while pending:
        part = pending.pop()
        if isinstance(part, str):
            without_control_characters(part)
        elif isinstance(part, dict):
            pending.extend([*part.keys(), *part.values()])
        elif isinstance(part, list):
            pending.extend(part)
    return data


def _refuse_web_address(text: str) -> str:
    if has_web_address(text):
        raise PydanticCustomError("web_address", say("Please leave out the web address."))
    return text


def _require_yes(value: object) -> object:
    # Of 1 Python says that it is True.
    if value is True:
        return value
    raise PydanticCustomError("yes_missing", say("This needs a yes."))


def _require_plausible_email(text: str) -> str:
    if not is_plausible_email(text):
        raise PydanticCustomError("email_implausible", say("Please enter a whole email address."))
    return text


def _require_callable_phone(text: str) -> str:
    if not has_all_digits(text):
        raise PydanticCustomError(
            "phone_incomplete", say("Please enter a phone number with its area code.")
        )
    if not is_callable_phone(text):
        raise PydanticCustomError(
            "phone_unknown", say("No phone has this number. Please check its digits.")
        )
    return text


def _text_of_feet(value: object) -> object:
    # A band is also named by its farthest foot.
    return str(value) if type(value) is int else value


def _require_iso_day(value: object) -> object:
    if isinstance(value, str) and _ISO_DAY.fullmatch(value):
        return value
    raise PydanticCustomError("day_unreadable", say("Please give a day as YYYY-MM-DD."))


PlainObject = Annotated[dict[str, Any], AfterValidator(_ensure_storable)]
Line20 = Annotated[str, Line(20)]
Line40 = Annotated[str, Line(40)]
Line100 = Annotated[str, Line(100)]
Line200 = Annotated[str, Line(200)]
Line500 = Annotated[str, Line(500)]
Cents = Annotated[int, Field(strict=True, ge=0, le=10**12)]
# In a query everything is text, so that it cannot be strict.
CentsAsked = Annotated[int, Field(ge=0, le=10**12)]
# A bound beyond what anybody pages through, and within every database's limit for OFFSET.
PageNumber = Annotated[int, Field(ge=1, le=10_000)]
RowId = Annotated[int, Field(ge=1, le=_LARGEST_ID)]
# The order version that the client saw before changing it; null when it sends none.
IfVersion = Annotated[int | None, Field(ge=0, le=_LARGEST_ID)]
# What was agreed to: true, and nothing that only passes for it.
Yes = Annotated[Literal[True], BeforeValidator(_require_yes)]


# Refused where a mail would have a link of it.
NoWebAddress: Final = AfterValidator(_refuse_web_address)
Name = Annotated[str, Line(100, min_length=1), NoWebAddress]
Email = Annotated[str, Line(254, min_length=1), AfterValidator(_require_plausible_email)]
OptionalEmail = Annotated[
    str, Line(254), AfterValidator(lambda text: text and _require_plausible_email(text))
]
Phone = Annotated[str, Line(40, min_length=1), AfterValidator(_require_callable_phone)]
OptionalPhone = Annotated[
    str, Line(40), AfterValidator(lambda text: text and _require_callable_phone(text))
]
Address = Annotated[str, Line(300, min_length=1), NoWebAddress]
ModelNumber = Line40
BandName = Annotated[str, Line(20, min_length=1), BeforeValidator(_text_of_feet)]
IsoDay = Annotated[date, BeforeValidator(_require_iso_day)]
# A day that staff select for a report. The bounds leave room to compute the day before and the day
# after: date.min has no yesterday and date.max no tomorrow.
ReportDay = Annotated[date, Field(ge=date(2000, 1, 1), le=date(2199, 12, 31))]


class In(BaseModel):
    """What a client sends. Unknown fields are dropped, numbers are never guessed from text.

    A yes or no is a `StrictBool`, a yes that is needed a `Yes`: what a visitor agreed to is never
    guessed from 0, 1 or "on".
    """

    model_config = ConfigDict(extra="ignore", strict=False, str_max_length=4000)


class StrictIn(In):
    """A form of our own console: an unknown field is a mistake of ours, and refused."""

    model_config = ConfigDict(extra="forbid")


class FieldProblemOut(Schema):
    field: str
    code: str
    message: str


class ProblemOut(Schema):
    """A problem document (RFC 9457); `code` is stable, and clients choose their text by it."""

    type: str
    title: str
    status: int
    code: str
    detail: str
    errors: list[FieldProblemOut]


_DEEPEST = 32


class Json(BaseRenderer):
    media_type = "application/json"

    def render(self, request: HttpRequest, data: Any, *, response_status: int) -> bytes:
        return orjson.dumps(data)


class BoundedJson(Parser):
    # Deeper bodies only exist to exhaust a parser.
    def parse_body(self, request: HttpRequest) -> DictStrAny:
        if _depth(request.body) > _DEEPEST:
            raise HttpError(400, say("The body is nested too deeply."))
        try:
            parsed: DictStrAny = orjson.loads(request.body)
        except orjson.JSONDecodeError as error:
            raise HttpError(400, say("The body is not JSON.")) from error
        return parsed


def _depth(body: bytes) -> int:
    # An upper bound: brackets inside text count too, which refuses only absurd bodies.
    if body.count(b"[") + body.count(b"{") <= _DEEPEST:
        return 0
    deepest = depth = 0
    for byte in body:
        if byte in b"[{":
            depth += 1
            deepest = max(deepest, depth)
        elif byte in b"]}":
            depth -= 1
    return deepest
