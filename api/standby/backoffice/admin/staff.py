"""Staff users with their roles; crew days and technicians, which the day board edits."""

from typing import Any, Final

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.timezone import now

from standby.accounts.models import User
from standby.accounts.services import factors
from standby.accounts.services.recover_account import invite
from standby.accounts.services.users import (
    ensure_owner_stays,
    reset_factors,
    sign_out_everywhere,
)
from standby.backoffice.admin.base import (
    SettingsLink,
    StaffModelAdmin,
    StaffModelForm,
    audited_values,
)
from standby.core.roles import Permission, Role
from standby.crews.models import Technician
from standby.orders.models import CrewDay

_ROLES: Final = [(role, role.capitalize()) for role in Role]


class StaffUserForm(StaffModelForm):
    role = forms.ChoiceField(
        choices=_ROLES,
        help_text="Changing the role signs them out right away and ends their API tokens.",
    )
    send_link = forms.BooleanField(label="Send a link to choose a new password", required=False)
    forget_factors = forms.BooleanField(
        label="Remove their second factors",
        required=False,
        help_text="For a lost phone. They are signed out and set up a new app at the next sign-in.",
    )

    class Meta:
        model = User
        fields = ("role", "is_active")
        labels = {"is_active": "Works here"}
        help_texts = {
            "is_active": "If unchecked, they are signed out right away and cannot sign in."
        }


@admin.register(User)
class StaffUserAdmin(StaffModelAdmin):
    list_title = "Staff"
    can_add = False  # Settings invites, with a link to hand over
    settings_link = SettingsLink("/staff/settings/staff", "Invite staff under Settings, Staff")
    form = StaffUserForm
    can_view = Permission.MANAGE_STAFF
    can_change = Permission.MANAGE_STAFF
    list_display = ("email", "role", "second_factor", "last_login", "is_active")
    list_filter = ("role", "is_active")
    search_fields = ("email",)
    ordering = ("-is_active", "email")
    readonly_fields = ("email", "second_factor", "last_login")
    fields = (*readonly_fields, "role", "is_active", "send_link", "forget_factors")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).filter(is_staff=True, is_visitor=False)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        user, moment = obj, now()
        before = audited_values(user)
        ensure_owner_stays(user, role=user.role, is_active=user.is_active)
        user.save(update_fields=["role", "is_active"])
        self.note(request, user, before=before)
        if (user.role, user.is_active) != (before["role"], before["is_active"]):
            sign_out_everywhere(user, now=moment)
        if form.cleaned_data["forget_factors"]:
            reset_factors(user, now=moment)
            self.note_action(request, user, action="factors_removed")
        if form.cleaned_data["send_link"] and user.is_active:
            invite(user, now=moment)
            self.note_action(request, user, action="link_sent")

    @admin.display(description="Second factor", boolean=True)
    def second_factor(self, user: Any) -> bool:
        return factors.has_verified_factor(user)


@admin.register(CrewDay)
class CrewDays(StaffModelAdmin):
    can_view = Permission.SCHEDULE
    can_change = None
    list_display = ("day", "crews", "reason")
    ordering = ("-day",)


@admin.register(Technician)
class Technicians(StaffModelAdmin):
    can_view = Permission.SCHEDULE
    can_change = None
    list_display = ("name", "phone", "license_number", "is_active")
    list_filter = ("is_active",)
    search_fields = ("name", "phone")
    ordering = ("-is_active", "name")
