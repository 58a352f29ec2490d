"""Who was erased stands as a keyed hash: still not to be written to, still to have agreed."""

from collections.abc import Collection
from typing import Final

from django.core.signing import Signer
from django.db.models import Model

from standby.apps.guards import ERASED

_SIGNER: Final = Signer(salt="standby.notifications.forgotten")


def recipient_hashes(key: str) -> list[str]:
    """What may stand for a recipient, the newest key's first: keys are renewed now and then."""
    keys = [_SIGNER.key, *_SIGNER.fallback_keys]
    return [f"{ERASED}{_SIGNER.signature(key, key=each)}" for each in keys]


def anonymize_recipients(table: type[Model], numbers: Collection[int]) -> None:
    """Rows of consents or suppressions: their addresses and phones are hashes from now on."""
    for row in table._default_manager.filter(pk__in=numbers):
        mark = recipient_hashes(row.recipient)[0]  # type: ignore[attr-defined]
        table._default_manager.filter(pk=row.pk).update(recipient=mark)
