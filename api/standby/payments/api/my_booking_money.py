"""The homeowner's account: what is owed and was paid, paying a milestone, canceling."""

from datetime import datetime
from typing import Annotated, Any, Final

from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from ninja import Router
from pydantic import Field

from standby.core.idempotency import IdempotencyKey, idempotent_request
from standby.core.limits import site_url, spend
from standby.core.providers import wiring as core_providers
from standby.core.words import _, dollars, market_terms, percent_text, say
from standby.orders.api.booking_access import BookingAccess, own_booking
from standby.orders.models import Order
from standby.orders.rules.cancelling import CancellationRule, CancellationTerms, NotCancellable
from standby.payments.api.my_booking_schemas import (
    CancelIn,
    CancellationOut,
    CancelledOut,
    DiagnosticPaymentIn,
    MilestoneOut,
    MilestonePaymentIn,
    MoneyOut,
    PaymentPageOut,
)
from standby.payments.models import Cancellation, Milestone, Payment, Refund
from standby.payments.providers import wiring as payments_providers
from standby.payments.rules import PAYMENTS_PER_ORDER, surcharge_cents
from standby.payments.selectors import transfers_by_milestone
from standby.payments.services import cancellations, ledger, refunds
from standby.payments.services.fee_credits import is_credited_elsewhere, retained_credits
from standby.payments.services.milestones import planned_milestones, to_come_cents
from standby.pricing.selectors import catalog
from standby.workflows.cancel_order import (
    CancellationRequest,
    ShownTerms,
    cancel_order,
    cancellation_terms,
)
from standby.workflows.pay_for_project import pay_for_project

router = Router(tags=["my booking"], auth=BookingAccess())
PaymentIn = Annotated[MilestonePaymentIn | DiagnosticPaymentIn, Field(discriminator="purpose")]


@router.get(
    "/my-booking/money",
    response=MoneyOut,
    operation_id="get_my_money",
)
def get_money(request: HttpRequest) -> dict[str, Any]:
    """The ledger entries and what is due."""
    return money_of(own_booking(request), now=now())


@router.post(
    "/my-booking/payments",
    response={201: PaymentPageOut},
    operation_id="pay_for_project",
)
def post_payment(
    request: HttpRequest, payload: PaymentIn, idempotency_key: IdempotencyKey = None
) -> HttpResponse:
    """Open a checkout page, or return the open one for the same amount and method."""
    order, moment = own_booking(request), now()
    once = idempotent_request(
        request, "my-booking/payments", key=idempotency_key, owner=order.public_id
    )
    spend(rule=PAYMENTS_PER_ORDER, subject=str(order.public_id))

    def open_page() -> str:
        url = pay_for_project(
            order,
            milestone=None if isinstance(payload, DiagnosticPaymentIn) else payload.milestone,
            method="debit_card" if isinstance(payload, DiagnosticPaymentIn) else payload.method,
            cards=payments_providers.cards(),
            site_url=site_url(request),
            now=moment,
        )
        return PaymentPageOut(url=url).model_dump_json()

    # Stored encrypted, because the URL is a secret: whoever has it can pay, and sees for what.
    return once.respond_after_provider(
        open_page, status=201, now=moment, sealer=core_providers.sealer()
    )


@router.get(
    "/my-booking/cancellation",
    response=CancellationOut,
    operation_id="get_cancellation",
)
def get_cancellation(request: HttpRequest) -> CancellationOut:
    """What canceling now would keep and refund."""
    order, moment = own_booking(request), now()
    try:
        terms = cancellation_terms(order, now=moment)
    except NotCancellable:
        return CancellationOut(
            can_cancel=False,
            rule=None,
            refund_cents=0,
            retained_cents=0,
            owed_cents=0,
            words=say(WHY_OVER[order.status == Order.Status.CANCELLED]),
        )
    under_way = cancellations.under_way_words(order, owed_cents=terms.owed_cents, now=moment)
    return CancellationOut(
        can_cancel=True,
        rule=terms.rule,
        refund_cents=terms.refund_cents,
        retained_cents=terms.retained_cents,
        owed_cents=terms.owed_cents,
        words=f"{payment_title(terms)} {under_way}".rstrip(),
    )


