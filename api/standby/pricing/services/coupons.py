"""Looking up, checking, using and releasing coupons."""

from datetime import date, datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db import connection
from django.db.models import Exists, F, Q, QuerySet

from standby.core.clock import today_in_houston
from standby.core.errors import Conflict, Invalid, _
from standby.pricing.models.catalog import Coupon, CouponUse
from standby.pricing.rules.pricing import Discount, PriceBreakdown
from standby.pricing.selectors import catalog

# Hand-written SQL: building a Coupon instance takes Django longer than the query itself.
_CALLED: Final = """
SELECT id, kind, value, most_uses, used, is_active, starts_on > %s, ends_on < %s
FROM coupons WHERE code = %s
"""
FIELD: Final = "wizardData.pricing.discounts.coupon_code"
_OPEN: Final = CouponUse.objects.filter(given_back_at=None, kept_at=None)


class CouponUnknown(Invalid):
    code = "coupon_unknown"
    message = _("We do not know this coupon.")


class CouponInactive(Invalid):
    code = "coupon_inactive"
    message = _("This coupon cannot be used any more.")


class CouponTooEarly(Invalid):
    code = "coupon_too_early"
    message = _("This coupon does not count yet.")


class CouponExpired(Invalid):
    code = "coupon_expired"
    message = _("This coupon has expired.")


class CouponUsedUp(Conflict):
    code = "coupon_used_up"
    message = _("This coupon was used as often as it may be.")


class UsableCoupon(NamedTuple):
    pk: int
    discount: Discount
    is_used_up: bool


def get_coupon(code: str, *, today: date) -> UsableCoupon:
    """Return the coupon with this code, in any case.

    Raises CouponUnknown, CouponInactive, CouponTooEarly and CouponExpired.
    """
    with connection.cursor() as cursor:
        cursor.execute(_CALLED, [today, today, code.strip().upper()])
        row = cursor.fetchone()
    if row is None:
        raise CouponUnknown(field=FIELD)
    pk, kind, value, most_uses, used, is_active, is_too_early, is_over = row
    if not is_active:
        raise CouponInactive(field=FIELD)
    if is_too_early:
        raise CouponTooEarly(field=FIELD)
    if is_over:
        raise CouponExpired(field=FIELD)
    discount = Discount(kind="percent" if kind == Coupon.Kind.PERCENT else "cents", value=value)
    return UsableCoupon(pk, discount, most_uses is not None and used >= most_uses)


def use_coupon(coupon_pk: int, *, order_ref: UUID, now: datetime) -> None:
    """Use a coupon for an order, in the caller's transaction. Raises CouponUsedUp.

    Of concurrent uses only as many succeed as are left.
    """
    left = Q(most_uses=None) | Q(used__lt=F("most_uses"))
    if not Coupon.objects.filter(left, pk=coupon_pk).update(used=F("used") + 1):
        raise CouponUsedUp(field=FIELD)
    CouponUse.objects.create(coupon_id=coupon_pk, order_ref=order_ref, used_at=now)


def reclaim_use(order_ref: UUID, *, now: datetime) -> None:
    """Use the order's coupon again if its use was released meanwhile. Raises CouponUsedUp."""
    newest = CouponUse.objects.filter(order_ref=order_ref).order_by("-id").first()
    if newest is not None and newest.given_back_at is not None:
        use_coupon(newest.coupon_id, order_ref=order_ref, now=now)


def orders_with_open_uses() -> "QuerySet[Any]":
    return _OPEN.values("order_ref")


def mark_uses_final(paid: Exists, *, now: datetime) -> None:
    """Mark uses of paid orders as final, so that polling skips them.

    `paid` is an EXISTS on the use's `order_ref`.
    """
    of_paid = _OPEN.filter(paid)
    if of_paid.exists():  # so that a poll that finds none writes nothing
        of_paid.update(kept_at=now)


def release_coupon(order_ref: UUID, *, now: datetime) -> bool:
    """Release the order's coupon use.

    Returns False if the order has no use to release. Safe to repeat.
    """
    live = CouponUse.objects.filter(order_ref=order_ref, given_back_at=None).first()
    if live is None:
        return False
    if not CouponUse.objects.filter(pk=live.pk, given_back_at=None).update(given_back_at=now):
        return False
    Coupon.objects.filter(pk=live.coupon_id).update(used=F("used") - 1)
    return True


def check_coupon(code: str, selection: catalog.Selection, *, now: datetime) -> PriceBreakdown:
    """Return the price with a coupon, without using the coupon.

    Raises the errors of `get_coupon` and `offer_for`, CouponUsedUp, GeneratorMissing and
    AddressNotCovered.
    """
    coupon = get_coupon(code, today=today_in_houston(now))
    if coupon.is_used_up:  # an early check only; `use_coupon` decides
        raise CouponUsedUp(field=FIELD)
    offer = catalog.catalog_snapshot(now=now).offer_for(catalog.resolve_selection(selection))
    return offer.cheaper_by(coupon.discount).price
