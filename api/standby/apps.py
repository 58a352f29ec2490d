"""Django's admin with our own site, which lets in whom the console signed in."""

from django.contrib.admin.apps import SimpleAdminConfig


class StaffAdminConfig(SimpleAdminConfig):
    default_site = "standby.backoffice.site.StaffAdminSite"
