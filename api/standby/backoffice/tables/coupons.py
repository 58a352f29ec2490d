from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError

from standby.backoffice.site import site
from standby.backoffice.tables.base import StaffModelAdmin, StaffModelForm
from standby.backoffice.tables.money import DollarsField, dollars
from standby.pricing.models.catalog import Coupon

_CODE_UNUSABLE = "A code has letters, digits and dashes only, so that it can be read out and typed."


class CouponForm(StaffModelForm):
    percent = forms.IntegerField(
        label="Percent off",
        min_value=1,
        max_value=100,
        required=False,
        help_text="Of all charges before tax.",
    )
    cents_off = DollarsField(label="Or dollars off", required=False)

    error_texts = {
        "coupon_ends_after_it_starts": ("ends_on", "The last day cannot be before the first."),
        "coupon_is_used_at_most_so_often": (
            "most_uses",
            "It was used more often than that already.",
        ),
    }

    class Meta:
        model = Coupon
        fields = ("code", "starts_on", "ends_on", "most_uses", "is_active", "note")
        labels = {
            "starts_on": "First day",
            "ends_on": "Last day",
            "most_uses": "At most so many uses",
            "is_active": "Can be used",
        }
        help_texts = {
            "code": "Capitals or not is all one.",
            "starts_on": "In Houston. Empty: from now on.",
            "ends_on": "Empty: for good.",
            "most_uses": "Empty: as many as come.",
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        coupon = self.instance
        if coupon.pk:
            field = "percent" if coupon.kind == Coupon.Kind.PERCENT else "cents_off"
            self.initial[field] = coupon.value

    def clean_code(self) -> str:
        code: str = self.cleaned_data["code"].strip().upper()
        if not code.isascii() or not code.replace("-", "").isalnum():
            raise ValidationError(_CODE_UNUSABLE)
        if Coupon.objects.filter(code=code).exclude(pk=self.instance.pk).exists():
            raise ValidationError("There is a coupon of this code already.")
        return code

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        percent, cents = cleaned.get("percent"), cleaned.get("cents_off")
        if self.has_error("percent") or self.has_error("cents_off"):
            return cleaned
        if (percent is None) == (cents is None):
            self.add_error("percent", "Please write either percent or dollars.")
            return cleaned
        if cents == 0:
            self.add_error("cents_off", "Nothing off is no coupon.")
        coupon = self.instance
        coupon.kind = Coupon.Kind.PERCENT if cents is None else Coupon.Kind.CENTS
        coupon.value = percent if cents is None else cents
        return cleaned


@admin.register(Coupon, site=site)
class Coupons(StaffModelAdmin):
    form = CouponForm
    list_display = ("code", "off", "starts_on", "ends_on", "uses", "is_active")
    list_filter = ("is_active",)
    search_fields = ("code", "note")
    ordering = ("-is_active", "code")
    fields = (
        "code",
        "percent",
        "cents_off",
        "starts_on",
        "ends_on",
        "most_uses",
        "is_active",
        "note",
    )

    def get_readonly_fields(self, request: Any, obj: Any = None) -> tuple[str, ...]:
        # A used code stays, because it is printed in ads and messages.
        return ("code",) if obj is not None and obj.used else ()

    @admin.display(description="Off")
    def off(self, coupon: Any) -> str:
        is_percent = coupon.kind == Coupon.Kind.PERCENT
        return f"{coupon.value} %" if is_percent else dollars(coupon.value)

    @admin.display(description="Used", ordering="used")
    def uses(self, coupon: Any) -> str:
        return f"{coupon.used} of {coupon.most_uses}" if coupon.most_uses else f"{coupon.used}"
