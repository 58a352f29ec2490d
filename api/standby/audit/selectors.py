"""Who did something, by name."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from django.contrib.auth import get_user_model

from standby.audit.rules import actor_label, actor_of

LONGEST_ACTOR: Final = 40  # length of the columns that hold an actor
# The names of one request, read when the first is asked for. None outside of a request.
_NAMES: Final[ContextVar[dict[str, str] | None]] = ContextVar("names", default=None)


@contextmanager
def names_read_once() -> Iterator[None]:
    """Read the names of staff once at most inside this block."""
    token = _NAMES.set({})
    try:
        yield
    finally:
        _NAMES.reset(token)


def name_of_actor(actor: str) -> str:
    """Return the name that an actor has today, their email address where there is none."""
    if not actor.startswith("staff "):
        return actor_label(actor)
    known = _NAMES.get()
    if not known:
        names = _staff_names()
        if known is None:
            return names.get(actor) or actor_label(actor)
        known.update(names)
        known.setdefault(actor, "")
    return known.get(actor) or actor_label(actor)


def _staff_names() -> dict[str, str]:
    # Also of who has left: what they did stays theirs.
    staff = get_user_model().objects.filter(is_staff=True)
    return {actor_of(user.public_id): user.shown_name for user in staff}
