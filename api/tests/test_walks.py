"""The architecture document shows the walks as the code has them, and none gets longer."""

from typing import Final

import pytest
from ops.walks import DOCUMENT, WALKS, walk, written

# The goal for the first two is 8. A payment event opens one more, since it may be of a diagnostic.
# A message opens the company's facts, which staff may change, and asks whether its order is paid,
# since what visitors cause has a daily budget.
# An event that fails is set aside for staff, in two files more. A payment may add a task, as may a
# message that reached nobody: tasks are a module. A change may only lower these.
MOST: Final = {
    "Reserve an appointment": 8,
    "A payment event": 12,
    "A photo, from its upload to its review": 17,
    "Staff move an appointment": 10,
    "A message, from the queue to the provider": 17,
}


def test_the_document_shows_the_walks_of_the_code() -> None:
    assert written() in DOCUMENT.read_text(), "run `make walks`"


@pytest.mark.parametrize("title", WALKS)
def test_no_walk_gets_longer(title: str) -> None:
    assert len(walk(*WALKS[title])) <= MOST[title]


def test_control_a_call_into_another_file_makes_a_walk_longer() -> None:
    endpoint = "orders.api.orders:post_create_installation_order"
    service = "pricing.services.quoting:use_coupon"

    alone, both = walk(service), walk(service, endpoint)

    assert [*alone] == ["api/standby/pricing/services/quoting.py"]
    assert len(both) > len(alone)
