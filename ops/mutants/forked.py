"""A pytest plugin that, instead of running the tests, tries mutants on them, each in a fork.

Tests are collected once, and Django and its database are set up once. The child process of a mutant
then replaces the code of one function, or the value of one constant, and runs the tests that reach
it until one fails. One run with instrumented functions finds which tests reach what; its result is
stored in a file.
"""

import ast
import builtins
import functools
import gc
import hashlib
import json
import os
import resource
import signal
import sys
import types
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler

from ops.mutants.operators import Function, is_used_at_import, mutated, owners
from ops.places import ROOT

_MARKS: Final = "_mutants_reached"
_HANGS_AFTER_S: Final = 1800  # for a mutant that waits forever; a busy one hits the CPU limit first
Places = dict[tuple[str, str], int]  # index of each function, by file and name
Reach = dict[str, dict[str, Any]]


class Plan:
    """The parameters from `python -m ops.mutants`, and the pipe that reports results to it."""

    def __init__(self) -> None:
        told = json.loads(Path(os.environ["MUTANTS_PLAN"]).read_text())
        self.mutants: list[dict[str, Any]] = told["mutants"]
        self.files: list[str] = told["files"]
        self.kept = Path(told["kept"])
        self.jobs: int = told["jobs"]
        self.most: int = told["most"]
        named = [(file, owner) for file in self.files for owner in _functions_in(file)]
        self.places: Places = {place: number for number, place in enumerate(named)}

    def tell(self, **words: Any) -> None:
        os.write(int(os.environ["MUTANTS_TELL"]), (json.dumps(words) + "\n").encode())

    def tell_of(self, mutant: dict[str, Any], **words: Any) -> None:
        self.tell(file=mutant["file"], mutant=mutant["number"], **{"tried": 0, "of": 0, **words})


class Watch:
    """Collects the result and duration of the running test."""

    def __init__(self) -> None:
        self.has_failed = False
        self.seconds = 0.0

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.has_failed = self.has_failed or report.failed
        self.seconds += report.duration


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    if session.testsfailed:
        raise session.Interrupted("tests cannot be collected")
    plan, watch = Plan(), Watch()
    session.config.pluginmanager.register(watch)
    gc.unfreeze()  # the functions to change are searched among all objects
    if settings.configured:
        WSGIHandler()  # imports the middleware now; the first request would be too late
    _make_database(session.items)
    reach = _reach(session.items, plan=plan, watch=watch)
    waiting, running = list(plan.mutants), dict[int, dict[str, Any]]()
    while waiting or running:
        while waiting and len(running) < plan.jobs:
            mutant = waiting.pop(0)
            pid = _forked(partial(_try, mutant, session.items, reach, plan, watch))
            running[pid] = mutant
        pid, status = os.wait()
        mutant = running.pop(pid)
        if os.WIFSIGNALED(
            status
        ):  # out of time, or a crash of Python: the tests would fail as well
            plan.tell_of(mutant, outcome="killed", by=f"signal {os.WTERMSIG(status)}")
        elif status:
            plan.tell_of(mutant, outcome="left out", by="it could not be put in, or broke off")
    return True


def _make_database(items: list[pytest.Item]) -> None:
    # Runs one test that needs the database: session fixtures then last for every child.
    for item in items:
        if {"db", "transactional_db"} & set(getattr(item, "fixturenames", ())):
            far = (other for other in items if other.path.parent != item.path.parent)
            item.ihook.pytest_runtest_protocol(item=item, nextitem=next(far, item))
            return


def _forked(work: Callable[[], None]) -> int:
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        signal.alarm(_HANGS_AFTER_S)
        work()
        code = 0
    finally:
        os._exit(code)


def _try(
    mutant: dict[str, Any], items: list[pytest.Item], reach: Reach, plan: Plan, watch: Watch
) -> None:
    stem = Path(mutant["file"]).stem
    known = [item for item in items if item.nodeid in reach]
    tests = _reaching(mutant, known, reach, plan)
    tests.sort(key=lambda item: _farness(item, stem, reach))
    near = sorted(tests[: plan.most], key=_empties_tables)
    if not near:
        plan.tell_of(mutant, outcome="no test")
        return
    _put_in(mutant)
    _limit_cpu(60 + 5 * sum(reach[item.nodeid]["seconds"] for item in near))
    for tried, item in enumerate(near, start=1):
        item.ihook.pytest_runtest_protocol(item=item, nextitem=(near * 2)[tried])
        if watch.has_failed:
            plan.tell_of(mutant, outcome="killed", by=item.nodeid)
            return
    plan.tell_of(mutant, outcome="survived", tried=len(near), of=len(tests))


