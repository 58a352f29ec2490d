"""Second-factor check before risky admin actions, on a page that keeps the submitted form."""

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import now

from standby.accounts.services.factors import WrongCode
from standby.accounts.services.sessions import is_factor_fresh
from standby.accounts.services.show_second_factor import show_again
from standby.backoffice.middleware import signed_in_by
from standby.core.limits import LimitReached
from standby.core.providers import wiring as core_providers
from standby.core.roles import NEEDS_FRESH_FACTOR, Permission

CODE_FIELD: Final = "second_factor_code"
_DROPPED_FIELDS: Final = frozenset({CODE_FIELD, "csrfmiddlewaretoken"})
_WRONG_CODE: Final = "That code is not right, or was used already. Please try the next one."
_TOO_OFTEN: Final = "Too many wrong codes. Please wait a quarter of an hour."


def second_factor_page(
    request: HttpRequest, permission: Permission, *, each_context: dict[str, object]
) -> HttpResponse | None:
    """Return the page that asks for a second factor, or None when no check is needed.

    A right code sent with the form passes the check and refreshes the session.
    """
    if request.method != "POST" or permission not in NEEDS_FRESH_FACTOR:
        return None
    if is_factor_fresh(signed_in_by(request), now=now()):
        return None
    code = request.POST.get(CODE_FIELD)
    error_text = "" if code is None else _code_error(request, code)
    if error_text is None:
        return None
    return _page(request, error_text=error_text, each_context=each_context)


def _code_error(request: HttpRequest, code: str) -> str | None:
    try:
        show_again(signed_in_by(request), code=code, sealer=core_providers.sealer(), now=now())
    except WrongCode:
        return _WRONG_CODE
    except LimitReached:
        return _TOO_OFTEN
    return None


def _page(
    request: HttpRequest, *, error_text: str, each_context: dict[str, object]
) -> HttpResponse:
    fields = [
        (name, value)
        for name, values in request.POST.lists()
        if name not in _DROPPED_FIELDS
        for value in values
    ]
    context = {
        **each_context,
        "title": "Your second factor",
        "kept": fields,
        "wrong": error_text,
        "code_field": CODE_FIELD,
        "asks_for_files": bool(request.FILES),
    }
    return render(request, "tables/second_factor.html", context, status=403)
