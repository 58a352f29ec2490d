"""The breaker: five failures in half a minute rest the provider for half a minute."""

from collections.abc import Callable

import pytest

from standby.core.provider_calls import Breaker, ProviderDown, Unreachable


class Clock:
    def __init__(self) -> None:
        self.now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


def fail(breaker: Breaker, *, meanwhile: Callable[[], object] = object) -> None:
    def ask() -> None:
        with breaker.watch(down=ProviderDown("down")):
            meanwhile()
            raise Unreachable

    with pytest.raises(ProviderDown):
        ask()


def lets_through(breaker: Breaker) -> bool:
    asked = []
    try:
        with breaker.watch(down=ProviderDown("down")):
            asked.append(True)
    except ProviderDown:
        return False
    return bool(asked)


@pytest.mark.parametrize(("apart_s", "failures", "lets"), [(7, 5, False), (8, 20, True)])
def test_the_fifth_failure_in_half_a_minute_opens_it_and_failures_far_apart_do_not(
    apart_s: int, failures: int, lets: bool
) -> None:
    clock = Clock()
    breaker = Breaker(clock)
    for _ in range(failures):
        fail(breaker)
        clock.now_s += apart_s

    assert lets_through(breaker) is lets


def test_after_half_a_minute_one_try_goes_through_for_all() -> None:
    clock = Clock()
    breaker = Breaker(clock)
    for _ in range(5):
        fail(breaker)
    clock.now_s += 30

    meanwhile = []
    fail(breaker, meanwhile=lambda: meanwhile.append(lets_through(breaker)))
    assert meanwhile == [False]
    assert not lets_through(breaker)

    clock.now_s += 30
    assert lets_through(breaker)
    assert lets_through(breaker)


def test_a_success_forgets_the_failures_before_it() -> None:
    breaker = Breaker(Clock())
    for _ in range(4):
        fail(breaker)
    assert lets_through(breaker)

    fail(breaker)

    assert lets_through(breaker)
