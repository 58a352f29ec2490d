"""Whatever route queues a message, hashes a password, can be guessed at or costs money at a
provider is counted by a rule (SEC-03). A new one without a rule fails here, by its code alone.
"""

import functools
import types
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import pytest
from access_helpers import operations
from django.contrib.admin import site
from django.urls import URLPattern

from standby.accounts.services import factors
from standby.backoffice.middleware import AdminSignInMiddleware
from standby.core.policy import RateLimitRule
from standby.coverage.providers import wiring as coverage_providers
from standby.coverage.services import coverage
from standby.messaging.services import outbox
from standby.orders.services import access_links as links
from standby.payments.services import checkouts
from standby.pricing.services import quoting, receipts
from standby.urls import urlpatterns
from standby.workflows import reminders

COSTS: Final[dict[object, str]] = {
    outbox.queue_messages: "message",
    reminders.agree_to_reminder: "message",  # sent later by the worker
    coverage.create_notify_request: "message",  # sent when the ZIP code is opened
    coverage_providers.places: "places",
    factors.use_any_code: "guess",
    factors.answer_challenge: "guess",
    factors.use_recovery_code: "guess",
    quoting.get_coupon: "guess",
    receipts.receipt_by_code: "guess",
}
HASHES: Final = {"set_password", "check_password", "make_password", "authenticate"}
IMAP: Final = "standby.inbox.providers.mailbox"
CARD_CALLS: Final = {
    "open_checkout",
    "look_up",
    "look_up_charge",
    "pages_since",
    "close_checkout",
    "refund",
    "payouts_since",
    "look_up_payout",
    "lines_of_payout",
    "look_up_event",
}
# Not a rule of its own but a pace: one question for each order every few seconds.
PACE: Final = checkouts.claim_look_up
GUESSES_AT_LINKS: Final = {"link_guesses"}
STAFF: Final = {"staff_actions_member"}
CONNECTIONS: Final = STAFF | {"connection_tests_member"}
ADDRESSES: Final = {"places_client", "places_wizard", "google_budget"}
PAPERS: Final = {"proposals_client"}
SIGN_IN: Final = {
    "sign_in_failures_account",
    "sign_in_failures_anywhere",
    "sign_in_failures_client",
}
CODES: Final = {"wrong_codes", "wrong_codes_anywhere"}

