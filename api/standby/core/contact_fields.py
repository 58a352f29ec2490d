"""Request fields shared by several endpoints: contact details and days."""

import re
from datetime import date
from typing import Annotated, Any, Final

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_core import PydanticCustomError

from standby.core.contacts import is_callable_phone, is_plausible_email
from standby.core.schema import line

_ISO_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def _require_plausible_email(text: str) -> str:
    if not is_plausible_email(text):
        raise PydanticCustomError("email_implausible", "Please enter an e-mail address.")
    return text


def _require_plausible_email_if_given(text: str) -> str:
    return _require_plausible_email(text) if text else text


def _require_callable_phone(text: str) -> str:
    if not is_callable_phone(text):
        raise PydanticCustomError(
            "phone_incomplete", "Please enter a phone number with its area code."
        )
    return text


def _require_callable_phone_if_given(text: str) -> str:
    return _require_callable_phone(text) if text else text


def _require_iso_day(value: object) -> object:
    if isinstance(value, str) and _ISO_DAY.fullmatch(value):
        return value
    raise PydanticCustomError("day_unreadable", "Please give a day as YYYY-MM-DD.")


Name: Any = line(100, min_length=1)
Email: Any = Annotated[line(254, min_length=1), AfterValidator(_require_plausible_email)]
OptionalEmail: Any = Annotated[line(254), AfterValidator(_require_plausible_email_if_given)]
Phone: Any = Annotated[line(40, min_length=1), AfterValidator(_require_callable_phone)]
OptionalPhone: Any = Annotated[line(40), AfterValidator(_require_callable_phone_if_given)]
Address: Any = line(300, min_length=1)
ModelNumber: Any = line(40)
IsoDay = Annotated[date, BeforeValidator(_require_iso_day)]
# A day that staff select for a report. The bounds leave room to compute the day before and the day
# after: date.min has no yesterday and date.max no tomorrow.
ReportDay = Annotated[date, Field(ge=date(2000, 1, 1), le=date(2199, 12, 31))]
