"""Two stories meet at every statement of either, and nothing is sold, paid or sent back twice (A4).

One of them is run over and over; each time the other comes in before the next of its statements.
"""

from collections import Counter
from pathlib import Path

import pytest
from django.db import connection
from meeting import Scratch, met_by, statements_of, told
from sampling import WHOLE, sample
from stories import PAIRS, Meets, Moment
from test_all_at_once import NEVER

MOST_PLACES = 16  # of either story: evenly spread over its statements
TRIED_PLACES = 3  # of them; all in `make faults`
pytest_plugins = ("scratch",)
pytestmark = pytest.mark.django_db(transaction=True)


def never() -> dict[str, int]:
    counts = {}
    with connection.cursor() as cursor:
        for what, question in NEVER.items():
            cursor.execute(question)
            counts[what] = cursor.fetchone()[0]
    return counts


def meet_everywhere(meets: Meets, *, scratch: Scratch, folder: Path) -> Counter[tuple[str, str]]:
    """What both came to, from every place at which the one can be met by the other."""
    ends: Counter[tuple[str, str]] = Counter()
    number = 0
    for is_swapped in (False, True):
        pair = meets(Moment(number, folder))
        places = statements_of(pair.other if is_swapped else pair.one)
        number += 1
        for nth in sample(range(1, places + 1, -(-places // MOST_PLACES)), TRIED_PLACES):
            pair = meets(Moment(number, folder))
            number += 1
            mine, theirs = (pair.other, pair.one) if is_swapped else (pair.one, pair.other)
            with met_by(theirs, scratch=scratch, nth=nth) as meeting:
                came_to = told(mine)
            end = (meeting.other, came_to) if is_swapped else (came_to, meeting.other)
            where = f"met before statement {nth} of {'the other' if is_swapped else 'the one'}"
            assert end in pair.ends, f"{where}: {end}"
            assert pair.holds(), where
            ends[end] += 1
    assert never() == dict.fromkeys(NEVER, 0)
    return ends


@pytest.mark.slow
@pytest.mark.parametrize("name", list(PAIRS))
def test_a4_whoever_comes_between(name: str, scratch: Scratch, tmp_path: Path) -> None:
    ends = meet_everywhere(PAIRS[name], scratch=scratch, folder=tmp_path)

    counted = [f"{one} and {other} {count}x" for (one, other), count in sorted(ends.items())]
    print(f"\nA4: {name}: {ends.total()} places to meet at: {', '.join(counted)}, 0 violations")
    assert ends.total() > (10 if WHOLE else 2)
