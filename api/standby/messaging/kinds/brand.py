"""Name, phone number and colors of our messages.

They repeat web/src/content/company.ts and web/src/styles/tokens.css, because a mail client can load
neither.
"""

from dataclasses import dataclass
from typing import Final

NAME: Final = "Standby"
PHONE: Final = "(713) 555-0142"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Palette:
    brand: str = "#0b1424"
    glow: str = "#ffc36b"
    action: str = "#0a7f4f"
    action_ink: str = "#ffffff"
    ground: str = "#eef2f6"
    card: str = "#ffffff"
    ink: str = "#0b1424"
    quiet: str = "#56657b"
    line: str = "#dbe2ea"
    night: str = "#070d18"
    night_card: str = "#142038"
    night_ink: str = "#eef2f6"
    night_quiet: str = "#b3c0d1"


PAINT: Final = _Palette()
