"""The product's own SQL for each hot call, written down so that a bare application can repeat it.

Each call is made twice: text that differs between the two is new for every call. The number of a
row that the call itself inserts is known by its column's name.

`python -m bench.recorded FILE` writes the statements of all calls.
"""

import json
import os
import re
import sys
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any, Final

Value = str | int | float | None
HERE: Final = Path(__file__).parent
_OF_ITS_OWN: Final = {
    "wizard_id": "wizard_sessions",
    "quote_id": "quotes",
    "customer_id": "customers",
    "order_id": "orders",
    "appointment_id": "appointments",
}


@dataclass(frozen=True, slots=True)
class Statement:
    """`new` tells of each parameter that differs every time: "uuid", "text", or the number of the
    statement that inserted the row."""

    sql: str
    parameters: list[Value]
    new: dict[int, str | int]


def record(calls: Mapping[str, Callable[[], None]]) -> dict[str, list[Statement]]:
    return {name: _recorded(call) for name, call in calls.items()}


def _recorded(call: Callable[[], None]) -> list[Statement]:
    call()  # what is kept in the process is made by the first call only
    first, second = _heard(call), _heard(call)
    told = [sql for sql, _ in first]
    return [
        Statement(sql, one, _new(sql, one, other, before=told[:number]))
        for number, ((sql, one), (_, other)) in enumerate(zip(first, second, strict=True))
    ]


def _heard(call: Callable[[], None]) -> list[tuple[str, list[Value]]]:
    from django.db import connection

    found: list[tuple[str, list[Value]]] = []

    def listen(execute: Any, sql: str, parameters: Any, many: bool, context: Any) -> Any:
        found.append((sql, [_plain(one) for one in parameters or ()]))
        return execute(sql, parameters, many, context)

    with connection.execute_wrapper(listen):
        call()
    return found


def _new(
    sql: str, one: Sequence[Value], other: Sequence[Value], *, before: Sequence[str]
) -> dict[int, str | int]:
    found: dict[int, str | int] = {}
    columns = _columns(sql)
    for place, (was, became) in enumerate(zip(one, other, strict=True)):
        column = columns[place % len(columns)] if columns else ""
        row = _inserted_by(_OF_ITS_OWN.get(column, ""), before)
        if row is not None:
            found[place] = row
        elif was != became and isinstance(was, str) and not _is_moment(was):
            found[place] = "uuid" if _is_uuid(was) else "text"
    return found


def _columns(sql: str) -> list[str]:
    """Of each parameter, in turn."""
    inserted = re.search(r"INSERT INTO \S+ \((.*?)\)", sql, re.DOTALL)
    if inserted:
        return [name.strip().strip('"') for name in inserted[1].split(",")]
    return [name or other for name, other in re.findall(r"(\w+)\"? = %s|%s(\b|$|\W)", sql)]


def _inserted_by(table: str, before: Sequence[str]) -> int | None:
    starts = (f'INSERT INTO "{table}"', f"INSERT INTO {table} ")
    return next((number for number, sql in enumerate(before) if sql.startswith(starts)), None)


def _plain(value: object) -> Value:
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, datetime | date):
        return str(value)
    return str(getattr(value, "obj", value))


def _is_uuid(text: str) -> bool:
    try:
        uuid.UUID(text)
    except ValueError:
        return False
    return True


def _is_moment(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def calls(reserve_days: Sequence[str]) -> dict[str, Callable[[], None]]:
    from django.test import Client

    sys.path.insert(0, str(HERE.parent / "tests" / "races"))
    from buyers import Buyer

    def get(path: str) -> Callable[[], None]:
        def call() -> None:
            _require(Client().get(path), 200)

        return call

    def reserve() -> None:
        buyer = Buyer(reserve_days[0])
        answer = Client().post(
            "/api/create-installation-order",
            data=json.dumps(buyer.request()),
            content_type="application/json",
            headers={"Idempotency-Key": buyer.key, "Cookie": f"wz={buyer.secret}"},
        )
        _require(answer, 201)

    return {
        "coverage check": get("/api/coverage-check?address=25+Grogans+Mill+Rd,+TX+77380"),
        "availability": get("/api/availability"),
        "reserve": reserve,
    }


def _require(answer: Any, status: int) -> None:
    if answer.status_code != status:
        raise SystemExit(f"answered {answer.status_code}: {answer.content[:200]!r}")


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "standby.config.settings")
    import django

    django.setup()
    from django.test import Client

    days = Client().get("/api/availability").json()["days"]
    found = record(calls([day["date"] for day in days if day["open"]]))
    written = {name: [asdict(one) for one in told] for name, told in found.items()}
    Path(sys.argv[1]).write_text(json.dumps(written, indent=1))


if __name__ == "__main__":
    main()
