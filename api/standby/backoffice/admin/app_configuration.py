"""Scheduling rules and fees, each with a form of its own."""

from collections.abc import Mapping
from contextlib import suppress
from decimal import Decimal, InvalidOperation
from typing import Any, ClassVar, Final

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from standby.backoffice.admin.base import DollarsField, SettingsLink, StaffModelForm
from standby.backoffice.admin.planned_changes import PlannedPricesAdmin, township_name
from standby.core.words import dollars
from standby.pricing.models.catalog import AppConfiguration
from standby.pricing.rules import configuration
from standby.pricing.rules.configuration import Setting, ensure_usable


class SettingForm(StaffModelForm):
    """Base of the forms that edit one setting, here by one field; an unusable value is refused."""

    setting: ClassVar[Setting]
    title: ClassVar[str]

    class Meta:
        model = AppConfiguration
        fields: tuple[str, ...] = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.initial = {**self.initial_values(self.instance.value), **self.initial}

    @property
    def first_field(self) -> str:
        """The field that shows errors of the whole value."""
        return next(iter(self.fields))

    def initial_values(self, value: Any) -> dict[str, Any]:
        return {self.first_field: value}

    def to_setting(self, cleaned: Mapping[str, Any]) -> Any:
        return cleaned[self.first_field]

    @staticmethod
    def format(value: Any) -> str:
        """Return the value as the list of settings shows it."""
        return str(value)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if self.errors:
            return cleaned
        value = self.to_setting(dict(cleaned))
        if self.errors:
            return cleaned
        try:
            ensure_usable(self.setting, value)
        except ValueError as error:
            self.add_error(self.first_field, f"Invalid value: {error}.")
        else:
            self.instance.value = value
        return cleaned


class HoldForm(SettingForm):
    setting = configuration.HOLD_MINUTES
    title = "How long a date is held"
    number = forms.IntegerField(
        label="Hold for an unpaid date, in minutes",
        min_value=configuration.SHORTEST_HOLD_MINUTES,
        max_value=configuration.LONGEST_HOLD_MINUTES,
    )

    @staticmethod
    def format(value: Any) -> str:
        return f"{value} minutes"


class SchedulingFeeForm(SettingForm):
    setting = configuration.SCHEDULING_FEE
    title = "Reservation fee"
    amount_cents = DollarsField(label="Fee, in dollars", most_cents=configuration.MOST_FEE_CENTS)
    refundable = forms.BooleanField(label="Refundable", required=False)

    def initial_values(self, value: Any) -> dict[str, Any]:
        return dict(value)

    def to_setting(self, cleaned: Mapping[str, Any]) -> Any:
        return {"amount_cents": cleaned["amount_cents"], "refundable": cleaned["refundable"]}

    @staticmethod
    def format(value: Any) -> str:
        return dollars(value["amount_cents"])


class SurchargeForm(SettingForm):
    setting = configuration.CARD_SURCHARGE
    title = "Card surcharge"
    percent = forms.CharField(
        label="Surcharge on credit cards, in percent",
        max_length=6,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "size": 6}),
        help_text="From 0 to 3. Never on the reservation fee, and never on debit cards.",
    )

    def clean_percent(self) -> str:
        with suppress(InvalidOperation):
            percent = Decimal(self.cleaned_data["percent"].strip().removesuffix("%"))
            if percent.is_finite():
                return str(percent)
        raise ValidationError("Please enter a number, such as 2.5.")

    def initial_values(self, value: Any) -> dict[str, Any]:
        return {"percent": f"{Decimal(value['rate']) * 100:f}".rstrip("0").rstrip(".") or "0"}

    def to_setting(self, cleaned: Mapping[str, Any]) -> Any:
        return {"rate": f"{Decimal(cleaned['percent']) / 100:f}"}

    @staticmethod
    def format(value: Any) -> str:
        return f"{Decimal(value['rate']) * 100:f} %"


class PermitFeesForm(SettingForm):
    """Shown with its planned changes: the fees are edited under Settings."""

    setting = configuration.PERMIT_FEE
    title = "Permit fees"

    def initial_values(self, value: Any) -> dict[str, Any]:
        return {}

    @staticmethod
    def format(value: Any) -> str:
        cities = value.get("city_specific", {})
        fees = [f"{township_name(value, city)} {dollars(cents)}" for city, cents in cities.items()]
        return ", ".join([*fees, f"others {dollars(value.get('default_cents', 0))}"])


FORMS: Final[Mapping[Setting, type[SettingForm]]] = {
    form.setting: form for form in (HoldForm, SchedulingFeeForm, PermitFeesForm, SurchargeForm)
}
_PERMITS: Final = SettingsLink("/staff/settings/permits", "Edit them under Settings, Permit fees")


@admin.register(AppConfiguration)
class SettingAdmin(PlannedPricesAdmin):
    can_add = False
    list_title = "Rules and fees"
    settings_link = SettingsLink(
        "/staff/settings/calendar",
        "Days offered, crews, days to pay and permit fees are under Settings",
    )
    list_display = ("rule", "says")
    ordering = ("category", "key")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        condition = Q(pk__in=[])
        for category, key in FORMS:
            condition |= Q(category=category, key=key)
        return super().get_queryset(request).filter(condition, is_active=True)

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> Any:
        if obj is not None:
            kwargs["form"] = _form_of(obj)
        return super().get_form(request, obj, change, **kwargs)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        is_shown = obj is not None and _form_of(obj) is PermitFeesForm
        return not is_shown and super().has_change_permission(request, obj)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        is_shown = obj is not None and _form_of(obj) is PermitFeesForm
        return ("says",) if is_shown else super().get_fields(request, obj)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        is_shown = obj is not None and _form_of(obj) is PermitFeesForm
        return ("says",) if is_shown else ()

    def row_context(self, row: Any) -> dict[str, Any]:
        link = _PERMITS if _form_of(row) is PermitFeesForm else None
        return {**super().row_context(row), "settings_link": link}

    def row_title(self, row: Any) -> str:
        return _form_of(row).title

    @admin.display(description="Rule")
    def rule(self, row: Any) -> str:
        return _form_of(row).title

    @admin.display(description="Says")
    def says(self, row: Any) -> str:
        return _form_of(row).format(row.value)


def _form_of(row: AppConfiguration) -> type[SettingForm]:
    return FORMS[row.category, row.key]
