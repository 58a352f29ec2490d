"""Configuration that staff may change; the market's own stands for an unusable value."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, time, timedelta
from decimal import Decimal, InvalidOperation
from typing import Any, Final

from standby.core import policy
from standby.core.business_days import NO_OTHER_DAYS_OFF, ClosedDays, DaysOff
from standby.core.clock import WEEKDAYS
from standby.core.market import CONFIGURATION, MILESTONES, TAXES
from standby.coverage.rules.addresses import ANY_COVERED_CITY, township_key
from standby.pricing.rules.pricing import BILLED_AT_COST

log = logging.getLogger(__name__)

Setting = tuple[str, str]  # category and key
Hours = tuple[time, time]

DATE_RANGE: Final[Setting] = ("scheduling", "scheduling_date_range")
DISABLED_WEEKDAYS: Final[Setting] = ("scheduling", "scheduling_disabled_weekdays")
CREWS_PER_DAY: Final[Setting] = ("scheduling", "crews_per_day")
HOLD_MINUTES: Final[Setting] = ("scheduling", "hold_minutes")
SCHEDULING_FEE: Final[Setting] = ("pricing", "scheduling_fee")
PERMIT_FEE: Final[Setting] = ("pricing", "permit_fee")
CARD_SURCHARGE: Final[Setting] = ("pricing", "card_surcharge")
DAYS_TO_PAY: Final[Setting] = ("pricing", "days_to_pay")
SALES_TAX: Final[Setting] = ("pricing", "sales_tax")
MILESTONE_SHARES: Final[Setting] = ("pricing", "milestones")
LATE_FEE: Final[Setting] = ("pricing", "late_fee")
HOLIDAYS: Final[Setting] = ("scheduling", "holidays")
ARRIVAL_WINDOWS: Final[Setting] = ("scheduling", "arrival_windows")
AFTERNOON_MAY_SPAN: Final[Setting] = ("scheduling", "afternoon_may_span_closed_days")

MOST_DAYS: Final = 365
MOST_CREWS: Final = 100
# Longer than a checkout page lives (BOOK-02.2).
SHORTEST_HOLD_MINUTES: Final = policy.CHECKOUT_LIVES // timedelta(minutes=1) + 1
LONGEST_HOLD_MINUTES: Final = 24 * 60
MOST_FEE_CENTS: Final = 100_000_00
FEWEST_DAYS_TO_PAY: Final = 2
MOST_DAYS_TO_PAY: Final = 60
MOST_SALES_TAX: Final = Decimal("0.2")
# More than 1.5 % a month is more than the agreement allows, and close to what Texas calls usury.
MOST_LATE_FEE: Final = Decimal("0.015")
MOST_CLOSED: Final = 60
WINDOW_NAMES: Final = ("morning", "afternoon")  # in the order in which crews arrive
EARLIEST_ARRIVAL: Final = time(5)  # after the hour that clock changes repeat or skip
_LONGEST_TOWNSHIP: Final = 100
_LONGEST_CLOSED_DAYS: Final = 180


@dataclass(frozen=True, slots=True, kw_only=True)
class SchedulingRules:
    """The rules for bookable dates; `disabled_weekdays` holds SUN … SAT.

    `windows` are the arrival windows on offer by name, with their hours on the wall clock. A job of
    an afternoon ends on the next morning, and only if it may span closed days on a later one.
    """

    min_days: int
    max_days: int
    disabled_weekdays: tuple[str, ...]
    crews_per_day: int
    hold: timedelta
    days_off: DaysOff = NO_OTHER_DAYS_OFF
    windows: Mapping[str, Hours] = field(default_factory=lambda: USUAL_WINDOWS, hash=False)
    afternoon_may_span_closed_days: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PermitFees:
    """Permit fees in cents. Both maps are by township, the usual one first."""

    default_cents: int
    city_specific: dict[str, int]
    names: dict[str, str]

    def cents_for(self, township: str) -> int:
        return self.city_specific.get(township, self.default_cents)


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentTerms:
    """How the price is paid: `milestones` are percents of it by occasion, in order.

    An order keeps those of the proposal that was accepted. `late_fee_rate` is of a month, simple.
    """

    days_to_pay: int
    milestones: Mapping[str, int]
    late_fee_rate: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class Configuration:
    scheduling: SchedulingRules
    scheduling_fee_cents: int
    is_scheduling_fee_refundable: bool
    permit_fees: PermitFees
    card_surcharge_rate: Decimal
    sales_tax_rate: Decimal
    payment_terms: PaymentTerms


def configuration_from(raw: Mapping[Setting, Any]) -> Configuration:
    """Read each setting on its own, so that one unusable value does not affect the others."""
    min_days, max_days = _read(raw, DATE_RANGE)
    fee_cents, refundable = _read(raw, SCHEDULING_FEE)
    return Configuration(
        scheduling=SchedulingRules(
            min_days=min_days,
            max_days=max_days,
            disabled_weekdays=_read(raw, DISABLED_WEEKDAYS),
            crews_per_day=_read(raw, CREWS_PER_DAY),
            hold=_read(raw, HOLD_MINUTES),
            days_off=_read(raw, HOLIDAYS),
            windows=_read(raw, ARRIVAL_WINDOWS),
            afternoon_may_span_closed_days=_read(raw, AFTERNOON_MAY_SPAN),
        ),
        scheduling_fee_cents=fee_cents,
        is_scheduling_fee_refundable=refundable,
        permit_fees=_read(raw, PERMIT_FEE),
        card_surcharge_rate=_read(raw, CARD_SURCHARGE),
        sales_tax_rate=_read(raw, SALES_TAX),
        payment_terms=PaymentTerms(
            days_to_pay=_read(raw, DAYS_TO_PAY),
            milestones=_read(raw, MILESTONE_SHARES),
            late_fee_rate=_read(raw, LATE_FEE),
        ),
    )


def ensure_usable(setting: Setting, value: object) -> None:
    """Check a value before it is stored. Raises ValueError with the reason."""
    try:
        _PARSERS[setting](value)
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError(f"{error} is missing or is not of its kind") from error


def _read(raw: Mapping[Setting, Any], setting: Setting) -> Any:
    parse = _PARSERS[setting]
    if setting in raw:
        try:
            return parse(raw[setting])
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            name = ".".join(setting)
            log.error("configuration %s is unusable (%s), using the default", name, error)
    return parse(market_value(setting))


def market_value(setting: Setting) -> Any:
    """Return what the market's folder says where staff have set nothing."""
    if setting in _OF_OTHER_FILES:
        return _OF_OTHER_FILES[setting]
    category, key = setting
    return CONFIGURATION[category][key]


