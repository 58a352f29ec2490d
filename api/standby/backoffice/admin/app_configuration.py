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

from standby.backoffice.admin.base import DollarsField, StaffModelForm, dollars
from standby.backoffice.admin.planned_changes import PlannedPricesAdmin, township_name
from standby.core.clock import WEEKDAYS
from standby.core.policy import DEFAULT_PERMIT_CENTS
from standby.coverage.rules.addresses import township_key
from standby.pricing.models.catalog import AppConfiguration
from standby.pricing.rules import configuration as rules
from standby.pricing.rules.configuration import Setting, ensure_usable

_NEW_TOWNSHIPS: Final = 3  # empty lines in the form
_WEEKDAY_NAMES: Final = dict(
    zip(
        WEEKDAYS,
        ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
        strict=True,
    )
)


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


class DateRangeForm(SettingForm):
    setting = rules.DATE_RANGE
    title = "Days that are offered"
    min_days = forms.IntegerField(
        label="First day offered, in days from today", min_value=0, max_value=rules.MOST_DAYS
    )
    max_days = forms.IntegerField(
        label="Last day offered, in days from today", min_value=0, max_value=rules.MOST_DAYS
    )

    def initial_values(self, value: Any) -> dict[str, Any]:
        return {
            "min_days": value.get("current_min", value.get("min")),
            "max_days": value.get("current_max", value.get("max")),
        }

    def to_setting(self, cleaned: Mapping[str, Any]) -> Any:
        earliest, latest = cleaned["min_days"], cleaned["max_days"]
        if latest < earliest:
            self.add_error("max_days", "The last day cannot be before the first.")
        return {
            "current_min": earliest,
            "min": earliest,
            "current_max": latest,
            "max": latest,
            "unit": "days",
        }

    @staticmethod
    def format(value: Any) -> str:
        return f"{value['current_min']} to {value['current_max']} days ahead"


class WeekdaysForm(SettingForm):
    setting = rules.DISABLED_WEEKDAYS
    title = "Weekdays off"
    weekdays = forms.MultipleChoiceField(
        label="Weekdays that visitors cannot book",
        choices=list(_WEEKDAY_NAMES.items()),
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )

    def clean_weekdays(self) -> list[str]:
        weekdays: list[str] = self.cleaned_data["weekdays"]
        if len(weekdays) == len(WEEKDAYS):
            raise ValidationError("At least one weekday must stay open.")
        return weekdays

    @staticmethod
    def format(value: Any) -> str:
        return ", ".join(_WEEKDAY_NAMES.get(day, day) for day in value) or "none"


class CrewsForm(SettingForm):
    setting = rules.CREWS_PER_DAY
    title = "Crews a day"
    number = forms.IntegerField(
        label="Crews on a normal day",
        min_value=0,
        max_value=rules.MOST_CREWS,
        help_text="To change a single day, use the day board.",
    )


class HoldForm(SettingForm):
    setting = rules.HOLD_MINUTES
    title = "How long a date is held"
    number = forms.IntegerField(
        label="Hold for an unpaid date, in minutes",
        min_value=rules.SHORTEST_HOLD_MINUTES,
        max_value=rules.LONGEST_HOLD_MINUTES,
    )

    @staticmethod
    def format(value: Any) -> str:
        return f"{value} minutes"


class SchedulingFeeForm(SettingForm):
    setting = rules.SCHEDULING_FEE
    title = "Reservation fee"
    amount_cents = DollarsField(label="Fee, in dollars", most_cents=rules.MOST_FEE_CENTS)
    refundable = forms.BooleanField(label="Refundable", required=False)

    def initial_values(self, value: Any) -> dict[str, Any]:
        return dict(value)

    def to_setting(self, cleaned: Mapping[str, Any]) -> Any:
        return {"amount_cents": cleaned["amount_cents"], "refundable": cleaned["refundable"]}

    @staticmethod
    def format(value: Any) -> str:
        return dollars(value["amount_cents"])


class SurchargeForm(SettingForm):
    setting = rules.CARD_SURCHARGE
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


