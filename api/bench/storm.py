"""Everyone in Houston at once: `storm.py SITE DATABASE MINUTES` (`make storm` starts the site).

50,000 visitors in an hour, coming ever faster until the middle of it and then ever slower. Each
thinks between two steps as people do; some give up, few reserve, and most of these find the days
full. Fewer minutes keep the rate and shorten the hour.
"""

import asyncio
import random
import sqlite3
import statistics
import sys
import time
import uuid
from base64 import urlsafe_b64encode
from collections import Counter, defaultdict
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

VISITORS_PER_HOUR = 50_000
THINKS_S = 12.0  # between two steps, on average
GIVES_UP = 0.12  # at each step
STREETS = ("Grogans Mill Rd", "Main St", "Louetta Rd", "Kuykendahl Rd", "Sawdust Rd")
PLACES = (("The Woodlands", "77380"), ("Katy", "77494"), ("Cypress", "77433"), ("Tomball", "77375"))


@dataclass
class Weather:
    """What came of it all."""

    took_s: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    answered: Counter[tuple[str, int]] = field(default_factory=Counter)
    reserved: int = 0


class Visitor:
    """One person, from an address of their own, as far as their patience goes."""

    def __init__(self, http: httpx.AsyncClient, weather: Weather, chance: random.Random) -> None:
        self.http, self.weather, self.chance = http, weather, chance
        self.session_id, self.step = str(uuid.uuid4()), 1
        city, zip_code = chance.choice(PLACES)
        street = f"{chance.randint(1, 9999)} {chance.choice(STREETS)}"
        self.address = f"{street}, {city}, TX {zip_code}, USA"
        self.headers = {
            "X-Forwarded-For": ".".join(str(chance.randint(1, 254)) for _ in range(4)),
            "Cookie": f"wz={urlsafe_b64encode(chance.randbytes(32)).decode().rstrip('=')}",
        }

    async def visit(self) -> None:
        for step in (
            self._arrives,
            self._types,
            self._is_covered,
            self._sees_prices,
            self._goes_on,
            self._goes_on,
            self._reserves,
        ):
            if self.chance.random() < GIVES_UP:
                return
            await step()
            await asyncio.sleep(self.chance.expovariate(1 / THINKS_S))

    async def _arrives(self) -> None:
        await self._ask("page", "GET", "/")

    async def _types(self) -> None:
        for letters in (6, 10, 16):
            typed = {"input": self.address[:letters], "sessionToken": self.session_id}
            await self._ask("suggestions", "POST", "/api/google-places", typed)

    async def _is_covered(self) -> None:
        await self._ask("coverage", "GET", f"/api/coverage-check?address={self.address}")

    async def _sees_prices(self) -> None:
        await self._ask("price book", "GET", "/api/price-book")
        await self._ask("generators", "GET", "/api/generators")

    async def _goes_on(self) -> None:
        self.step += 1
        draft = {"current_step": self.step, "completed_steps": list(range(1, self.step))}
        await self._ask("wizard", "PUT", f"/api/wizard-sessions/{self.session_id}", draft)

    async def _reserves(self) -> None:
        found = await self._ask("availability", "GET", "/api/availability")
        days = [day["date"] for day in found.get("days", []) if day["open"]]
        if not days:
            return
        order = await self._ask(
            "reserve",
            "POST",
            "/api/create-installation-order",
            self._order(self.chance.choice(days)),
        )
        self.weather.reserved += "orderId" in order

    async def _ask(self, name: str, method: str, path: str, body: object = None) -> dict[str, Any]:
        began = time.monotonic()
        headers = {**self.headers, "Idempotency-Key": str(uuid.uuid4())}
        try:
            answer = await self.http.request(method, path, json=body, headers=headers)
        except httpx.HTTPError:
            self.weather.answered[name, 0] += 1
            return {}
        self.weather.took_s[name].append(time.monotonic() - began)
        self.weather.answered[name, answer.status_code] += 1
        told = answer.json() if "json" in answer.headers.get("Content-Type", "") else {}
        return told if isinstance(told, dict) else {}

    def _order(self, day: str) -> dict[str, object]:
        number = self.chance.randint(1000, 9999)
        return {
            "customerData": {
                "name": "Ada Lovelace",
                "email": f"{self.session_id}@example.org",
                "phone": f"(713) {self.chance.randint(200, 999)}-{number}",
            },
            "wizardData": {
                "version": "1.0",
                "wizard": {"id": self.session_id},
                "location": {
                    "address": {"formatted": self.address},
                    "coverage": {"zip_code": self.address.split()[-2].strip(",")},
                    "distance": {"band": "close", "max_distance_ft": 25},
                },
                "generator": {"choice": "buy_here", "product": {"model_number": "7043"}},
                "scheduling": {
                    "selected_date": day,
                    "selected_time_window": {"id": "morning"},
                },
            },
            "paymentData": {"scheduling_fee": {"amount_cents": 10000, "status": "pending"}},
        }


async def storm(site: str, *, minutes: float, seed: int) -> Weather:
    weather, chance = Weather(), random.Random(seed)  # noqa: S311 - guards nothing
    limits = httpx.Limits(max_connections=400, max_keepalive_connections=100)
    async with httpx.AsyncClient(base_url=site, timeout=30, limits=limits, trust_env=False) as http:
        began, visits = time.monotonic(), set()
        for arrives_s in _arrivals(minutes, chance):
            await asyncio.sleep(max(0.0, began + arrives_s - time.monotonic()))
            visit = asyncio.create_task(Visitor(http, weather, chance).visit())
            visits.add(visit)
            visit.add_done_callback(visits.discard)
        await asyncio.gather(*visits)
    return weather


def _arrivals(minutes: float, chance: random.Random) -> list[float]:
    """Ever denser until the middle, then ever thinner."""
    count = round(VISITORS_PER_HOUR * minutes / 60)
    return sorted(chance.triangular(0, minutes * 60) for _ in range(count))


def report(weather: Weather, database: Path, *, minutes: float) -> int:
    print(f"{VISITORS_PER_HOUR * minutes / 60:,.0f} visitors in {minutes:g} minutes, two processes")
    for name, took in weather.took_s.items():
        p99_ms = statistics.quantiles(took, n=100)[98] * 1000 if len(took) > 1 else 0
        statuses = {status: n for (call, status), n in weather.answered.items() if call == name}
        middle_ms = statistics.median(took) * 1000
        print(
            f"{name:<13} {len(took):>8,}  p50 {middle_ms:6.1f} ms  p99 {p99_ms:7.1f} ms  {statuses}"
        )
    with closing(sqlite3.connect(database)) as kept:
        orders, seats, days = (
            kept.execute(question).fetchone()[0]
            for question in (
                "SELECT COUNT(*) FROM orders",
                "SELECT COUNT(*) FROM crew_seats WHERE appointment_id IS NOT NULL",
                "SELECT COUNT(*) FROM (SELECT day FROM crew_seats "
                "WHERE appointment_id IS NOT NULL GROUP BY day HAVING COUNT(*) > 2) oversold",
            )
        )
    faults = sum(n for (_, status), n in weather.answered.items() if status in (0, 500, 502))
    print(f"told 'reserved' {weather.reserved}, orders {orders}, crews' days {seats}")
    print(f"days oversold {days}, failures {faults}")
    return 1 if days or faults or weather.reserved != orders else 0


if __name__ == "__main__":
    site, database, minutes = sys.argv[1:]
    weather = asyncio.run(storm(site, minutes=float(minutes), seed=20261121))
    sys.exit(report(weather, Path(database), minutes=float(minutes)))
