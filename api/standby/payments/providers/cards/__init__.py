"""Card payments, in our words; a provider's own are known to its adapter alone.

Adapters: stripe.py (live), test_mode.py (no account, no money). A new one is a module here, a line
in wiring.py, its settings in environment.py, and a world in tests/payments/test_cards_contract.py.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import Any, ClassVar, Final, Generic, Protocol, Self, TypeVar

from standby.core.provider_calls import ProviderDown
from standby.core.words import _

State = TypeVar("State")
SURCHARGE_TITLE: Final = "Credit card surcharge"
# Stands in a success URL where the adapter puts the checkout session's id.
CHECKOUT_ID: Final = "{checkout_id}"


class CardsDown(ProviderDown):
    """The provider did not respond, or not sensibly. Nothing was charged; retrying is safe."""

    code: ClassVar[str] = "cards_down"

    def __init__(self, _about: str = "") -> None:
        super().__init__(_("Card payments are not available right now. Nothing was charged."))


class UnknownToProvider(CardsDown):
    """The provider has no such object: it belongs to another account or another mode."""


class RefundRefused(Exception):
    """The provider will never send this refund, however often it is retried. Staff have to look."""


class EventForged(Exception):
    """The webhook is not signed by the provider, or its timestamp is not recent."""


class EventUnreadable(EventForged):
    """It is signed by the provider, but is no event that we can read; `ref` is its id or ""."""

    def __init__(self, why: str, *, ref: str = "") -> None:
        super().__init__(why)
        self.ref = ref


class ReportUnreadable(ValueError):
    """A report cannot be taken as it is. Its text says why, to a bookkeeper."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report(Generic[State]):
    """One thing of a list that the provider sent, not read yet: each is judged alone.

    `id` is "" where it has none, `raw` its JSON. `read` raises ReportUnreadable.
    """

    id: str
    raw: bytes
    read: Callable[[], State]


class PayBy(StrEnum):
    """Payment method of a checkout session: any card, or a bank transfer (ACH)."""

    CARD = "card"
    BANK = "bank"


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckoutRequest:
    """A request for a checkout session; amounts are in cents.

    `reference` is the idempotency key: the same reference with the same request returns the same
    session. The surcharge is part of the amount, and a line of its own on the page. `order_code` is
    the order's name for customers, empty without an order; `order_id` comes back with events.
    `success_url` may contain CHECKOUT_ID.
    """

    reference: str
    amount_cents: int
    surcharge_cents: int = 0
    currency: str
    title: str
    pay_by: PayBy = PayBy.CARD
    email: str
    order_id: str
    order_code: str = ""
    payment_id: str
    expires_at: datetime
    success_url: str
    cancel_url: str

    @property
    def lines(self) -> tuple[tuple[str, int], ...]:
        own = (self.title, self.amount_cents - self.surcharge_cents)
        return (own, (SURCHARGE_TITLE, self.surcharge_cents)) if self.surcharge_cents else (own,)

    @property
    def about(self) -> str:
        """The order as customers know it, for the page and the provider's receipt."""
        return f"Order {self.order_code}" if self.order_code else ""

    @property
    def metadata(self) -> dict[str, str]:
        # Comes back with every event about this payment.
        return {"order_id": self.order_id, "payment_id": self.payment_id}


class PageStatus(StrEnum):
    OPEN = "open"
    COMPLETE = "complete"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckoutState:
    """The provider's state of a checkout session; `charge` names the payment made on it.

    A session that is complete but not paid waits for a bank, unless `has_failed`.
    """

    id: str
    status: PageStatus
    is_paid: bool
    has_failed: bool = False
    amount_cents: int | None
    currency: str
    is_live: bool
    charge: str | None
    metadata: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class RefundRequest:
    """A request for a refund; `reference` names it, and the same reference sends money once.

    `retries` counts how often staff sent it again after the provider refused it or the bank
    returned it: each attempt moves money once.
    """

    reference: str
    charge: str
    amount_cents: int
    order_id: str
    payment_id: str
    retries: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RefundState:
    """A refund as the provider sees it now.

    `reference` and `attempt` are those of the RefundRequest that made it; `reference` is empty when
    it was made in the provider's dashboard. A failed refund is money back with us.
    """

    id: str
    amount_cents: int
    has_failed: bool = False
    failure_reason: str = ""
    reference: str = ""
    attempt: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeState:
    """A dispute as the provider sees it now; amounts are in cents.

    `status` is needs_response, under_review, won, lost or prevented, with "warning_" before it for
    an inquiry and "appeal_" for an appeal; an inquiry that ends is warning_closed.
    `withdrawn_cents` was taken from us while it is open, `reinstated_cents` came back since.
    `respond_by` is None when it cannot be answered.
    """

    id: str
    amount_cents: int
    reason: str
    status: str
    opened_at: datetime
    respond_by: datetime | None = None
    withdrawn_cents: int = 0
    reinstated_cents: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeState:
    """A charge as the provider sees it; `funding` is credit, debit, prepaid, unknown or "".

    `has_failed` means that the charge does not stand: a bank transfer that had succeeded was
    returned by the bank.
    """

    funding: str
    refunds: tuple[RefundState, ...] = ()
    disputes: tuple[DisputeState, ...] = ()
    has_failed: bool = False

    @property
    def refunded_cents(self) -> int:
        return sum(refund.amount_cents for refund in self.refunds if not refund.has_failed)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeChanged:
    """A report that a charge was refunded, disputed or failed: look it up.

    `charge` is empty when the report cannot be read. `payment_id` is that of the CheckoutRequest,
    None when the report does not name it. `has_failed` reports may be about a charge that was never
    made.
    """

    charge: str
    payment_id: str | None = None
    has_failed: bool = False


