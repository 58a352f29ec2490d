"""Specifications of the generators we sell, as published by the manufacturer."""

from dataclasses import dataclass
from typing import Final

LEAST_KW_OF_THE_STATUTE: Final = 7  # Tex. Prop. Code 202.019


@dataclass(frozen=True, slots=True, kw_only=True)
class GeneratorSpec:
    """Figures from Generac's data sheet; None where we do not have the figure."""

    lp_kw: float
    ng_kw: float | None
    ng_cubic_feet_per_hour: int
    lp_cubic_feet_per_hour: int | None
    size_in: str | None
    weight_lb: int | None


_MACHINES: Final = {
    "7228": GeneratorSpec(
        lp_kw=18,
        ng_kw=None,
        ng_cubic_feet_per_hour=247,
        lp_cubic_feet_per_hour=110,
        size_in=None,
        weight_lb=None,
    ),
    "7043": GeneratorSpec(
        lp_kw=22,
        ng_kw=None,
        ng_cubic_feet_per_hour=327,
        lp_cubic_feet_per_hour=None,
        size_in=None,
        weight_lb=None,
    ),
    "7291": GeneratorSpec(
        lp_kw=26,
        ng_kw=22.5,
        ng_cubic_feet_per_hour=333,
        lp_cubic_feet_per_hour=132,
        size_in="48 x 25 x 29",
        weight_lb=518,
    ),
}


def spec_rows(model_number: str) -> list[tuple[str, str]]:
    machine = _MACHINES.get(model_number)
    if machine is None:
        return []
    rows = [
        ("Output on propane", f"{machine.lp_kw:g} kW"),
        ("Output on natural gas", _format_quantity(machine.ng_kw, "kW")),
        ("Natural gas at full load", f"{machine.ng_cubic_feet_per_hour} cubic feet an hour"),
        (
            "Propane at full load",
            _format_quantity(machine.lp_cubic_feet_per_hour, "cubic feet an hour"),
        ),
        ("Length, width, height", _format_quantity(machine.size_in, "in")),
        ("Weight", _format_quantity(machine.weight_lb, "lb")),
    ]
    return [(name, figure) for name, figure in rows if figure]


def _format_quantity(figure: float | str | None, unit: str) -> str:
    if figure is None:
        return ""
    return f"{figure:g} {unit}" if isinstance(figure, float) else f"{figure} {unit}"
