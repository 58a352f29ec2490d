"""The company as pages, messages and documents name it: set by staff, else by environment."""

import time
from collections.abc import Mapping
from dataclasses import replace
from email.utils import formataddr, parseaddr
from typing import Any, Final

from django.conf import settings

from standby.audit.models import AuditEvent
from standby.company.models import BusinessSetting
from standby.core.market import Company

COMPANY: Final = "company"
CHANGED: Final = "settings_changed"
_READ_AGAIN_AFTER_S: Final = 2
_MOST_HISTORY: Final = 30


class _Stored:
    # All sections as last read by this process: a message is written from a dozen of its values.
    def __init__(self) -> None:
        self.sections: dict[str, Any] = {}
        self.good_until = 0.0

    def read(self) -> dict[str, Any]:
        if time.monotonic() >= self.good_until:
            self.sections = dict(BusinessSetting.objects.values_list("section", "value"))
            self.good_until = time.monotonic() + _READ_AGAIN_AFTER_S
        return self.sections


_stored: Final = _Stored()


def stored(section: str) -> Mapping[str, Any]:
    """Return what staff have set in a section, at most two seconds old; empty for nothing."""
    values: Mapping[str, Any] = _stored.read().get(section, {})
    return values


def forget_stored() -> None:
    """Read again at the next call, after a change in this process."""
    _stored.good_until = 0.0


def company() -> Company:
    """Return the facts about the company, those that staff have set first."""
    stated = stored(COMPANY)
    if not stated:
        base: Company = settings.COMPANY
        return base
    placeholders = tuple(fact for fact in settings.COMPANY.placeholders if fact not in stated)
    changed: Company = replace(settings.COMPANY, **stated, placeholders=placeholders)
    return changed


def mail_from() -> str:
    """Return the sender of our email, as a From header has it."""
    named = company()
    return settings.MAIL_FROM or formataddr((named.name, named.email))


def staff_mail() -> str:
    """Return the address at which staff read what we tell them."""
    return parseaddr(mail_from())[1]


def settings_version() -> str:
    """Return a text that changes with every saved section; read from the database."""
    rows = BusinessSetting.objects.order_by("section").values_list("section", "version")
    return ",".join(f"{section}:{version}" for section, version in rows)


def version_of(section: str) -> int:
    row = BusinessSetting.objects.filter(section=section).values_list("version").first()
    return row[0] if row else 0


def object_of(section: str) -> str:
    """Return the name under which the audit log records a section."""
    return f"{BusinessSetting._meta.db_table} {section}"


def history_of(section: str) -> list[AuditEvent]:
    """Return who changed a section, newest first."""
    events = AuditEvent.objects.filter(action=CHANGED, object=object_of(section))
    return list(events.order_by("-id")[:_MOST_HISTORY])
