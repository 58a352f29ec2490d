"""The company's logo, for pages and emails."""

from typing import Annotated

from django.http import HttpRequest, HttpResponse
from ninja import Path, Router
from pydantic import StringConstraints

from standby.company.selectors import logo_content

router = Router(tags=["company"])
Sha256 = Annotated[str, StringConstraints(pattern="^[0-9a-f]{64}$")]


@router.get(
    "/logos/{sha256}",
    response={200: None},
    operation_id="get_logo",
)
def get_logo(request: HttpRequest, sha256: Path[Sha256]) -> HttpResponse:
    """Return a logo by its hash, which never changes: an email may show an earlier one."""
    response = HttpResponse(logo_content(sha256), content_type="image/png")
    response["Cache-Control"] = "public, max-age=31536000, immutable"
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    # Mail on the web shows it on another site.
    response["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response
