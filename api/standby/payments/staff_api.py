"""Staff endpoints for an order's money: milestones, power-on, cancellation, refunds."""

import hashlib
from dataclasses import asdict
from typing import Annotated, Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Subquery
from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from ninja import Body, Query, Router, Status

from standby.accounts.staff_auth import StaffBearer, by_staff, staff_name
from standby.core.idempotency import IdempotencyKey, idempotent_request
from standby.core.roles import Permission
from standby.core.words import say
from standby.orders.models import Order
from standby.orders.rules.cancelling import CancellationTerms, NotCancellable
from standby.orders.selectors import orders
from standby.payments.api.my_booking_money import WHY_OVER, milestone_out, money_of, payment_title
from standby.payments.api.my_booking_schemas import MilestoneOut
from standby.payments.models import Dispute, Refund
from standby.payments.providers import wiring as payments_providers
from standby.payments.rules import surcharge_cents
from standby.payments.selectors import transfers_on_their_way
from standby.payments.services.cancellations import under_way_words
from standby.payments.services.disputes import disputes_of, keep_visit
from standby.payments.services.refund_effects import words_before_refund
from standby.payments.services.refunds import payment_by_id, request_staff_refund, retry_refund
from standby.payments.staff_schemas import (
    CancelByStaffIn,
    CancellationChoicesOut,
    CancelledByStaffOut,
    KeepVisitOut,
    PoweredOnOut,
    ReachedIn,
    RefundEffectOut,
    RefundIn,
    RequestedRefundOut,
    StaffMoneyOut,
    TakenBackIn,
)
from standby.pricing.selectors import catalog
from standby.workflows.cancel_order import (
    CancellationRequest,
    ShownTerms,
    cancel_order,
    cancellation_choices,
)
from standby.workflows.completion_packet import turn_power_on
from standby.workflows.pay_for_project import Reachable, reach_milestone
from standby.workflows.undo_action import take_back

router = Router(tags=["staff"])


@router.get(
    "/staff/orders/{order_id}/money",
    response=StaffMoneyOut,
    auth=StaffBearer(Permission.SEE_ORDERS),
    operation_id="get_order_money",
)
def get_order_money(request: HttpRequest, order_id: str) -> dict[str, Any]:
    """The balance and payments of one order."""
    order = orders.get_order(order_id)
    is_disputed = Exists(Dispute.objects.filter(payment=OuterRef("pk")))
    transfer = transfers_on_their_way().filter(payment=OuterRef("pk"))
    return money_of(order, now=now()) | {
        "payments": order.payments.annotate(
            is_disputed=is_disputed, transfer_since=Subquery(transfer.values("processing_at")[:1])
        ).order_by("pk"),
        "disputes": disputes_of(order),
    }


@router.post(
    "/staff/orders/{order_id}/milestones/{kind}",
    response=MilestoneOut,
    auth=StaffBearer(Permission.REACH_MILESTONES),
    operation_id="reach_milestone",
)
def post_milestone(
    request: HttpRequest,
    order_id: str,
    kind: Reachable,
    payload: Annotated[ReachedIn | None, Body()] = None,
) -> MilestoneOut:
    """Reach a milestone (equipment arrived, installation complete): its payment becomes due."""
    order = orders.get_order(order_id)
    milestone = reach_milestone(
        order,
        kind,
        **by_staff(request),
        if_version=payload.if_version if payload else None,
    )
    rate = catalog.configuration().card_surcharge_rate
    return milestone_out(milestone, surcharge=surcharge_cents(milestone.due_cents, rate=rate))


@router.post(
    "/staff/orders/{order_id}/power-on",
    response=PoweredOnOut,
    auth=StaffBearer(Permission.REACH_MILESTONES),
    operation_id="report_power_on",
)
def post_power_on(
    request: HttpRequest, order_id: str, payload: Annotated[ReachedIn | None, Body()] = None
) -> PoweredOnOut:
    """Report that the generator is in service, and notify the homeowner."""
    powered_on_at = turn_power_on(
        orders.get_order(order_id),
        staff=staff_name(request),
        if_version=payload.if_version if payload else None,
        now=now(),
    )
    return PoweredOnOut(powered_on_at=powered_on_at)


@router.post(
    "/staff/orders/{order_id}/take-back",
    response={204: None},
    auth=StaffBearer(Permission.TAKE_BACK),
    operation_id="take_back",
)
def post_take_back(request: HttpRequest, order_id: str, payload: TakenBackIn) -> Status[None]:
    """Take back a milestone or that the power is on; the customer is told what was wrong."""
    take_back(
        orders.get_order(order_id),
        payload.what,
        reason=payload.reason,
        actor=staff_name(request),
        if_version=payload.if_version,
        now=now(),
    )
    return Status(204, None)


