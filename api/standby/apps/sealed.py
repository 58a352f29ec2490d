"""A column whose text is encrypted: a copy of the table shows nothing of it (SEC-02)."""

from typing import TYPE_CHECKING, Any

from django.db import models

from standby import providers
from standby.providers.sealing import SealBroken

if TYPE_CHECKING:
    _Text = models.TextField[str, str]
else:  # not generic when it runs
    _Text = models.TextField


class SealedTextField(_Text):
    """Plain text to the code, sealed in the table. Empty stays empty, and is all one can look for.

    Reads as empty where the key it was sealed with is no longer among the site's secret keys.
    """

    def get_prep_value(self, value: Any) -> Any:
        text = super().get_prep_value(value)
        return providers.sealer().seal(text) if text else text

    def from_db_value(self, value: str | None, *_: object) -> str | None:
        try:
            return providers.sealer().unseal(value) if value else value
        except SealBroken:
            return ""

    def deconstruct(self) -> Any:
        """To the database it is any text: sealing a column needs no migration."""
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.TextField", args, kwargs
