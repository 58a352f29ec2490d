"""App configuration: registers the admin's tables and, after migrations, the database guards."""

from importlib import import_module

from django.apps import AppConfig, apps
from django.contrib.admin.apps import SimpleAdminConfig
from django.db.models.signals import post_migrate

from standby.core.guards import install_guards


class BackofficeConfig(AppConfig):
    name = "standby.backoffice"

    def ready(self) -> None:
        # Not Django's autodiscover, which would register the groups of django.contrib.auth too.
        import_module("standby.backoffice.admin")
        # The signal is sent once for each app, after all apps are migrated; one of them is enough.
        post_migrate.connect(install_guards, sender=apps.get_app_config("accounts"))


class StaffAdminConfig(SimpleAdminConfig):
    # Django's admin with our own site, which lets in whom the console signed in.
    default_site = "standby.backoffice.admin.site.StaffAdminSite"