@router.post(
    "/my-booking/cancel",
    response=CancelledOut,
    operation_id="cancel_order",
)
def post_cancel(
    request: HttpRequest, payload: CancelIn, idempotency_key: IdempotencyKey = None
) -> HttpResponse:
    """Cancel on the terms that were shown."""
    order, moment = own_booking(request), now()
    once = idempotent_request(
        request, "my-booking/cancel", key=idempotency_key, owner=order.public_id
    )
    spend(rule=PAYMENTS_PER_ORDER, subject=str(order.public_id))

    def cancel() -> str:
        cancel_order(
            order,
            CancellationRequest(
                shown=ShownTerms(**payload.model_dump(exclude={"reason"})), reason=payload.reason
            ),
            cards=payments_providers.cards(),
            now=moment,
        )
        return CancelledOut(status="cancelled").model_dump_json()

    return once.respond_after_provider(cancel, now=moment)


def money_of(order: Order, *, now: datetime) -> dict[str, Any]:
    """Return the values of MoneyOut."""
    rate = catalog.configuration().card_surcharge_rate
    paid = [each for each in cancellations.payments_towards(order) if each.order_id == order.pk]
    plan = planned_milestones(order, now=now)
    retained = retained_credits(order, is_planned=any(each.pk for each in plan), now=now)
    balance_cents = ledger.balance_cents(order)
    disputed_cents = ledger.undecided_cents(order)
    all_refunds = refunds.refunds_of(order)
    transfers = transfers_by_milestone(payment__order=order)
    surcharges = {"bank": 0, "debit_card": 0, "credit_card": rate * 100}
    surcharged_cents = ledger.surcharged_cents(order)
    late_fee_cents = sum(each.late_fee_cents for each in plan)
    credit_cents = sum(each.credit_cents for each in plan)
    # A refund counts once it was sent, as in the account.
    paid_cents = cancellations.left_of(paid) + sum(
        each.amount_cents for each in all_refunds if each.status in Refund.UNSENT
    )
    remaining_cents = balance_cents - disputed_cents + to_come_cents(plan)
    is_canceled = order.status == Order.Status.CANCELLED
    owed_cents = 0 if is_canceled else order.total_cents
    charged_cents = owed_cents + surcharged_cents + late_fee_cents
    return {
        "balance_cents": balance_cents,
        "disputed_cents": disputed_cents,
        "refunding_cents": sum(
            each.amount_cents for each in all_refunds if each.status == Refund.Status.REQUESTED
        ),
        "total_cents": order.total_cents,
        "surcharge_cents": surcharged_cents,
        "late_fee_cents": late_fee_cents,
        "credit_cents": credit_cents,
        "milestones_cents": sum(each.amount_cents for each in plan) - credit_cents,
        "other_cents": remaining_cents
        + paid_cents
        + disputed_cents
        + sum(credit.cents for credit in retained)
        - charged_cents,
        "retained_credits": retained,
        "paid_cents": paid_cents,
        "has_fee_receipt": any(
            each.purpose == Payment.Purpose.SCHEDULING_FEE and each.paid_at
            for each in order.payments.all()
        ),
        "remaining_cents": remaining_cents,
        "is_canceled": is_canceled,
        "retained_as": _retained_as(order) if is_canceled else None,
        "milestones": [
            milestone_out(
                each,
                surcharge=surcharge_cents(each.due_cents, rate=rate),
                transfer_since=transfers.get(each.pk),
            )
            for each in plan
        ],
        "entries": order.ledger.all(),
        "refunds": all_refunds,
        "methods": [
            {"method": method, "surcharge_percent": percent}
            for method, percent in surcharges.items()
        ],
        "test_mode": not payments_providers.cards().is_live,
    }


