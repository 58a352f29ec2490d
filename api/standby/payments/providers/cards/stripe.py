"""Stripe's hosted Checkout by Stripe's library, imported only where it is used."""

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, Self, TypeVar

from django.conf import settings

from standby.core.provider_calls import Breaker, Unreachable, outgoing
from standby.payments.providers.cards import (
    CHECKOUT_ID,
    CardsDown,
    ChargeState,
    CheckoutRequest,
    CheckoutState,
    DisputeState,
    PayBy,
    PaymentReport,
    PayoutLine,
    PayoutLineKind,
    PayoutState,
    PayoutStatus,
    RefundRefused,
    RefundRequest,
    RefundState,
    SignedEvent,
    UnknownToProvider,
)
from standby.payments.providers.cards.stripe_events import (
    FAILED_INTENT,
    SIGNATURE_HEADER,
    read_event,
    state_of,
    verified_event,
)

if TYPE_CHECKING:
    from stripe import BalanceTransaction, Dispute, Payout, Refund, StripeError
    from stripe.params import RefundCreateParams
    from stripe.params.checkout import SessionCreateParams

log = logging.getLogger(__name__)

# Both tries and the pause between them end within 8 s, the longest a visitor should wait.
TIMEOUT_S: Final = 3
RETRIES: Final = 1
_AT_ONCE: Final = 100  # Stripe's largest page size
_NOT_SENT: Final = ("failed", "canceled")
_NOT_THERE: Final = "resource_missing"
# Stripe's reporting categories, made for bookkeeping. The rest is "other".
_LINE_KINDS: Final = {
    "charge": PayoutLineKind.PAYMENT,
    "refund": PayoutLineKind.REFUND,
    "refund_failure": PayoutLineKind.REFUND_RETURNED,
    "dispute": PayoutLineKind.TAKEN_BACK,
    "dispute_reversal": PayoutLineKind.REINSTATED,
    "charge_failure": PayoutLineKind.TAKEN_BACK,  # a bank transfer that was returned
    "fee": PayoutLineKind.FEE,
    "payout_reversal": PayoutLineKind.PAYOUT_RETURNED,
}
_PAYOUT_ITSELF: Final = "payout"
_OF_AN_ORDER: Final = frozenset(_LINE_KINDS) - {"fee", "payout_reversal"}
Answer = TypeVar("Answer")


