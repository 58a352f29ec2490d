"""Pages with their own style and font and no script, under a policy that allows these only."""

import base64
import hashlib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import get_template

from standby.core.market import color_variables

# The site's own (web/src/assets/fonts), whose name there changes with each build. It is 11 KB, and
# in the page so that nothing else has to load.
FONT: Final = Path(__file__).with_name("figtree.woff2")


def styled_page(
    request: HttpRequest,
    name: str,
    context: Mapping[str, object],
    *,
    colors: Mapping[str, str],
    status: int = 200,
) -> HttpResponse:
    """Render the templates `name`.html and `name`.css, which has the colors."""
    style, policy = _style_of(name, tuple(colors.items()))
    page = render(request, f"{name}.html", {**context, "style": style}, status=status)
    page["Content-Security-Policy"] = policy
    page["Referrer-Policy"] = "no-referrer"
    page["X-Robots-Tag"] = "noindex"
    return page


@lru_cache(maxsize=8)
def _style_of(name: str, colors: tuple[tuple[str, str], ...]) -> tuple[str, str]:
    named = color_variables(dict(colors))
    style = _font_face() + get_template(f"{name}.css").render({"colors": named}).strip()
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return style, (
        f"default-src 'none'; style-src 'sha256-{digest}'; font-src data:; form-action 'self'; "
        "frame-ancestors 'none'; base-uri 'none'"
    )


def _font_face() -> str:
    font = base64.b64encode(FONT.read_bytes()).decode()
    return (
        '@font-face{font-family:"Figtree";font-weight:400 700;'
        f'src:url("data:font/woff2;base64,{font}") format("woff2")}}\n'
    )