def _retained_as(order: Order) -> str | None:
    cancellation = Cancellation.objects.filter(order=order, retained_cents__gt=0).first()
    if cancellation is None:
        return None
    retained_as = _RETAINED_AS.get(cancellation.rule)
    return "used" if retained_as == "credit" and is_credited_elsewhere(order) else retained_as


def milestone_out(
    milestone: Milestone, *, surcharge: int, transfer_since: datetime | None = None
) -> MilestoneOut:
    return MilestoneOut(
        kind=Milestone.Kind(milestone.kind),
        percent=milestone.percent,
        amount_cents=milestone.amount_cents,
        credit_cents=milestone.credit_cents,
        late_fee_cents=milestone.late_fee_cents,
        due_cents=milestone.due_cents,
        status=Milestone.Status(milestone.status),
        days_to_pay=milestone.days_to_pay,
        late_fee_percent=percent_text(milestone.late_fee_rate),
        due_on=milestone.due_on,
        surcharge_cents=surcharge,
        transfer_since=transfer_since,
    )


def payment_title(terms: CancellationTerms) -> str:
    if terms.owed_cents:
        owed = say("You still owe %(amount)s.", amount=dollars(terms.owed_cents))
        return f"{_rule_text(terms.rule)} {owed}"
    return _rule_text(terms.rule)


def _rule_text(rule: CancellationRule) -> str:
    terms = market_terms()
    return say(
        _RULE_TEXTS[rule],
        fee=terms.fee_name,
        hours=terms.fee_cancel_hours,
        days=terms.fee_credit_days,
        percent=terms.price_rise_percent,
    )


_RETAINED_AS: Final[dict[str, str]] = {
    CancellationRule.FEE_KEPT_AS_CREDIT: "credit",
    CancellationRule.FEE_FORFEITED: "kept",
}
WHY_OVER: Final = {
    True: _("This order is already canceled."),
    False: _("Your installation is complete. There is nothing left to cancel."),
}
_RULE_TEXTS: Final[dict[CancellationRule, str]] = {
    CancellationRule.NOTHING_PAID: _("We hold no payment of yours, so canceling refunds nothing."),
    CancellationRule.FEE_KEPT_AS_CREDIT: (
        _(
            "You are canceling %(hours)s hours or more before the appointment: your "
            "%(fee)s stays as a credit for %(days)s days, and comes off your "
            "bill in full if you go ahead by then."
        )
    ),
    CancellationRule.FEE_FORFEITED: (
        _("The appointment is less than %(hours)s hours away: the %(fee)s is not refundable.")
    ),
    CancellationRule.NOT_FEASIBLE: (_("The installation is not feasible: you get a full refund.")),
    CancellationRule.PERMIT_DENIED: (
        _("A permit or your HOA's approval was denied: you get a full refund.")
    ),
    CancellationRule.CHANGE_DECLINED: (
        _("You did not approve a price change of more than %(percent)s%%: you get a full refund.")
    ),
    CancellationRule.DATE_LOST: (
        _("Your date was taken before your payment arrived: you get a full refund.")
    ),
    CancellationRule.FEE_REFUNDABLE: (_("Your %(fee)s is refundable: you get a full refund.")),
    CancellationRule.WITHIN_THREE_DAYS: (
        _(
            "You are canceling within 3 business days of signing: you get a full refund of "
            "everything that you paid."
        )
    ),
    CancellationRule.AFTER_THREE_DAYS: (
        _(
            "You are canceling more than 3 business days after signing: we keep 10%% of the "
            "contract price and the costs already incurred, and refund the rest of what you paid."
        )
    ),
    CancellationRule.UNREASONABLE_DELAY: (
        _("The delay was not yours: you get a refund for work not done.")
    ),
}
