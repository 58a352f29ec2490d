"""Form field for money: entered in dollars, stored in cents."""

import re
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError

_DOLLARS: Final = re.compile(r"\$?(\d{1,3}(?:,\d{3})+|\d{1,15})(?:\.(\d{2}))?")
_MOST_CENTS: Final = 10**12


class DollarsField(forms.Field):
    """Parse '4990', '4,990.00' or '$4,990' into 499000 cents, without rounding."""

    def __init__(self, *, most_cents: int = _MOST_CENTS, **kwargs: Any) -> None:
        self.most_cents = most_cents
        widget = forms.TextInput(attrs={"inputmode": "decimal", "size": 12, "maxlength": 20})
        super().__init__(**{"widget": widget, **kwargs})

    def to_python(self, value: Any) -> Any:
        if value in self.empty_values:
            return None
        match = _DOLLARS.fullmatch(str(value).replace(" ", ""))
        if match is None:
            raise ValidationError("Please write dollars, such as 4,990 or 4,990.00.")
        cents = int(match[1].replace(",", "")) * 100 + int(match[2] or 0)
        if cents > self.most_cents:
            raise ValidationError(f"That is more than {dollars(self.most_cents)}.")
        return cents

    def prepare_value(self, value: Any) -> Any:
        return f"{value // 100}.{value % 100:02d}" if isinstance(value, int) else value


def dollars(cents: int) -> str:
    return f"${cents // 100:,}.{cents % 100:02d}"
