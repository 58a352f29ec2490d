"""Pages that carry their own style and no script, under a policy that allows this style only."""

import base64
import hashlib
from collections.abc import Mapping
from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import get_template

from standby.core.market import color_variables


def styled_page(
    request: HttpRequest, name: str, context: Mapping[str, object], *, status: int = 200
) -> HttpResponse:
    """Render the templates `name`.html and `name`.css, which has the market's colors."""
    style, policy = _style_of(name)
    page = render(request, f"{name}.html", {**context, "style": style}, status=status)
    page["Content-Security-Policy"] = policy
    page["Referrer-Policy"] = "no-referrer"
    page["X-Robots-Tag"] = "noindex"
    return page


@cache
def _style_of(name: str) -> tuple[str, str]:
    colors = color_variables(settings.COLORS)
    style = get_template(f"{name}.css").render({"colors": colors}).strip()
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return style, (
        f"default-src 'none'; style-src 'sha256-{digest}'; form-action 'self'; "
        "frame-ancestors 'none'; base-uri 'none'"
    )
