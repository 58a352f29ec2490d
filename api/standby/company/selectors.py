"""The company as pages, messages and documents name it: set by staff, else by environment."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from email.utils import formataddr, parseaddr
from typing import Any, Final

from django.conf import settings

from standby.audit.models import AuditEvent
from standby.company.models import BusinessSetting, CompanyLogo
from standby.company.rules import accent_shades, brand_shades, palette_with_brand
from standby.core.errors import NotFound, _
from standby.core.market import Company

COMPANY: Final = "company"
LOOK: Final = "look"
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


class LogoNotFound(NotFound):
    code = "logo_not_found"
    message = _("There is no such logo.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Logo:
    """The logo in use, by its hash; `path` is its address on our site."""

    sha256: str
    width_px: int
    height_px: int

    @property
    def path(self) -> str:
        return f"/api/logos/{self.sha256}"

    def size_within(self, width: int, height: int) -> dict[str, int]:
        """Return `width` and `height` of the logo as large as the box allows."""
        scale = min(width / self.width_px, height / self.height_px)
        return {
            "width": max(1, round(self.width_px * scale)),
            "height": max(1, round(self.height_px * scale)),
        }


def logo() -> Logo | None:
    """Return the logo that staff have uploaded; without one the drawn mark holds."""
    facts = stored(LOOK).get("logo")
    return Logo(**facts) if facts else None


def logo_content(sha256: str) -> bytes:
    """Return the PNG of a logo, also of an earlier one. Raises LogoNotFound."""
    row = CompanyLogo.objects.filter(sha256=sha256).first()
    if row is None:
        raise LogoNotFound
    return bytes(row.content)


def chosen_shades() -> dict[str, str]:
    """Return the shades of the colors that staff have chosen, by their names in the tokens."""
    look = stored(LOOK)
    main, accent = look.get("main"), look.get("accent")
    return (brand_shades(main) if main else {}) | (accent_shades(accent) if accent else {})


def colors() -> dict[str, str]:
    """Return the market's palette and the brand's shades, as #rrggbb by name."""
    return palette_with_brand(settings.COLORS, chosen_shades())


def look_style() -> str:
    """Return the style sheet by which pages have the chosen logo and colors; empty for none.

    The names are those of web/src/styles/tokens.css. The logo takes the place of what is in
    `.brand`, in a box of its own size; on night it has a white ground.
    """
    tokens = [f"--{name}:{color}" for name, color in chosen_shades().items()]
    rules = [f":root{{{';'.join(tokens)}}}"] if tokens else []
    if (chosen := logo()) is not None:
        ratio = chosen.width_px / chosen.height_px
        rules += [
            f".brand{{width:min(11rem,{2.25 * ratio:.3f}rem);height:2.25rem;"
            f"background:url({chosen.path}) left/contain no-repeat}}",
            ".brand>*{display:none}",
            ".on-night .brand{box-sizing:content-box;padding:.25rem .5rem;border-radius:.25rem;"
            "background-color:var(--white);background-origin:content-box}",
        ]
    return "".join(rules)


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
