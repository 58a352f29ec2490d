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

MOST_PLACES = 16  # of either story: evenly spread over its statements
TRIED_PLACES = 3  # of them; all in `make faults`
# What must never be, and how many there are of it.
NEVER = {
    "firm seats without a confirmed appointment": """
        SELECT COUNT(*) FROM crew_seats JOIN appointments ON appointments.id = appointment_id
        WHERE hold_expires_at IS NULL AND status <> 'confirmed'""",
    "held or confirmed appointments without a seat of their day": """
        SELECT COUNT(*) FROM appointments LEFT JOIN crew_seats
        ON appointment_id = appointments.id AND crew_seats.day = appointments.day
        WHERE status IN ('held', 'confirmed') AND crew_seats.id IS NULL""",
    "paid, and neither confirmed nor asked for a new date nor cancelled": """
        SELECT COUNT(*) FROM payments JOIN orders ON orders.id = payments.order_id
        WHERE payments.status = 'paid' AND orders.status <> 'cancelled' AND NOT EXISTS (
            SELECT 1 FROM appointments WHERE appointments.order_id = orders.id
            AND appointments.status IN ('confirmed', 'needs_new_date'))""",
    "days with more seats taken than crews": """
        SELECT COUNT(*) FROM (SELECT crew_seats.day FROM crew_seats
        LEFT JOIN crew_days ON crew_days.day = crew_seats.day WHERE appointment_id IS NOT NULL
        GROUP BY crew_seats.day HAVING COUNT(*) > MAX(COALESCE(crew_days.crews, 2))) AS oversold""",
    "payments of which more goes back than was paid": """
        SELECT COUNT(*) FROM (SELECT payment_id FROM refunds
        JOIN payments ON payments.id = refunds.payment_id
        WHERE refunds.status <> 'replaced' GROUP BY payment_id
        HAVING SUM(refunds.amount_cents) > MAX(payments.amount_cents)) AS too_much""",
    "coupons used more often than they may be, or counted wrongly": """
        SELECT COUNT(*) FROM coupons WHERE used > most_uses OR used <> (
            SELECT COUNT(*) FROM coupon_uses WHERE coupon_id = coupons.id
            AND given_back_at IS NULL)""",
    "logs that fork": """
        SELECT COUNT(*) FROM (SELECT 1 AS one FROM order_log GROUP BY order_id, prev_hash
        HAVING COUNT(*) > 1) AS forks""",
}
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
