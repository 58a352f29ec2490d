"""Notify requests: phone numbers left where we do not install yet."""

from typing import Any

from django.contrib import admin

from standby.backoffice.site import site
from standby.backoffice.tables.base import StaffModelAdmin
from standby.core.roles import Permission
from standby.coverage.models import NotifyRequest


@admin.register(NotifyRequest, site=site)
class NotifyRequests(StaffModelAdmin):
    can_view = Permission.SEND_MESSAGES
    can_change = None
    list_display = ("zip_code", "city", "phone", "notification_status", "created_at")
    list_filter = ("notification_status",)
    search_fields = ("zip_code", "city", "phone_number", "formatted_phone")
    ordering = ("-created_at",)

    @admin.display(description="Phone")
    def phone(self, notify_request: Any) -> str:
        return str(notify_request.formatted_phone or notify_request.phone_number)
