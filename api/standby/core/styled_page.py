"""Pages that carry their own style and no script, under a policy that allows this style only."""

import base64
import hashlib
from collections.abc import Mapping
from functools import lru_cache

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import get_template

from standby.core.market import color_variables


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
    style = get_template(f"{name}.css").render({"colors": named}).strip()
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return style, (
        f"default-src 'none'; style-src 'sha256-{digest}'; form-action 'self'; "
        "frame-ancestors 'none'; base-uri 'none'"
    )
