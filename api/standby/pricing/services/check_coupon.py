from datetime import datetime

from standby.core.clock import today_in_houston
from standby.pricing.rules.pricing import PriceBreakdown
from standby.pricing.selectors import catalog
from standby.pricing.services import coupons
from standby.pricing.services.resolve_selection import Selection, resolve_selection


def check_coupon(code: str, selection: Selection, *, now: datetime) -> PriceBreakdown:
    """Return the price with a coupon, without using the coupon.

    Raises the errors of `get_coupon` and `offer_for`, CouponUsedUp, GeneratorMissing and
    AddressNotCovered.
    """
    coupon = coupons.get_coupon(code, today=today_in_houston(now))
    coupons.ensure_left(coupon)
    offer = catalog.catalog_snapshot(now=now).offer_for(resolve_selection(selection))
    return offer.cheaper_by(coupon.discount).price
