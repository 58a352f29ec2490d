"""Filters of the list of orders that a staff user keeps."""

from datetime import datetime
from typing import Final

from standby.accounts.models import User
from standby.core.errors import Conflict, NotFound, _
from standby.tracking.models import SavedFilter

_MOST: Final = 30


class TooManyFilters(Conflict):
    code = "too_many_filters"
    message = _("You have saved 30 filters. Delete one first.")


class FilterNotFound(NotFound):
    code = "filter_not_found"
    message = _("You have no such filter.")


def filters_of(user: User) -> list[SavedFilter]:
    return list(SavedFilter.objects.filter(user=user).order_by("name", "pk")[:_MOST])


def save_filter(user: User, *, name: str, query: str, now: datetime) -> SavedFilter:
    """Keep a filter; one of the same name is replaced. Raises TooManyFilters."""
    others = SavedFilter.objects.filter(user=user).exclude(name=name)
    if others.count() >= _MOST:
        raise TooManyFilters
    saved, _is_new = SavedFilter.objects.update_or_create(
        user=user,
        name=name,
        defaults={"query": query},
        create_defaults={"query": query, "created_at": now},
    )
    return saved


def delete_filter(user: User, filter_id: int) -> None:
    """Delete a filter of this user. Raises FilterNotFound."""
    deleted, _by_table = SavedFilter.objects.filter(user=user, pk=filter_id).delete()
    if not deleted:
        raise FilterNotFound
