"""What calls need beside rows: a folder of their own for what is kept as files."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client
from pytest_django import Settings

from standby import providers


@pytest.fixture
def browser() -> Client:
    return Client()


@pytest.fixture
def own_folder(tmp_path: Path, settings: Settings) -> Iterator[Path]:
    """Providers keep their files here, and are made anew for each test."""
    settings.DATA = tmp_path
    made = (providers.cards, providers.test_cards, providers.mail, providers.texts)
    for provider in made:
        provider.cache_clear()
    yield tmp_path
    for provider in made:
        provider.cache_clear()
