"""The same request sent again gets the same answer, also when it asks a provider on its way."""

from collections.abc import Callable
from datetime import datetime

from standby.apps.booking.services import answers
from standby.flows.booking.reserve_appointment import IdempotentResult
from standby.flows.writing import write_transaction
from standby.providers.sealing import Sealer


def run_idempotent(
    attempt: answers.IdempotentRequest,
    *,
    act: Callable[[], str],
    status: int,
    now: datetime,
    sealer: Sealer | None = None,
) -> IdempotentResult:
    """`act` is safe to repeat, and makes the body; a refusal of its own is not kept.

    Two at once both act, to one effect, and both get the first one's body. A body with a secret in
    it is kept sealed: give a `sealer`. Raises SealBroken when its key is gone.
    """
    if (stored := answers.stored_response(attempt)) is not None:
        return IdempotentResult(_opened(stored, sealer), is_replayed=True)
    body = act()
    with write_transaction():
        if (earlier := answers.claim_key(attempt, now=now)) is not None:
            return IdempotentResult(_opened(earlier, sealer), is_replayed=True)
        stored = sealer.seal(body) if sealer else body
        answers.store_response(attempt, status=status, body=stored)
    return IdempotentResult(body, is_replayed=False)


def _opened(kept: str, sealer: Sealer | None) -> str:
    return sealer.unseal(kept) if sealer else kept
