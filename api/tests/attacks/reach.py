"""Everything that a function may come to use, by the names in its code, through all of standby.

A name that stands in the code counts as used: more is found than ever runs, nothing is missed but
what is called by a text. Classes count with all their methods, partials and closures with what
they hold.
"""

import functools
import types
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

_OURS: Final = "standby"


def reached_from(*starts: object) -> list[object]:
    """Functions, classes and values of module level, each once."""
    found: dict[int, object] = {}
    waiting = list(starts)
    while waiting:
        one = waiting.pop()
        if id(one) in found:
            continue
        found[id(one)] = one
        waiting.extend(_used_by(one))
    return list(found.values())


def _used_by(one: Any) -> Iterator[object]:
    for kind, parts_of in _PARTS.items():
        if isinstance(one, kind):
            yield from parts_of(one)
            break
    else:
        if _is_ours(type(one)):
            yield type(one)
    if wrapped := getattr(one, "__wrapped__", None):
        yield wrapped


def _of_function(function: types.FunctionType) -> Iterator[object]:
    yield from _held_by(function)
    if _is_ours(function):
        yield from _named_in(function.__code__, function.__globals__)


def _of_class(kind: type) -> Iterator[object]:
    for each in kind.__mro__:
        if _is_ours(each):
            yield from vars(each).values()


def _held_by(function: types.FunctionType) -> Iterator[object]:
    """Closures and defaults: what decorators and parameters brought along."""
    for cell in function.__closure__ or ():
        try:
            yield cell.cell_contents
        except ValueError:  # filled later
            continue
    yield from function.__defaults__ or ()
    yield from (function.__kwdefaults__ or {}).values()


def _named_in(code: types.CodeType, names: dict[str, Any]) -> Iterator[object]:
    """What the code names itself, and what it names of modules and classes that it names."""
    for name in code.co_names:
        if name in names:
            value = names[name]
            if isinstance(value, types.ModuleType):
                yield from _named_of(value, code)
            else:
                yield value
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _named_in(constant, names)


def _named_of(module: types.ModuleType, code: types.CodeType) -> Iterator[object]:
    if not module.__name__.startswith(_OURS):
        return
    for name in code.co_names:
        value = vars(module).get(name)
        if isinstance(value, types.ModuleType):
            yield from _named_of(value, code)
        elif value is not None:
            yield value


def _is_ours(one: Any) -> bool:
    return str(getattr(one, "__module__", "")).partition(".")[0] == _OURS


_PARTS: Final[dict[Any, Callable[[Any], Iterable[object]]]] = {
    types.FunctionType: _of_function,
    types.MethodType: lambda method: (method.__func__, method.__self__),
    functools.partial: lambda part: (part.func, *part.args, *part.keywords.values()),
    property: lambda one: tuple(part for part in (one.fget, one.fset) if part),
    (staticmethod, classmethod): lambda one: (one.__func__,),
    type: _of_class,
    dict: lambda one: one.values(),
    (list, tuple, set, frozenset): iter,
}
