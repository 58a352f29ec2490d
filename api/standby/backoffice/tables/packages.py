"""Installation packages with their included services and bonus items."""

from typing import Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from standby.backoffice.site import site
from standby.backoffice.tables.base import (
    InlineRowForm,
    StaffModelAdmin,
    StaffModelForm,
    StaffTabularInline,
)
from standby.backoffice.tables.money import DollarsField, dollars
from standby.backoffice.tables.price_settings import planned_words, plans_of
from standby.pricing.models.catalog import (
    InstallationPackage,
    PackageBonusItem,
    PackageIncludedService,
)


class PackageForm(StaffModelForm):
    price_cents = DollarsField(label="Price, in dollars")

    error_texts = {
        "package_distance_is_25_50_or_150": (
            "max_distance_feet",
            "A package reaches to 25, 50 or 150 feet.",
        ),
        "package_one_active_per_distance": (
            "is_active",
            "Another package is for sale at this distance. Take that one off sale first.",
        ),
    }

    class Meta:
        model = InstallationPackage
        fields = ("name", "description", "max_distance_feet", "price_cents", "is_active")
        labels = {"max_distance_feet": "Reaches to, in feet", "is_active": "For sale"}


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
    retail_value_cents = DollarsField(label="Value in a store, in dollars")

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


@admin.register(InstallationPackage, site=site)
class Packages(StaffModelAdmin):
    form = PackageForm
    inlines = (IncludedServices, BonusItems)
    list_display = ("name", "max_distance_feet", "price", "is_active")
    ordering = ("max_distance_feet", "-is_active")

    def page_words(self, request: HttpRequest, row: Any) -> dict[str, Any]:
        return {**super().page_words(request, row), **planned_words(row)}

    def related_rows(self, row: Any) -> list[Model]:
        return [*row.included_services.all(), *row.bonus_items.all(), *plans_of(row)]

    @admin.display(description="Price", ordering="price_cents")
    def price(self, package: Any) -> str:
        return dollars(package.price_cents)
