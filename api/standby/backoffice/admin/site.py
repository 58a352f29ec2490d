"""The site of the tables: who may open it, its names and its links to the console."""

from typing import Any, Final

from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, path

from standby.backoffice.admin.base import StaffModelAdmin
from standby.backoffice.middleware import member
from standby.company.selectors import company, look_style
from standby.core.policy import MARKET_ZONE
from standby.core.roles import Permission, is_allowed

_UNUSED_URLS: Final = frozenset({"login", "logout", "password_change", "password_change_done"})
# Of the console (web/src/staff/shell/console.tsx), as far as the admin's roles may open them.
_CONSOLE: Final = (
    ("What waits", "/staff/waits", Permission.WRITE_NOTES),
    ("Day board", "/staff/board", Permission.SEE_ORDERS),
    ("Orders", "/staff/orders", Permission.SEE_ORDERS),
    ("Leads", "/staff/leads", Permission.PLACE_ORDERS),
    ("Photos", "/staff/photos", Permission.SEE_PHOTOS),
    ("Overview", "/staff/overview", Permission.SEE_ORDERS),
    ("Customers", "/staff/customers", Permission.SEE_ORDERS),
    ("Payouts", "/staff/payouts", Permission.SEE_BOOKS),
    ("Audit log", "/staff/audit-log", Permission.SEE_AUDIT_LOG),
    ("Settings", "/staff/settings", Permission.OPEN_TABLES),
)
_GROUPS: Final = {
    "accounts": "Staff",
    "pricing": "Prices and rules",
    "coverage": "Coverage",
    "messaging": "Messages",
    "crews": "Technicians",
    "orders": "Crew days",
    "diagnostics": "Diagnostic visits",
}


class StaffAdminSite(AdminSite):
    index_title = "Tables"
    site_url = None

    def has_permission(self, request: HttpRequest) -> bool:
        user = member(request)
        return user.is_active and is_allowed(user.role, Permission.OPEN_TABLES)

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        title = f"{company().name} tables"
        role = member(request).role
        links = [(label, href) for label, href, needs in _CONSOLE if is_allowed(role, needs)]
        return {
            **super().each_context(request),
            "site_title": title,
            "site_header": f"{company().name} staff",
            "console_links": links,
            "market_zone": MARKET_ZONE,
        }

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        """Name groups and tables as staff do: Django goes by the names in the code."""
        groups = super().get_app_list(request, app_label)
        for group in groups:
            group["name"] = _GROUPS.get(group["app_label"], group["name"])
            for table in group["models"]:
                model_admin = self._registry[table["model"]]
                if isinstance(model_admin, StaffModelAdmin):
                    table["name"] = model_admin.table_title()
        return groups

    def get_urls(self) -> list[URLResolver | URLPattern]:
        # Sign-in, sign-out and passwords are handled by the console.
        urls = [url for url in super().get_urls() if getattr(url, "name", None) not in _UNUSED_URLS]
        return [path("look.css", self.admin_view(self.look), name="look"), *urls]

    def look(self, request: HttpRequest) -> HttpResponse:
        """Return the style sheet of the logo and colors that staff have chosen."""
        return HttpResponse(look_style(), content_type="text/css")

    def get_log_entries(self, request: HttpRequest) -> Any:
        # Django's log is not used: the audit log records what staff did.
        return []
