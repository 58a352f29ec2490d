from collections.abc import Mapping
from typing import Final

_STAFF: Final = "staff "
_NAMED: Final[Mapping[str, str]] = {
    "visitor": "The customer",
    "clock": "The system",
    "card provider": "The card provider",
}


def actor_label(actor: str) -> str:
    return _NAMED.get(actor, actor.removeprefix(_STAFF))
