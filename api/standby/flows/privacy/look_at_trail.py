"""Staff who may read what staff did: by person, by order, by day, as sentences (OPS-11)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from standby.apps.trail.models import StaffAct, TrailChain
from standby.domain.order_story import who
from standby.domain.trail_story import act_sentence

PAGE: Final = 50
# Looking is most of what people do; what they changed is what is looked for.
_LOOKS: Final = ("look_", "get_", "list_", "find_", "preview_", "messages_for", "tables_get")


@dataclass(frozen=True, slots=True, kw_only=True)
class TrailSearch:
    """What is empty counts for nothing."""

    actor: str = ""
    order_ref: UUID | None = None
    since: datetime | None = None
    until: datetime | None = None
    with_looks: bool = True
    page: int = 1


@dataclass(frozen=True, slots=True)
class ActSeen:
    act: StaffAct
    who: str
    sentence: str


@dataclass(frozen=True, slots=True)
class TrailSeen:
    count: int
    acts: list[ActSeen]
    actors: list[str]


def look_at_trail(search: TrailSearch) -> TrailSeen:
    """The newest first, fifty at a time, with everybody who stands in it."""
    found = StaffAct.objects.filter(**_asked(search))
    if not search.with_looks:
        for begins in _LOOKS:
            found = found.exclude(action__startswith=begins)
    begins_at = (search.page - 1) * PAGE
    acts = [
        ActSeen(
            act,
            who(act.actor),
            act_sentence(actor=act.actor, action=act.action, status=act.status),
        )
        for act in found.order_by("-pk")[begins_at : begins_at + PAGE]
    ]
    actors = TrailChain.objects.order_by("actor").values_list("actor", flat=True)
    return TrailSeen(found.count(), acts, list(actors))


def last_proof() -> StaffAct | None:
    """The newest night's whose proof held."""
    return StaffAct.objects.filter(action="trail_verified").order_by("-pk").first()


def _asked(search: TrailSearch) -> dict[str, Any]:
    asked = {
        "actor": search.actor,
        "order_ref": search.order_ref,
        "at__gte": search.since,
        "at__lt": search.until,
    }
    return {name: value for name, value in asked.items() if value}