class DaysToPayForm(SettingForm):
    setting = rules.DAYS_TO_PAY
    title = "Days to pay"
    number = forms.IntegerField(
        label="Days to pay each part of the price",
        min_value=rules.FEWEST_DAYS_TO_PAY,
        max_value=rules.MOST_DAYS_TO_PAY,
        help_text="The first part is due this long after the cancellation period ends. "
        "Proposals that were made before keep their own.",
    )

    @staticmethod
    def format(value: Any) -> str:
        return f"{value} days"


class PermitFeesForm(SettingForm):
    # One line per township and some empty ones; clearing a name removes the township.
    setting = rules.PERMIT_FEE
    title = "Permit fees"
    lines: ClassVar[int] = 0
    default_cents = DollarsField(
        label="Other covered cities, in dollars", most_cents=rules.MOST_FEE_CENTS
    )

    def initial_values(self, value: Any) -> dict[str, Any]:
        initial: dict[str, Any] = {
            "default_cents": value.get("default_cents", DEFAULT_PERMIT_CENTS)
        }
        for line, (city, cents) in enumerate(value.get("city_specific", {}).items()):
            initial[f"name_{line}"] = township_name(value, city)
            initial[f"fee_{line}"] = cents
        return initial

    def clean(self) -> dict[str, Any]:
        keys: set[str] = set()
        for line in range(self.lines):
            name, fee = self.cleaned_data.get(f"name_{line}"), self.cleaned_data.get(f"fee_{line}")
            if name and fee is None and f"fee_{line}" not in self.errors:
                self.add_error(f"fee_{line}", "How much is the permit there?")
            if not name:
                continue
            if township_key(name) in keys:
                self.add_error(f"name_{line}", "This township is already on the list.")
            keys.add(township_key(name))
            try:
                ensure_usable(self.setting, {"city_specific": {name: 0}})
            except ValueError as error:
                self.add_error(f"name_{line}", f"Invalid value: {error}.")
        return super().clean()

    def to_setting(self, cleaned: Mapping[str, Any]) -> Any:
        fees = [
            (cleaned[f"name_{line}"].strip(), cleaned[f"fee_{line}"])
            for line in range(self.lines)
            if cleaned.get(f"name_{line}")
        ]
        return {
            **self.instance.value,  # the usual township
            "default_cents": cleaned["default_cents"],
            "city_specific": {township_key(name): cents for name, cents in fees},
            "city_names": {township_key(name): name for name, _ in fees},
        }

    @staticmethod
    def format(value: Any) -> str:
        cities = value.get("city_specific", {})
        fees = [f"{township_name(value, city)} {dollars(cents)}" for city, cents in cities.items()]
        return ", ".join([*fees, f"others {dollars(value.get('default_cents', 0))}"])


def permit_fees_form(setting: AppConfiguration) -> type[SettingForm]:
    lines = len(setting.value.get("city_specific", {})) + _NEW_TOWNSHIPS
    fields: dict[str, Any] = {}
    for line in range(lines):
        fields[f"name_{line}"] = forms.CharField(
            label=f"Township {line + 1}", max_length=100, required=False
        )
        fields[f"fee_{line}"] = DollarsField(
            label=f"Its fee {line + 1}, in dollars", required=False, most_cents=rules.MOST_FEE_CENTS
        )
    return type("PermitFeesForm", (PermitFeesForm,), {**fields, "lines": lines})


FORMS: Final[Mapping[Setting, type[SettingForm]]] = {
    form.setting: form
    for form in (
        DateRangeForm,
        WeekdaysForm,
        CrewsForm,
        HoldForm,
        SchedulingFeeForm,
        PermitFeesForm,
        SurchargeForm,
        DaysToPayForm,
    )
}


@admin.register(AppConfiguration)
class SettingAdmin(PlannedPricesAdmin):
    can_add = False
    list_title = "Rules and fees"
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
            form = _form_of(obj)
            kwargs["form"] = permit_fees_form(obj) if form is PermitFeesForm else form
        return super().get_form(request, obj, change, **kwargs)

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
