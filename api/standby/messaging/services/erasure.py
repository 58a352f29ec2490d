"""Keyed hashes of erased recipients, so that their consents and suppressions still count."""

from collections.abc import Collection
from typing import Final

from django.core.signing import Signer
from django.db.models import Model

from standby.core.guards import ERASED

_SIGNER: Final = Signer(salt="standby.notifications.forgotten")


def recipient_hashes(key: str) -> list[str]:
    """Return the hashes that may stand for a recipient, the newest key's first.

    The site's secret key is rotated now and then, so older keys may have been used.
    """
    keys = [_SIGNER.key, *_SIGNER.fallback_keys]
    return [f"{ERASED}{_SIGNER.signature(key, key=each)}" for each in keys]


def anonymize_recipients(table: type[Model], numbers: Collection[int]) -> None:
    """Replace the recipients of these consent or suppression rows by their hashes."""
    for row in table._default_manager.filter(pk__in=numbers):
        mark = recipient_hashes(row.recipient)[0]  # type: ignore[attr-defined]
        table._default_manager.filter(pk=row.pk).update(recipient=mark)
