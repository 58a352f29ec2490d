"""Colors of our messages, by their role: a mail client loads no stylesheet."""

from typing import Final

from django.conf import settings


class Paint:
    _palette: Final = settings.COLORS

    brand = _palette["night-900"]
    glow = _palette["amber-400"]
    action = _palette["green-600"]
    action_ink = _palette["white"]
    ground = _palette["storm-100"]
    card = _palette["white"]
    ink = _palette["night-900"]
    quiet = _palette["storm-600"]
    line = _palette["storm-200"]
    night = _palette["night-950"]
    night_card = _palette["night-800"]
    night_ink = _palette["storm-100"]
    night_quiet = _palette["storm-300"]
