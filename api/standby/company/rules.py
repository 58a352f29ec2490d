"""The brand's colors: which ones can be read, and the shades made from them."""

from collections.abc import Mapping
from typing import Final

from standby.core.words import say

LEAST_CONTRAST: Final = 4.5  # WCAG 2.2, 1.4.3
WHITE: Final = f"#{6 * 'f'}"
BLACK: Final = f"#{6 * '0'}"
# By the market's palette as long as staff have chosen no color (web/src/styles/tokens.css).
BRAND: Final[Mapping[str, str]] = {
    "brand": "green-600",
    "brand-dark": "green-700",
    "brand-darker": "green-800",
}
ACCENT: Final[Mapping[str, str]] = {
    "accent": "amber-400",
    "accent-light": "amber-300",
    "accent-strong": "amber-500",
    "accent-dark": "amber-800",
    "accent-pale": "amber-50",
}
_STEPS_TO_BLACK: Final = 20


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colors (#rrggbb) by WCAG 2.2, from 1 to 21."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def contrast_problem(color: str, *, ground: str, name: str) -> str:
    """Return why text of this color on a ground called `name` cannot be read, or nothing."""
    ratio = contrast(color, ground)
    if ratio >= LEAST_CONTRAST:
        return ""
    # Cut off: 4.49 is not 4.5.
    shown = int(ratio * 10) / 10
    return say(
        "%(color)s on %(ground)s has %(ratio)s:1, at least %(least)s:1 is needed.",
        color=color.upper(),
        ground=name,
        ratio=shown,
        least=LEAST_CONTRAST,
    )


def brand_shades(color: str) -> dict[str, str]:
    """Return the main color with its shades for hover and press, which are darker.

    White can be read on the color, so it can on both.
    """
    return {
        "brand": color,
        "brand-dark": mixed(color, BLACK, share=0.16),
        "brand-darker": mixed(color, BLACK, share=0.3),
    }


def accent_shades(color: str) -> dict[str, str]:
    """Return the accent with its shades: lighter on dark ground, and dark to be read on light."""
    pale = mixed(color, WHITE, share=0.9)
    darker = (mixed(color, BLACK, share=step / _STEPS_TO_BLACK) for step in range(_STEPS_TO_BLACK))
    return {
        "accent": color,
        "accent-light": mixed(color, WHITE, share=0.35),
        "accent-strong": mixed(color, BLACK, share=0.08),
        "accent-dark": next(shade for shade in darker if contrast(shade, pale) >= LEAST_CONTRAST),
        "accent-pale": pale,
    }


def palette_with_brand(
    palette: Mapping[str, str], chosen: Mapping[str, str] | None = None
) -> dict[str, str]:
    """Return the palette and the brand's shades: those chosen, else the palette's own."""
    brand = {name: palette[shade] for name, shade in {**BRAND, **ACCENT}.items()}
    return {**palette, **brand, **(chosen or {})}


def mixed(color: str, other: str, *, share: float) -> str:
    """Return a color with a share (0 to 1) of another."""
    pairs = zip(_parts(color), _parts(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def _parts(color: str) -> tuple[int, int, int]:
    red, green, blue = bytes.fromhex(color[1:])
    return red, green, blue


def _luminance(color: str) -> float:
    red, green, blue = (_linear(part / 255) for part in _parts(color))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)
