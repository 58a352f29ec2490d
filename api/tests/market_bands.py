"""The distance bands of a market's folder."""

from standby.core.market import market_folder, read_reaches
from standby.pricing.rules.distance import Band, bands_of


def bands_in(market: str) -> tuple[Band, ...]:
    return bands_of(read_reaches(market_folder(market)).items())