def _farness(item: pytest.Item, stem: str, reach: Reach) -> tuple[bool, int, float]:
    # The file's own tests first, then those that reach little else, the fast ones first.
    found = reach[item.nodeid]
    return stem not in item.path.stem, len(found["places"]) // 20, found["seconds"]


def _empties_tables(item: pytest.Item) -> bool:
    return "transactional_db" in getattr(item, "fixturenames", ())


def _limit_cpu(seconds: float) -> None:
    used = resource.getrusage(resource.RUSAGE_SELF)
    most = int(used.ru_utime + used.ru_stime + seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (most, most))


# Replacing code


def _put_in(mutant: dict[str, Any]) -> None:
    path = ROOT / mutant["file"]
    tree = mutated(path.read_text(), mutant["number"])
    if mutant["owner"].isupper():
        _swap_constant(tree, path, mutant["owner"])
    else:
        _swap_code({path: tree}, owner=mutant["owner"])


def _swap_code(trees: dict[Path, ast.Module], *, owner: str = "") -> None:
    # Replaces the code in all live functions of the files, or of one owner: decorated, nested and
    # stored ones too. Raises ValueError if the change removed a variable that a closure takes from
    # the function around it.
    codes = {
        _name(code): code
        for path, tree in trees.items()
        for code in _codes(compile(tree, str(path), "exec"))
    }
    for each in gc.get_objects():
        if type(each) is functools._lru_cache_wrapper:  # may hold a result of the old code
            each.cache_clear()
        elif (
            type(each) is types.FunctionType
            and _name(each.__code__) in codes
            and owner in {"", _outermost(each.__code__)}
        ):
            each.__code__ = codes[_name(each.__code__)]


def _swap_constant(tree: ast.Module, path: Path, name: str) -> None:
    # In every module that imported the constant.
    value: Any = dict(owners(tree))[name]
    home, holders = _holders(path, name)
    new = eval(compile(ast.Expression(value), str(path), "eval"), vars(home))  # noqa: S307
    for each in holders:
        vars(each)[name] = new


def _holders(path: Path, name: str) -> tuple[Any, list[Any]]:
    # The module that defines the constant, and all modules that have it under its name.
    modules = [each for each in list(sys.modules.values()) if getattr(each, "__file__", None)]
    [home] = [each for each in modules if each.__file__ == str(path)]
    return home, [each for each in modules if vars(each).get(name, _MARKS) is vars(home)[name]]


def _is_used_at_import(module: Any, name: str) -> bool:
    return is_used_at_import(ast.parse(Path(module.__file__).read_text()), name)


def _reaching(mutant: dict[str, Any], items: list[Any], reach: Reach, plan: Plan) -> list[Any]:
    # The tests that can kill a mutant. A constant is reached by functions that name it, and by
    # tests that name it. Values computed from it at import keep the old value: a test module that
    # computed one is left out, and if the product computed one, ValueError is raised.
    file, owner = mutant["file"], mutant["owner"]
    if not owner.isupper():
        here = plan.places[file, owner]
        return [item for item in items if here in reach[item.nodeid]["places"]]
    home, holders = _holders(ROOT / file, owner)
    stale = [each for each in holders if _is_used_at_import(each, owner)]
    product = {str(ROOT / each) for each in plan.files}
    if any(each.__file__ in product for each in stale):
        raise ValueError(f"more is worked out from {owner} at import")
    naming = _naming(owner, home, plan.places)
    return [
        item
        for item in items
        if item.module not in stale
        and (item.module in holders or naming & reach[item.nodeid]["places"])
    ]


def _naming(constant: str, home: Any, places: Places) -> set[int]:
    files = {str(ROOT / file): file for file, _ in places}
    meant = {id(home), id(vars(home)[constant])}
    found = {
        (files[each.__code__.co_filename], _outermost(each.__code__))
        for each in gc.get_objects()
        if type(each) is types.FunctionType and each.__code__.co_filename in files
        for code in _codes(each.__code__)
        if constant in code.co_names
        and any(id(each.__globals__.get(name)) in meant for name in code.co_names)
    }
    return {places[place] for place in found if place in places}


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    yield code
    for each in code.co_consts:
        if isinstance(each, types.CodeType):
            yield from _codes(each)


