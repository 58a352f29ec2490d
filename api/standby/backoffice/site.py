"""The admin site without Django's sign-in; roles decide who sees what."""

from typing import Any, Final

from django.contrib.admin import AdminSite
from django.http import HttpRequest
from django.urls import URLPattern, URLResolver

from standby.backoffice.middleware import member
from standby.core.roles import Permission, is_allowed

_UNUSED_URLS: Final = frozenset({"login", "logout", "password_change", "password_change_done"})


class StaffAdminSite(AdminSite):
    site_header = "Standby tables"
    site_title = "Standby tables"
    index_title = "Tables"
    site_url = None

    def has_permission(self, request: HttpRequest) -> bool:
        user = member(request)
        return user.is_active and is_allowed(user.role, Permission.OPEN_TABLES)

    def get_urls(self) -> list[URLResolver | URLPattern]:
        # Sign-in, sign-out and passwords are handled by the console.
        return [url for url in super().get_urls() if getattr(url, "name", None) not in _UNUSED_URLS]

    def get_log_entries(self, request: HttpRequest) -> Any:
        # Django's log is not used: the audit log records what staff did.
        return []
