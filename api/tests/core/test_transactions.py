"""What must not be left half done says so, and refuses to run outside a transaction."""

import pytest
from django.db import transaction

from standby.core.transactions import OutsideTransaction, in_transaction


@in_transaction
def add(one: int, *, other: int) -> int:
    """Add."""
    return one + other


@pytest.mark.django_db(transaction=True)
def test_a_guarded_function_runs_only_inside_its_callers_transaction() -> None:
    with pytest.raises(OutsideTransaction, match="add needs its caller's transaction"):
        add(1, other=2)

    with transaction.atomic():
        assert add(1, other=2) == 3
