"""Changing a section of the settings."""

import hashlib
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from standby.audit.selectors import name_of_actor
from standby.audit.services import record_event
from standby.company.models import BusinessSetting, CompanyLogo
from standby.company.selectors import CHANGED, LOOK, forget_stored, history_of, object_of
from standby.core.errors import Conflict, _
from standby.core.policy import MARKET_ZONE
from standby.core.transactions import in_transaction
from standby.core.words import clock_time


class SettingsChangedMeanwhile(Conflict):
    code = "settings_changed_meanwhile"
    message = _("Somebody else has changed these settings. Look at them again, then save.")


def save_section(
    section: str, value: Mapping[str, Any], *, if_version: int, actor: str, now: datetime
) -> int:
    """Replace a section's value and return its new version.

    Raises SettingsChangedMeanwhile unless it still has the version that was seen.
    """
    return _save(section, lambda _: value, if_version=if_version, actor=actor, now=now)


def save_look(changed: Mapping[str, Any], *, if_version: int, actor: str, now: datetime) -> int:
    """Set or, with None, unset some of logo, main color and accent, and return the new version.

    Raises SettingsChangedMeanwhile.
    """

    def change(look: Mapping[str, Any]) -> dict[str, Any]:
        return {name: part for name, part in {**look, **changed}.items() if part is not None}

    return _save(LOOK, change, if_version=if_version, actor=actor, now=now)


def save_logo(
    content: bytes, *, width_px: int, height_px: int, if_version: int, actor: str, now: datetime
) -> int:
    """Store a logo, a PNG that was made anew from its pixels, and use it.

    Raises SettingsChangedMeanwhile.
    """
    sha256 = hashlib.sha256(content).hexdigest()
    logo = {"sha256": sha256, "width_px": width_px, "height_px": height_px}

    def change(look: Mapping[str, Any]) -> dict[str, Any]:
        stored = {"content": content, "width_px": width_px, "height_px": height_px}
        CompanyLogo.objects.get_or_create(sha256=sha256, defaults={**stored, "created_at": now})
        return {**look, "logo": logo}

    return _save(LOOK, change, if_version=if_version, actor=actor, now=now)


def _save(
    section: str,
    change: Callable[[Mapping[str, Any]], Mapping[str, Any]],
    *,
    if_version: int,
    actor: str,
    now: datetime,
) -> int:
    with transaction.atomic(durable=True):
        row = claim_section(section, if_version=if_version)
        before = row.value
        row.value = dict(change(before))
        row.save(update_fields=["value"])
        note_change(section, before=before, after=row.value, actor=actor, now=now)
    forget_stored()
    return row.version


@in_transaction
def claim_section(section: str, *, if_version: int) -> BusinessSetting:
    """Lock a section and count its change.

    Raises SettingsChangedMeanwhile unless it still has the version that was seen.
    """
    BusinessSetting.objects.bulk_create([BusinessSetting(section=section)], ignore_conflicts=True)
    row = BusinessSetting.objects.select_for_update().get(section=section)
    if row.version != if_version:
        raise _changed_meanwhile(section)
    row.version += 1
    row.save(update_fields=["version"])
    return row


def _changed_meanwhile(section: str) -> SettingsChangedMeanwhile:
    newest = history_of(section)[:1]
    if not newest:
        return SettingsChangedMeanwhile()  # what was saved changed nothing
    return SettingsChangedMeanwhile(
        _("%(who)s changed these settings at %(time)s. Look at them again, then save."),
        who=name_of_actor(newest[0].actor),
        time=clock_time(newest[0].at.astimezone(MARKET_ZONE)),
    )


@in_transaction
def note_change(
    section: str,
    *,
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    actor: str,
    now: datetime,
) -> None:
    """Record what a change of settings altered."""
    names = [*dict.fromkeys([*before, *after])]
    changed = [name for name in names if before.get(name) != after.get(name)]
    if changed:
        record_event(
            actor,
            action=CHANGED,
            object=object_of(section),
            before={name: before.get(name) for name in changed},
            after={name: after.get(name) for name in changed},
            now=now,
        )
