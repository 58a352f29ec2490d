"""What a run of the gate tries of what is too much for every change, and which seed chose it.

The gate sets TEST_SEED from the commit, so that a run can be repeated. `make faults` sets
TEST_WHOLE: then nothing is left out.
"""

import os
import random
from collections.abc import Sequence
from typing import Final, TypeVar

Item = TypeVar("Item")
WHOLE: Final = bool(os.environ.get("TEST_WHOLE"))  # noqa: TID251 - a switch of the tests alone
SEED: Final = int(os.environ.get("TEST_SEED", "1"))  # noqa: TID251


def sample(items: Sequence[Item], count: int) -> list[Item]:
    """All of them in `make faults`, else `count` chosen by the seed, in their order."""
    if WHOLE or count >= len(items):
        return list(items)
    chosen = set(random.Random(SEED).sample(range(len(items)), count))
    return [item for place, item in enumerate(items) if place in chosen]
