"""Simulate everyone in Houston at once: `storm.py SITE DATABASE MINUTES` (see `make storm`).

50,000 visitors in an hour, at a rate that rises until the middle and then falls. Each thinks
between two steps as people do; some give up. There are seats for half of those who reach the
calendar: they sell out on the way, and later visitors must be refused properly. Then more visitors
come at once than any machine could serve. Fewer minutes keep the rate and shorten the hour.
"""

import asyncio
import os
import platform
import random
import sqlite3
import statistics
import sys
import time
import uuid
from base64 import urlsafe_b64encode
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import httpx
import psycopg

VISITORS_PER_HOUR = 50_000
THINKS_S = 12.0  # between two steps, on average
GIVES_UP = 0.12  # at each step
COMES_TO_THE_CALENDAR = (1 - GIVES_UP) ** 7
TRIES = 4  # as the web does: a 503 is tried again
FLOOD, FLOOD_LASTS_S = 400, 10
AT_ONCE, POOLS = 400, 16
FAILURES = (0, 500, 502, 504)  # 0: no response at all
STREETS = ("Grogans Mill Rd", "Main St", "Louetta Rd", "Kuykendahl Rd", "Sawdust Rd")
PLACES = (("The Woodlands", "77380"), ("Katy", "77494"), ("Cypress", "77433"), ("Tomball", "77375"))
OVERSOLD = (
    "SELECT COUNT(*) FROM (SELECT seats.day FROM crew_seats seats JOIN crew_days "
    "ON crew_days.day = seats.day WHERE seats.appointment_id IS NOT NULL "
    "GROUP BY seats.day, crew_days.crews HAVING COUNT(*) > crew_days.crews) oversold"
)


class Books:
    """Direct access to the product's database."""

    def __init__(self, database: str) -> None:
        self._database = database

    @property
    def kind(self) -> str:
        return "PostgreSQL" if "://" in self._database else "SQLite"

    def ask(self, statement: str) -> list[tuple[Any, ...]]:
        if "://" in self._database:
            with psycopg.connect(self._database, autocommit=True) as postgres:
                found = postgres.execute(statement)
                return found.fetchall() if found.description else []
        with closing(sqlite3.connect(self._database, timeout=20, isolation_level=None)) as sqlite:
            return sqlite.execute(statement).fetchall()

    def number(self, question: str) -> int:
        return int(self.ask(question)[0][0])


@dataclass
class Weather:
    """The results of one run, as the visitors saw them."""

    took_s: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    answered: Counter[tuple[str, int]] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)  # by the error code in the response
    wordless: int = 0  # refusals without a reason or without Retry-After
    reserved: set[str] = field(default_factory=set)
    paid: int = 0
    found_nothing_open: int = 0
    late_s: list[float] = field(default_factory=list)  # delay of this program's own event loop

    @property
    def failures(self) -> int:
        return self.wordless + sum(
            count for (_, status), count in self.answered.items() if status in FAILURES
        )


