"""The settings screen's terms, working days and permit fees."""

from collections.abc import Iterable
from datetime import date, time
from decimal import Decimal, InvalidOperation
from typing import Annotated, Any, Final, Literal, Self

from django.http import HttpRequest
from django.utils.timezone import now
from ninja import Router, Schema
from pydantic import AfterValidator, Field, StrictBool, model_validator
from pydantic_core import PydanticCustomError

from standby.accounts.staff_auth import StaffBearer, staff_name
from standby.company.selectors import version_of
from standby.company.staff_api import SettingsChangeOut, Version, history_out
from standby.core.errors import Invalid, _
from standby.core.policy import HOLIDAYS as FEDERAL_HOLIDAYS
from standby.core.roles import Permission
from standby.core.schema import Cents, IsoDay, Line, Name, StrictIn
from standby.core.words import say
from standby.coverage.rules.addresses import township_key
from standby.pricing.rules import configuration as rules
from standby.pricing.rules.configuration import ensure_usable
from standby.pricing.selectors.catalog import configuration
from standby.pricing.services.business_rules import change_rules, stored_value

router = Router(tags=["staff"])
_TERMS: Final = "terms"
_CALENDAR: Final = "calendar"
_PERMITS: Final = "permits"
_HUNDRED: Final = 100
Weekday = Literal["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"]
Share = Annotated[int, Field(strict=True, ge=1, le=98)]
Days = Annotated[int, Field(strict=True, ge=0, le=rules.MOST_DAYS)]


class DaysOffWrong(Invalid):
    code = "days_off_wrong"
    message = _("Closed days must begin before they end, and last less than half a year.")


class WindowsWrong(Invalid):
    code = "windows_wrong"
    message = _("Crews need one arrival window at least.")


def _percent(highest: Decimal) -> AfterValidator:
    def check(text: str) -> str:
        try:
            percent = Decimal(text.removesuffix("%").strip())
        except InvalidOperation:
            percent = Decimal(-1)
        if not percent.is_finite() or not 0 <= percent <= highest * _HUNDRED:
            most = _percent_text(highest)
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
        int, Field(strict=True, ge=rules.FEWEST_DAYS_TO_PAY, le=rules.MOST_DAYS_TO_PAY)
    ]
    late_fee_percent: Annotated[str, Line(8, min_length=1), _percent(rules.MOST_LATE_FEE)]
    sales_tax_percent: Annotated[str, Line(8, min_length=1), _percent(rules.MOST_SALES_TAX)]

    @model_validator(mode="after")
    def _shares_are_whole(self) -> Self:
        if self.acceptance + self.equipment + self.completion != _HUNDRED:
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
    crews_per_day: Annotated[int, Field(strict=True, ge=0, le=rules.MOST_CREWS)]
    worked: Annotated[list[Name], Field(max_length=50)]
    closed: Annotated[list[ClosedIn], Field(max_length=rules.MOST_CLOSED)]
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
    fee_cents: Annotated[Cents, Field(le=rules.MOST_FEE_CENTS)]


class PermitFeesIn(StrictIn):
    version: Version
    default_cents: Annotated[Cents, Field(le=rules.MOST_FEE_CENTS)]
    towns: Annotated[list[TownFeeIn], Field(max_length=200)]

    @model_validator(mode="after")
    def _each_town_once(self) -> Self:
        keys = [township_key(town.name) for town in self.towns]
        if len(set(keys)) < len(keys):
            raise PydanticCustomError("town_twice", say("A town is on the list twice."))
        for town in self.towns:
            try:
                ensure_usable(rules.PERMIT_FEE, {"city_specific": {town.name: town.fee_cents}})
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


@router.get(
    "/staff/settings/terms",
    response=TermsOut,
    auth=StaffBearer(Permission.OPEN_TABLES),
    operation_id="look_at_terms",
)
def get_terms(request: HttpRequest) -> dict[str, Any]:
    return _terms()


@router.put(
    "/staff/settings/terms",
    response=TermsOut,
    auth=StaffBearer(Permission.CHANGE_CATALOG),
    operation_id="change_terms",
)
def put_terms(request: HttpRequest, payload: TermsIn) -> dict[str, Any]:
    """For quotes and proposals made from now on; what was accepted keeps its terms."""
    change_rules(
        _TERMS,
        {
            rules.MILESTONE_SHARES: {
                "acceptance": payload.acceptance,
                "equipment": payload.equipment,
                "completion": payload.completion,
            },
            rules.DAYS_TO_PAY: payload.days_to_pay,
            rules.LATE_FEE: {"rate": _rate(payload.late_fee_percent)},
            rules.SALES_TAX: {"rate": _rate(payload.sales_tax_percent)},
        },
        if_version=payload.version,
        actor=staff_name(request),
        now=now(),
    )
    return _terms()


@router.get(
    "/staff/settings/calendar",
    response=CalendarOut,
    auth=StaffBearer(Permission.OPEN_TABLES),
    operation_id="look_at_calendar",
)
def get_calendar(request: HttpRequest) -> dict[str, Any]:
    return _calendar()


