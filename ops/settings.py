"""`make settings`: write docs/settings.md and the README's table from the table of settings."""

import re
import subprocess
import sys
from typing import Final

from standby.core.setting_meanings import Meaning
from standby.environment import MEANINGS, PROVIDER_MEANINGS, name_of
from standby.setting_table import SettingTable

from ops.tools import API, ROOT, write_between

PAGE: Final = ROOT / "docs" / "settings.md"
README: Final = ROOT / "README.md"
BEGIN: Final = "<!-- settings: written by `make settings` -->"
END: Final = "<!-- end of settings -->"
# The field that begins each part of the page
PARTS: Final = {
    "env": "The server",
    "logs": "What it tells",
    "market": "Folders",
    "secret_key": "Keys of our own",
    "database_url": "The database",
    "backup_recipient": "Snapshots",
    "cards": "Card payments",
    "places": "Addresses",
    "mail": "Email",
    "inbox": "Replies by email",
    "texts": "Texts",
    "visitor_messages_a_day": "Messages that visitors cause",
    "files": "Photos and papers",
    "sign_in_providers": "Sign-in with accounts elsewhere",
    "analytics_ids": "Visits counted by Google",
    "contractor_brand": "The company",
}
_HEADER = "| Setting | Default (allowed) | Meaning | In production |\n| --- | --- | --- | --- |\n"
_SHORT_HEADER = "| Setting | Meaning | In production |\n| --- | --- | --- |\n"


def settings_page(page: str) -> str:
    """Return docs/settings.md with its tables replaced by the current settings."""
    text = ""
    for field, meaning in MEANINGS.items():
        if field in PARTS:
            text += f"\n## {PARTS[field]}\n\n{_HEADER}"
        default = f"{meaning.default or _default(field)}{_allowed(field)}"
        text += _row(name_of(field), default, meaning)
        if field == "sign_in_providers":
            text += "".join(
                _row(name_of(each, provider="<name>"), of_it.default or "none", of_it)
                for each, of_it in PROVIDER_MEANINGS.items()
                if each != "name"
            )
    return write_between(page, BEGIN, END, f"\n{text}\n")


def needed_in_production(readme: str) -> str:
    """Return the README with the settings for which production asks when it is told nothing."""
    asked = _asked_by_production()
    rows = "".join(
        f"| `{name}` | {meaning.says} | {meaning.asks} |\n"
        for field, meaning in MEANINGS.items()
        if (name := name_of(field)) in asked
    )
    return write_between(readme, BEGIN, END, f"\n{_SHORT_HEADER}{rows}")


def _asked_by_production() -> set[str]:
    ran = subprocess.run(
        [sys.executable, "-m", "standby.environment"],
        cwd=API,
        env={"STANDBY_ENV": "production"},
        capture_output=True,
        text=True,
        check=False,
    )
    return set(re.findall(r"^  - (\w+)", ran.stderr, re.MULTILINE))


def _row(name: str, default: str, meaning: Meaning) -> str:
    return f"| `{name}` | {default} | {meaning.says} | {meaning.asks} |\n"


def _default(field: str) -> str:
    default = SettingTable.model_fields[field].default
    if isinstance(default, bool):
        return "on" if default else "off"
    return "none" if default in ("", (), None) else str(default)


def _allowed(field: str) -> str:
    match SettingTable.model_json_schema()["properties"][name_of(field)]:
        case {"enum": choices} | {"items": {"enum": choices}}:
            return f" ({', '.join(choices)})"
        case {"type": "boolean"}:
            return " (on, off)"
        case {"minimum": lowest, "maximum": highest}:
            return f" ({lowest} to {highest})"
    return ""


if __name__ == "__main__":
    PAGE.write_text(settings_page(PAGE.read_text()))
    README.write_text(needed_in_production(README.read_text()))
