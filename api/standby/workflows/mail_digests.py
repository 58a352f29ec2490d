"""The mail of each working morning: what waits for a member of staff, in numbers (OPS-15.4)."""

from collections.abc import Mapping
from datetime import datetime, time
from functools import partial
from typing import Final

from django.db import transaction

from standby.accounts.models import User
from standby.accounts.services.users import name_of, staff_with_role
from standby.core.business_days import SATURDAY, is_federal_holiday
from standby.core.policy import MARKET_ZONE
from standby.core.roles import is_allowed
from standby.core.sweeps import ALL_AT_ONCE, Steps
from standby.core.words import in_english, say
from standby.messaging.models import Message
from standby.messaging.rendering import SITE, render_plain
from standby.messaging.services import outbox
from standby.tracking.rules.waits import (
    GROUP_NAMES,
    TO_KNOW_ONLY,
    WaitKey,
    groups_of,
    visible_kinds,
)
from standby.tracking.selectors.waits import waiting_counts

MAILED_FROM: Final = time(7, 0)
MAILED_UNTIL: Final = time(12, 0)  # later, the morning is over


def mail_digests(*, now: datetime, steps: Steps = ALL_AT_ONCE) -> int:
    """Mail what waits to the staff who want it; returns how many mails.

    Once a working day for each, and none where nothing waits. Safe to repeat.
    """
    local = now.astimezone(MARKET_ZONE)
    is_day_off = local.weekday() >= SATURDAY or is_federal_holiday(local.date())
    is_morning = MAILED_FROM <= local.time() < MAILED_UNTIL and not is_day_off
    keys = {
        f"waits_digest:{user.pk}:{local.date()}": user
        for user in staff_with_role()
        if is_morning and user.gets_digest and user.email
    }
    mailed = outbox.queued_keys(keys)
    due = [(key, user) for key, user in keys.items() if key not in mailed]
    return steps.items(
        "staff", due, lambda one: _mail(one[1], key=one[0], now=now), key=lambda one: one[1].pk
    )


def _mail(user: User, *, key: str, now: datetime) -> bool:
    groups = [each for each in groups_of(user.role) if each not in TO_KNOW_ONLY]
    kinds = visible_kinds(partial(is_allowed, user.role))
    counts = waiting_counts(groups, user=user, now=now, kinds=kinds)
    waiting = {group: count for group, count in counts.items() if count}
    if not waiting:
        return False
    with in_english():
        words = _words(user, waiting)
    message = Message(
        kind="waits_digest",
        channel=Message.Channel.EMAIL,
        recipient=user.email,
        dedupe_key=key,
        **words,
    )
    with transaction.atomic(durable=True):
        outbox.queue_messages(message, now=now)
    return True


def _words(user: User, waiting: Mapping[WaitKey, int]) -> dict[str, str]:
    return render_plain(
        "waits_digest",
        count=str(sum(waiting.values())),
        name=name_of(user),
        groups="\n".join(
            f"{count:>4}  {say(GROUP_NAMES[group])}\n      {SITE}/staff/waits#{group}"
            for group, count in waiting.items()
        ),
        link=f"{SITE}/staff/waits",
        account=f"{SITE}/staff/account",
    )
