"""What a homeowner ticked under "What should stay on?": its form, and its words."""

from typing import Any

import pytest
from stay_on_lists import AT_ONCE, IN_TURN, ONE_WAITS, TOO_LARGE

from standby.core.words import listed
from standby.pricing.rules.line_items import LineItem, LineKind
from standby.pricing.rules.stay_on import (
    Missing,
    StayOn,
    home_words,
    module_line,
    modules_in,
    modules_words,
    read_stay_on,
    verdict_words,
    wanted_words,
)


def stay_on(**changed: Any) -> StayOn:
    return StayOn(**{**IN_TURN, **changed})


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"floor_sq_ft": 299}, "floor area"),
        ({"floor_sq_ft": 20_001}, "floor area"),
        ({"ac_tons": 11}, "10 tons"),
        ({"ac_tons": float("nan")}, "10 tons"),
        ({"ac_tons": 0}, "every AC has some"),
        ({"ac_systems": 0}, "Tons are of air conditioning"),
        ({"heating_kw": -1}, "Electric heat"),
        ({"loads": {"dryer": 0, "range": 1}}, "A load"),
        ({"loads": {"dryer": 5000}}, "does not match"),
        ({"ac_systems": 1, "waiting": ["cooling-2"]}, "does not match"),
        ({"waiting": ["heat-strips"]}, "does not match"),
        ({"waiting": ["dryer", "dryer"]}, "does not match"),
        ({"waiting": []}, "does not match"),
        ({"verdict": "at-once"}, "does not match"),
        ({"verdict": None}, "does not match"),
    ],
)
def test_what_no_page_says_is_refused(changed: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        stay_on(**changed)


def test_the_list_and_the_home_are_said_in_words() -> None:
    assert wanted_words(stay_on()) == (
        "Lights, fridge and kitchen, two ACs (8 tons together), electric dryer (5 kW), "
        "electric range (12 kW)"
    )
    assert home_words(stay_on()) == "2,500 sq ft, gas furnace"
    bare = stay_on(loads={}, ac_systems=0, ac_tons=0, verdict="at-once", waiting=[])
    assert wanted_words(bare) == "Lights, fridge and kitchen"
    strips = stay_on(ac_systems=1, ac_tons=2.5, heating="heat-pump", heating_kw=10)
    assert "one AC (2.5 tons), " in wanted_words(strips)
    assert wanted_words(strips).endswith("electric heat (10 kW)")


@pytest.mark.parametrize(
    ("list_told", "words"),
    [
        (AT_ONCE, "The 26 kW generator carries all of it at once."),
        (ONE_WAITS, "The 26 kW generator carries it, and the dryer waits its turn."),
        (
            IN_TURN,
            "The 26 kW generator carries it with these taking turns: the dryer and the range.",
        ),
        (TOO_LARGE, "The 26 kW generator is too small to carry all of it."),
        ({**AT_ONCE, "verdict": None}, ""),
    ],
)
def test_what_was_told_of_the_generator_is_one_of_three(
    list_told: dict[str, Any], words: str
) -> None:
    assert verdict_words(StayOn(**list_told), kw=26) == words


@pytest.mark.parametrize(
    ("needed", "in_price", "missing", "words"),
    [
        (0, 1, "open", ""),
        (1, 1, "open", " 1, in the price."),
        (2, 3, "left out", " 2, in the price."),
        (3, 1, "open", " 3. In the price: 1. Not in the price yet: 2; we quote them before "),
        (2, 1, "open", " 2. In the price: 1. Not in the price yet: 1; we quote it before "),
        (2, 1, "left out", " 2. In the price: 1. Not in the price: 1; the homeowner goes without "),
        (2, 1, "ended", " 2. In the price: 1. Not in the price: 1."),
        (2, 0, "declined", " 2. In the price: 0. Not in the price: 2; the price with them was "),
    ],
)
def test_modules_are_said_to_be_in_the_price_only_if_they_are(
    needed: int, in_price: int, missing: str, words: str
) -> None:
    said = modules_words(needed=needed, in_price=in_price, missing=Missing(missing))
    beginning = "Load management modules needed, one for each that takes turns:" if words else ""
    assert said.startswith(beginning + words)
    assert bool(said) is bool(words)


def test_modules_of_a_price_are_lines_of_their_kind_whatever_they_are_called() -> None:
    stand = LineItem(kind=LineKind.EXTRA, description="Stand", quantity=9, unit_cents=1)
    lines = [stand.as_dict(), module_line(2, cents=400_00).as_dict()]
    assert modules_in(lines) == 2
    renamed = {**lines[1], "description": "Smart shed device"}
    assert modules_in([renamed, {**lines[1], "kind": "extra"}]) == 2
    assert modules_in([]) == 0


def test_an_order_without_the_answer_has_no_list() -> None:
    assert read_stay_on({}) is None
    assert read_stay_on({"stay_on": None}) is None
    assert read_stay_on({"stay_on": IN_TURN}) == stay_on()
    assert listed(["a", "b", "c"]) == "a, b and c"