class StripeCards:
    name = "stripe"
    signature_header = SIGNATURE_HEADER

    def __init__(
        self,
        *,
        secret_key: str,
        webhook_secrets: tuple[str, ...],
        api_base: str = "https://api.stripe.com",
        timeout_s: float = TIMEOUT_S,
    ) -> None:
        import stripe  # noqa: PLC0415 - half a second that a process without payments does not pay

        self.is_live = "_live_" in secret_key
        self._webhook_secrets = webhook_secrets
        self._failure = stripe.StripeError
        self._refused = stripe.InvalidRequestError
        self._breaker = Breaker()
        self._client = stripe.StripeClient(
            secret_key,
            base_addresses={"api": api_base},
            http_client=stripe.RequestsClient(timeout=timeout_s),
            max_network_retries=RETRIES,
        )

    @classmethod
    def from_settings(cls) -> Self:
        environment = settings.ENVIRONMENT
        return cls(
            secret_key=environment.stripe_secret_key,
            webhook_secrets=environment.stripe_webhook_secrets,
            api_base=environment.stripe_api_base,
        )

    def open_checkout(self, request: CheckoutRequest) -> tuple[str, str]:
        session = self._call(
            lambda: self._client.v1.checkout.sessions.create(
                params=session_params(request), options={"idempotency_key": request.reference}
            )
        )
        if session.url is None:
            raise CardsDown
        return session.id, session.url

    def look_up(self, checkout_id: str) -> CheckoutState:
        session = self._call(
            lambda: self._client.v1.checkout.sessions.retrieve(
                checkout_id, params={"expand": ["payment_intent"]}
            )
        )
        return state_of(session.to_dict())

    def pages_since(self, moment: datetime) -> Iterator[CheckoutState]:
        sessions = self._call(
            lambda: self._client.v1.checkout.sessions.list(
                params={
                    "created": {"gte": int(moment.timestamp())},
                    "expand": ["data.payment_intent"],
                    "limit": _AT_ONCE,
                }
            )
        )
        pages = iter(sessions.auto_paging_iter())
        while (session := self._call(lambda: next(pages, None))) is not None:
            yield state_of(session.to_dict())

    def close_checkout(self, checkout_id: str) -> None:
        try:
            with self._provider_errors():
                self._client.v1.checkout.sessions.expire(checkout_id)
        except self._refused:
            return  # it is no longer open

    def refund(self, request: RefundRequest) -> str:
        # Stripe forgets idempotency keys after a day, so refunds already sent are looked up first.
        for refund in self._refunds_of(request.charge):
            if refund.reference == request.reference and not refund.has_failed:
                return refund.id
        # Stripe repeats its first response to a key, even a refusal, so each retry has its own key.
        key = f"{request.reference}:{request.retries}" if request.retries else request.reference
        try:
            with self._provider_errors():
                made = self._client.v1.refunds.create(
                    params=refund_params(request), options={"idempotency_key": key}
                )
        except self._refused as error:
            log.warning("stripe: refund refused: %s", error.code)
            raise RefundRefused(error.code or "refused") from error
        if made.status in _NOT_SENT:
            raise RefundRefused(made.failure_reason or made.status)
        return made.id

    def look_up_charge(self, charge: str) -> ChargeState:
        intent = self._call(
            lambda: self._client.v1.payment_intents.retrieve(
                charge, params={"expand": ["latest_charge"]}
            )
        )
        disputes = self._call(
            lambda: self._client.v1.disputes.list({"payment_intent": charge, "limit": _AT_ONCE})
        )
        latest = None if isinstance(intent.latest_charge, str) else intent.latest_charge
        details = latest.payment_method_details if latest else None
        card = details.card if details and details.type == "card" else None
        has_failed = intent.status in FAILED_INTENT or (latest and latest.status == "failed")
        return ChargeState(
            funding=(card.funding or "unknown") if card else "",
            refunds=tuple(self._refunds_of(charge)),
            disputes=tuple(
                _dispute_state(each) for each in self._call(lambda: [*disputes.auto_paging_iter()])
            ),
            has_failed=bool(has_failed),
        )

    def _refunds_of(self, charge: str) -> list[RefundState]:
        refunds = self._client.v1.refunds
        page = self._call(lambda: refunds.list({"payment_intent": charge, "limit": _AT_ONCE}))
        return [_refund_state(each) for each in self._call(lambda: [*page.auto_paging_iter()])]

    def payouts_since(self, moment: datetime) -> Iterator[PayoutState]:
        payouts = self._call(
            lambda: self._client.v1.payouts.list(
                {"created": {"gte": int(moment.timestamp())}, "limit": _AT_ONCE}
            )
        )
        pages = iter(payouts.auto_paging_iter())
        while (payout := self._call(lambda: next(pages, None))) is not None:
            yield _payout_state(payout)

    def lines_of_payout(self, payout_id: str) -> Iterator[PayoutLine]:
        transactions = self._call(
            lambda: self._client.v1.balance_transactions.list(
                {"payout": payout_id, "expand": ["data.source"], "limit": _AT_ONCE}
            )
        )
        pages = iter(transactions.auto_paging_iter())
        while (transaction := self._call(lambda: next(pages, None))) is not None:
            if transaction.reporting_category != _PAYOUT_ITSELF:
                yield _payout_line(transaction)

    def verify_event(self, raw: bytes, *, headers: Mapping[str, str], now: datetime) -> SignedEvent:
        return verified_event(raw, headers=headers, secrets=self._webhook_secrets, now=now)

    def read_event(self, event_type: str, about: Mapping[str, Any]) -> PaymentReport | None:
        return read_event(event_type, about)

    def _call(self, operation: Callable[[], Answer]) -> Answer:
        try:
            with self._provider_errors():
                return operation()
        except self._refused as error:
            raise (UnknownToProvider if error.code == _NOT_THERE else CardsDown) from error

    @contextmanager
    def _provider_errors(self) -> Iterator[None]:
        # Raises CardsDown. A refused request is a response: Stripe's error is passed on and does
        # not count as a failure for the breaker.
        refusal: StripeError | None = None
        with self._breaker.watch(down=CardsDown()):
            try:
                with outgoing("stripe"):
                    yield
            except self._refused as error:
                refusal = error
            except self._failure as error:
                log.warning("stripe: %s %s", type(error).__name__, error.code)
                raise Unreachable from error
        if refusal is not None:
            log.warning("stripe: %s %s", type(refusal).__name__, refusal.code)
            raise refusal


