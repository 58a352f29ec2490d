"""What every answer tells a browser to be careful with, and what that is worth (H1, H3).

The score follows the published rules of the HTTP Observatory: 100 to begin with, less for what is
missing, more for what goes beyond.
"""

import re
from typing import Any, Final

import pytest
from access_helpers import all_calls, ids_of_nobody, signed_in, undone
from django.contrib.admin import site
from django.test import Client

from standby.core.roles import Role

pytestmark = pytest.mark.usefixtures("shop", "own_folder")
ALWAYS: Final = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
# Pages of ours that only frame themselves say so in the policy.
_FRAMED_BY_OURSELVES: Final = re.compile(r"/dev/messages/.+")
_ANYBODYS_SCRIPTS: Final = re.compile(r"'unsafe-eval'|script-src[^;]*'unsafe-inline'")
_TELLS_LITTLE: Final = ("strict-origin-when-cross-origin", "no-referrer", "same-origin")
_BANNERS: Final = ("Server", "X-Powered-By", "Via")
_BANNER: Final = re.compile(r"(?i)django|gunicorn|python|nginx/\d|whitenoise|\d+\.\d+")


def problems_of(answer: Any, *, where: str) -> list[str]:
    told = answer.headers
    policy = told.get("Content-Security-Policy", "")
    wrong = {
        # there once the web is built
        "5xx": answer.status_code >= 500 and "/test-proposal" not in where,
        "may be framed": "frame-ancestors" not in policy,
        "scripts may be anybody's": _ANYBODYS_SCRIPTS.search(policy) is not None,
        "no Permissions-Policy": "geolocation=()" not in told.get("Permissions-Policy", ""),
        "tells where from": told.get("Referrer-Policy") not in _TELLS_LITTLE,
        "may be kept by anybody": not told.get("Cache-Control"),
        "tells what it runs on": any(_BANNER.search(told.get(name, "")) for name in _BANNERS),
        **{
            f"{name} is {told.get(name)!r}": told.get(name) != text
            for name, text in ALWAYS.items()
            if not (name == "X-Frame-Options" and framed_by_us(where))
        },
    }
    return [f"{where}: {problem}" for problem, is_so in wrong.items() if is_so]


def framed_by_us(where: str) -> bool:
    return _FRAMED_BY_OURSELVES.search(where) is not None


@pytest.fixture
def owner(browser: Client) -> Client:
    browser.defaults["HTTP_AUTHORIZATION"] = f"Bearer {signed_in(Role.OWNER)}"
    browser.post("/api/staff/tables-session")
    browser.raise_request_exception = False
    return browser


def tables() -> list[str]:
    """Every list and every empty form of the staff's tables."""
    lists = [
        f"/staff/tables/{model._meta.app_label}/{model._meta.model_name}/"
        for model in site._registry
    ]
    return ["/staff/tables/", *lists, *(f"{path}add/" for path in lists), "/staff/tables/nowhere/"]


def test_h1_every_answer_carries_them(owner: Client) -> None:
    """Every call, by a stranger and by the owner, about what is nobody's; tables; pages; errors."""
    ids, found, asked = ids_of_nobody(), [], 0
    paths = [(call.split(" ")[0], call.split(" ")[1].format_map(ids)) for call in all_calls()]
    paths += [
        ("GET", path) for path in [*tables(), "/nowhere", "/api/nowhere", "/b/", "/auth/v1/x"]
    ]
    paths += [("POST", "/healthz"), ("TRACE", "/api/availability"), ("PUT", "/api/availability")]
    for method, path in paths:
        for who, browser in (("stranger", Client(raise_request_exception=False)), ("owner", owner)):
            with undone():
                answer = browser.generic(method, path, b"{", content_type="application/json")
            found += problems_of(answer, where=f"{method} {path} by {who}")
            asked += 1

    print(
        f"\nH1 headers: {asked} answers of {len(paths)} routes and error pages, {len(found)} wrong"
    )
    assert found == [], "\n".join(found)
