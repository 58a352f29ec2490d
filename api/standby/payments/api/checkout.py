"""Checkout pages: opened at the card provider, and the test mode's own."""

from typing import Annotated, Any, Final, Literal

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.timezone import now
from django.views.decorators.csrf import csrf_exempt
from ninja import Router, Schema, Status
from pydantic import AfterValidator, Field, StrictBool
from pydantic_core import PydanticCustomError

from standby.company.selectors import colors, company
from standby.core.access import VISITOR_COOKIES, needs
from standby.core.limits import site_url, spend
from standby.core.policy import AGREEMENT_VERSIONS
from standby.core.problems import not_found_page
from standby.core.schema import In, Line100
from standby.core.styled_page import styled_page
from standby.core.words import _, dollars, say
from standby.orders.api.booking_access import order_by_id
from standby.payments.api.webhooks import receive_event
from standby.payments.providers import wiring as payments_providers
from standby.payments.providers.cards.test_mode import TestCards
from standby.payments.rules import CHECKOUTS_PER_ORDER
from standby.payments.services.checkouts import open_checkout

router = Router(tags=["payment"])

# The buttons of the test mode's page
_APPROVALS: Final = {"approve": "credit", "approve_debit": "debit"}
_BANK_OUTCOMES: Final = {"arrives": True, "bounces": False}
_NO_SUCH_BUTTON: Final = _("Please choose one of the buttons.")
_DECLINES: Final = {
    "decline": _("The card was declined. No charge was made. Try another outcome."),
    "insufficient_funds": _(
        "The card was declined: insufficient funds. No charge was made. Try another outcome."
    ),
}


def _require_ticked(is_ticked: bool) -> bool:
    if not is_ticked:
        raise PydanticCustomError("agreement_missing", say("Please accept this before paying."))
    return is_ticked


Ticked = Annotated[StrictBool, Field(validate_default=True), AfterValidator(_require_ticked)]


class AgreementsIn(In):
    """All three agreements, or none where they are not required."""

    terms_accepted: Ticked = False
    privacy_policy_accepted: Ticked = False
    scheduling_fee_acknowledged: Ticked = False


class CheckoutSessionIn(In):
    orderId: Line100  # noqa: N815 - name given by the specification
    purpose: Literal["scheduling_fee"]
    agreements: AgreementsIn | None = None


class CheckoutSessionOut(Schema):
    url: str


@router.post(
    "/checkout-sessions",
    response={201: CheckoutSessionOut},
    openapi_extra=needs(VISITOR_COOKIES),
    operation_id="create_checkout_session",
)
def post_checkout_session(
    request: HttpRequest, payload: CheckoutSessionIn
) -> Status[CheckoutSessionOut]:
    """Open a checkout page, or return the one that is already open."""
    order = order_by_id(request, payload.orderId)
    spend(rule=CHECKOUTS_PER_ORDER, subject=str(order.public_id))
    url = open_checkout(
        order,
        agreed_to=AGREEMENT_VERSIONS if payload.agreements else None,
        cards=payments_providers.cards(),
        site_url=site_url(request),
        now=now(),
    )
    return Status(201, CheckoutSessionOut(url=url))


@csrf_exempt  # no cookie is used: the page's unguessable id is the only credential
def test_checkout_page(request: HttpRequest, checkout_id: str) -> HttpResponse:
    """The hosted checkout page of the test mode: no account, no money, no script."""
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
        message = say(_DECLINES.get(outcome, _NO_SUCH_BUTTON))
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
            "seller": company().name,
            "message": message,
            "amount": dollars(page["amount_total"]),
            "lines": [(name, dollars(cents)) for name, cents in page["lines"]],
            "is_open": page["status"] == "open",
            "is_by_bank": page["pay_by"] == "bank",
            "is_on_its_way": page["status"] == "complete" and not page["is_paid"],
            "closed": is_closed,
        },
        colors=colors(),
    )


def _see_other(url: str) -> HttpResponse:
    response = HttpResponseRedirect(url)
    response.status_code = 303
    response["Referrer-Policy"] = "no-referrer"
    return response