# What each costly route is counted by, beside guesses at the links in our messages.
RULES: Final[dict[str, set[str]]] = {
    "GET /api/appointments/latest": {"pace"},
    "GET /api/checkout-sessions/{stripe_session_id}/order": {"pace"},
    "GET /api/coverage-check": ADDRESSES,
    "GET /api/map-static": {"google_budget", "maps_client"},
    "GET /api/my-booking": {"pace"},
    "GET /api/my-bookings": {"pace"},
    "GET /api/orders/{order_id}": {"pace"},
    "GET /api/price-receipts/{code}": {"receipts_client"},
    "POST /api/checkout-sessions": {"checkouts_order"},
    "POST /api/coupons/check": {"coupon_checks_client"},
    "POST /api/coverage-rejection-requests": {"notify_client"},
    "POST /api/create-installation-order": {"reserve_client"},
    "POST /api/extract-zipcode": ADDRESSES,
    "POST /api/geocode-complete": ADDRESSES,
    "POST /api/google-places": ADDRESSES,
    "POST /api/manual-generate-proposal": STAFF | PAPERS,
    "POST /api/manual-quote-requests": {"manual_quotes_client"},
    "POST /api/diagnostics/{diagnostic_id}/cancel": {"pages_diagnostic"},
    "POST /api/diagnostics/{diagnostic_id}/checkout": {"pages_diagnostic"},
    "POST /api/my-booking/cancel": {"payments_order"},
    "POST /api/my-booking/change-orders/{change_id}": {"answers_order"},
    "POST /api/my-booking/payments": {"payments_order"},
    "POST /api/my-booking/photos/submit": {"answers_order"},
    "POST /api/my-booking/proposal/accept": {"answers_order"},
    "POST /api/my-booking/reschedule": {"reschedules_order"},
    "PUT /api/my-booking/review": {"answers_order"},
    "POST /api/orders/{order_id}/confirm": {"answers_order"},
    "POST /api/saved-quotes/{token}/email": {"quote_messages_client", "quote_messages_recipient"},
    "POST /api/saved-quotes/{token}/text": {"quote_messages_client", "quote_messages_recipient"},
    "POST /api/webhooks/twilio/inbound": {"texts_sender"},
    "POST /api/webhooks/twilio/status": {"texts_sender"},
    "PUT /api/wizard-sessions/{session_id}": {"new_wizards_client", "saves_wizard"},
    "POST /api/staff/orders/{order_id}/proposals": STAFF | PAPERS,
    "POST /api/staff/orders/{order_id}/messages/{kind}/resend": STAFF | {"resends_order"},
    "POST /api/staff/orders/{order_id}/milestones/{kind}": STAFF,
    "POST /api/staff/crew/jobs/{job_id}/complete": STAFF,
    "POST /api/staff/crew/jobs/{job_id}/on-the-way": STAFF,
    "POST /api/staff/orders/{order_id}/power-on": STAFF,
    "POST /api/staff/orders/{order_id}/take-back": STAFF,
    "POST /api/staff/crew-days/{day}/closing": STAFF,
    "POST /api/staff/orders/{order_id}/price": STAFF,
    "POST /api/staff/orders/{order_id}/correct-lock": STAFF,
    "POST /api/staff/orders/{order_id}/cancel": STAFF,
    "POST /api/staff/orders/{order_id}/technician": STAFF,
    "POST /api/staff/appointments/{appointment_id}/move": STAFF,
    "POST /api/staff/appointments/{appointment_id}/technician": STAFF,
    "POST /api/staff/photo-reviews/{review_id}/retake": STAFF,
    "POST /api/staff/photo-reviews/{review_id}/decide": STAFF,
    "POST /api/custom-quotes/{token}/accept": {"custom_quote_answers"},
    "POST /api/staff/new-order": STAFF,
    "PUT /api/staff/quotes/{quote_id}": STAFF,
    "POST /api/staff/quotes/{quote_id}/send": STAFF,
    "POST /api/staff/quotes/{quote_id}/accept": STAFF,
    "POST /api/staff/orders-at-once/technician": STAFF,
    "POST /api/staff/orders-at-once/messages": STAFF,
    "POST /api/staff/orders/{order_id}/conversation": STAFF | {"written_order"},
    "POST /api/staff/inbox/{item_id}/again": STAFF | {"texts_sender"},
    "POST /api/staff/orders/{order_id}/photo-submission": STAFF,
    "POST /api/staff/card-reports/{report_id}/again": STAFF,
    "POST /api/staff/payouts": STAFF | {"payout_reads_member"},
    "POST /api/staff/settings/connections/cards/test": CONNECTIONS,
    "POST /api/staff/settings/connections/maps/test": CONNECTIONS | {"google_budget"},
    "POST /api/staff/settings/staff": STAFF,
    "POST /auth/v1/token": SIGN_IN,
    "POST /auth/v1/recover": {"recoveries_account", "recoveries_client"},
    "PUT /auth/v1/user": {
        "email_changes_account",
        "email_changes_client",
        "password_changes_account",
    },
    "POST /auth/v1/factors/recovery-codes/verify": CODES,
    "POST /auth/v1/factors/{factor_id}/verify": CODES,
}


@dataclass(frozen=True, slots=True)
class Route:
    name: str
    starts: tuple[Any, ...]

    def costs(self) -> set[str]:
        found = reached_from(*self.starts)
        named = {COSTS[one] for one in found if _is_hashable(one) and one in COSTS}
        return named | {kind for one in found for kind in _calls(one)}

    def rules(self) -> set[str]:
        """Of the rules that its code names, those that are this route's own."""
        found = reached_from(*self.starts)
        names = {one.name for one in found if isinstance(one, RateLimitRule)}
        if self.name.startswith("GET /api/"):
            names -= STAFF  # a look of staff is not counted
        names |= {"pace"} if PACE in found else set()
        return names


def _is_hashable(one: object) -> bool:
    return isinstance(one, types.FunctionType) or one is coverage_providers.places


def _calls(one: object) -> Iterator[str]:
    """What is called by a name alone: on a user, or on the payment provider."""
    if not isinstance(one, types.FunctionType) or not one.__module__.startswith("standby."):
        return
    names = {*one.__code__.co_names, *one.__code__.co_varnames}
    if names & HASHES and one.__module__ != IMAP:  # its "authenticate" is a command of IMAP
        yield "hash"
    if "cards" in names and names & CARD_CALLS:
        yield "cards"