def session_params(request: CheckoutRequest) -> "SessionCreateParams":
    # Everything is derived from the request, so that a retry sends Stripe the identical request.
    params: SessionCreateParams = {
        "mode": "payment",
        "allowed_payment_method_types": [
            "us_bank_account" if request.pay_by is PayBy.BANK else "card"
        ],
        "line_items": [
            {
                "quantity": 1,
                "price_data": {
                    "currency": request.currency,
                    "unit_amount": cents,
                    "product_data": {"name": name},
                },
            }
            for name, cents in request.lines
        ],
        "customer_email": request.email,
        "client_reference_id": request.order_id,
        "metadata": request.metadata,
        "payment_intent_data": {"metadata": request.metadata},
        "expires_at": int(request.expires_at.timestamp()),
        "success_url": request.success_url.replace(CHECKOUT_ID, "{CHECKOUT_SESSION_ID}"),
        "cancel_url": request.cancel_url,
    }
    # Stripe shows them on its page and on its receipt, and refuses an empty description.
    if request.about:
        params["custom_text"] = {"submit": {"message": request.about}}
        params["payment_intent_data"]["description"] = request.about
    return params


def refund_params(request: RefundRequest) -> "RefundCreateParams":
    return {
        "payment_intent": request.charge,
        "amount": request.amount_cents,
        "reason": "requested_by_customer",
        "metadata": {
            "refund_id": request.reference,
            "order_id": request.order_id,
            "payment_id": request.payment_id,
            "attempt": str(request.retries),
        },
    }


def _refund_state(refund: "Refund") -> RefundState:
    metadata = refund.metadata.to_dict() if refund.metadata else {}
    attempt = metadata.get("attempt", "0")
    return RefundState(
        id=refund.id,
        amount_cents=refund.amount,
        has_failed=refund.status in _NOT_SENT,
        failure_reason=getattr(refund, "failure_reason", None) or refund.status or "",
        reference=metadata.get("refund_id", ""),
        attempt=int(attempt) if attempt.isdecimal() else 0,
    )


def _dispute_state(dispute: "Dispute") -> DisputeState:
    # `balance_transactions` are withdrawals (negative) and reinstatements, without fees.
    moved = [transaction.amount for transaction in dispute.balance_transactions]
    due_by = dispute.evidence_details.due_by
    return DisputeState(
        id=dispute.id,
        amount_cents=dispute.amount,
        reason=dispute.reason,
        status=dispute.status,
        opened_at=datetime.fromtimestamp(dispute.created, tz=UTC),
        respond_by=datetime.fromtimestamp(due_by, tz=UTC) if due_by else None,
        withdrawn_cents=-sum(cents for cents in moved if cents < 0),
        reinstated_cents=sum(cents for cents in moved if cents > 0),
    )


def _payout_state(payout: "Payout") -> PayoutState:
    return PayoutState(
        id=payout.id,
        amount_cents=payout.amount,
        status=PayoutStatus(payout.status)
        if payout.status in tuple(PayoutStatus)
        else PayoutStatus.PENDING,
        created_at=datetime.fromtimestamp(payout.created, tz=UTC),
        # A day, which Stripe writes as its midnight in UTC.
        arrives_on=datetime.fromtimestamp(payout.arrival_date, tz=UTC).date(),
        is_manual=not payout.automatic,
        has_lines=payout.reconciliation_status == "completed",
    )


def _payout_line(transaction: "BalanceTransaction") -> PayoutLine:
    category, source = transaction.reporting_category, transaction.source
    # A charge, a refund or a dispute; they name the payment intent.
    about: dict[str, Any] = {} if source is None or isinstance(source, str) else source.to_dict()
    metadata = about.get("metadata") or {}
    is_refund = about.get("object") == "refund"
    attempt = str(metadata.get("attempt", "0"))
    return PayoutLine(
        id=transaction.id,
        kind=_LINE_KINDS.get(category, PayoutLineKind.OTHER),
        amount_cents=transaction.amount,
        fee_cents=transaction.fee,
        at=datetime.fromtimestamp(transaction.created, tz=UTC),
        charge=about.get("payment_intent") or "",
        about="" if about.get("object") == "charge" else about.get("id", ""),
        reference=metadata.get("refund_id", "") if is_refund else "",
        attempt=int(attempt) if attempt.isdecimal() else 0,
        # What a customer's transaction is called may hold a name.
        title="" if category in _OF_AN_ORDER else transaction.description or transaction.type,
    )
