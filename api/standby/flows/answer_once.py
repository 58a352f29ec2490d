"""The same request sent again gets the same answer, also when it asks a provider on its way."""

from collections.abc import Callable
from datetime import datetime

from standby.apps.booking.services import answers
from standby.flows.booking.reserve_appointment import Answer
from standby.flows.writing import writing
from standby.providers.sealing import Sealer


def answer_once(
    attempt: answers.Attempt,
    *,
    act: Callable[[], str],
    status: int,
    now: datetime,
    sealer: Sealer | None = None,
) -> Answer:
    """`act` is safe to repeat, and makes the body; a refusal of its own is not kept.

    Two at once both act, to one effect, and both get the first one's body. A body with a secret in
    it is kept sealed: give a `sealer`. Raises SealBroken when its key is gone.
    """
    if (kept := answers.kept_answer(attempt)) is not None:
        return Answer(_opened(kept, sealer), is_replayed=True)
    body = act()
    with writing():
        if (earlier := answers.claim_attempt(attempt, now=now)) is not None:
            return Answer(_opened(earlier, sealer), is_replayed=True)
        kept = sealer.seal(body) if sealer else body
        answers.keep_answer(attempt, status=status, body=kept)
    return Answer(body, is_replayed=False)


def _opened(kept: str, sealer: Sealer | None) -> str:
    return sealer.unseal(kept) if sealer else kept
