"""App configuration: loads the admin's tables, and installs database guards after migrations."""

import importlib
import pkgutil
from pathlib import Path
from typing import Any

from django.apps import AppConfig, apps
from django.db.models.signals import post_migrate

from standby.core.guards import install_guards


class BackofficeConfig(AppConfig):
    name = "standby.backoffice"

    def ready(self) -> None:
        for table in pkgutil.iter_modules([str(Path(__file__).parent / "tables")]):
            importlib.import_module(f"standby.backoffice.tables.{table.name}")
        # The signal is sent once for each app, after all apps are migrated; one of them is enough.
        post_migrate.connect(_install_guards, sender=apps.get_app_config("accounts"))


def _install_guards(*, using: str, **_: Any) -> None:
    install_guards(using=using)