PaymentReport = CheckoutState | ChargeChanged


class PayoutStatus(StrEnum):
    PENDING = "pending"
    IN_TRANSIT = "in_transit"
    PAID = "paid"
    FAILED = "failed"
    CANCELED = "canceled"


@dataclass(frozen=True, slots=True, kw_only=True)
class PayoutState:
    """Money that the provider sends to our bank account; a negative amount is collected from it.

    `has_lines` is False while the provider does not yet know what is in it. Of a manual payout it
    never does.
    """

    id: str
    amount_cents: int
    status: PayoutStatus
    created_at: datetime
    arrives_on: date
    is_manual: bool
    has_lines: bool


class PayoutLineKind(StrEnum):
    """What moved money at the provider; the first five are kinds of ledger entries too."""

    PAYMENT = "payment"
    REFUND = "refund"
    REFUND_RETURNED = "refund_returned"
    TAKEN_BACK = "taken_back"
    REINSTATED = "reinstated"
    FEE = "fee"
    PAYOUT_RETURNED = "payout_returned"  # an earlier payout that our bank did not take
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class PayoutLine:
    """One amount within a payout, in cents: positive came to us; the fee has been taken off it.

    `charge` is the payment's, also of a refund or dispute; `about` is the id of the refund or
    dispute. `reference` and `attempt` are those of the RefundRequest.
    """

    id: str
    kind: PayoutLineKind
    amount_cents: int
    fee_cents: int
    at: datetime
    charge: str = ""
    about: str = ""
    reference: str = ""
    attempt: int = 0
    title: str = ""  # of a fee or something unknown, in the provider's words


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedEvent:
    """A verified webhook event, stored as it was signed.

    `type` and `about` are the provider's own; `read_event` says what they mean.
    """

    id: str
    type: str
    about: Mapping[str, Any]


class Cards(Protocol):
    """A card provider; `name` is its key in wiring.py, and of at most 10 characters."""

    name: str
    is_live: bool
    signature_header: str  # of its webhook

    @classmethod
    def from_settings(cls) -> Self: ...

    def open_checkout(self, request: CheckoutRequest) -> tuple[str, str]:
        """Open a checkout session where the customer pays; return its id and URL.

        Raises CardsDown.
        """
        ...

    def look_up(self, checkout_id: str) -> CheckoutState:
        """Return the state of a checkout session. Raises CardsDown and UnknownToProvider."""
        ...

    def pages_since(self, moment: datetime) -> Iterator[CheckoutState]:
        """Yield every checkout session created since then, of any order. Raises CardsDown."""
        ...

    def close_checkout(self, checkout_id: str) -> None:
        """Close a checkout session, so that nobody can pay on it.

        Safe to repeat. Raises CardsDown.
        """
        ...

    def refund(self, request: RefundRequest) -> str:
        """Send a refund and return its id at the provider. Safe to repeat.

        Raises CardsDown and RefundRefused.
        """
        ...

    def look_up_charge(self, charge: str) -> ChargeState:
        """Return the state of a charge. Raises CardsDown and UnknownToProvider."""
        ...

    def payouts_since(self, moment: datetime) -> Iterator[Report[PayoutState]]:
        """Yield every payout created since then, of any order. Raises CardsDown."""
        ...

    def look_up_payout(self, payout_id: str) -> Report[PayoutState]:
        """Return one payout as it is now. Raises CardsDown and UnknownToProvider."""
        ...

    def lines_of_payout(self, payout_id: str) -> Iterator[Report[PayoutLine]]:
        """Yield what a payout consists of; nothing of a manual one. Raises CardsDown."""
        ...

    def verify_event(self, raw: bytes, *, headers: Mapping[str, str], now: datetime) -> SignedEvent:
        """Verify a webhook and return its event. Raises EventForged and EventUnreadable."""
        ...

    def look_up_event(self, event_id: str) -> SignedEvent:
        """Return an event anew. Raises CardsDown, UnknownToProvider and EventUnreadable."""
        ...

    def read_event(self, event_type: str, about: Mapping[str, Any]) -> PaymentReport | None:
        """Return what a stored event reports; None when it is of no interest to us."""
        ...
