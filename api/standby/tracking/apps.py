"""Finds what each module says about what waits."""

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class TrackingConfig(AppConfig):
    name = "standby.tracking"

    def ready(self) -> None:
        autodiscover_modules("waits")
