"""Two shops for all races: the product's own, and one whose guards are out, for controls."""

from collections.abc import Iterator

import pytest
from ops.served import Site, nginx
from running_shops import Running


@pytest.fixture(scope="session")
def _first(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with Running(tmp_path_factory.mktemp("shop")) as opened:
        yield opened


@pytest.fixture(scope="session")
def _second(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with Running(
        tmp_path_factory.mktemp("unguarded"), application="unguarded:application"
    ) as opened:
        yield opened


@pytest.fixture
def open_shop(_first: Running) -> Running:
    _first.begin_anew()
    return _first


@pytest.fixture
def unguarded_shop(_second: Running) -> Running:
    _second.begin_anew()
    return _second


@pytest.fixture(scope="session")
def _front(_first: Running, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with nginx(_first.ports, tmp_path_factory.mktemp("nginx")) as site:
        yield site


@pytest.fixture
def open_site(_front: Site, open_shop: Running) -> Site:
    """nginx before `open_shop`."""
    return _front
