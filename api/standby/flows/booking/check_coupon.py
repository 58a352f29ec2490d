from datetime import datetime

from standby.apps.catalog import coupons
from standby.apps.catalog import queries as catalog
from standby.domain.pricing import PriceBreakdown
from standby.domain.scheduling import today_in_houston
from standby.flows.booking.job_asked_for import Selection, resolve_selection


def check_coupon(code: str, selection: Selection, *, now: datetime) -> PriceBreakdown:
    """Return the price with a coupon, without using the coupon.

    Raises the errors of `get_coupon` and `offer_for`, CouponUsedUp, GeneratorMissing and
    AddressNotCovered.
    """
    coupon = coupons.get_coupon(code, today=today_in_houston(now))
    coupons.ensure_left(coupon)
    offer = catalog.catalog_snapshot(now=now).offer_for(resolve_selection(selection))
    return offer.cheaper_by(coupon.discount).price
