"""Idempotent requests that call a provider between the lookup and the stored response."""

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
    """Return the response stored under the request's key, or run `act` and store its body.

    `act` has to be safe to repeat; a domain error it raises is not stored. Of two concurrent
    requests both run `act`, and both return the body that was stored first.

    A body that holds a secret is stored encrypted: pass a `sealer`. Raises SealBroken when the
    stored body's key is gone.
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
