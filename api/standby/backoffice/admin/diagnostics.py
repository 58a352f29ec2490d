"""Diagnostic visits, which staff can cancel with a refund."""

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.timezone import now

from standby.backoffice.admin.base import StaffModelAdmin, StaffModelForm
from standby.core.roles import Permission
from standby.core.words import dollars, hours_label
from standby.diagnostics.models import Diagnostic
from standby.diagnostics.services.diagnostics import cancel_diagnostic


class CancelForm(StaffModelForm):
    cancel = forms.BooleanField(
        label="Cancel the visit, refund the fee and email the customer", required=False
    )

    class Meta:
        model = Diagnostic
        fields: tuple[str, ...] = ()


@admin.register(Diagnostic)
class Diagnostics(StaffModelAdmin):
    can_view = Permission.SEND_MESSAGES
    can_change = Permission.REFUND
    can_add = False
    form = CancelForm
    list_display = ("day", "arrival", "name", "phone", "address", "status", "fee", "order_no")
    list_filter = ("status", "day")
    search_fields = ("name", "phone", "email", "address")
    ordering = ("-day", "time_window", "place_no")
    readonly_fields = (
        *("day", "arrival", "name", "phone", "email", "address", "status", "fee"),
        *("paid_at", "receipt", "refund_due_at", "refunded_at", "order_no"),
        *("technician", "done_at", "outcome"),
    )

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        may_cancel = obj is not None and self.has_change_permission(request, obj)
        return (*self.readonly_fields, "cancel") if may_cancel else self.readonly_fields

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        is_open = obj is None or (obj.status == Diagnostic.Status.BOOKED and obj.order is None)
        return super().has_change_permission(request) and is_open

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        if form.cleaned_data["cancel"]:
            cancel_diagnostic(obj, by_staff=True, now=now())
            self.note_action(request, obj, action="diagnostic_cancelled")

    @admin.display(description="Arrival", ordering="time_window")
    def arrival(self, diagnostic: Any) -> str:
        return hours_label(diagnostic.slot.hours)

    @admin.display(description="Fee")
    def fee(self, diagnostic: Any) -> str:
        return dollars(diagnostic.amount_cents)

    @admin.display(description="Receipt")
    def receipt(self, diagnostic: Any) -> str:
        if not diagnostic.receipt_contents:
            return ""
        number = diagnostic.receipt_contents["number"]
        path = f"/api/diagnostics/{diagnostic.public_id}/receipt"
        return format_html('<a href="{}">{} (PDF)</a>', path, number)

    @admin.display(description="Technician")
    def technician(self, diagnostic: Any) -> str:
        return diagnostic.assigned_to.name if diagnostic.assigned_to else ""

    @admin.display(description="Credited to order")
    def order_no(self, diagnostic: Any) -> str:
        return str(diagnostic.order.public_id)[:8] if diagnostic.order else ""
