"""A text field encrypted in the database (SEC-02.1)."""

from typing import TYPE_CHECKING, Any

from django.db import models

from standby.core.providers import wiring as core_providers
from standby.core.providers.sealing import SealBroken

if TYPE_CHECKING:
    _Text = models.TextField[str, str]
else:  # the class is not generic at runtime
    _Text = models.TextField


class SealedTextField(_Text):
    """A text field that is plain in Python and encrypted in the table.

    An empty value stays empty, and is the only value that can be filtered on. It reads as empty
    when it was encrypted with a key that is no longer among the site's secret keys.
    """

    def get_prep_value(self, value: Any) -> Any:
        text = super().get_prep_value(value)
        return core_providers.sealer().seal(text) if text else text

    def from_db_value(self, value: str | None, *_: object) -> str | None:
        try:
            return core_providers.sealer().unseal(value) if value else value
        except SealBroken:
            return ""

    def deconstruct(self) -> Any:
        # Deconstructed as a TextField, so that encrypting a column needs no migration.
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.TextField", args, kwargs
