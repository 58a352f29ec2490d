"""The mutations of a Python file: one place in a function's body, or one constant."""

import ast
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from ops.places import ROOT

_SWAPPED: Final[dict[type[ast.AST], tuple[type[ast.AST], str]]] = {
    ast.Lt: (ast.LtE, "boundary"),
    ast.LtE: (ast.Lt, "boundary"),
    ast.Gt: (ast.GtE, "boundary"),
    ast.GtE: (ast.Gt, "boundary"),
    ast.Eq: (ast.NotEq, "comparison"),
    ast.NotEq: (ast.Eq, "comparison"),
    ast.Is: (ast.IsNot, "comparison"),
    ast.IsNot: (ast.Is, "comparison"),
    ast.In: (ast.NotIn, "comparison"),
    ast.NotIn: (ast.In, "comparison"),
    ast.And: (ast.Or, "and/or"),
    ast.Or: (ast.And, "and/or"),
    ast.Add: (ast.Sub, "arithmetic"),
    ast.Sub: (ast.Add, "arithmetic"),
    ast.Mult: (ast.FloorDiv, "arithmetic"),
    ast.FloorDiv: (ast.Mult, "arithmetic"),
    ast.Div: (ast.Mult, "arithmetic"),
}
_OTHER_NAME: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}
# Calls that are still valid when one keyword argument is removed.
_ASKS_DATABASE: Final = {"exclude", "filter", "get", "update", "Q"}
_LOGS: Final = {"log", "logger", "logging"}
_LEAVES_OUT: Final = {"statement": "pass", "early return": "pass", "element": "", "filter": ""}
_NO_CODE: Final = {"annotation", "cause", "decorator_list", "returns"}
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """A mutation; `number` is its index among all mutations of the file."""

    file: str
    owner: str  # the outermost function, or the constant
    line: int
    kind: str
    number: int
    before: str
    after: str

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Change:
    """A new value for one field of one node; `shown` is the node that a report prints."""

    node: ast.AST
    field: str
    value: Any
    kind: str
    shown: ast.AST

    def make(self) -> tuple[str, str]:
        """Change the tree, and return the source before and after."""
        before = ast.unparse(self.shown)
        setattr(self.node, self.field, self.value)
        if self.kind in _LEAVES_OUT:
            return before, _LEAVES_OUT[self.kind]
        return before, ast.unparse(self.value if self.kind == "condition turned" else self.shown)


def mutants_of(path: Path) -> list[Mutant]:
    source = path.read_text()
    found = []
    for number, (owner, change) in enumerate(_changes(ast.parse(source))):
        was = getattr(change.node, change.field)
        before, after = change.make()
        setattr(change.node, change.field, was)
        line = getattr(change.shown, "lineno", 0)
        name = str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)
        found.append(
            Mutant(
                file=name,
                owner=owner,
                line=line,
                kind=change.kind,
                number=number,
                before=before,
                after=after,
            )
        )
    return found


def mutated(source: str, number: int) -> ast.Module:
    tree = ast.parse(source)
    _changes(tree)[number][1].make()
    return ast.fix_missing_locations(tree)


def _changes(tree: ast.Module) -> list[tuple[str, Change]]:
    found = []
    for owner, node in owners(tree):
        parts = node.body if isinstance(node, Function) else [node]
        found += [(owner, change) for part in parts for change in _inside(part, node)]
        if isinstance(node, Function):
            found += [(owner, change) for change in _of_statements(node, is_outermost=True)]
    return found


def owners(tree: ast.Module) -> Iterator[tuple[str, Function | ast.expr]]:
    """Yield the functions of a module and its classes, and the values of its constants."""
    for statement in tree.body:
        match statement:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield statement.name, statement
            case ast.ClassDef():
                yield from _methods(statement, statement.name)
            case (
                ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
                | ast.Assign(targets=[ast.Name(id=name)], value=value)
            ) if name.isupper():
                yield name, value


