from standby.payments.models.ledger import Cancellation, LedgerEntry
from standby.payments.models.milestones import Milestone
from standby.payments.models.payments import CheckoutSession, Payment, PaymentEvent
from standby.payments.models.payouts import BalanceTransaction, Payout
from standby.payments.models.returns import Dispute, Refund

__all__ = [
    "BalanceTransaction",
    "Cancellation",
    "CheckoutSession",
    "Dispute",
    "LedgerEntry",
    "Milestone",
    "Payment",
    "PaymentEvent",
    "Payout",
    "Refund",
]
