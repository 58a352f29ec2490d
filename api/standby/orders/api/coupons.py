"""Price a selection with a coupon before reserving."""

from django.http import HttpRequest
from django.utils.timezone import now
from ninja import Router

from standby.core.limits import spend_by_client
from standby.core.schema import In, ProblemOut, line
from standby.orders.api.orders import LinesOut, OrderGeneratorIn, OrderLocationIn, selection_from
from standby.orders.rules.policy import COUPON_CHECKS_PER_CLIENT
from standby.pricing.services.coupons import check_coupon

router = Router(tags=["prices"])


class CouponCheckIn(In):
    """A coupon code and the wizard's data."""

    code: line(40, min_length=1)  # type: ignore[valid-type]
    location: OrderLocationIn
    generator: OrderGeneratorIn = OrderGeneratorIn()


@router.post(
    "/coupons/check",
    response={200: LinesOut, **dict.fromkeys((400, 409, 422, 429, 503), ProblemOut)},
    operation_id="check_coupon",
)
def post_coupon_check(request: HttpRequest, payload: CouponCheckIn) -> LinesOut:
    """Check a coupon code. It is used only when the order is reserved."""
    spend_by_client(request, COUPON_CHECKS_PER_CLIENT)
    price = check_coupon(
        payload.code, selection_from(payload.location, payload.generator), now=now()
    )
    return LinesOut(
        installation_cents=price.installation_cents,
        generator_cents=price.generator_cents,
        permit_cents=price.permit_cents,
        sales_tax_cents=price.sales_tax_cents,
        discount_cents=price.discount_cents,
        total_cents=price.total_cents,
    )
