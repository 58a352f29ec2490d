"""The figures of the machines we sell."""

import pytest

from standby.pricing.rules.generator_specs import spec_rows


@pytest.mark.parametrize(
    ("model_number", "figures"),
    [
        (
            "7228",
            {
                "Output on propane": "18 kW",
                "Natural gas at full load": "247 cubic feet an hour",
                "Propane at full load": "110 cubic feet an hour",
            },
        ),
        (
            "7043",
            {"Output on propane": "22 kW", "Natural gas at full load": "327 cubic feet an hour"},
        ),
        (
            "7291",
            {
                "Output on propane": "26 kW",
                "Output on natural gas": "22.5 kW",
                "Natural gas at full load": "333 cubic feet an hour",
                "Propane at full load": "132 cubic feet an hour",
                "Length, width, height": "48 x 25 x 29 in",
                "Weight": "518 lb",
            },
        ),
        ("XG-1", {}),
    ],
)
def test_only_figures_that_we_have_read_are_told(
    model_number: str, figures: dict[str, str]
) -> None:
    assert dict(spec_rows(model_number)) == figures
