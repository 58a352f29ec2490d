"""Idempotent requests that call a provider between the lookup and the stored response."""

from collections.abc import Callable
from datetime import datetime

from standby.core import idempotency as answers
from standby.core.idempotency import IdempotentResult
from standby.core.providers.sealing import Sealer
from standby.core.writing import write_transaction


def run_idempotent(
    attempt: answers.IdempotentRequest,
    *,
    action: Callable[[], str],
    status: int,
    now: datetime,
    sealer: Sealer | None = None,
) -> IdempotentResult:
    """Return the response stored under the request's key, or run `action` and store its body.

    `action` has to be safe to repeat; a domain error it raises is not stored. Of two concurrent
    requests both run `action`, and both return the body that was stored first.

    A body that holds a secret is stored encrypted: pass a `sealer`. Raises SealBroken when the
    stored body's key is gone.
    """
    if (stored := answers.stored_response(attempt)) is not None:
        return IdempotentResult(_unsealed(stored, sealer), is_replayed=True)
    body = action()
    with write_transaction():
        if (earlier := answers.claim_key(attempt, now=now)) is not None:
            return IdempotentResult(_unsealed(earlier, sealer), is_replayed=True)
        stored = sealer.seal(body) if sealer else body
        answers.store_response(attempt, status=status, body=stored)
    return IdempotentResult(body, is_replayed=False)


def _unsealed(body: str, sealer: Sealer | None) -> str:
    return sealer.unseal(body) if sealer else body