def routes() -> Iterator[Route]:
    """Every call of the API and of the auth service, every other page, every table of staff."""
    for call, operation in operations():
        yield Route(call, (operation.view_func, *operation.auth_callbacks))
    for pattern in urlpatterns:
        if isinstance(pattern, URLPattern):
            yield Route(f"GET {pattern.pattern}", (pattern.callback,))
    for model, admin in site._registry.items():
        yield Route(f"TABLES {model.__name__}", (type(admin), AdminSignInMiddleware))


@pytest.fixture(scope="module")
def costly() -> dict[str, Route]:
    return {route.name: route for route in routes() if route.costs()}


@pytest.mark.req("SEC-03.4")
def test_every_costly_route_is_counted_by_the_rules_that_are_written_down(
    costly: dict[str, Route],
) -> None:
    calls = {name: route for name, route in costly.items() if not name.startswith("TABLES")}
    assert {name: route.rules() - GUESSES_AT_LINKS for name, route in calls.items()} == RULES


def test_every_table_of_staff_that_costs_is_counted_at_its_door(
    costly: dict[str, Route],
) -> None:
    tables = {name: route for name, route in costly.items() if name.startswith("TABLES")}

    assert "TABLES User" in tables, "who is invited is mailed"
    assert all(route.rules() >= STAFF for route in tables.values())


def test_every_route_that_a_link_opens_counts_guesses() -> None:
    opened = [route for route in routes() if links.order_for_token in reached_from(*route.starts)]

    assert len(opened) > 10
    assert all(route.rules() >= GUESSES_AT_LINKS for route in opened)


def test_a_new_route_without_a_rule_would_be_found() -> None:
    """The control: a call nobody wrote down that mails, behind a helper."""

    def helper() -> None:
        outbox.queue_messages  # noqa: B018 - named is reached

    def page() -> None:
        helper()

    helper.__module__ = page.__module__ = "standby.orders.api.new"
    route = Route("POST /api/new", (page,))

    assert route.costs() == {"message"}
    assert route.rules() == set()


_OURS: Final = "standby"


def reached_from(*starts: object) -> list[object]:
    """Functions, classes and values of module level, each once."""
    found: dict[int, object] = {}
    waiting = list(starts)
    while waiting:
        one = waiting.pop()
        if id(one) in found:
            continue
        found[id(one)] = one
        waiting.extend(_used_by(one))
    return list(found.values())


def _used_by(one: Any) -> Iterator[object]:
    for kind, parts_of in _PARTS.items():
        if isinstance(one, kind):
            yield from parts_of(one)
            break
    else:
        if _is_ours(type(one)):
            yield type(one)
    if wrapped := getattr(one, "__wrapped__", None):
        yield wrapped


def _of_function(function: types.FunctionType) -> Iterator[object]:
    yield from _held_by(function)
    if _is_ours(function):
        yield from _named_in(function.__code__, function.__globals__)


def _of_class(kind: type) -> Iterator[object]:
    for each in kind.__mro__:
        if _is_ours(each):
            yield from vars(each).values()


def _held_by(function: types.FunctionType) -> Iterator[object]:
    """Closures and defaults: what decorators and parameters brought along."""
    for cell in function.__closure__ or ():
        try:
            yield cell.cell_contents
        except ValueError:  # filled later
            continue
    yield from function.__defaults__ or ()
    yield from (function.__kwdefaults__ or {}).values()


def _named_in(code: types.CodeType, names: dict[str, Any]) -> Iterator[object]:
    """What the code names itself, and what it names of modules and classes that it names."""
    for name in code.co_names:
        if name in names:
            value = names[name]
            if isinstance(value, types.ModuleType):
                yield from _named_of(value, code)
            else:
                yield value
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _named_in(constant, names)


def _named_of(module: types.ModuleType, code: types.CodeType) -> Iterator[object]:
    if not module.__name__.startswith(_OURS):
        return
    for name in code.co_names:
        value = vars(module).get(name)
        if isinstance(value, types.ModuleType):
            yield from _named_of(value, code)
        elif value is not None:
            yield value


def _is_ours(one: Any) -> bool:
    return str(getattr(one, "__module__", "")).partition(".")[0] == _OURS


_PARTS: Final[dict[Any, Callable[[Any], Iterable[object]]]] = {
    types.FunctionType: _of_function,
    types.MethodType: lambda method: (method.__func__, method.__self__),
    functools.partial: lambda part: (part.func, *part.args, *part.keywords.values()),
    property: lambda one: tuple(part for part in (one.fget, one.fset) if part),
    (staticmethod, classmethod): lambda one: (one.__func__,),
    type: _of_class,
    dict: lambda one: one.values(),
    (list, tuple, set, frozenset): iter,
}