class Visitor:
    """One visitor, with a client address not shared with others, until they finish or give up."""

    def __init__(self, http: httpx.AsyncClient, weather: Weather, chance: random.Random) -> None:
        self.http, self.weather, self.chance = http, weather, chance
        self.session_id, self.step = str(uuid.uuid4()), 0
        city, zip_code = chance.choice(PLACES)
        street = f"{chance.randint(1, 9999)} {chance.choice(STREETS)}"
        self.address = f"{street}, {city}, TX {zip_code}, USA"
        self.order_id = ""
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
            self.reserves,
            self._pays,
        ):
            if self.chance.random() < GIVES_UP:
                return
            await step()
            await asyncio.sleep(self.chance.expovariate(1 / THINKS_S))

    async def _arrives(self) -> None:
        await self._ask("home page", "GET", "/")

    async def _types(self) -> None:
        for letters in (6, 10, 16):
            typed = {"input": self.address[:letters], "sessionToken": self.session_id}
            await self._ask("suggestions", "POST", "/api/google-places", typed)

    async def _is_covered(self) -> None:
        await self._ask("coverage", "GET", f"/api/coverage-check?address={self.address}")

    async def _sees_prices(self) -> None:
        await self._ask("wizard page", "GET", "/installation-wizard")
        await self._ask("price book", "GET", "/api/price-book")
        await self._ask("generators", "GET", "/api/generators")
        await self._goes_on()

    async def _goes_on(self) -> None:
        self.step += 1
        draft = {"current_step": self.step, "completed_steps": list(range(1, self.step))}
        await self._ask("draft saved", "PUT", f"/api/wizard-sessions/{self.session_id}", draft)

    async def reserves(self) -> None:
        found = await self._ask("availability", "GET", "/api/availability")
        days = [day["date"] for day in found.get("days", []) if day["open"]]
        if not days:
            self.weather.found_nothing_open += 1
            return
        path, day = "/api/create-installation-order", self.chance.choice(days)
        order = await self._ask("reserve", "POST", path, self._order(day))
        self.order_id = str(order.get("orderId", ""))
        if self.order_id:
            self.weather.reserved.add(self.order_id.replace("-", ""))

    async def _pays(self) -> None:
        if not self.order_id:
            return
        asked = {"orderId": self.order_id, "purpose": "scheduling_fee"}
        page = await self._ask("checkout", "POST", "/api/checkout-sessions", asked)
        if "url" not in page:
            return
        path = httpx.URL(page["url"]).path
        await self._ask("test page", "POST", path, form={"outcome": "approve"})
        booking = await self._ask("my booking", "GET", "/api/my-booking")
        appointment = booking.get("appointment") or {}
        self.weather.paid += appointment.get("status") == "confirmed"

    async def _ask(
        self,
        name: str,
        method: str,
        path: str,
        body: object = None,
        form: dict[str, str] | None = None,
    ) -> dict[str, Any]:
        headers = {**self.headers, "Idempotency-Key": str(uuid.uuid4())}
        for _ in range(TRIES):
            began = time.monotonic()
            try:
                answer = await self.http.request(
                    method, path, json=body, data=form, headers=headers
                )
            except httpx.HTTPError:
                self.weather.answered[name, 0] += 1
                return {}
            self.weather.took_s[name].append(time.monotonic() - began)
            self.weather.answered[name, answer.status_code] += 1
            told = answer.json() if "json" in answer.headers.get("Content-Type", "") else {}
            if answer.status_code >= 400:
                self._note_refusal(answer, told)
            if answer.status_code != 503:
                break
            await asyncio.sleep(float(answer.headers.get("Retry-After", "5")))
        return told if isinstance(told, dict) and answer.is_success else {}

    def _note_refusal(self, answer: httpx.Response, told: dict[str, Any]) -> None:
        self.weather.refused[f"{answer.status_code} {told.get('code', '')}".strip()] += 1
        says_when = answer.status_code not in (429, 503) or "Retry-After" in answer.headers
        says_what = bool(told.get("detail")) or "very busy" in answer.text
        self.weather.wordless += not (says_when and says_what)

    def _order(self, day: str) -> dict[str, object]:
        area, middle = self.chance.randint(200, 999), self.chance.randint(200, 999)
        return {
            "customerData": {
                "name": "Ada Lovelace",
                "email": f"{self.session_id}@example.org",
                "phone": f"({area}) {middle}-{self.chance.randint(1000, 9999)}",
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


@asynccontextmanager
async def _clients(site: str) -> AsyncIterator[list[httpx.AsyncClient]]:
    # Many small pools: in one large pool, each request searches all connections.
    limits = httpx.Limits(max_connections=AT_ONCE // POOLS)
    async with AsyncExitStack() as open_until_the_end:
        yield [
            await open_until_the_end.enter_async_context(
                httpx.AsyncClient(base_url=site, timeout=30, limits=limits, trust_env=False)
            )
            for _ in range(POOLS)
        ]


def put_on_sale(site: str, books: Books, *, minutes: float) -> int:
    """Open seats for half of the visitors who reach the calendar, and return their number."""
    wanted = VISITORS_PER_HOUR * minutes / 60 * COMES_TO_THE_CALENDAR / 2
    listed = httpx.get(f"{site}/api/availability", trust_env=False).json()["days"]
    days = [day["date"] for day in listed if day["open"]]
    crews = max(1, round(wanted / len(days)))
    for day in days:
        books.ask(f"INSERT INTO crew_days (day, crews, reason) VALUES ('{day}', {crews}, 'storm')")
    return crews * len(days)


async def storm(site: str, *, minutes: float, seed: int) -> Weather:
    weather, chance = Weather(), random.Random(seed)  # noqa: S311 - guards nothing
    async with _clients(site) as pools:
        watch = asyncio.create_task(_watch_itself(weather))
        began, visits = time.monotonic(), set()
        for arrives_s in _arrivals(minutes, chance):
            await asyncio.sleep(max(0.0, began + arrives_s - time.monotonic()))
            visit = asyncio.create_task(Visitor(chance.choice(pools), weather, chance).visit())
            visits.add(visit)
            visit.add_done_callback(visits.discard)
        await asyncio.gather(*visits)
        watch.cancel()
    return weather


async def _watch_itself(weather: Weather) -> None:
    # This program shares the machine with the server. Its own delay is part of every measured time.
    while True:
        began = time.monotonic()
        await asyncio.sleep(0.1)
        weather.late_s.append(time.monotonic() - began - 0.1)


async def flood(site: str, *, seed: int) -> Weather:
    """Reserve from many connections without pause, so that most requests must be refused."""
    weather, chance = Weather(), random.Random(seed)  # noqa: S311 - guards nothing

    async def press(http: httpx.AsyncClient, *, until: float) -> None:
        while time.monotonic() < until:
            await Visitor(http, weather, chance).reserves()

    async with _clients(site) as pools:
        until = time.monotonic() + FLOOD_LASTS_S
        await asyncio.gather(*(press(pools[each % POOLS], until=until) for each in range(FLOOD)))
    return weather


def _arrivals(minutes: float, chance: random.Random) -> list[float]:
    # Rising until the middle, then falling.
    count = round(VISITORS_PER_HOUR * minutes / 60)
    return sorted(chance.triangular(0, minutes * 60) for _ in range(count))


def _percentile_ms(took_s: list[float], percent: int) -> float:
    return statistics.quantiles(took_s, n=100)[percent - 1] * 1000 if len(took_s) > 1 else 0.0


def _table(weather: Weather) -> str:
    rows = ["| Call | asked | p50 ms | p99 ms | answers |", "| --- | --: | --: | --: | --- |"]
    for name, took in weather.took_s.items():
        statuses = ", ".join(
            f"{count:,} with {status or 'no answer'}"
            for (call, status), count in sorted(weather.answered.items())
            if call == name
        )
        p50, p99 = _percentile_ms(took, 50), _percentile_ms(took, 99)
        rows.append(f"| {name} | {len(took):,} | {p50:.1f} | {p99:.1f} | {statuses} |")
    return "\n".join(rows)


def _flooded(weather: Weather) -> str:
    codes = Counter[int]()
    for (_, status), count in weather.answered.items():
        codes[status] += count
    took = [second for calls in weather.took_s.values() for second in calls]
    return (
        f"Beyond capacity: {FLOOD:,} visitors ask for the calendar and reserve without a rest for "
        f"{FLOOD_LASTS_S} s. {sum(codes.values()):,} answers, "
        f"{codes[503]:,} of them 503 with Retry-After; p50 {_percentile_ms(took, 50):,.0f} ms, "
        f"p99 {_percentile_ms(took, 99):,.0f} ms; failures {weather.failures}."
    )


def report(stormed: Weather, flooded: Weather, books: Books, *, minutes: float, seats: int) -> int:
    told = stormed.reserved | flooded.reserved
    kept = {str(row[0]).replace("-", "") for row in books.ask("SELECT public_id FROM orders")}
    held = books.number("SELECT COUNT(*) FROM crew_seats WHERE appointment_id IS NOT NULL")
    oversold, lost = books.number(OVERSOLD), len(told - kept)
    refused = ", ".join(f"{count:,} times {code}" for code, count in stormed.refused.most_common())
    print(f"### {books.kind}, {minutes:g} minutes\n")
    print(
        f"Measured on {date.today().isoformat()} with {len(os.sched_getaffinity(0))} cores, "  # noqa: DTZ011
        f"{platform.machine()}, Python {platform.python_version()}: "
        f"{round(VISITORS_PER_HOUR * minutes / 60):,} visitors in {minutes:g} minutes, up to "
        f"{2 * VISITORS_PER_HOUR / 3600:.0f} new ones a second; nginx, two processes, one worker "
        "and the visitors share the machine.\n"
    )
    print(_table(stormed))
    print(
        f"\n{seats:,} crews' days on sale; {len(stormed.reserved):,} visitors were told 'reserved' "
        f"and {stormed.paid:,} saw their date confirmed; {stormed.found_nothing_open:,} found "
        f"nothing open any more. Refused: {refused or 'nobody'}. Failures {stormed.failures}."
    )
    print(
        f"\nThe program that plays all visitors was itself late by "
        f"{_percentile_ms(stormed.late_s, 50):,.0f} ms (p50) and "
        f"{_percentile_ms(stormed.late_s, 99):,.0f} ms (p99): the times above hold that too."
    )
    print(f"\n{_flooded(flooded)}")
    print(
        f"\nAfterwards: {len(kept):,} orders, {held:,} crews' days taken, "
        f"**{oversold} days oversold, {lost} told reservations lost**."
    )
    return 1 if oversold or lost or stormed.failures or flooded.failures else 0


def main(site: str, database: str, minutes: float) -> int:
    books = Books(database)
    seats = put_on_sale(site, books, minutes=minutes)
    stormed = asyncio.run(storm(site, minutes=minutes, seed=20261121))
    flooded = asyncio.run(flood(site, seed=20261122))
    return report(stormed, flooded, books, minutes=minutes, seats=seats)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], float(sys.argv[3])))