def _name(code: types.CodeType) -> tuple[str, str, int]:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def _outermost(code: types.CodeType) -> str:
    return code.co_qualname.partition(".<locals>")[0]


# Finding the functions that each test reaches


def _reach(items: list[pytest.Item], *, plan: Plan, watch: Watch) -> Reach:
    # For each passing test, the functions that it reaches. Only tests in changed files run again.
    # Each test file is one line of the stored result, so that an interrupted run can continue.
    helpers = [path for path in (ROOT / "api/tests").rglob("*.py") if path.stem[:5] != "test_"]
    product = [*helpers, *(ROOT / file for file in plan.files)]
    first = hashlib.sha256(b"".join(path.read_bytes() for path in sorted(product)))
    now = {path: _print(path, first) for path in {item.path for item in items}}
    known = _kept(plan.kept, set(now.values()))
    wanted = [item for item in items if now[item.path] not in known]
    plan.tell(outcome="looking", tried=len(wanted), of=len(items))
    for part in _by_file(wanted, plan.jobs):
        _forked(partial(_look, part, now, plan=plan, watch=watch))
    with suppress(ChildProcessError):
        while os.wait():
            pass
    known = _kept(plan.kept, set(now.values()))
    if unknown := [str(path) for path, print_ in now.items() if print_ not in known]:
        raise RuntimeError(f"what these reach is not known: {', '.join(unknown)}")
    return {nodeid: test for tests in known.values() for nodeid, test in tests.items()}


def _print(path: Path, first: Any) -> str:
    whole = first.copy()
    whole.update(str(path).encode() + path.read_bytes())
    return str(whole.hexdigest())


def _kept(file: Path, prints: set[str]) -> dict[str, Reach]:
    # Drops the stored results of test files that have changed.
    lines = file.read_text().splitlines(keepends=True) if file.exists() else []
    found = {line: json.loads(line) for line in lines}
    file.write_text("".join(line for line, each in found.items() if each["print"] in prints))
    known = {each["print"]: each["tests"] for each in found.values() if each["print"] in prints}
    for test in [test for tests in known.values() for test in tests.values()]:
        test["places"] = set(test["places"])
    return known


def _by_file(items: list[pytest.Item], count: int) -> list[list[list[pytest.Item]]]:
    files = defaultdict[Path, list[pytest.Item]](list)
    for item in items:
        files[item.path].append(item)
    return [list(files.values())[start::count] for start in range(count)]


def _look(
    files: list[list[pytest.Item]], now: dict[Path, str], *, plan: Plan, watch: Watch
) -> None:
    signal.alarm(0)
    reached = set[int]()
    setattr(builtins, _MARKS, reached)
    _swap_code({ROOT / file: _marked(file, plan.places) for file in plan.files})
    for place, items in enumerate(files):
        tests = {}
        after = (files[place + 1 :] or files)[0][0]
        for item, following in zip(items, [*items[1:], after], strict=True):
            reached.clear()
            watch.has_failed, watch.seconds = False, 0.0
            item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
            if watch.has_failed:
                plan.tell(outcome="fails without a mutant", by=item.nodeid, tried=0, of=0)
            else:
                tests[item.nodeid] = {"places": sorted(reached), "seconds": watch.seconds}
        line = json.dumps({"print": now[items[0].path], "tests": tests}) + "\n"
        with plan.kept.open("ab", buffering=0) as kept:  # one write: other processes append
            kept.write(line.encode())


def _functions_in(file: str) -> list[str]:
    found = owners(ast.parse((ROOT / file).read_text()))
    return [owner for owner, node in found if isinstance(node, Function)]


def _marked(file: str, places: Places) -> ast.Module:
    # Each function first records the outermost function that contains it.
    tree = ast.parse((ROOT / file).read_text())
    for owner, node in owners(tree):
        if isinstance(node, Function):
            mark = f"{_MARKS}.add({places[file, owner]})"
            for function in [each for each in ast.walk(node) if isinstance(each, Function)]:
                function.body.insert(0, ast.parse(mark).body[0])
    return ast.fix_missing_locations(tree)