_OF_OTHER_FILES: Final[Mapping[Setting, Any]] = {
    SALES_TAX: {"rate": TAXES["sales_tax_rate"]},
    MILESTONE_SHARES: MILESTONES,
    LATE_FEE: {"rate": "0.015"},  # clause 8 of the agreement
    HOLIDAYS: {"worked": [], "closed": []},
}


def _whole(value: object, *, lowest: int, highest: int) -> int:
    if type(value) is not int or not lowest <= value <= highest:
        raise ValueError(f"{value!r} is not a whole number from {lowest} to {highest}")
    return value


def _yes_or_no(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{value!r} is not true or false")
    return value


def _date_range(value: Mapping[str, Any]) -> tuple[int, int]:
    # `current_min` and `current_max` apply; `min` and `max` are their fallback.
    if value.get("unit", "days") != "days":
        raise ValueError(f"unit {value['unit']!r} is not days")
    earliest = value["current_min"] if "current_min" in value else value["min"]
    latest = value["current_max"] if "current_max" in value else value["max"]
    min_days = _whole(earliest, lowest=0, highest=MOST_DAYS)
    return min_days, _whole(latest, lowest=min_days, highest=MOST_DAYS)


def _weekdays(value: list[Any]) -> tuple[str, ...]:
    if not isinstance(value, list) or not set(value) <= set(WEEKDAYS):
        raise ValueError(f"{value!r} is not a list of {', '.join(WEEKDAYS)}")
    return tuple(value)


def _scheduling_fee(value: Mapping[str, Any]) -> tuple[int, bool]:
    refundable = value.get("refundable", False)
    if not isinstance(refundable, bool):
        raise ValueError(f"refundable {refundable!r} is not true or false")
    return _fee_cents(value["amount_cents"]), refundable


def _rate(value: Mapping[str, Any], *, highest: Decimal) -> Decimal:
    # Stored as text such as "0.03".
    try:
        rate = Decimal(str(value["rate"]))
    except InvalidOperation as error:
        raise ValueError(f"rate {value['rate']!r} is not a number") from error
    if not rate.is_finite() or not 0 <= rate <= highest:
        raise ValueError(f"rate {rate} is not from 0 to {highest}")
    return rate


def _milestone_shares(value: Mapping[str, Any]) -> Mapping[str, int]:
    # In the market's order, as PostgreSQL keeps the keys of JSON by their length.
    shares = {kind: _whole(value[kind], lowest=1, highest=98) for kind in MILESTONES}
    if sum(shares.values()) != 100:
        raise ValueError(f"{shares} are not 100 % of the price")
    return shares


def _days_off(value: Mapping[str, Any]) -> DaysOff:
    names = {str(holiday["name"]) for holiday in policy.HOLIDAYS}
    worked = frozenset(map(str, value["worked"]))
    if not worked <= names:
        raise ValueError(f"{sorted(worked - names)} are no federal holidays")
    if len(value["closed"]) > MOST_CLOSED:
        raise ValueError(f"at most {MOST_CLOSED} closed periods")
    return DaysOff(worked=worked, closed=tuple(map(_closed_days, value["closed"])))


def _windows(value: Mapping[str, Any]) -> Mapping[str, Hours]:
    # A window that is not on offer is missing or null.
    windows = {
        name: (time.fromisoformat(hours["start"]), time.fromisoformat(hours["end"]))
        for name in WINDOW_NAMES
        if (hours := value.get(name)) is not None
    }
    if not windows:
        raise ValueError("no arrival window")
    for name, (start, end) in windows.items():
        if not EARLIEST_ARRIVAL <= start < end:
            raise ValueError(f"the {name} window ends before it begins, or begins before 5 AM")
    starts = [start for start, _end in windows.values()]
    if starts != sorted(set(starts)):
        raise ValueError("the afternoon begins before the morning")
    return windows


def _closed_days(value: Mapping[str, Any]) -> ClosedDays:
    closed = ClosedDays(
        name=str(value["name"])[:100],
        first=date.fromisoformat(value["first"]),
        last=date.fromisoformat(value["last"]),
        is_yearly=value["is_yearly"] is True,
    )
    if not 0 <= (closed.last - closed.first).days < _LONGEST_CLOSED_DAYS:
        raise ValueError(f"{closed.name} ends before it begins, or lasts half a year")
    return closed


def _permit_fees(value: Mapping[str, Any]) -> PermitFees:
    names = {township_key(city): name for city, name in value.get("city_names", {}).items()}
    city_specific = {}
    for city, cents in value.get("city_specific", {}).items():
        key = township_key(city)
        if key in ("", ANY_COVERED_CITY, BILLED_AT_COST) or len(key) > _LONGEST_TOWNSHIP:
            raise ValueError(f"{city!r} is not the name of a city")
        city_specific[key] = _fee_cents(cents)
    # PostgreSQL keeps the keys of JSON by their length, so their order says nothing.
    usual = township_key(value.get("usual", ""))
    ordered = sorted(city_specific, key=lambda key: (key != usual, key))
    return PermitFees(
        default_cents=_fee_cents(value.get("default_cents", policy.DEFAULT_PERMIT_CENTS)),
        city_specific={key: city_specific[key] for key in ordered},
        names={key: str(names.get(key, key.title())) for key in ordered},
    )


def _fee_cents(value: object) -> int:
    return _whole(value, lowest=0, highest=MOST_FEE_CENTS)


USUAL_WINDOWS: Final[Mapping[str, Hours]] = _windows(CONFIGURATION["scheduling"]["arrival_windows"])

_PARSERS: Final[Mapping[Setting, Callable[[Any], Any]]] = {
    DATE_RANGE: _date_range,
    DISABLED_WEEKDAYS: _weekdays,
    CREWS_PER_DAY: lambda value: _whole(value, lowest=0, highest=MOST_CREWS),
    HOLD_MINUTES: lambda value: timedelta(
        minutes=_whole(value, lowest=SHORTEST_HOLD_MINUTES, highest=LONGEST_HOLD_MINUTES)
    ),
    SCHEDULING_FEE: _scheduling_fee,
    PERMIT_FEE: _permit_fees,
    # Capped at the surcharge that the agreement allows.
    CARD_SURCHARGE: lambda value: _rate(value, highest=policy.DEFAULT_CARD_SURCHARGE_RATE),
    SALES_TAX: lambda value: _rate(value, highest=MOST_SALES_TAX),
    MILESTONE_SHARES: _milestone_shares,
    LATE_FEE: lambda value: _rate(value, highest=MOST_LATE_FEE),
    HOLIDAYS: _days_off,
    ARRIVAL_WINDOWS: _windows,
    AFTERNOON_MAY_SPAN: _yes_or_no,
    DAYS_TO_PAY: lambda value: _whole(value, lowest=FEWEST_DAYS_TO_PAY, highest=MOST_DAYS_TO_PAY),
}