@router.put(
    "/staff/settings/calendar",
    response=CalendarOut,
    auth=StaffBearer(Permission.CHANGE_CATALOG),
    operation_id="change_calendar",
)
def put_calendar(request: HttpRequest, payload: CalendarIn) -> dict[str, Any]:
    """Visits that are booked stay, also on a day that is closed now."""
    first, last = payload.first_day, payload.last_day
    days_off = {
        "worked": _known(payload.worked),
        "closed": [
            {
                "name": each.name,
                "first": each.first.isoformat(),
                "last": each.last.isoformat(),
                "is_yearly": each.is_yearly,
            }
            for each in payload.closed
        ],
    }
    _ensure_days_off(days_off)
    windows = payload.windows.model_dump()
    _ensure_windows(windows)
    change_rules(
        _CALENDAR,
        {
            rules.DATE_RANGE: {
                "current_min": first,
                "min": first,
                "current_max": last,
                "max": last,
                "unit": "days",
            },
            rules.DISABLED_WEEKDAYS: list(payload.weekdays_off),
            rules.CREWS_PER_DAY: payload.crews_per_day,
            rules.HOLIDAYS: days_off,
            rules.ARRIVAL_WINDOWS: windows,
            rules.AFTERNOON_MAY_SPAN: payload.afternoon_may_span_closed_days,
        },
        if_version=payload.version,
        actor=staff_name(request),
        now=now(),
    )
    return _calendar()


@router.get(
    "/staff/settings/permits",
    response=PermitFeesOut,
    auth=StaffBearer(Permission.OPEN_TABLES),
    operation_id="look_at_permit_fees",
)
def get_permit_fees(request: HttpRequest) -> dict[str, Any]:
    return _permit_fees()


@router.put(
    "/staff/settings/permits",
    response=PermitFeesOut,
    auth=StaffBearer(Permission.CHANGE_CATALOG),
    operation_id="change_permit_fees",
)
def put_permit_fees(request: HttpRequest, payload: PermitFeesIn) -> dict[str, Any]:
    """For quotes made from now on."""
    towns = {township_key(town.name): town for town in payload.towns}
    usual = stored_value(rules.PERMIT_FEE).get("usual", "")
    change_rules(
        _PERMITS,
        {
            rules.PERMIT_FEE: {
                "usual": usual,
                "default_cents": payload.default_cents,
                "city_specific": {key: town.fee_cents for key, town in towns.items()},
                "city_names": {key: town.name for key, town in towns.items()},
            }
        },
        if_version=payload.version,
        actor=staff_name(request),
        now=now(),
    )
    return _permit_fees()


def _terms() -> dict[str, Any]:
    current = configuration()
    return {
        "version": version_of(_TERMS),
        **current.payment_terms.milestones,
        "days_to_pay": current.payment_terms.days_to_pay,
        "late_fee_percent": _percent_text(current.payment_terms.late_fee_rate),
        "sales_tax_percent": _percent_text(current.sales_tax_rate),
        "history": history_out(_TERMS),
    }


def _calendar() -> dict[str, Any]:
    scheduling = configuration().scheduling
    worked = scheduling.days_off.worked
    return {
        "version": version_of(_CALENDAR),
        "first_day": scheduling.min_days,
        "last_day": scheduling.max_days,
        "weekdays_off": scheduling.disabled_weekdays,
        "crews_per_day": scheduling.crews_per_day,
        "holidays": [
            {"name": holiday["name"], "is_worked": holiday["name"] in worked}
            for holiday in FEDERAL_HOLIDAYS
        ],
        "closed": [
            {
                "name": each.name,
                "first": each.first,
                "last": each.last,
                "is_yearly": each.is_yearly,
            }
            for each in scheduling.days_off.closed
        ],
        "windows": {
            name: {"start": f"{hours[0]:%H:%M}", "end": f"{hours[1]:%H:%M}"}
            if (hours := scheduling.windows.get(name))
            else None
            for name in rules.WINDOW_NAMES
        },
        "afternoon_may_span_closed_days": scheduling.afternoon_may_span_closed_days,
        "history": history_out(_CALENDAR),
    }


def _permit_fees() -> dict[str, Any]:
    fees = configuration().permit_fees
    return {
        "version": version_of(_PERMITS),
        "default_cents": fees.default_cents,
        "towns": [
            {"name": fees.names[key], "fee_cents": cents}
            for key, cents in fees.city_specific.items()
        ],
        "history": history_out(_PERMITS),
    }


def _ensure_days_off(value: dict[str, Any]) -> None:
    try:
        ensure_usable(rules.HOLIDAYS, value)
    except ValueError as error:
        raise DaysOffWrong(field="closed") from error


def _ensure_windows(value: dict[str, Any]) -> None:
    offered = {name: hours for name, hours in value.items() if hours is not None}
    if not offered:
        raise WindowsWrong(field="windows.morning.start")
    for name, hours in offered.items():
        if hours["end"] <= hours["start"]:
            raise WindowsWrong(
                _("The window has to end after it begins."), field=f"windows.{name}.end"
            )
    try:
        ensure_usable(rules.ARRIVAL_WINDOWS, value)
    except ValueError as error:
        raise WindowsWrong(
            _("Windows begin at 5 AM or later, and the afternoon begins after the morning."),
            field=f"windows.{max(offered)}.start",
        ) from error


def _known(names: Iterable[str]) -> list[str]:
    federal = [holiday["name"] for holiday in FEDERAL_HOLIDAYS]
    return [name for name in federal if name in set(names)]


def _rate(percent: str) -> str:
    return f"{Decimal(percent) / _HUNDRED:f}"


def _percent_text(rate: Decimal) -> str:
    return f"{(rate * _HUNDRED).normalize():f}"