@router.get(
    "/staff/orders/{order_id}/cancellation",
    response=CancellationChoicesOut,
    auth=StaffBearer(Permission.SEE_ORDERS),
    operation_id="get_cancellation_choices",
)
def get_cancellation_choices(
    request: HttpRequest, order_id: str, costs_cents: Annotated[int, Query(ge=0, le=10**12)] = 0
) -> dict[str, Any]:
    """What each applicable rule would keep and refund, with these costs incurred."""
    order = orders.get_order(order_id)
    try:
        todays_rule, choices = cancellation_choices(order, costs_cents=costs_cents, now=now())
    except NotCancellable:
        why_not = say(WHY_OVER[order.status == Order.Status.CANCELLED])
        return {"can_cancel": False, "why_not": why_not, "paid_cents": 0, "choices": []}
    return {
        "can_cancel": True,
        "why_not": "",
        # Whatever the rule, what is not refunded is kept.
        "paid_cents": choices[0].refund_cents + choices[0].retained_cents,
        "choices": [
            asdict(terms)
            | {
                "is_todays": terms.rule is todays_rule,
                "words": payment_title(terms),
                "under_way": under_way_words(order, owed_cents=terms.owed_cents, now=now()),
            }
            for terms in choices
        ],
    }


@router.post(
    "/staff/orders/{order_id}/cancel",
    response=CancelledByStaffOut,
    auth=StaffBearer(Permission.CANCEL_ORDERS),
    operation_id="cancel_order_by_staff",
)
def post_staff_cancel(
    request: HttpRequest, order_id: str, payload: CancelByStaffIn
) -> CancellationTerms:
    """Cancel by the rule that applies or one that staff choose, with the costs incurred."""
    return cancel_order(
        orders.get_order(order_id),
        CancellationRequest(
            rule=payload.rule,
            costs_cents=payload.costs_cents,
            reason=payload.reason,
            actor=staff_name(request),
            shown=None
            if payload.refund_cents is None
            else ShownTerms(
                refund_cents=payload.refund_cents,
                retained_cents=payload.retained_cents,
                owed_cents=payload.owed_cents,
            ),
            if_version=payload.if_version,
        ),
        cards=payments_providers.cards(),
        now=now(),
    )


@router.post(
    "/staff/orders/{order_id}/keep-visit",
    response=KeepVisitOut,
    auth=StaffBearer(Permission.CANCEL_ORDERS),
    operation_id="keep_visit",
)
def post_keep_visit(
    request: HttpRequest, order_id: str, payload: Annotated[ReachedIn | None, Body()] = None
) -> KeepVisitOut:
    """Keep the visit although its fee was returned."""
    keep_visit(
        orders.get_order(order_id),
        **by_staff(request),
        if_version=payload.if_version if payload else None,
    )
    return KeepVisitOut(status="kept")


@router.get(
    "/staff/payments/{payment_id}/refund-effect",
    response=RefundEffectOut,
    auth=StaffBearer(Permission.SEE_ORDERS),
    operation_id="get_refund_effect",
)
def get_refund_effect(
    request: HttpRequest,
    payment_id: UUID,
    amount_cents: Annotated[int, Query(ge=0, le=10**12)] = 0,
) -> dict[str, str]:
    """What refunding so much would do to what is still to pay."""
    payment = payment_by_id(payment_id)
    return {"words": words_before_refund(payment, amount_cents=amount_cents, now=now())}


@router.post(
    "/staff/payments/{payment_id}/refunds",
    response={201: RequestedRefundOut},
    auth=StaffBearer(Permission.REFUND),
    operation_id="request_refund",
)
def post_refund(
    request: HttpRequest,
    payment_id: UUID,
    payload: RefundIn,
    idempotency_key: IdempotencyKey = None,
) -> HttpResponse:
    """Request a refund, which the worker sends. The same key requests it once."""
    moment, actor = now(), staff_name(request)
    once = idempotent_request(request, "staff/refunds", key=idempotency_key, owner=payment_id)

    def request_once() -> str:
        refund = request_staff_refund(
            payment_id,
            amount_cents=payload.amount_cents,
            reason=payload.reason,
            key=hashlib.sha256(once.key.encode()).hexdigest(),
            actor=actor,
            if_version=payload.if_version,
            now=moment,
        )
        return _serialize_refund(refund)

    return once.respond(request_once, status=201, now=moment)


@router.post(
    "/staff/refunds/{refund_id}/retry",
    response=RequestedRefundOut,
    auth=StaffBearer(Permission.REFUND),
    operation_id="retry_refund",
)
def post_retry(
    request: HttpRequest, refund_id: UUID, idempotency_key: IdempotencyKey = None
) -> HttpResponse:
    """Retry a refund that failed or was returned by the bank. One in transit is unchanged."""
    moment, actor = now(), staff_name(request)
    once = idempotent_request(request, "staff/refunds/retry", key=idempotency_key, owner=refund_id)
    return once.respond(
        lambda: _serialize_refund(retry_refund(refund_id, actor=actor, now=moment)), now=moment
    )


def _serialize_refund(refund: Refund) -> str:
    return RequestedRefundOut.from_orm(refund).model_dump_json()
