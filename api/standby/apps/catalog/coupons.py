"""A coupon is looked up by its code, used by one order, and given back when nobody pays for it."""

from datetime import date, datetime
from typing import Any, Final
from uuid import UUID

from django.db.models import F, Q, QuerySet

from standby.apps.catalog.models import Coupon, CouponUse
from standby.domain.errors import Conflict, Invalid
from standby.domain.policy import COUPON_MAY_COME_BACK
from standby.domain.pricing import Discount

# By hand: Django takes longer to write it than the database to answer.
_CALLED: Final = "SELECT * FROM coupons WHERE code = %s"
FIELD: Final = "wizardData.pricing.discounts.coupon_code"


class CouponUnknown(Invalid):
    """We do not know this coupon."""

    code = "coupon_unknown"


class CouponInactive(Invalid):
    """This coupon cannot be used any more."""

    code = "coupon_inactive"


class CouponTooEarly(Invalid):
    """This coupon does not count yet."""

    code = "coupon_too_early"


class CouponExpired(Invalid):
    """This coupon has expired."""

    code = "coupon_expired"


class CouponUsedUp(Conflict):
    """This coupon was used as often as it may be."""

    code = "coupon_used_up"


def coupon_called(code: str, *, today: date) -> Coupon:
    """However it is typed.

    Raises CouponUnknown, CouponInactive, CouponTooEarly and CouponExpired.
    """
    coupon = next(iter(Coupon.objects.raw(_CALLED, [code.strip().upper()])), None)
    if coupon is None:
        raise CouponUnknown(field=FIELD)
    if not coupon.is_active:
        raise CouponInactive(field=FIELD)
    if coupon.starts_on is not None and today < coupon.starts_on:
        raise CouponTooEarly(field=FIELD)
    if coupon.ends_on is not None and today > coupon.ends_on:
        raise CouponExpired(field=FIELD)
    return coupon


def ensure_left(coupon: Coupon) -> None:
    """Says no early; only using it says yes. Raises CouponUsedUp."""
    if coupon.most_uses is not None and coupon.used >= coupon.most_uses:
        raise CouponUsedUp(field=FIELD)


def discount_of(coupon: Coupon) -> Discount:
    is_percent = coupon.kind == Coupon.Kind.PERCENT
    return Discount(kind="percent" if is_percent else "cents", value=coupon.value)


def use_coupon(coupon: Coupon, *, order_ref: UUID, now: datetime) -> None:
    """In the caller's transaction. Of many at once as many succeed as uses are left.

    Raises CouponUsedUp.
    """
    left = Q(most_uses=None) | Q(used__lt=F("most_uses"))
    if not Coupon.objects.filter(left, pk=coupon.pk).update(used=F("used") + 1):
        raise CouponUsedUp(field=FIELD)
    CouponUse.objects.create(coupon=coupon, order_ref=order_ref, used_at=now)


def use_again(order_ref: UUID, *, now: datetime) -> None:
    """For an order whose use was given back while it waited. Raises CouponUsedUp."""
    uses = CouponUse.objects.filter(order_ref=order_ref).select_related("coupon")
    newest = uses.order_by("-id").first()
    if newest is not None and newest.given_back_at is not None:
        use_coupon(newest.coupon, order_ref=order_ref, now=now)


def orders_with_coupons(*, now: datetime) -> "QuerySet[Any]":
    """Of every order that uses one since not long ago: later on somebody paid."""
    lately = CouponUse.objects.filter(given_back_at=None, used_at__gte=now - COUPON_MAY_COME_BACK)
    return lately.values("order_ref")


def give_back(order_ref: UUID, *, now: datetime) -> bool:
    """Safe to repeat. False when the order uses none."""
    live = CouponUse.objects.filter(order_ref=order_ref, given_back_at=None).first()
    if live is None:
        return False
    if not CouponUse.objects.filter(pk=live.pk, given_back_at=None).update(given_back_at=now):
        return False
    Coupon.objects.filter(pk=live.coupon_id).update(used=F("used") - 1)
    return True
