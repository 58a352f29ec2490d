"""Record the product's SQL and response for each hot call, for the reference application.

Each call is made twice: text that differs between the two is generated anew for every replay. The
id of a row that the call itself inserts is recognized by its column's name. Transaction begin and
end are recorded as statements too.

`recorded.py FILE` writes the recording of all calls.
"""

import json
import os
import re
import sys
import uuid
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import date, datetime
from pathlib import Path
from typing import Any, Final

Value = str | int | float | list["Value"] | None
New = str | int | list["New"] | None
HERE: Final = Path(__file__).parent
RESERVE: Final = "/api/create-installation-order"
QUOTE: Final = "/api/coupons/check"
READS: Final = (
    "/api/coverage-check?address=25+Grogans+Mill+Rd,+The+Woodlands,+TX+77380",
    "/api/price-book",
    "/api/installation-packages",
    "/api/generators",
    "/api/coverage-geometries",
    "/api/availability",
)
WISH: Final = json.loads((HERE / "wish.json").read_text())
_OF_ITS_OWN: Final = {
    "wizard_id": "wizard_sessions",
    "quote_id": "quotes",
    "customer_id": "customers",
    "order_id": "orders",
    "appointment_id": "appointments",
}


@dataclass(frozen=True, slots=True)
class Statement:
    """A recorded statement.

    `new` maps each parameter that differs on every call to "uuid", "text", or the index of the
    statement that returned the row's id; to a list of these if the parameter is a list, as in
    Django's INSERT of several rows on PostgreSQL.
    """

    sql: str
    parameters: list[Value]
    new: dict[int, New]


@dataclass(frozen=True, slots=True)
class Call:
    """A recorded call; `body` is the response in base64, gzipped if the product does so."""

    statements: list[Statement]
    body: str


@dataclass
class _Heard:
    # Statements in order, with the beginning and end of their transaction.
    told: list[tuple[str, list[Value]]] = field(default_factory=list)
    is_within: bool = False

    def listen(self, execute: Any, sql: str, parameters: Any, many: bool, context: Any) -> Any:
        begins = sql.startswith("BEGIN")  # SQLite only: psycopg sends it unseen
        within = context["connection"].in_atomic_block or begins
        if self.is_within and (begins or not within):
            self.end()
        if within and not self.is_within and not begins:
            self.told.append(("BEGIN", []))
        self.is_within = within
        self.told.append((sql, [_plain(one) for one in parameters or ()]))
        return execute(sql, parameters, many, context)

    def end(self) -> None:
        if self.is_within:
            self.told.append(("COMMIT", []))
        self.is_within = False


def record(calls: Mapping[str, Callable[[], bytes]]) -> dict[str, Call]:
    return {path: _recorded(call) for path, call in calls.items()}


def _recorded(call: Callable[[], bytes]) -> Call:
    body = call()  # the first call fills the process's caches
    first, second = _heard(call), _heard(call)
    told = [sql for sql, _ in first]
    statements = [
        Statement(sql, one, _new(sql, one, other, before=told[:number]))
        for number, ((sql, one), (_, other)) in enumerate(zip(first, second, strict=True))
    ]
    return Call(statements, b64encode(body).decode())


def _heard(call: Callable[[], bytes]) -> list[tuple[str, list[Value]]]:
    from django.db import connection

    heard = _Heard()
    with connection.execute_wrapper(heard.listen):
        call()
    heard.end()
    return heard.told


def _new(
    sql: str, one: Sequence[Value], other: Sequence[Value], *, before: Sequence[str]
) -> dict[int, New]:
    found: dict[int, New] = {}
    columns = _columns(sql)
    for place, (was, became) in enumerate(zip(one, other, strict=True)):
        column = columns[place % len(columns)] if columns else ""
        if was != became:
            found[place] = _new_value(was, became, row=_row_of(column, before))
    return {place: new for place, new in found.items() if new is not None}


def _new_value(was: Value, became: Value, *, row: int | None) -> New:
    if isinstance(was, list) and isinstance(became, list):
        return [_new_value(*pair, row=row) for pair in zip(was, became, strict=True)]
    if row is not None:
        return row
    if was == became or not isinstance(was, str) or _is_moment(was):
        return None
    return "uuid" if _is_uuid(was) else "text"


def _columns(sql: str) -> list[str]:
    # For each parameter in turn: the column it is written to or compared with, or "".
    inserted = re.search(r"INSERT (?:OR IGNORE )?INTO \S+ \((.*?)\)", sql, re.DOTALL)
    if inserted:
        return [name.strip().strip('"') for name in inserted[1].split(",")]
    return re.findall(r'(?:(\w+)"? = )?%s', sql)


def _row_of(column: str, before: Sequence[str]) -> int | None:
    # The wizard's row is inserted without RETURNING, and selected then.
    table = _OF_ITS_OWN.get(column, "")
    for number, sql in enumerate(before):
        if sql.startswith(f'SELECT "{table}"."id"'):
            return number
        if sql.startswith(f'INSERT INTO "{table}"') and "RETURNING" in sql:
            return number
    return None


def _plain(value: object) -> Value:
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, datetime | date | uuid.UUID):
        return str(value)
    if isinstance(value, list):
        return [_plain(each) for each in value]
    return json.dumps(getattr(value, "obj", value))


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


def calls(reserve_days: Sequence[str]) -> dict[str, Callable[[], bytes]]:
    from django.test import Client

    sys.path.insert(0, str(HERE.parent / "tests" / "races"))
    from buyers import Buyer

    def read(path: str) -> Callable[[], bytes]:
        return lambda: _body(Client().get(path, headers={"Accept-Encoding": "gzip"}), 200)

    def post(path: str, body: object, headers: Mapping[str, str] | None = None) -> Any:
        written = json.dumps(body)
        return Client().post(path, written, content_type="application/json", headers=headers)

    def reserve() -> bytes:
        buyer = Buyer(reserve_days[0])
        headers = {"Idempotency-Key": buyer.key, "Cookie": f"wz={buyer.secret}"}
        return _body(post(RESERVE, buyer.request(), headers), 201)

    return {
        **{path.partition("?")[0]: read(path) for path in READS},
        QUOTE: lambda: _body(post(QUOTE, WISH), 200),
        RESERVE: reserve,
    }


def _body(answer: Any, status: int) -> bytes:
    if answer.status_code != status:
        raise SystemExit(f"answered {answer.status_code}: {answer.content[:200]!r}")
    return bytes(answer.content)


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "standby.settings")
    import django

    django.setup()
    from django.test import Client

    days = Client().get("/api/availability").json()["days"]
    found = record(calls([day["date"] for day in days if day["open"]]))
    written = {path: asdict(call) for path, call in found.items()}
    Path(sys.argv[1]).write_text(json.dumps(written, indent=1))


if __name__ == "__main__":
    main()
