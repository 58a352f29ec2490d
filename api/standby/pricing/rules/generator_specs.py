"""Specifications of the generators we sell, as published by the manufacturer."""

from typing import Final

from standby.core.market import GAS

LEAST_KW_OF_THE_STATUTE: Final = 7  # Tex. Prop. Code 202.019
_GAS: Final = {
    unit["model_number"]: {"Natural gas at full load": f"{unit['cfh']} cubic feet per hour"}
    for unit in GAS["generators"]
}
# From Generac's data sheets; a figure that we do not have is left out.
GENERATOR_SPECS: Final = {
    "7228": {
        "Output on propane": "18 kW",
        **_GAS.get("7228", {}),
        "Propane at full load": "110 cubic feet per hour",
    },
    "7043": {"Output on propane": "22 kW", **_GAS.get("7043", {})},
    "7291": {
        "Output on propane": "26 kW",
        "Output on natural gas": "22.5 kW",
        **_GAS.get("7291", {}),
        "Propane at full load": "132 cubic feet per hour",
        "Length, width, height": "48 x 25 x 29 in",
        "Weight": "518 lb",
    },
}
