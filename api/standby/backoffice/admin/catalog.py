"""What is sold: packages with their services and bonus items, generators, and coupons."""

from typing import Any, Final

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import Model

from standby.backoffice.admin.base import (
    DollarsField,
    InlineRowForm,
    StaffModelAdmin,
    StaffModelForm,
    StaffTabularInline,
)
from standby.backoffice.admin.planned_changes import PlannedPricesAdmin
from standby.core.words import dollars
from standby.pricing.models.catalog import (
    Coupon,
    Generator,
    InstallationPackage,
    PackageBonusItem,
    PackageIncludedService,
)

_CODE_UNUSABLE: Final = (
    "A code has only letters, digits and dashes, so that it is easy to read out and type."
)


class PackageForm(StaffModelForm):
    price_cents = DollarsField(label="Price, in dollars")

    error_texts = {
        "package_reaches_somewhere": ("max_distance_feet", "A package reaches at least 1 foot."),
        "package_one_active_per_band": (
            "is_active",
            "Another package is active for this band. Deactivate that one first.",
        ),
        "package_one_active_per_distance": (
            "is_active",
            "Another package is active for this distance. Deactivate that one first.",
        ),
    }

    class Meta:
        model = InstallationPackage
        fields = ("code", "name", "description", "max_distance_feet", "price_cents", "is_active")
        labels = {
            "code": "Distance band",
            "max_distance_feet": "Maximum distance, in feet",
            "is_active": "For sale",
        }
        help_texts = {
            "is_active": "Runs in the band of a package that is not for sale are refused. To close "
            "that gap, give the package the maximum distance of another one."
        }


class IncludedServiceForm(InlineRowForm):
    price_cents = DollarsField(label="Price, in dollars", initial=0)

    class Meta:
        model = PackageIncludedService
        fields = (
            "service_name",
            "service_description",
            "price_cents",
            "display_order",
            "is_active",
        )
        labels = {"is_active": "Shown"}


class BonusItemForm(InlineRowForm):
    retail_value_cents = DollarsField(label="Retail value, in dollars")

    class Meta:
        model = PackageBonusItem
        fields = (
            "bonus_category",
            "bonus_name",
            "bonus_description",
            "retail_value_cents",
            "highlight_color",
            "display_order",
            "is_active",
        )
        labels = {"is_active": "Shown"}


class IncludedServices(StaffTabularInline):
    model = PackageIncludedService
    form = IncludedServiceForm


class BonusItems(StaffTabularInline):
    model = PackageBonusItem
    form = BonusItemForm


@admin.register(InstallationPackage)
class Packages(PlannedPricesAdmin):
    form = PackageForm
    inlines = (IncludedServices, BonusItems)
    list_display = ("name", "code", "max_distance_feet", "price", "is_active")
    ordering = ("max_distance_feet", "-is_active")

    def related_rows(self, row: Any) -> list[Model]:
        parts = [*row.included_services.all(), *row.bonus_items.all()]
        return [*parts, *super().related_rows(row)]


class GeneratorForm(StaffModelForm):
    price_cents = DollarsField(label="Price, in dollars")

    error_texts = {
        "generator_of_the_customer_is_free": (
            "price_cents",
            "Without a model number it is the customer's own generator, so its price must be 0.",
        ),
        "generator_size_is_1_to_150_kw": ("kw", "Enter 1 to 150 kW."),
        "generator_listed_once": (
            "model",
            "This brand, model and size is already on the list.",
        ),
    }

    class Meta:
        model = Generator
        fields = (
            "brand",
            "model",
            "model_number",
            "kw",
            "price_cents",
            "description",
            "fuel_type",
            "has_wifi",
            "switch_type",
            "is_active",
        )
        labels = {"kw": "Size, in kW", "has_wifi": "Has Wi-Fi", "is_active": "For sale"}
        help_texts = {
            "model_number": "Leave empty for the customer's own generator; its price is then 0."
        }

    def clean_model_number(self) -> str | None:
        number: str = self.cleaned_data["model_number"] or ""
        return number.strip() or None


@admin.register(Generator)
class Generators(PlannedPricesAdmin):
    form = GeneratorForm
    list_display = ("name", "model_number", "kw", "price", "is_active")
    list_filter = ("is_active",)
    search_fields = ("brand", "model", "model_number")
    ordering = ("-is_active", "kw", "brand")

    @admin.display(description="Generator", ordering="brand")
    def name(self, generator: Any) -> str:
        return str(generator)


class CouponForm(StaffModelForm):
    percent = forms.IntegerField(
        label="Percent off",
        min_value=1,
        max_value=100,
        required=False,
        help_text="Of all charges before tax.",
    )
    cents_off = DollarsField(label="Or discount in dollars", required=False)

    error_texts = {
        "coupon_ends_after_it_starts": ("ends_on", "The last day cannot be before the first."),
        "coupon_is_used_at_most_so_often": (
            "most_uses",
            "It was already used more often than that.",
        ),
    }

    class Meta:
        model = Coupon
        fields = ("code", "starts_on", "ends_on", "most_uses", "is_active", "note")
        labels = {
            "starts_on": "First day",
            "ends_on": "Last day",
            "most_uses": "Maximum number of uses",
            "is_active": "Can be used",
        }
        help_texts = {
            "code": "Not case-sensitive.",
            "starts_on": "Local time. Leave empty to start now.",
            "ends_on": "Leave empty for no end.",
            "most_uses": "Leave empty for no limit.",
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
            raise ValidationError("There is already a coupon with this code.")
        return code

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        percent, cents = cleaned.get("percent"), cleaned.get("cents_off")
        if self.has_error("percent") or self.has_error("cents_off"):
            return cleaned
        if (percent is None) == (cents is None):
            self.add_error("percent", "Please enter either percent or dollars.")
            return cleaned
        if cents == 0:
            self.add_error("cents_off", "Please enter a discount.")
        coupon = self.instance
        coupon.kind = Coupon.Kind.PERCENT if cents is None else Coupon.Kind.CENTS
        coupon.value = percent if cents is None else cents
        return cleaned


@admin.register(Coupon)
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
