"""Specifications of the generators we sell, as published by the manufacturer."""

from typing import Final

LEAST_KW_OF_THE_STATUTE: Final = 7  # Tex. Prop. Code 202.019
# From Generac's data sheets; a figure that we do not have is left out.
GENERATOR_SPECS: Final = {
    "7228": {
        "Output on propane": "18 kW",
        "Natural gas at full load": "247 cubic feet an hour",
        "Propane at full load": "110 cubic feet an hour",
    },
    "7043": {"Output on propane": "22 kW", "Natural gas at full load": "327 cubic feet an hour"},
    "7291": {
        "Output on propane": "26 kW",
        "Output on natural gas": "22.5 kW",
        "Natural gas at full load": "333 cubic feet an hour",
        "Propane at full load": "132 cubic feet an hour",
        "Length, width, height": "48 x 25 x 29 in",
        "Weight": "518 lb",
    },
}
