"""What a homeowner ticked under "What should stay on?", and what the page said about it.

The browser calculates (web/src/business/sizing); the server stores what was said, checked for its
form only, and no price follows from it. Its words for staff, homeowner and proposal are here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, Literal

from standby.core.words import _, listed, number_text, say, say_count
from standby.pricing.rules.line_items import LineItem, LineKind

MODULE: Final = "Load management module"  # how its line is described until staff say otherwise

Load = Literal["range", "dryer", "water-heater", "ev-charger", "pool-pump", "other"]
Waiting = Literal[
    "ev-charger", "pool-pump", "heat-strips", "dryer", "water-heater", "range", "cooling-2"
]
Verdict = Literal["at-once", "in-turn", "too-large"]
Heating = Literal["gas", "heat-pump", "central", "separate"]

_LOADS: Final[Mapping[str, str]] = {
    "range": _("electric range"),
    "dryer": _("electric dryer"),
    "water-heater": _("electric water heater"),
    "ev-charger": _("EV charger"),
    "pool-pump": _("pool pump"),
    "other": _("other appliances"),
}
_WAITING: Final[Mapping[str, str]] = {
    "range": _("the range"),
    "dryer": _("the dryer"),
    "water-heater": _("the water heater"),
    "ev-charger": _("the EV charger"),
    "pool-pump": _("the pool pump"),
    "heat-strips": _("the electric heat"),
    "cooling-2": _("the second AC"),
}
_COOLING: Final = {
    1: _("one AC (%(tons)s tons)"),
    2: _("two ACs (%(tons)s tons together)"),
}
_HEATING: Final[Mapping[str, str]] = {
    "gas": _("gas furnace"),
    "heat-pump": _("heat pump with electric strips"),
    "central": _("electric furnace"),
    "separate": _("electric heaters in rooms"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class StayOn:
    """The list and the home as the page had them; `loads` are in VA, each of its usual size.

    `verdict` is of the generator that was chosen: at once, in turn with the loads `waiting`, or
    too large for it; None for a generator whose figures the page does not have. Raises ValueError.
    """

    floor_sq_ft: int
    ac_systems: Literal[0, 1, 2]
    ac_tons: float
    heating: Heating
    heating_kw: float
    loads: dict[Load, int]
    verdict: Verdict | None
    waiting: list[Waiting]

    def __post_init__(self) -> None:
        bounds = (
            (300 <= self.floor_sq_ft <= 20_000, _("The floor area is from 300 to 20,000 sq ft.")),
            (0 <= self.ac_tons <= 10, _("Air conditioning is at most 10 tons.")),
            (
                bool(self.ac_tons) is bool(self.ac_systems),
                _("Tons are of air conditioning, and every AC has some."),
            ),
            (0 <= self.heating_kw <= 60, _("Electric heat is at most 60 kW.")),
            (all(0 < va <= 60_000 for va in self.loads.values()), _("A load is at most 60 kW.")),
            (self._waiting_fits(), _("What takes turns does not match the list.")),
        )
        for holds, words in bounds:
            if not holds:
                raise ValueError(say(words))

    def _waiting_fits(self) -> bool:
        known = {
            *self.loads,
            *(["heat-strips"] if self.heating == "heat-pump" else []),
            *(["cooling-2"] if self.ac_systems == 2 else []),
        }
        is_once = len(set(self.waiting)) == len(self.waiting)
        fits_verdict = bool(self.waiting) is (self.verdict == "in-turn")
        return is_once and fits_verdict and known.issuperset(self.waiting)


def read_stay_on(answers: Mapping[str, Any]) -> StayOn | None:
    """Return the list in an order's stored answers; None where it was not given."""
    stored = answers.get("stay_on")
    return StayOn(**stored) if stored else None


