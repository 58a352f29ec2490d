"""The hosted checkout page of the test mode: no account, no money, no script."""

from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.timezone import now
from django.views.decorators.csrf import csrf_exempt

from standby.core.problems import not_found_page
from standby.core.styled_page import styled_page
from standby.payments.api.webhooks import receive_event
from standby.payments.providers import wiring as payments_providers
from standby.payments.providers.cards.test_mode import TestCards

_APPROVALS: Final = {"approve": "credit", "approve_debit": "debit"}
_BANK_OUTCOMES: Final = {"arrives": True, "bounces": False}
_DECLINES: Final = {
    "decline": "The card was declined. No charge was made. Try another outcome.",
    "insufficient_funds": (
        "The card was declined: insufficient funds. No charge was made. Try another outcome."
    ),
}


@csrf_exempt  # no cookie is used: the page's unguessable id is the only credential
def test_checkout_page(request: HttpRequest, checkout_id: str) -> HttpResponse:
    cards = payments_providers.cards()
    if not isinstance(cards, TestCards):
        return not_found_page(request)
    page = cards.page(checkout_id, now=now())
    if page is None:
        return not_found_page(request)
    if request.method == "POST":
        return _outcome(request, page=page, cards=cards)
    return _render_page(request, page)


test_checkout_page.__test__ = False  # type: ignore[attr-defined]


def _outcome(request: HttpRequest, *, page: dict[str, Any], cards: TestCards) -> HttpResponse:
    outcome, signed = request.POST.get("outcome", ""), None
    if outcome == "cancel":
        return _see_other(page["cancel_url"])
    if outcome in _APPROVALS:
        if page["status"] != "expired":
            signed = cards.approve(page["id"], funding=_APPROVALS[outcome], now=now())
    elif outcome in _BANK_OUTCOMES:
        # At a real bank a transfer takes days; here a button decides how it ends.
        signed = cards.hear_from_bank(page["id"], arrives=_BANK_OUTCOMES[outcome], now=now())
    elif outcome == "close":
        return _render_page(request, page, is_closed=True)
    else:
        message = _DECLINES.get(outcome, "Please choose one of the buttons.")
        return _render_page(request, page, message=message)
    if signed is None:
        return _render_page(request, page)
    # The event is signed, verified and stored exactly as one of the provider's would be.
    raw, signature = signed
    receive_event(raw, headers={cards.signature_header: signature}, now=now())
    return _see_other(page["success_url"])


def _render_page(
    request: HttpRequest, page: dict[str, Any], *, message: str = "", is_closed: bool = False
) -> HttpResponse:
    return styled_page(
        request,
        "test_checkout",
        {
            "page": page,
            "seller": settings.COMPANY.name,
            "message": message,
            "amount": _dollars(page["amount_total"]),
            "lines": [(name, _dollars(cents)) for name, cents in page["lines"]],
            "is_open": page["status"] == "open",
            "is_by_bank": page["pay_by"] == "bank",
            "is_on_its_way": page["status"] == "complete" and not page["is_paid"],
            "closed": is_closed,
        },
    )


def _dollars(cents: int) -> str:
    return f"${cents // 100:,}.{cents % 100:02d}"


def _see_other(url: str) -> HttpResponse:
    response = HttpResponseRedirect(url)
    response.status_code = 303
    response["Referrer-Policy"] = "no-referrer"
    return response
