"""A second market is served without a word of the first. Its pages: ops/second_market.py."""

import subprocess
import sys
from pathlib import Path

import pytest
from ops.second_market import words_of_the_first
from ops.tools import with_tools

HERE = Path(__file__).parent


@pytest.mark.req("MARKET-01.2")
@pytest.mark.slow
def test_dallas_messages_documents_and_answers_name_nothing_of_houston() -> None:
    # In a process of its own, because rules read the market when they are imported.
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/second_market.py"],
        cwd=HERE.parent,
        # On SQLite, because the suite's own test database would be made and dropped under it.
        env=with_tools(STANDBY_MARKET="dallas", DATABASE_URL=""),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_a_word_of_the_first_market_is_found_and_an_everyday_word_is_not() -> None:
    assert words_of_the_first("Spring, TX 77386, served by CenterPoint") == [
        "77386",
        "CenterPoint",
        "Spring",
    ]
    assert words_of_the_first("Each spring, Plano 75074 sees storms for $77,386") == []
