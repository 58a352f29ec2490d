"""Pages that a server shows follow the prices in the tables, without a request that fails."""

import os
from pathlib import Path

import httpx
import pytest
from front import until
from shop import API, Shop

PAGES = Path(os.path.realpath(API.parent / "web" / "dist"))
pytestmark = [pytest.mark.slow]


@pytest.mark.req("HOME-02.1")
def test_pages_advertise_the_price_that_staff_set_and_the_company_of_the_settings(
    tmp_path: Path,
) -> None:
    settings = {"STANDBY_PAGES": str(PAGES), "CONTRACTOR_BRAND": "Dallas Power"}

    with Shop(tmp_path / "shop", settings=settings, size=1) as shop:

        def home() -> str:
            answer = httpx.get(shop.url("/"), trust_env=False, timeout=60)
            assert answer.status_code == 200
            return answer.text

        before = home()
        shop.write(
            "UPDATE installation_packages SET price_cents = 525000 WHERE max_distance_feet = 25"
        )
        until(lambda: "from $5,250 | Dallas Power</title>" in home(), within_s=60)

    assert "from $4,990 | Dallas Power</title>" in before
    assert "Standby" not in before.split("</title>")[0]
