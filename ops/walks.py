"""`make walks`: derive the walks from the code, and write them into DOCUMENT.

A walk holds the file of its endpoint or job, every file with a function that this one calls and,
where such a function is a workflow, every file with a function that the workflow calls. Left out
are `core`, which every endpoint uses alike, and classes and constants (errors, types, policies).
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from ops.tools import API, ROOT, write_between

DOCUMENT: Final = ROOT / "docs" / "architecture.md"
BEGIN: Final = "<!-- Written by `make walks`. -->"
END: Final = "<!-- End of what `make walks` writes. -->"
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
        "photos.staff_api:post_decide_photo_review",
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


class Module(NamedTuple):
    functions: dict[str, ast.FunctionDef]
    imports: dict[str, str]  # what it imports from the product: full names, by the names here


def walk(*entrances: str) -> dict[str, list[str]]:
    """Return a walk's files in the order in which one opens them, with what is called in each.

    Raises LookupError when an entrance is not a function of the product any more.
    """
    files: dict[str, list[str]] = {}
    waiting = [Function(*entrance.split(":")) for entrance in entrances]
    if gone := [each for each in waiting if each.name not in _read(each.module).functions]:
        raise LookupError(f"ops/walks.py names {gone}")
    entered = {*waiting}
    while waiting:
        function = waiting.pop(0)
        names = files.setdefault(str(_path(function.module).relative_to(ROOT)), [])
        if function.name in names:
            continue
        names.append(function.name)
        if function in entered or function.module.startswith("workflows."):
            waiting[:0] = [called for called in _called_by(function) if called not in entered]
    return files


def _called_by(function: Function) -> Iterator[Function]:
    # In other files, by the function itself or by helpers in its own file.
    functions, imports = _read(function.module)
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
                case ast.Name(id=used) if used in imports:
                    yield from _function(imports[used])
                case ast.Attribute(value=ast.Name(id=used), attr=name) if used in imports:
                    yield from _function(f"{imports[used]}.{name}")


def _function(full_name: str) -> Iterator[Function]:
    module, _, name = full_name.rpartition(".")
    if module.partition(".")[0] != "core" and name in _read(module).functions:
        yield Function(module, name)


def _path(module: str) -> Path:
    path = API / "standby" / module.replace(".", "/")
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


@cache
def _read(module: str) -> Module:
    path = _path(module)
    tree = ast.parse(path.read_text() if path.is_file() else "")
    imports = {
        alias.asname or alias.name: f"{node.module}.{alias.name}".removeprefix("standby.")
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("standby.")
        for alias in node.names
    }
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    return Module(functions, imports)


def written() -> str:
    """Return all walks as Markdown."""
    lines = []
    for title, entrances in WALKS.items():
        files = walk(*entrances)
        lines += [f"### {title}: {len(files)} files", ""]
        for number, (file, names) in enumerate(files.items(), start=1):
            lines.append(f"{number}. `{file}`: {', '.join(names)}")
        lines.append("")
    return "\n".join(lines)


if __name__ == "__main__":
    DOCUMENT.write_text(write_between(DOCUMENT.read_text(), BEGIN, END, f"\n\n{written()}\n"))
