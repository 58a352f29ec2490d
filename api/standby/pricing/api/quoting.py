"""From the wizard to a price: progress, coverage, manual quotes and price receipts."""

from dataclasses import asdict
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from ninja import Path, Query, Router, Status

from standby.core import visitor_cookies
from standby.core.access import WIZARD_COOKIE, uses
from standby.core.limits import spend, spend_by_client
from standby.core.policy import RateLimitRule
from standby.core.providers import wiring as core_providers
from standby.core.words import active_language, say
from standby.coverage.api.places import places, spend_on_places
from standby.coverage.rules.addresses import extract_zip, township_of
from standby.coverage.services import coverage
from standby.pricing.api.quoting_schemas import (
    CoverageOut,
    CoverageQuery,
    ManualQuoteRequestIn,
    ManualQuoteRequestOut,
    PriceReceiptOut,
    SessionId,
    WizardEventIn,
    WizardEventOut,
    WizardProgressIn,
    WizardProgressOut,
)
from standby.pricing.models.quoting import (
    ManualQuoteRequest,
    WizardSession,
)
from standby.pricing.rules.policy import (
    EVENTS_PER_WIZARD,
    MANUAL_QUOTES_PER_CLIENT,
    NEW_WIZARDS_PER_CLIENT,
    RECEIPTS_PER_CLIENT,
    SAVES_PER_WIZARD,
)
from standby.pricing.selectors import catalog
from standby.pricing.services import quoting
from standby.pricing.services.manual_quotes import QuoteRequest, ask_for_manual_quote
from standby.pricing.services.receipts import chain_of, receipt_by_code, signed_text
from standby.workflows.reminders import agree_to_reminder, take_back_reminder

wizard_router = Router(tags=["wizard"])
coverage_router = Router(tags=["coverage"])
quote_router = Router(tags=["quoting"])
receipt_router = Router(tags=["quoting"])


@wizard_router.put(
    "/wizard-sessions/{session_id}",
    response=WizardProgressOut,
    openapi_extra=uses(WIZARD_COOKIE),
    operation_id="save_wizard_session",
)
def put_wizard_session(
    request: HttpRequest,
    response: HttpResponse,
    session_id: Path[SessionId],
    progress: WizardProgressIn,
) -> WizardSession:
    """Save the wizard's progress.

    Returns 404 for a session that another visitor started, and 409 (`wizard_completed`) for one
    with an order: nothing of it is stored then but a withdrawn consent.
    """
    secret_hash = _owner(request, response, SAVES_PER_WIZARD)
    values = progress.model_dump(exclude_unset=True, exclude={"recovery_consent"})
    wizard = quoting.save_progress(
        session_id=session_id, secret_hash=secret_hash, progress=values, now=now()
    )
    is_completed = wizard.status == WizardSession.Status.COMPLETED
    if progress.recovery_consent is False:
        take_back_reminder(wizard, now=now())
    elif progress.recovery_consent and not is_completed:
        agree_to_reminder(wizard, now=now())
    if is_completed:
        raise quoting.WizardCompleted
    return wizard


@wizard_router.post(
    "/wizard-interaction-events",
    response={202: WizardEventOut},
    openapi_extra=uses(WIZARD_COOKIE),
    operation_id="record_wizard_event",
)
def post_wizard_event(
    request: HttpRequest, response: HttpResponse, event: WizardEventIn
) -> Status[dict[str, Any]]:
    """Record one thing that the visitor did."""
    secret_hash = _owner(request, response, EVENTS_PER_WIZARD)
    wizard = quoting.wizard_for(session_id=event.session_id, secret_hash=secret_hash, now=now())
    wizard.events.create(event_type=event.event_type, event_data=event.event_data, created_at=now())
    return Status(202, {})


def _owner(request: HttpRequest, response: HttpResponse, rule: RateLimitRule) -> str:
    # Anybody can make up a secret for each call, so a secret counts as a limit's subject only once
    # it has a wizard session; until then the client is counted.
    secret_hash = visitor_cookies.hash_or_new(request, response)
    if quoting.has_wizard(secret_hash):
        spend(rule=rule, subject=secret_hash)
    else:
        spend_by_client(request, NEW_WIZARDS_PER_CLIENT)
    return secret_hash


@coverage_router.get(
    "/coverage-check",
    response=CoverageOut,
    operation_id="check_coverage",
)
def get_coverage_check(request: HttpRequest, params: Query[CoverageQuery]) -> CoverageOut:
    """Whether we install at an address, and which township's permit fee applies.

    A ZIP code in the address decides, even while the provider is down. A failed lookup counts as
    not covered.
    """
    if extract_zip(params.address) is None:
        spend_on_places(request)
    result = coverage.check_coverage(address=params.address, places=places(), now=now())
    township = township_of(
        address=result.formatted_address,
        zip_city=result.city,
        configured=catalog.configuration().permit_fees.city_specific,
    )
    problem = catalog.street_problem(result.formatted_address)
    return CoverageOut(
        **asdict(result),
        is_covered=result.is_covered,
        township=township,
        street_problem=say(problem.message) if problem else None,
    )


@quote_router.post(
    "/manual-quote-requests",
    response={201: ManualQuoteRequestOut},
    operation_id="ask_for_manual_quote",
)
def post_manual_quote_request(
    request: HttpRequest, payload: ManualQuoteRequestIn
) -> Status[ManualQuoteRequest]:
    """Request a price for a run beyond the bands, or for more than we sell. A repeat returns the
    same request.
    """
    spend_by_client(request, MANUAL_QUOTES_PER_CLIENT)
    wanted = QuoteRequest(**payload.model_dump(), language=active_language())
    return Status(201, ask_for_manual_quote(wanted, now=now()))


@receipt_router.get(
    "/price-receipts/{code}",
    response=PriceReceiptOut,
    operation_id="get_price_receipt",
)
def get_price_receipt(request: HttpRequest, code: str) -> dict[str, Any]:
    """The price promised under this code, however it is typed, with its other versions."""
    spend_by_client(request, RECEIPTS_PER_CLIENT)
    receipt = receipt_by_code(code)
    chain, quote = chain_of(receipt), receipt.quote
    signer, text = core_providers.signer(), signed_text(receipt)
    key = signer.key_that_signed(text, signature=receipt.signature)
    return {
        "code": receipt.code,
        "is_valid": key is not None,
        "issued_at": receipt.issued_at,
        "city": quote.city,
        "zip_code": quote.zip_code,
        **quote.quoted_band.as_quoted,
        "confirmed_run_ft": quote.confirmed_run_ft,
        "quoted_run_ft": quote.quoted_run_ft,
        "lines": quote,
        "version": quote.version,
        "reason": receipt.reason,
        "is_locked": quote.locked_at is not None,
        "is_latest": chain[-1] == receipt,
        "is_canceled": any(each.canceled_orders for each in chain),
        "accepted": quote.proposals.filter(status="accepted").first(),
        "chain": chain,
        "algorithm": "Ed25519",
        "public_key": key or signer.public_key,
        "signature": receipt.signature,
        "signed_text": text,
    }
