"""Two shops for all races: the product's own, and one whose guards are out, for controls."""

from collections.abc import Iterator

import pytest
from ops.served import Site, nginx
from shop import Shop


@pytest.fixture(scope="session")
def _first(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    with Shop(tmp_path_factory.mktemp("shop")) as shop:
        yield shop


@pytest.fixture(scope="session")
def _second(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    with Shop(tmp_path_factory.mktemp("unguarded"), application="unguarded:application") as shop:
        yield shop


@pytest.fixture
def open_shop(_first: Shop) -> Shop:
    _first.begin_anew()
    return _first


@pytest.fixture
def unguarded_shop(_second: Shop) -> Shop:
    _second.begin_anew()
    return _second


@pytest.fixture(scope="session")
def _nginx(_first: Shop, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with nginx(_first.ports, tmp_path_factory.mktemp("nginx")) as site:
        yield site


@pytest.fixture
def open_site(_nginx: Site, open_shop: Shop) -> Site:
    """nginx before `open_shop`."""
    return _nginx