def is_used_at_import(tree: ast.Module, name: str) -> bool:
    """Return whether another value is computed from the constant at import."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        match waiting.pop():
            case ast.Name(id=found, ctx=ast.Load()) if found == name:
                return True
            case (ast.FunctionDef() | ast.AsyncFunctionDef()) as node:
                waiting += [*node.decorator_list, *node.args.defaults]
                waiting += [each for each in node.args.kw_defaults if each]
            case ast.Lambda():
                pass
            case node:
                waiting += ast.iter_child_nodes(node)
    return False


def _methods(of: ast.ClassDef, name: str) -> Iterator[tuple[str, Function]]:
    for statement in of.body:
        if isinstance(statement, Function):
            yield f"{name}.{statement.name}", statement
        elif isinstance(statement, ast.ClassDef):
            yield from _methods(statement, f"{name}.{statement.name}")


def _inside(node: ast.AST, parent: ast.AST) -> Iterator[Change]:
    if _is_words(node, parent):
        return
    yield from _of(node)
    if isinstance(node, ast.stmt | ast.ExceptHandler | ast.match_case):
        yield from _of_statements(node)
    for field, child in ast.iter_fields(node):
        if field in _NO_CODE or isinstance(child, ast.arguments):
            continue
        for each in child if isinstance(child, list) else [child]:
            if isinstance(each, ast.AST):
                yield from _inside(each, node)


def _is_words(node: ast.AST, parent: ast.AST) -> bool:
    # Docstrings, parts of f-strings and log calls: tests need not pin them.
    match node:
        case ast.Expr(value=ast.Constant()):
            return True
        case ast.Constant(value=str()):
            return isinstance(parent, ast.JoinedStr | ast.FormattedValue)
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name)))):
            return name in _LOGS
    return False


def _of(node: ast.AST) -> Iterator[Change]:
    make = _MAKERS.get(type(node))
    return make(node) if make else iter(())


def _of_compare(node: ast.Compare) -> Iterator[Change]:
    for place, op in enumerate(node.ops):
        if type(op) in _SWAPPED:
            other, kind = _SWAPPED[type(op)]
            yield Change(node, "ops", _with(node.ops, place, other()), kind, node)


def _of_and_or(node: ast.BoolOp) -> Iterator[Change]:
    other, kind = _SWAPPED[type(node.op)]
    yield Change(node, "op", other(), kind, node)
    nothing = ast.Constant(isinstance(node.op, ast.And))
    for place in range(len(node.values)):
        yield Change(node, "values", _with(node.values, place, nothing), "condition", node)


def _of_sum(node: ast.BinOp | ast.AugAssign) -> Iterator[Change]:
    if type(node.op) in _SWAPPED:
        other, kind = _SWAPPED[type(node.op)]
        yield Change(node, "op", other(), kind, node)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        yield Change(node, "right", ast.Set(elts=[]), "element", node.right)


def _of_not(node: ast.UnaryOp) -> Iterator[Change]:
    if isinstance(node.op, ast.Not):
        yield Change(node, "operand", _not(node.operand), "not", node)


def _of_test(node: ast.If | ast.IfExp | ast.While) -> Iterator[Change]:
    yield Change(node, "test", _not(node.test), "condition turned", node.test)


def _of_loop(node: ast.comprehension) -> Iterator[Change]:
    if node.ifs:
        yield Change(node, "ifs", [], "filter", node.ifs[0])


def _of_set(node: ast.Set) -> Iterator[Change]:
    for place, gone in enumerate(node.elts if len(node.elts) > 1 else ()):
        rest = [*node.elts[:place], *node.elts[place + 1 :]]
        yield Change(node, "elts", rest, "element", gone)


def _of_constant(node: ast.Constant) -> Iterator[Change]:
    match node.value:
        case bool() as value:
            yield Change(node, "value", not value, "true/false", node)
        case int() as value:
            yield Change(node, "value", value + 1, "number", node)
        case str() as value if value and not any(sign.isspace() for sign in value):
            yield Change(node, "value", "", "text", node)


def _of_return(node: ast.Return) -> Iterator[Change]:
    match node.value:
        case None | ast.Constant():  # booleans are mutated as constants
            return
        case ast.Compare() | ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
            yield Change(node, "value", ast.Constant(True), "return", node)
            yield Change(node, "value", ast.Constant(False), "return", node)
        case _:
            yield Change(node, "value", ast.Constant(None), "return", node)


def _of_call(node: ast.Call) -> Iterator[Change]:
    func = node.func
    if isinstance(func, ast.Name) and func.id in _OTHER_NAME:
        yield Change(node, "func", ast.Name(_OTHER_NAME[func.id], ast.Load()), "min/max", node)
    name = func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")
    if name in _ASKS_DATABASE and len(node.keywords) + len(node.args) > 1:
        for place, keyword in enumerate(node.keywords):
            if keyword.arg:
                rest = [*node.keywords[:place], *node.keywords[place + 1 :]]
                yield Change(node, "keywords", rest, "keyword", node)


def _of_statements(node: ast.AST, *, is_outermost: bool = False) -> Iterator[Change]:
    for field in ("body", "orelse", "finalbody"):
        statements = getattr(node, field, [])
        for place, statement in enumerate(statements if isinstance(statements, list) else []):
            kind = _kind_of_statement(statement, is_outermost=is_outermost)
            if kind and not _is_words(statement, node):
                rest = _with(statements, place, ast.copy_location(ast.Pass(), statement))
                yield Change(node, field, rest, kind, statement)


def _kind_of_statement(statement: ast.stmt, *, is_outermost: bool) -> str:
    match statement:
        case ast.Expr(value=ast.Call()) | ast.Raise() | ast.AugAssign():
            return "statement"
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            return "statement"
        case ast.Return() if not is_outermost:
            return "early return"
    return ""


def _with(items: list[Any], place: int, item: Any) -> list[Any]:
    return [*items[:place], item, *items[place + 1 :]]


def _not(node: ast.expr) -> ast.UnaryOp:
    return ast.UnaryOp(op=ast.Not(), operand=node)


_MAKERS: Final[dict[type[ast.AST], Callable[[Any], Iterator[Change]]]] = {
    ast.AugAssign: _of_sum,
    ast.BinOp: _of_sum,
    ast.BoolOp: _of_and_or,
    ast.Call: _of_call,
    ast.Compare: _of_compare,
    ast.Constant: _of_constant,
    ast.If: _of_test,
    ast.IfExp: _of_test,
    ast.Return: _of_return,
    ast.Set: _of_set,
    ast.UnaryOp: _of_not,
    ast.While: _of_test,
    ast.comprehension: _of_loop,
}
