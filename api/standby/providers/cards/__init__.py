"""Taking a card payment. Adapters: stripe.py (live), test_mode.py (no account, no money)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, ClassVar, Final, Protocol

from standby.providers.errors import ProviderDown

SURCHARGE_TITLE: Final = "Credit card surcharge"


class CardsDown(ProviderDown):
    """The provider did not answer, or not sensibly. Nothing was charged; try again."""

    code: ClassVar[str] = "cards_down"

    def __init__(self) -> None:
        super().__init__("Card payments are not available right now. Nothing was charged.")


class UnknownToProvider(CardsDown):
    """The provider knows nothing by that name: another account's, or another mode's."""


class RefundRefused(Exception):
    """The provider will not send this money back, however often it is asked. Staff have to look."""


class EventForged(Exception):
    """The event is not signed by the provider, or not lately."""


class PayBy(StrEnum):
    """What a page takes: a card of any kind, or a transfer from a bank account (ACH)."""

    CARD = "card"
    BANK = "bank"


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckoutRequest:
    """`reference` names one page: the same reference with the same request gives the same page.

    The surcharge is part of the amount, and a line of its own on the page.
    """

    reference: str
    amount_cents: int
    surcharge_cents: int = 0
    currency: str
    title: str
    pay_by: PayBy = PayBy.CARD
    email: str
    order_id: str
    payment_id: str
    expires_at: datetime
    success_url: str
    cancel_url: str

    @property
    def lines(self) -> tuple[tuple[str, int], ...]:
        """What the page lists, and for how many cents."""
        own = (self.title, self.amount_cents - self.surcharge_cents)
        return (own, (SURCHARGE_TITLE, self.surcharge_cents)) if self.surcharge_cents else (own,)

    @property
    def metadata(self) -> dict[str, str]:
        """What comes back with every event about this payment."""
        return {"order_id": self.order_id, "payment_id": self.payment_id}


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkout:
    """A hosted page that is open until then."""

    id: str
    url: str


class PageStatus(StrEnum):
    OPEN = "open"
    COMPLETE = "complete"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckoutState:
    """What the provider says of a page. `charge` names the payment that was made on it.

    A page that is complete and not paid waits for a bank, unless the bank has failed.
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
    """`reference` names one refund: the same reference sends money once.

    `retries` is how often staff sent it again after the provider refused it or the bank
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

    `reference` and `attempt` are those of the RefundRequest that made it; `reference` is empty
    when it was made in the provider's own dashboard. A failed refund is money back with us.
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
    """What the provider says of a charge. `funding` is credit, debit, prepaid, unknown or ''.

    `has_failed` is true when the charge does not stand: for a bank transfer that had succeeded,
    the bank has returned it.
    """

    funding: str
    refunds: tuple[RefundState, ...] = ()
    disputes: tuple[DisputeState, ...] = ()
    has_failed: bool = False

    @property
    def refunded_cents(self) -> int:
        return sum(refund.amount_cents for refund in self.refunds if not refund.has_failed)


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedEvent:
    """A verified event. `about` is the provider's own object, as it was signed."""

    id: str
    type: str
    about: Mapping[str, Any]


class Cards(Protocol):
    name: str
    is_live: bool

    def open_checkout(self, request: CheckoutRequest) -> Checkout:
        """A page where the customer pays. Raises CardsDown."""
        ...

    def look_up(self, checkout_id: str) -> CheckoutState:
        """What became of a page. Raises CardsDown, and NothingKnown of a page of nobody's."""
        ...

    def pages_since(self, moment: datetime) -> Iterator[CheckoutState]:
        """Every page made since then, whoever asked for it. Raises CardsDown."""
        ...

    def close_checkout(self, checkout_id: str) -> None:
        """Nobody can pay on the page any more. Safe to repeat. Raises CardsDown."""
        ...

    def refund(self, request: RefundRequest) -> str:
        """Its name at the provider. Safe to repeat. Raises CardsDown and RefundRefused."""
        ...

    def look_up_charge(self, charge: str) -> ChargeState:
        """Raises CardsDown, and NothingKnown of a charge of nobody's."""
        ...

    def verify_event(self, raw: bytes, *, signature: str, now: datetime) -> SignedEvent:
        """Raises EventForged."""
        ...
