"""Customers' reviews, which staff publish as written or decline for a reason of the policy."""

from typing import Any, Final

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.timezone import now

from standby.backoffice.admin.base import StaffModelAdmin, StaffModelForm, audited_values
from standby.backoffice.middleware import actor_name
from standby.core.market import TERMS
from standby.core.roles import Permission
from standby.reviews.models import CustomerReview
from standby.workflows.customer_reviews import decide_review

_PUBLISH: Final = ("", "Publish it as written, whatever its stars")
_DECLINE: Final = [(key, f"Decline: {text}") for key, text in TERMS.reviews_declined_for.items()]


class DecisionForm(StaffModelForm):
    decision = forms.ChoiceField(
        choices=[_PUBLISH, *_DECLINE], widget=forms.RadioSelect, required=False
    )

    # The text that was read: its author may have changed it since.
    read_at = forms.CharField(widget=forms.HiddenInput)

    class Meta:
        model = CustomerReview
        fields: tuple[str, ...] = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["read_at"].initial = self.instance.written_at.isoformat()

    def clean_read_at(self) -> str:
        read_at: str = self.cleaned_data["read_at"]
        if read_at != self.instance.written_at.isoformat():
            raise forms.ValidationError("The author changed this review. Please read it again.")
        return read_at


@admin.register(CustomerReview)
class CustomerReviews(StaffModelAdmin):
    form = DecisionForm
    can_view = Permission.SEE_MESSAGES
    can_change = Permission.SEND_MESSAGES
    can_add = False
    list_display = ("written_at", "stars", "shown_name", "city", "status")
    list_filter = ("status", "stars")
    ordering = ("-written_at",)
    readonly_fields = (
        "stars",
        "shown_name",
        "city",
        "text",
        "status",
        "declined_for",
        "written_at",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related("order__order_location")

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        is_open = self.has_change_permission(request, obj)
        return (*self.readonly_fields, "decision", "read_at") if is_open else self.readonly_fields

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        is_decided = obj is not None and obj.status != CustomerReview.Status.WAITING
        return not is_decided and super().has_change_permission(request)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        before = audited_values(obj)
        decide_review(
            obj,
            decline_reason=form.cleaned_data["decision"],
            actor=actor_name(request),
            now=now(),
        )
        obj.refresh_from_db()
        self.note(request, obj, before=before)

    @admin.display(description="City")
    def city(self, review: Any) -> str:
        return str(review.order.order_location.city)

    @admin.display(description="Declined because")
    def declined_for(self, review: Any) -> str:
        return TERMS.reviews_declined_for.get(review.decline_reason, "")
