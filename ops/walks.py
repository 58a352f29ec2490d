"""`make walks`: derive the walks of docs/architecture.md from the code, and write them there.

A walk holds the file of its endpoint or job, every file with a function that this one calls and,
where such a function is a workflow, every file with a function that the workflow calls. Left out
are `core`, which every endpoint uses alike, and classes and constants (errors, types, policies).
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from ops.tools import API, ROOT

DOCUMENT: Final = ROOT / "docs" / "architecture.md"
BEGIN: Final = "<!-- Written by `make walks`. -->\n"
END: Final = "<!-- End of what `make walks` writes. -->\n"
# Where a walk enters our code, in order: a request, then the job that goes on with what it stored.
WALKS: Final = {
    "Reserve an appointment": ("orders.api.orders:post_create_installation_order",),
    "A payment event": (
        "payments.api.webhooks:post_payment_event",
        "payments.tasks:payment_event_handler",
    ),
    "A photo, from its upload to its review": (
        "photos.api:post_photo",
        "photos.api:patch_photo",
        "photos.tasks:photo_handler",
        "photos.api:post_photos_submit",
        "photos.staff_api.prices:post_decide_photo_review",
    ),
    "Staff move an appointment": ("orders.staff_api:post_move",),
    "A message, from the queue to the provider": (
        "orders.services.notify:notify_customer",
        "workflows.send_messages:message_handlers",
        "messaging.providers.wiring:mail",
        "messaging.providers.wiring:texts",
    ),
}


class Function(NamedTuple):
    """A function of the product, by its module under `standby`."""

    module: str
    name: str

    @property
    def file(self) -> str:
        return str(_path(self.module).relative_to(ROOT))


def walk(*entrances: str) -> dict[str, list[str]]:
    """Return a walk's files in the order in which one opens them, with what is called in each.

    Raises LookupError when an entrance is not a function of the product any more.
    """
    files: dict[str, list[str]] = {}
    waiting = [Function(*entrance.split(":")) for entrance in entrances]
    if gone := [each for each in waiting if each.name not in _functions(each.module)]:
        raise LookupError(f"ops/walks.py names {gone}")
    entered = {*waiting}
    while waiting:
        function = waiting.pop(0)
        names = files.setdefault(function.file, [])
        if function.name in names:
            continue
        names.append(function.name)
        if function in entered or function.module.startswith("workflows."):
            waiting[:0] = [called for called in _called_by(function) if called not in entered]
    return files


def _called_by(function: Function) -> Iterator[Function]:
    # In other files, by the function itself or by helpers in its own file.
    functions, imported = _functions(function.module), _imported(function.module)
    waiting, seen = [function.name], set[str]()
    while waiting:
        name = waiting.pop()
        if name in seen or name not in functions:
            continue
        seen.add(name)
        for node in ast.walk(functions[name]):
            match node:
                case ast.Name(id=used) if used in functions:
                    waiting.append(used)
                case ast.Name(id=used) if used in imported:
                    yield from _function(imported[used])
                case ast.Attribute(value=ast.Name(id=used), attr=name) if used in imported:
                    yield from _function(f"{imported[used]}.{name}")


def _function(full_name: str) -> Iterator[Function]:
    module, _, name = full_name.rpartition(".")
    if module.partition(".")[0] != "core" and name in _functions(module):
        yield Function(module, name)


@cache
def _path(module: str) -> Path:
    path = API / "standby" / module.replace(".", "/")
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


@cache
def _tree(module: str) -> ast.Module:
    path = _path(module)
    return ast.parse(path.read_text() if path.is_file() else "")


@cache
def _functions(module: str) -> dict[str, ast.FunctionDef]:
    return {node.name: node for node in _tree(module).body if isinstance(node, ast.FunctionDef)}


@cache
def _imported(module: str) -> dict[str, str]:
    # What the names are that a module imports from the product, in full.
    return {
        alias.asname or alias.name: f"{node.module}.{alias.name}".removeprefix("standby.")
        for node in ast.walk(_tree(module))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("standby.")
        for alias in node.names
    }


def written() -> str:
    """Return all walks as Markdown."""
    return "\n".join(_chapter(title, walk(*entrances)) for title, entrances in WALKS.items())


def _chapter(title: str, files: dict[str, list[str]]) -> str:
    lines = [
        f"{number}. `{file}`: {', '.join(names)}"
        for number, (file, names) in enumerate(files.items(), start=1)
    ]
    return "\n".join([f"### {title}: {len(files)} files", "", *lines, ""])


if __name__ == "__main__":
    before, _, rest = DOCUMENT.read_text().partition(BEGIN)
    DOCUMENT.write_text(before + BEGIN + "\n" + written() + "\n" + END + rest.partition(END)[2])
