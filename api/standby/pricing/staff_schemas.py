"""Shapes of the rules of business that staff set."""

from datetime import date, time
from decimal import Decimal, InvalidOperation
from typing import Annotated, Final, Literal, Self

from ninja import Schema
from pydantic import AfterValidator, Field, StrictBool, model_validator
from pydantic_core import PydanticCustomError

from standby.company.staff_api import SettingsChangeOut, Version
from standby.core.schema import Cents, IsoDay, Line, Name, StrictIn
from standby.core.words import say
from standby.coverage.rules.addresses import township_key
from standby.pricing.rules import configuration
from standby.pricing.rules.configuration import ensure_usable

PERCENT: Final = 100
Weekday = Literal["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"]
Share = Annotated[int, Field(strict=True, ge=1, le=98)]
Days = Annotated[int, Field(strict=True, ge=0, le=configuration.MOST_DAYS)]


def _percent(highest: Decimal) -> AfterValidator:
    def check(text: str) -> str:
        try:
            percent = Decimal(text.removesuffix("%").strip())
        except InvalidOperation:
            percent = Decimal(-1)
        if not percent.is_finite() or not 0 <= percent <= highest * PERCENT:
            most = rate_text(highest)
            raise PydanticCustomError(
                "percent_wrong",
                say("Please enter a number from 0 to %(most)s, such as %(most)s.", most=most),
            )
        if -percent.normalize().as_tuple().exponent > 3:  # type: ignore[operator]
            raise PydanticCustomError("percent_too_exact", say("Three decimals at most."))
        return f"{percent.normalize():f}"

    return AfterValidator(check)


class TermsIn(StrictIn):
    """Percents are text, such as "8.25"; the shares are whole percents of the price."""

    version: Version
    acceptance: Share
    equipment: Share
    completion: Share
    days_to_pay: Annotated[
        int,
        Field(strict=True, ge=configuration.FEWEST_DAYS_TO_PAY, le=configuration.MOST_DAYS_TO_PAY),
    ]
    late_fee_percent: Annotated[str, Line(8, min_length=1), _percent(configuration.MOST_LATE_FEE)]
    sales_tax_percent: Annotated[str, Line(8, min_length=1), _percent(configuration.MOST_SALES_TAX)]

    @model_validator(mode="after")
    def _shares_are_whole(self) -> Self:
        if self.acceptance + self.equipment + self.completion != PERCENT:
            raise PydanticCustomError("shares_wrong", say("The three parts must add up to 100%."))
        return self


class TermsOut(Schema):
    version: int
    acceptance: int
    equipment: int
    completion: int
    days_to_pay: int
    late_fee_percent: str
    sales_tax_percent: str
    history: list[SettingsChangeOut]


class ClosedIn(StrictIn):
    """Days on which no crew works, both ends included; `is_yearly`: in every year."""

    name: Name
    first: IsoDay
    last: IsoDay
    is_yearly: StrictBool = False


class ClosedOut(Schema):
    name: str
    first: date
    last: date
    is_yearly: bool


class HolidayOut(Schema):
    name: str
    is_worked: bool


def _quarter(text: str) -> str:
    try:
        hour = time.fromisoformat(text)
    except ValueError:
        hour = time(0, 1)
    if hour.minute % 15 or hour.second or hour.tzinfo or len(text) != len("08:30"):
        raise PydanticCustomError(
            "hour_unreadable", say("Please enter an hour in steps of 15 minutes, such as 8:30 AM.")
        )
    return text


class WindowIn(StrictIn):
    """Hours on the wall clock, such as "08:30"."""

    start: Annotated[str, Line(5), AfterValidator(_quarter)]
    end: Annotated[str, Line(5), AfterValidator(_quarter)]


class ArrivalWindowsIn(StrictIn):
    """Null is a window that is not on offer; one of them is."""

    morning: WindowIn | None
    afternoon: WindowIn | None


class WindowHoursOut(Schema):
    start: str
    end: str


class ArrivalWindowsOut(Schema):
    morning: WindowHoursOut | None
    afternoon: WindowHoursOut | None


class CalendarIn(StrictIn):
    """`worked` are the federal holidays on which crews work all the same.

    A job of an afternoon ends the next morning; if it may span closed days, on the next day that
    is worked.
    """

    version: Version
    first_day: Days
    last_day: Days
    weekdays_off: Annotated[list[Weekday], Field(max_length=6)]
    crews_per_day: Annotated[int, Field(strict=True, ge=0, le=configuration.MOST_CREWS)]
    worked: Annotated[list[Name], Field(max_length=50)]
    closed: Annotated[list[ClosedIn], Field(max_length=configuration.MOST_CLOSED)]
    windows: ArrivalWindowsIn
    afternoon_may_span_closed_days: StrictBool

    @model_validator(mode="after")
    def _is_in_order(self) -> Self:
        if self.last_day < self.first_day:
            raise PydanticCustomError("days_wrong", say("The last day cannot be before the first."))
        return self


class CalendarOut(Schema):
    version: int
    first_day: int
    last_day: int
    weekdays_off: list[Weekday]
    crews_per_day: int
    holidays: list[HolidayOut]
    closed: list[ClosedOut]
    windows: ArrivalWindowsOut
    afternoon_may_span_closed_days: bool
    history: list[SettingsChangeOut]


class TownFeeIn(StrictIn):
    name: Name
    fee_cents: Annotated[Cents, Field(le=configuration.MOST_FEE_CENTS)]


class PermitFeesIn(StrictIn):
    version: Version
    default_cents: Annotated[Cents, Field(le=configuration.MOST_FEE_CENTS)]
    towns: Annotated[list[TownFeeIn], Field(max_length=200)]

    @model_validator(mode="after")
    def _each_town_once(self) -> Self:
        keys = [township_key(town.name) for town in self.towns]
        if len(set(keys)) < len(keys):
            raise PydanticCustomError("town_twice", say("A town is on the list twice."))
        for town in self.towns:
            try:
                ensure_usable(
                    configuration.PERMIT_FEE, {"city_specific": {town.name: town.fee_cents}}
                )
            except ValueError as error:
                raise PydanticCustomError(
                    "town_wrong", say("%(town)s is not the name of a town.", town=town.name)
                ) from error
        return self


class TownFeeOut(Schema):
    name: str
    fee_cents: int


class PermitFeesOut(Schema):
    version: int
    default_cents: int
    towns: list[TownFeeOut]
    history: list[SettingsChangeOut]


def rate_text(rate: Decimal) -> str:
    return f"{(rate * PERCENT).normalize():f}"
