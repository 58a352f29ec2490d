"""Specifications of the generators we sell, as published by the manufacturer."""

from typing import Final

from standby.core.market import GAS
from standby.core.words import _, say

LEAST_KW_OF_THE_STATUTE: Final = 7  # Tex. Prop. Code 202.019
_KW: Final = _("%(figure)s kW")
_GAS_AN_HOUR: Final = _("%(figure)s cubic feet per hour")
_GAS: Final = {
    unit["model_number"]: [(_("Natural gas at full load"), _GAS_AN_HOUR, str(unit["cfh"]))]
    for unit in GAS["generators"]
}
# From Generac's data sheets; a figure that we do not have is left out.
_SPECS: Final = {
    "7228": [
        (_("Output on propane"), _KW, "18"),
        *_GAS.get("7228", []),
        (_("Propane at full load"), _GAS_AN_HOUR, "110"),
    ],
    "7043": [(_("Output on propane"), _KW, "22"), *_GAS.get("7043", [])],
    "7291": [
        (_("Output on propane"), _KW, "26"),
        (_("Output on natural gas"), _KW, "22.5"),
        *_GAS.get("7291", []),
        (_("Propane at full load"), _GAS_AN_HOUR, "132"),
        (_("Length, width, height"), _("%(figure)s in"), "48 x 25 x 29"),
        (_("Weight"), _("%(figure)s lb"), "518"),
    ],
}


def specs_in_words(model_number: str) -> list[tuple[str, str]]:
    """Return what is known of a generator: names and figures with their units, in words."""
    specs = _SPECS.get(model_number, [])
    return [(say(name), say(unit, figure=figure)) for name, unit, figure in specs]
