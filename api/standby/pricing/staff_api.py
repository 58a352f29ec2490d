"""The settings screen's terms, working days and permit fees."""

from collections.abc import Iterable
from decimal import Decimal
from typing import Any, Final

from django.http import HttpRequest
from ninja import Router

from standby.accounts.staff_auth import StaffBearer, by_staff
from standby.company.selectors import version_of
from standby.company.staff_api import history_out
from standby.core.errors import Invalid, _
from standby.core.policy import HOLIDAYS as FEDERAL_HOLIDAYS
from standby.core.roles import Permission
from standby.coverage.rules.addresses import township_key
from standby.pricing.rules import configuration as configuration_rules
from standby.pricing.rules.configuration import ensure_usable
from standby.pricing.selectors.catalog import configuration
from standby.pricing.services.business_rules import change_rules, stored_value
from standby.pricing.staff_schemas import (
    PERCENT,
    CalendarIn,
    CalendarOut,
    PermitFeesIn,
    PermitFeesOut,
    TermsIn,
    TermsOut,
    rate_text,
)

router = Router(tags=["staff"])
_TERMS: Final = "terms"
_CALENDAR: Final = "calendar"
_PERMITS: Final = "permits"


class DaysOffWrong(Invalid):
    code = "days_off_wrong"
    message = _("Closed days must begin before they end, and last less than half a year.")


class WindowsWrong(Invalid):
    code = "windows_wrong"
    message = _("Crews need one arrival window at least.")


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
            configuration_rules.MILESTONE_SHARES: {
                "acceptance": payload.acceptance,
                "equipment": payload.equipment,
                "completion": payload.completion,
            },
            configuration_rules.DAYS_TO_PAY: payload.days_to_pay,
            configuration_rules.LATE_FEE: {"rate": _rate(payload.late_fee_percent)},
            configuration_rules.SALES_TAX: {"rate": _rate(payload.sales_tax_percent)},
        },
        if_version=payload.version,
        **by_staff(request),
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
            configuration_rules.DATE_RANGE: {
                "current_min": first,
                "min": first,
                "current_max": last,
                "max": last,
                "unit": "days",
            },
            configuration_rules.DISABLED_WEEKDAYS: list(payload.weekdays_off),
            configuration_rules.CREWS_PER_DAY: payload.crews_per_day,
            configuration_rules.HOLIDAYS: days_off,
            configuration_rules.ARRIVAL_WINDOWS: windows,
            configuration_rules.AFTERNOON_MAY_SPAN: payload.afternoon_may_span_closed_days,
        },
        if_version=payload.version,
        **by_staff(request),
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
    usual = stored_value(configuration_rules.PERMIT_FEE).get("usual", "")
    change_rules(
        _PERMITS,
        {
            configuration_rules.PERMIT_FEE: {
                "usual": usual,
                "default_cents": payload.default_cents,
                "city_specific": {key: town.fee_cents for key, town in towns.items()},
                "city_names": {key: town.name for key, town in towns.items()},
            }
        },
        if_version=payload.version,
        **by_staff(request),
    )
    return _permit_fees()


def _terms() -> dict[str, Any]:
    current = configuration()
    return {
        "version": version_of(_TERMS),
        **current.payment_terms.milestones,
        "days_to_pay": current.payment_terms.days_to_pay,
        "late_fee_percent": rate_text(current.payment_terms.late_fee_rate),
        "sales_tax_percent": rate_text(current.sales_tax_rate),
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
            for name in configuration_rules.WINDOW_NAMES
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
        ensure_usable(configuration_rules.HOLIDAYS, value)
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
        ensure_usable(configuration_rules.ARRIVAL_WINDOWS, value)
    except ValueError as error:
        raise WindowsWrong(
            _("Windows begin at 5 AM or later, and the afternoon begins after the morning."),
            field=f"windows.{max(offered)}.start",
        ) from error


def _known(names: Iterable[str]) -> list[str]:
    federal = [holiday["name"] for holiday in FEDERAL_HOLIDAYS]
    return [name for name in federal if name in set(names)]


def _rate(percent: str) -> str:
    return f"{Decimal(percent) / PERCENT:f}"
