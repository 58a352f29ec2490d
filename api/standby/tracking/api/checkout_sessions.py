"""The order behind a checkout page, as the homeowner sees it after paying."""

from contextlib import suppress
from typing import Literal
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from ninja import Router, Schema

from standby.core import visitor_cookie as wizard_cookie
from standby.core.schema import ProblemOut
from standby.documents.models import OrderFile
from standby.documents.selectors import documents_of
from standby.orders.api import booking_access
from standby.orders.api.orders import (
    CustomerOut,
    OrderGeneratorOut,
    OrderLocationOut,
    OrderPackageOut,
)
from standby.orders.selectors.orders import OrderNotFound
from standby.orders.services.access_links import create_access_token
from standby.payments import selectors as payments
from standby.payments.models import CheckoutSession, Payment
from standby.payments.providers import wiring as payments_providers
from standby.payments.services import cancellations
from standby.payments.services.checkouts import bind_to_browser
from standby.workflows.look_up_payment import refresh_payment_best_effort

router = Router(tags=["payment"])


class PaidFileOut(Schema):
    type: OrderFile.Type
    url: str
    title: str


class PaidOrderOut(Schema):
    """`processing` until the card provider confirms the payment."""

    id: UUID
    customer: CustomerOut
    generator: OrderGeneratorOut | None
    package: OrderPackageOut
    order_location: OrderLocationOut
    total_paid_cents: int
    files: list[PaidFileOut]
    status: Literal["paid", "processing"]


@router.get(
    "/checkout-sessions/{stripe_session_id}/order",
    response={200: PaidOrderOut, 404: ProblemOut, 429: ProblemOut, 503: ProblemOut},
    operation_id="get_paid_order",
)
def get_paid_order(
    request: HttpRequest, response: HttpResponse, stripe_session_id: str
) -> PaidOrderOut:
    """The order of a checkout, for its owner. A browser without the cookie gets it once, within an
    hour of paying, and has access from then on.
    """
    moment = now()
    page = _page(stripe_session_id)
    if page.payment.status == Payment.Status.DUE:
        refresh_payment_best_effort(
            page.payment.order, cards=payments_providers.cards(), now=moment
        )
        page = _page(stripe_session_id)
    order = page.payment.order
    is_visitors = order.wizard.secret_hash == wizard_cookie.read_cookie_hash(request)
    if not is_visitors:
        with suppress(OrderNotFound):
            is_visitors = booking_access.visitor_order(request).pk == order.pk
    if not is_visitors:
        bind_to_browser(page, now=moment)
        token = create_access_token(order, secret_keys=booking_access.secret_keys(), now=moment)
        booking_access.set_cookie(response, token)
    return PaidOrderOut(
        id=order.public_id,
        customer=CustomerOut.from_orm(order.customer),
        generator=OrderGeneratorOut.from_orm(order.generator) if order.generator else None,
        package=OrderPackageOut.from_orm(order.package),
        order_location=OrderLocationOut.from_orm(order.order_location),
        total_paid_cents=cancellations.left_of(cancellations.payments_towards(order)),
        files=[
            PaidFileOut(
                type=OrderFile.Type(file.type),
                url=f"/api/my-booking/documents/{file.public_id}",
                title=file.title,
            )
            for file in documents_of(order)
        ],
        status="processing" if page.payment.status == Payment.Status.DUE else "paid",
    )


def _page(session_id: str) -> CheckoutSession:
    page = payments.page_shown_after_paying(session_id)
    if page is None:
        raise OrderNotFound
    return page
