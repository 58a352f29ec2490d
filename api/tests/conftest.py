"""Fixtures in the business's words."""

import pytest
from django.conf import settings

from standby.apps.catalog.services import load_catalog_seed
from standby.http import cached_answers
from tests.bookings import serve_the_woodlands


@pytest.fixture(autouse=True)
def _nothing_kept_from_another_test() -> None:
    cached_answers.forget_all()


@pytest.fixture
def catalog(db: None) -> None:
    """The starting catalogue: three packages, six generators, the rules."""
    load_catalog_seed(settings.SEEDS)


@pytest.fixture
def shop(catalog: None) -> None:
    """The starting catalogue and one served ZIP code, 77380."""
    serve_the_woodlands()
