"""Generators for sale, and the entries for generators that customers bring."""

from typing import Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from standby.backoffice.site import site
from standby.backoffice.tables.base import StaffModelAdmin, StaffModelForm
from standby.backoffice.tables.money import DollarsField, dollars
from standby.backoffice.tables.price_settings import planned_words, plans_of
from standby.pricing.models.catalog import Generator


class GeneratorForm(StaffModelForm):
    price_cents = DollarsField(label="Price, in dollars")

    error_texts = {
        "generator_of_the_customer_is_free": (
            "price_cents",
            "Without a model number it is the customer's own, which costs nothing here.",
        ),
        "generator_size_is_1_to_150_kw": ("kw", "A generator has 1 to 150 kW."),
        "generator_listed_once": (
            "model",
            "This brand, model and size is on the list already.",
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
            "model_number": "Empty for a machine that the customer brings; its price is then 0."
        }

    def clean_model_number(self) -> str | None:
        number: str = self.cleaned_data["model_number"] or ""
        return number.strip() or None


@admin.register(Generator, site=site)
class Generators(StaffModelAdmin):
    form = GeneratorForm
    list_display = ("name", "model_number", "kw", "price", "is_active")
    list_filter = ("is_active",)
    search_fields = ("brand", "model", "model_number")
    ordering = ("-is_active", "kw", "brand")

    def page_words(self, request: HttpRequest, row: Any) -> dict[str, Any]:
        return {**super().page_words(request, row), **planned_words(row)}

    def related_rows(self, row: Any) -> list[Model]:
        return plans_of(row)

    @admin.display(description="Generator", ordering="brand")
    def name(self, generator: Any) -> str:
        return str(generator)

    @admin.display(description="Price", ordering="price_cents")
    def price(self, generator: Any) -> str:
        return dollars(generator.price_cents)
