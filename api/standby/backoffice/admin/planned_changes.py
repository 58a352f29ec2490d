"""Planned price changes, which can be withdrawn until their day begins."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import Model
from django.http import HttpRequest
from django.urls import reverse
from django.utils.timezone import now

from standby.audit.selectors import name_of_actor
from standby.backoffice.admin.base import (
    DollarsField,
    StaffModelAdmin,
    StaffModelForm,
    audited_values,
)
from standby.backoffice.middleware import actor_name
from standby.core.clock import local_date
from standby.core.policy import DEFAULT_PERMIT_CENTS, DEFAULT_SCHEDULING_FEE_CENTS
from standby.core.words import dollars
from standby.pricing.models.catalog import (
    AppConfiguration,
    Generator,
    InstallationPackage,
    PlannedChange,
)
from standby.pricing.rules.configuration import MOST_FEE_CENTS, PERMIT_FEE, SCHEDULING_FEE
from standby.pricing.selectors.catalog import CITY, Table, pending_changes
from standby.pricing.services.catalog import plan_change, withdraw_change

_ADD: Final = "admin:pricing_plannedchange_add"
_CHANGE: Final = "admin:pricing_plannedchange_change"


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceSetting:
    """A price or fee that can have planned changes."""

    row: Model
    field: str
    words: str
    cents: int

    @property
    def key(self) -> str:
        return f"{self.row._meta.db_table}/{self.row.pk}/{self.field}"


def all_price_settings() -> Iterator[PriceSetting]:
    for model, *order in (
        (InstallationPackage, "max_distance_feet"),
        (Generator, "kw"),
        (AppConfiguration, "category", "key"),
    ):
        for row in model.objects.filter(is_active=True).order_by(*order):
            yield from price_settings_of(row)


def price_settings_of(row: Model) -> Iterator[PriceSetting]:
    # Yield a row's price settings: a package's or generator's price, or a setting's fees.
    if isinstance(row, AppConfiguration):
        setting, value = (row.category, row.key), row.value
        if setting == SCHEDULING_FEE:
            cents = value.get("amount_cents", DEFAULT_SCHEDULING_FEE_CENTS)
            yield PriceSetting(row=row, field="amount_cents", words="Reservation fee", cents=cents)
        if setting == PERMIT_FEE:
            others = value.get("default_cents", DEFAULT_PERMIT_CENTS)
            yield PriceSetting(
                row=row, field="default_cents", words="Permit fee, other cities", cents=others
            )
            for city, cents in value.get("city_specific", {}).items():
                words = f"Permit fee, {township_name(value, city)}"
                yield PriceSetting(row=row, field=f"{CITY}{city}", words=words, cents=cents)
        return
    # A machine that the customer brings has no model number, and no price.
    is_brought = isinstance(row, Generator) and row.model_number is None
    if isinstance(row, InstallationPackage | Generator) and not is_brought:
        yield PriceSetting(row=row, field="price_cents", words=f"{row}", cents=row.price_cents)


class PlannedPricesAdmin(StaffModelAdmin):
    """An admin table whose rows have prices that can be planned."""

    def row_context(self, row: Any) -> dict[str, Any]:
        return {**super().row_context(row), **_planned_context(row)}

    def related_rows(self, row: Any) -> list[Model]:
        # Past and withdrawn changes too.
        return list(PlannedChange.objects.filter(table=row._meta.db_table, row_id=row.pk))

    @admin.display(description="Price", ordering="price_cents")
    def price(self, row: Any) -> str:
        return dollars(row.price_cents)


def _planned_context(row: Model) -> dict[str, Any]:
    settings = {setting.key: setting for setting in price_settings_of(row)}
    planned = [change for change in pending_changes() if key_of(change) in settings]
    return {
        "planned": [
            {
                "words": f"{settings[key_of(change)].words}: {dollars(change.new_cents)}",
                "starts_on": change.starts_on,
                "planned_by": name_of_actor(change.planned_by),
                "url": reverse(_CHANGE, args=[change.pk]),
            }
            for change in planned
        ],
        "plan_links": [
            {"url": f"{reverse(_ADD)}?{urlencode({'what': key})}", "words": setting.words}
            for key, setting in settings.items()
        ],
    }


def key_of(change: PlannedChange) -> str:
    return f"{change.table}/{change.row_id}/{change.field}"


def township_name(value: dict[str, Any], city: str) -> str:
    return str(value.get("city_names", {}).get(city, city.title()))


class PlanForm(StaffModelForm):
    what = forms.ChoiceField(label="Which price")
    new_cents = DollarsField(label="New price, in dollars")

    class Meta:
        model = PlannedChange
        fields = ("starts_on",)
        labels = {"starts_on": "Effective from"}
        help_texts = {"starts_on": "Midnight, local time. Until then it is shown as planned."}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.settings = {setting.key: setting for setting in all_price_settings()}
        self.fields["what"].choices = [  # type: ignore[attr-defined]
            (key, f"{setting.words}, now {dollars(setting.cents)}")
            for key, setting in self.settings.items()
        ]

    def clean_starts_on(self) -> Any:
        day = self.cleaned_data["starts_on"]
        if day <= local_date(now()):
            raise ValidationError(
                "Please choose a day after today. To change today's price, edit it directly."
            )
        return day

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if self.errors:
            return cleaned
        setting, new_cents = self.settings[cleaned["what"]], cleaned["new_cents"]
        if setting.row._meta.db_table == Table.CONFIGURATION and new_cents > MOST_FEE_CENTS:
            self.add_error("new_cents", f"A fee is at most {dollars(MOST_FEE_CENTS)}.")
        row = self.instance
        row.table, row.row_id, row.field = setting.row._meta.db_table, setting.row.pk, setting.field
        row.new_cents = new_cents
        planned = {(key_of(change), change.starts_on) for change in pending_changes()}
        if (setting.key, cleaned["starts_on"]) in planned:
            self.add_error(
                "starts_on", "Another change to this price is already planned for that day."
            )
        return cleaned


class WithdrawForm(StaffModelForm):
    withdraw = forms.BooleanField(label="Withdraw it: the price does not change", required=False)

    class Meta:
        model = PlannedChange
        fields: tuple[str, ...] = ()


@admin.register(PlannedChange)
class PlannedChanges(StaffModelAdmin):
    form = PlanForm
    list_display = ("price", "new_price", "starts_on", "planned_by", "state")
    ordering = ("-starts_on", "-id")

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> Any:
        if obj is not None:
            kwargs["form"] = WithdrawForm
        return super().get_form(request, obj, change, **kwargs)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        if obj is None:
            return ()
        return ("price", "new_price", "starts_on", "planned_by", "planned_at", "state")

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        if obj is None:
            return ("what", "new_cents", "starts_on")
        readonly = self.get_readonly_fields(request, obj)
        return (*readonly, "withdraw") if _is_open(obj) else readonly

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return super().has_change_permission(request) and (obj is None or _is_open(obj))

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        moment = now()
        today = local_date(moment)
        if not change:
            obj.planned_by, obj.planned_at = actor_name(request), moment
            plan_change(obj, today=today)
            self.note(request, obj, before=None)
        elif form.cleaned_data["withdraw"]:
            before = audited_values(obj)
            withdraw_change(obj, by=actor_name(request), now=moment, today=today)
            self.note(request, obj, before=before)

    @admin.display(description="Price")
    def price(self, change: Any) -> str:
        names = {setting.key: setting.words for setting in all_price_settings()}
        return names.get(key_of(change), f"{change.table} {change.row_id}")

    @admin.display(description="New price")
    def new_price(self, change: Any) -> str:
        return dollars(change.new_cents)

    @admin.display(description="State")
    def state(self, change: Any) -> str:
        if change.withdrawn_at:
            return f"withdrawn by {name_of_actor(change.withdrawn_by)}"
        return "in force" if not _is_open(change) else "planned"


def _is_open(change: PlannedChange) -> bool:
    is_over = change.applied_at or change.withdrawn_at
    return not is_over and change.starts_on > local_date(now())
