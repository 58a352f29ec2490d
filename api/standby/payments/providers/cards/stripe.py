"""Stripe's hosted Checkout by Stripe's library, imported only where it is used."""

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, Self, TypeVar
from urllib.parse import quote

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
    PayoutState,
    RefundRefused,
    RefundRequest,
    RefundState,
    Report,
    SignedEvent,
    UnknownToProvider,
)
from standby.payments.providers.cards.stripe_events import (
    FAILED_INTENT,
    SIGNATURE_HEADER,
    event_of,
    read_event,
    state_of,
    verified_event,
)
from standby.payments.providers.cards.stripe_payouts import (
    id_of,
    is_payout_itself,
    line_report,
    payout_report,
)

if TYPE_CHECKING:
    from stripe import Dispute, Refund, StripeError
    from stripe.params import RefundCreateParams
    from stripe.params.checkout import SessionCreateParams

log = logging.getLogger(__name__)

# Both tries and the pause between them end within 8 s, the longest a visitor should wait.
TIMEOUT_S: Final = 3
RETRIES: Final = 1
_AT_ONCE: Final = 100  # Stripe's largest page size
_NOT_SENT: Final = ("failed", "canceled")
_NOT_THERE: Final = "resource_missing"
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

    def payouts_since(self, moment: datetime) -> Iterator[Report[PayoutState]]:
        since = {"created": {"gte": int(moment.timestamp())}}
        return map(payout_report, self._listed("/v1/payouts", since))

    def look_up_payout(self, payout_id: str) -> Report[PayoutState]:
        return payout_report(self._get(f"/v1/payouts/{quote(payout_id, safe='')}").data)

    def lines_of_payout(self, payout_id: str) -> Iterator[Report[PayoutLine]]:
        of = {"payout": payout_id, "expand": ["data.source"]}
        for transaction in self._listed("/v1/balance_transactions", of):
            if not is_payout_itself(transaction):
                yield line_report(transaction)

    def look_up_event(self, event_id: str) -> SignedEvent:
        return event_of(self._get(f"/v1/events/{quote(event_id, safe='')}").body.encode())

    def _listed(self, path: str, params: Mapping[str, Any]) -> Iterator[Any]:
        """Yield what is listed, of whatever shape: one that is odd must not hide the others.

        Stripe's library would make objects of them, and fail at the first that is none.
        """
        after, cursors = "", set[str]()
        while after not in cursors:
            cursors.add(after)
            more = {"starting_after": after} if after else {}
            page = self._get(path, limit=_AT_ONCE, **params, **more).data
            rows = page.get("data") if isinstance(page, Mapping) else None
            if not isinstance(rows, list):
                raise CardsDown
            yield from rows
            ids = list(filter(None, map(id_of, rows)))
            if page.get("has_more") is not True or not ids:
                return
            after = ids[-1]

    def _get(self, path: str, **params: Any) -> Any:
        client: Any = self._client  # its types do not know this method
        return self._call(lambda: client.raw_request("get", path, **params))

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
