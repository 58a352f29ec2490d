"""A message that cannot be sent is tried for a day by the clock, whatever chance picks."""

import random
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standby.core.policy import MESSAGE_FIRST_PAUSE_S, MESSAGE_LONGEST_PAUSE_S, MESSAGE_TRIED_FOR
from standby.messaging.rules.retrying import is_given_up, next_try_at

EVENING = datetime(2025, 11, 3, 22, 0, tzinfo=UTC)
HOUR = timedelta(seconds=MESSAGE_LONGEST_PAUSE_S)


def tries_of(seed: int, *, slow_s: float = 0) -> list[datetime]:
    """When each try of a message fails whose provider never answers; each takes up to `slow_s`."""
    chance = random.Random(seed)
    failed_at, due_at = [EVENING], EVENING
    while True:
        due = next_try_at(
            failing_since=failed_at[0],
            attempts=len(failed_at),
            jitter=lambda longest_s: chance.uniform(0, longest_s),
            now=failed_at[-1],
        )
        if due is None:
            return failed_at
        due_at = due + timedelta(seconds=chance.uniform(0, slow_s))
        failed_at.append(due_at)


@given(seed=st.integers(), slow_s=st.sampled_from([0, 5, 60]))
def test_it_is_never_dead_before_a_day_and_the_number_of_tries_has_a_bound(
    seed: int, slow_s: float
) -> None:
    failed_at = tries_of(seed, slow_s=slow_s)

    day_over = EVENING + MESSAGE_TRIED_FOR
    assert day_over <= failed_at[-1] <= day_over + HOUR + timedelta(seconds=slow_s)
    assert failed_at[-2] < day_over
    assert 24 < len(failed_at) < 60


@given(seed=st.integers(), back_after_s=st.floats(0, 86_399))
def test_a_provider_that_is_back_delivers_within_the_hour(seed: int, back_after_s: float) -> None:
    back_at = EVENING + timedelta(seconds=back_after_s)

    first_after = min(at for at in tries_of(seed) if at >= back_at)

    assert first_after - back_at <= HOUR


def test_what_failed_together_is_not_tried_again_together() -> None:
    second_tries = {tries_of(seed)[9] for seed in range(50)}

    assert len(second_tries) == 50
    assert max(second_tries) - min(second_tries) > timedelta(minutes=30)


@pytest.mark.req("MSG-01.2")
@pytest.mark.parametrize(
    ("attempts", "longest_s"),
    [(0, 10), (1, 10), (2, 40), (3, 160), (4, 640), (5, 2560), (6, 3600), (32_000, 3600)],
)
def test_pauses_grow_to_an_hour_and_are_at_least_half_of_that(
    attempts: int, longest_s: float
) -> None:
    due = [
        next_try_at(failing_since=EVENING, attempts=attempts, jitter=jitter, now=EVENING)
        for jitter in (lambda _: 0.0, lambda most_s: most_s)
    ]

    assert due == [EVENING + timedelta(seconds=s) for s in (longest_s / 2, longest_s)]
    assert MESSAGE_FIRST_PAUSE_S == 10


def test_the_day_ends_at_its_mark() -> None:
    moments = [MESSAGE_TRIED_FOR - timedelta(microseconds=1), MESSAGE_TRIED_FOR]

    assert [is_given_up(failing_since=EVENING, now=EVENING + after) for after in moments] == [
        False,
        True,
    ]