def wanted_words(answer: StayOn) -> str:
    """Return the list: "Lights, fridge and kitchen, one AC (4 tons), electric dryer (5 kW)"."""
    names = [say("Lights, fridge and kitchen")]
    if answer.ac_systems:
        names.append(say(_COOLING[answer.ac_systems], tons=format(answer.ac_tons, "g")))
    names += [f"{say(_LOADS[load])} ({va / 1000:g} kW)" for load, va in answer.loads.items()]
    if answer.heating != "gas":
        names.append(say("electric heat (%(kw)s kW)", kw=format(answer.heating_kw, "g")))
    return ", ".join(names)


def home_words(answer: StayOn) -> str:
    return say(
        "%(area)s sq ft, %(heating)s",
        area=number_text(answer.floor_sq_ft),
        heating=say(_HEATING[answer.heating]),
    )


def verdict_words(answer: StayOn, *, kw: int, is_carried: bool = True) -> str:
    """Return what the page said of the chosen generator; empty where it said nothing.

    `kw` is its size, 0 where it is not known. `is_carried`: no module is left out that its loads
    take turns by; otherwise it carries less.
    """
    if answer.verdict is None:
        return ""
    unit = say("The %(kw)s kW generator", kw=kw) if kw else say("Your own generator")
    if answer.verdict == "too-large":
        return say("%(unit)s is too small to carry all of it.", unit=unit)
    if answer.verdict == "at-once":
        return say("%(unit)s carries all of it at once.", unit=unit)
    if not is_carried:
        message = _(
            "%(unit)s is too small for all of it at once. "
            "Loads take turns only as far as there are modules for them: %(loads)s."
        )
    elif len(answer.waiting) == 1:
        message = _("%(unit)s carries it, and %(loads)s waits its turn.")
    else:
        message = _("%(unit)s carries it with these taking turns: %(loads)s.")
    return say(message, unit=unit, loads=listed([say(_WAITING[load]) for load in answer.waiting]))


class Missing(StrEnum):
    """What becomes of modules that are needed and not in the price."""

    OPEN = "open"  # they will still be quoted
    DECLINED = "declined"  # the homeowner declined a price with them
    LEFT_OUT = "left out"  # the homeowner agreed to go without them
    ENDED = "ended"  # nothing is quoted any more, and nobody agreed to that


def modules_words(*, needed: int, in_price: int, missing: Missing) -> str:
    """Return how many modules are needed, how many the price has, and what becomes of the rest.

    Empty where none is needed.
    """
    if not needed:
        return ""
    count = max(0, needed - in_price)
    if not count:
        return say(
            "Load management modules needed, one for each that takes turns: %(needed)s, in the "
            "price.",
            needed=needed,
        )
    return say(
        "Load management modules needed, one for each that takes turns: %(needed)s. "
        "In the price: %(there)s. %(missing)s",
        needed=needed,
        there=needed - count,
        missing=missing_words(count, missing),
    )


def missing_words(count: int, missing: Missing) -> str:
    """Return "Not in the price yet: 2; we quote them before anything is signed." """
    if missing is Missing.ENDED:
        return say("Not in the price: %(number)s.", number=count)
    if missing is Missing.LEFT_OUT:
        return say_count(
            "Not in the price: %(number)s; the homeowner goes without it.",
            "Not in the price: %(number)s; the homeowner goes without them.",
            count,
        )
    if missing is Missing.DECLINED:
        return say_count(
            "Not in the price: %(number)s; the price with it was declined.",
            "Not in the price: %(number)s; the price with them was declined.",
            count,
        )
    return say_count(
        "Not in the price yet: %(number)s; we quote it before anything is signed.",
        "Not in the price yet: %(number)s; we quote them before anything is signed.",
        count,
    )


def modules_in(lines: Sequence[Mapping[str, Any]]) -> int:
    """Return how many modules a quote's stored lines have."""
    return sum(line["quantity"] for line in lines if is_module(line))


def is_module(line: Mapping[str, Any]) -> bool:
    """Whether a stored line is of load management modules, whatever it is called."""
    return bool(line["kind"] == LineKind.MODULE)


def module_line(count: int, *, cents: int) -> LineItem:
    """Return the line of so many modules at `cents` each, before tax."""
    return LineItem(
        kind=LineKind.MODULE, description=MODULE, quantity=count, unit_cents=cents, taxable=True
    )
