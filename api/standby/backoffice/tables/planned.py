"""Planned price changes, which can be withdrawn until their day begins."""

from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.timezone import now

from standby.backoffice.middleware import actor_name
from standby.backoffice.site import site
from standby.backoffice.tables.base import StaffModelAdmin, StaffModelForm, audited_values
from standby.backoffice.tables.money import DollarsField, dollars
from standby.backoffice.tables.price_settings import PriceSetting, all_figures, key_of
from standby.core.clock import today_in_houston
from standby.pricing.models.catalog import PlannedChange
from standby.pricing.rules.configuration import MOST_FEE_CENTS
from standby.pricing.selectors.planned import Table, pending_changes
from standby.pricing.services.planned import plan_change, withdraw_change


class PlanForm(StaffModelForm):
    what = forms.ChoiceField(label="Which price")
    new_cents = DollarsField(label="New price, in dollars")

    class Meta:
        model = PlannedChange
        fields = ("starts_on",)
        labels = {"starts_on": "From this day on (Houston)"}
        help_texts = {"starts_on": "Until then the page of the row shows it as planned."}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.figures = {figure.key: figure for figure in all_figures()}
        choices = [(key, _choice_label(figure)) for key, figure in self.figures.items()]
        self.fields["what"].choices = choices  # type: ignore[attr-defined]

    def clean_starts_on(self) -> Any:
        day = self.cleaned_data["starts_on"]
        if day <= today_in_houston(now()):
            raise ValidationError(
                "Please choose a day after today: what counts today is changed at once."
            )
        return day

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if self.errors:
            return cleaned
        figure, new_cents = self.figures[cleaned["what"]], cleaned["new_cents"]
        if figure.row._meta.db_table == Table.CONFIGURATION and new_cents > MOST_FEE_CENTS:
            self.add_error("new_cents", f"A fee is at most {dollars(MOST_FEE_CENTS)}.")
        row = self.instance
        row.table, row.row_id, row.field = figure.row._meta.db_table, figure.row.pk, figure.field
        row.new_cents = new_cents
        planned = {(key_of(change), change.starts_on) for change in pending_changes()}
        if (figure.key, cleaned["starts_on"]) in planned:
            self.add_error("starts_on", "Another change of this price is planned for that day.")
        return cleaned


class WithdrawForm(StaffModelForm):
    withdraw = forms.BooleanField(label="Withdraw it: the price stays as it is", required=False)

    class Meta:
        model = PlannedChange
        fields: tuple[str, ...] = ()


@admin.register(PlannedChange, site=site)
class PlannedChanges(StaffModelAdmin):
    form = PlanForm
    list_display = ("price", "new_price", "starts_on", "planned_by", "state")
    list_display_links = ("price",)
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
        today = today_in_houston(moment)
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
        names = {figure.key: figure.words for figure in all_figures()}
        return names.get(key_of(change), f"{change.table} {change.row_id}")

    @admin.display(description="New price")
    def new_price(self, change: Any) -> str:
        return dollars(change.new_cents)

    @admin.display(description="State")
    def state(self, change: Any) -> str:
        if change.withdrawn_at:
            return f"withdrawn by {change.withdrawn_by.removeprefix('staff ')}"
        return "in force" if not _is_open(change) else "planned"


def _is_open(change: PlannedChange) -> bool:
    is_over = change.applied_at or change.withdrawn_at
    return not is_over and change.starts_on > today_in_houston(now())


def _choice_label(figure: PriceSetting) -> str:
    return f"{figure.words}, now {dollars(figure.cents)}"
