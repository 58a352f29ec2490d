"""What a homeowner reads once the proposal is accepted, to power-on or to a cancellation."""

from typing import Final

from standby.tracking.rules.progress import NextStepKey as Step
from standby.tracking.rules.status_facts import Fact, Part, sentence

_TITLE, _TEXT = Part.TITLE, Part.TEXT
_PREPARING: Final = (Step.WAIT_EQUIPMENT,)
# While preparations go on, a payment may be due or on its way.
_SIGNED: Final = (
    *(Step.PAY_MILESTONE, Step.WAIT_TRANSFER, Step.WAIT_EQUIPMENT, Step.WAIT_INSTALLATION),
)
_BUILT: Final = (Step.PAY_MILESTONE, Step.WAIT_TRANSFER, Step.WAIT_POWER_ON, Step.DONE)

SENTENCES: Final = (
    # The machine comes first once it can be used, whatever is still to pay.
    sentence(_TITLE, "power_on", _BUILT, "Your home has standby power", [Fact.POWER_ON]),
    sentence(
        _TITLE,
        "payment_due",
        [Step.PAY_MILESTONE],
        "A payment is due",
        [Fact.PAYMENT_DUE],
        [Fact.POWER_ON],
    ),
    sentence(
        _TITLE, "transfer", [Step.WAIT_TRANSFER], "Your payment is on its way", [], [Fact.POWER_ON]
    ),
    sentence(
        _TITLE,
        "preparing",
        _PREPARING,
        "We're preparing your installation",
        [],
        [Fact.EQUIPMENT_ORDERED],
    ),
    sentence(
        _TITLE,
        "equipment_ordered",
        _PREPARING,
        "Your generator is ordered",
        [Fact.EQUIPMENT_ORDERED],
        [Fact.OWN_GENERATOR],
    ),
    sentence(
        _TITLE,
        "material_ordered",
        _PREPARING,
        "Your equipment is ordered",
        [Fact.EQUIPMENT_ORDERED, Fact.OWN_GENERATOR],
    ),
    sentence(
        _TITLE,
        "install_on",
        [Step.WAIT_INSTALLATION],
        "We install on %(day)s",
        [Fact.DAY_CONFIRMED],
        [Fact.DAY_PAST],
    ),
    sentence(
        _TITLE,
        "installation_planned",
        [Step.WAIT_INSTALLATION],
        "Your installation was planned for %(day)s",
        [Fact.DAY_PAST],
        [Fact.INSTALLED],
    ),
    sentence(
        _TITLE,
        "installed",
        [Step.WAIT_POWER_ON],
        "Your generator is installed",
        [Fact.INSTALLED],
        [Fact.POWER_ON],
    ),
    sentence(
        _TEXT,
        "amount_due",
        [Step.PAY_MILESTONE],
        "%(due)s is due by %(due_by)s. Bank transfers and debit cards have no extra fee.",
        [Fact.PAYMENT_DUE],
        [Fact.PAYMENT_LATE],
    ),
    sentence(
        _TEXT,
        "amount_late",
        [Step.PAY_MILESTONE],
        "%(due)s was due by %(due_by)s. Bank transfers and debit cards have no extra fee.",
        [Fact.PAYMENT_DUE, Fact.PAYMENT_LATE],
    ),
    sentence(
        _TEXT,
        "transfer_since",
        [Step.WAIT_TRANSFER],
        "The bank transfer started on %(transfer_since)s. It usually takes 4 to 5 business days. "
        "Please don't pay a second time.",
    ),
    sentence(
        _TEXT,
        "transfer_failed",
        (Step.PAY_MILESTONE, Step.WAIT_EQUIPMENT, Step.WAIT_INSTALLATION),
        "The bank transfer of %(failed_transfer)s did not go through. Nothing was charged.",
        [Fact.TRANSFER_FAILED],
    ),
    sentence(_TEXT, "preparations", _SIGNED, "%(preparations)s", [], [Fact.INSTALLED]),
    sentence(
        _TEXT,
        "cancel_until",
        _SIGNED,
        "You can cancel for any reason, with a full refund, until midnight on %(cancel_until)s.",
        [Fact.MAY_CANCEL_FREELY],
    ),
    sentence(
        _TEXT,
        "payment_comes",
        (Step.WAIT_EQUIPMENT, Step.WAIT_INSTALLATION),
        "Your %(which)s payment, %(due)s, is due by %(due_by)s. You don't have to pay before your "
        "right to cancel ends.",
        [Fact.PAYMENT_COMING],
    ),
    sentence(
        _TEXT,
        "hoa_asked",
        _SIGNED,
        "Does your home belong to an HOA? Please tell us: we don't know yet.",
        [Fact.HOA_TO_ASK],
        [Fact.INSTALLED],
    ),
    sentence(
        _TEXT,
        "nothing_to_do",
        (Step.WAIT_EQUIPMENT, Step.WAIT_POWER_ON),
        "There's nothing for you to do now.",
        [],
        [Fact.MAY_CANCEL_FREELY, Fact.PAYMENT_COMING, Fact.PAYMENT_DUE, Fact.HOA_TO_ASK],
    ),
    sentence(
        _TEXT,
        "installation_takes",
        [Step.WAIT_INSTALLATION],
        "The installation takes about %(hours)s hours, mostly outside. The power will be off for "
        "part of the day.",
        [Fact.DAY_CONFIRMED],
        [Fact.DAY_PAST],
    ),
    sentence(
        _TEXT,
        "installation_not_recorded",
        [Step.WAIT_INSTALLATION],
        "It is not recorded as finished yet. Call us if nobody came.",
        [Fact.DAY_PAST],
        [Fact.INSTALLED],
    ),
    sentence(
        _TEXT,
        "all_done",
        _BUILT,
        "It is installed, inspected and paid.",
        [Fact.POWER_ON, Fact.INSTALLED, Fact.INSPECTION_PASSED],
        [Fact.MONEY_OPEN],
    ),
    sentence(
        _TEXT,
        "done_uninspected",
        _BUILT,
        "It is installed and paid.",
        [Fact.POWER_ON, Fact.INSTALLED],
        [Fact.MONEY_OPEN, Fact.INSPECTION_PASSED],
    ),
    sentence(
        _TEXT,
        "done_unpaid",
        _BUILT,
        "It is installed and inspected.",
        [Fact.POWER_ON, Fact.INSTALLED, Fact.INSPECTION_PASSED, Fact.MONEY_OPEN],
    ),
    sentence(
        _TEXT,
        "still_to_pay",
        (Step.WAIT_POWER_ON, Step.DONE),
        "Still to pay: %(to_pay)s.",
        [Fact.MONEY_OPEN, Fact.INSTALLED],
    ),
    sentence(
        _TEXT,
        "inspection_passed",
        [Step.WAIT_POWER_ON],
        "The final inspection passed.",
        [Fact.INSPECTION_PASSED],
    ),
    sentence(
        _TEXT,
        "inspection_failed",
        _BUILT,
        "The final inspection did not pass. We are working on it.",
        [Fact.INSPECTION_FAILED, Fact.INSTALLED],
    ),
    sentence(
        _TEXT,
        "inspection_open",
        _BUILT,
        "The final inspection is not on record.",
        [Fact.INSTALLED],
        [Fact.INSPECTION_PASSED, Fact.INSPECTION_NOT_NEEDED, Fact.INSPECTION_FAILED],
    ),
    sentence(
        _TEXT, "startup_done", [Step.WAIT_POWER_ON], "The start-up is done.", [Fact.STARTED_UP]
    ),
    sentence(
        _TEXT,
        "startup_open",
        _BUILT,
        "The start-up is not on record.",
        [Fact.INSTALLED],
        [Fact.STARTED_UP],
    ),
    sentence(
        _TEXT,
        "power_comes",
        [Step.WAIT_POWER_ON],
        "This page says so once your standby power is on.",
        [],
        [Fact.POWER_ON],
    ),
    sentence(_TITLE, "canceled", [Step.CANCELLED], "This order is canceled"),
    sentence(
        _TEXT,
        "canceled_refunded",
        [Step.CANCELLED],
        "Your refund is shown below under Payments.",
        [Fact.REFUNDED],
    ),
    sentence(
        _TEXT,
        "canceled_uncharged",
        [Step.CANCELLED],
        "Nothing was charged.",
        [],
        [Fact.ANYTHING_PAID, Fact.OWED],
    ),
    sentence(
        _TEXT,
        "canceled_owed",
        [Step.CANCELLED],
        "%(to_pay)s is still owed: see Payments below.",
        [Fact.OWED],
    ),
    sentence(
        _TEXT,
        "canceled_transfer",
        [Step.CANCELLED],
        "%(transfer_after)s",
        [Fact.TRANSFER_MOVING],
    ),
    sentence(
        _TEXT, "canceled_over", [Step.CANCELLED], "There's nothing more to do.", [], [Fact.OWED]
    ),
)
