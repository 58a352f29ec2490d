"""Changing the rules that staff set on the settings screen: terms, working days, permit fees."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from standby.company.services import claim_section, note_change
from standby.pricing.models.catalog import AppConfiguration
from standby.pricing.rules.configuration import Setting, ensure_usable, market_value


def change_rules(
    section: str,
    values: Mapping[Setting, Any],
    *,
    if_version: int,
    actor: str,
    now: datetime,
) -> None:
    """Store the settings of one section of the screen; they hold from now on.

    Raises SettingsChangedMeanwhile unless the section has the version that was seen, and
    ValueError for a value that is not usable.
    """
    for setting, value in values.items():
        ensure_usable(setting, value)
    with transaction.atomic(durable=True):
        claim_section(section, if_version=if_version)
        before = {key: stored_value((category, key)) for category, key in values}
        for (category, key), value in values.items():
            AppConfiguration.objects.update_or_create(
                category=category, key=key, defaults={"value": value, "is_active": True}
            )
        after = {key: value for (_category, key), value in values.items()}
        note_change(section, before=before, after=after, actor=actor, now=now)


def stored_value(setting: Setting) -> Any:
    """Return a setting as staff stored it, else as the market has it."""
    category, key = setting
    row = AppConfiguration.objects.filter(category=category, key=key, is_active=True).first()
    return market_value(setting) if row is None else row.value
