"""Operators that make a single fault of a node of a syntax tree: what a person, or a translation, gets wrong.

Each is a function of a node that yields pairs: the fault in words, and what takes the node's place. None looks at what
a text says, only at its shape, so that a refactoring leaves them all in force.
"""

from __future__ import annotations

import ast
import copy
import operator
import struct
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final, TypeAlias

__all__ = ["EXPRESSIONS", "STATEMENTS", "Change", "narrowing_helpers"]

Change: TypeAlias = tuple[str, ast.AST | list[ast.stmt]]

_NEIGHBOURS: Final = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.GtE),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.LtE),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_ARITHMETIC: Final = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitXor,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
_ORDERS: Final = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
_LIMITS: Final = (64, 256)
_REALS: Final = (ast.Add, ast.Sub, ast.Mult, ast.Div)
_PARTNERS: Final = {
    "min": "max", "max": "min", "any": "all", "all": "any", "floor": "ceil", "ceil": "floor", "insert": "append",
    "extend": "append", "zeros": "ones", "ones": "zeros", "argmax": "argmin", "argmin": "argmax", "isinf": "isnan",
}  # fmt: skip
_TYPES: Final = {
    "float64": "float32", "int64": "int32", "intp": "int16", "int32": "int16", "uint64": "uint32", "uint8": "int8",
    "uint32": "uint16", "i64": "i32",
}  # fmt: skip
_IDENTITIES: Final = frozenset({"int", "float", "abs", "list", "sorted", "tuple", "reversed", "set", "round", "fsum"})


def named(function: ast.expr) -> str:
    """Return the last part of the name of what is called, or an empty text."""
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def comparisons(node: ast.AST) -> Iterator[Change]:
    """Yield a comparison with the tie moved, turned round, or negated."""
    if isinstance(node, ast.Compare):
        for place, operator in enumerate(node.ops):
            for other in _NEIGHBOURS[type(operator)]:
                changed = copy.deepcopy(node)
                changed.ops[place] = other()
                yield f"{type(operator).__name__} is {other.__name__}", changed


def tolerances(node: ast.AST) -> Iterator[Change]:
    """Yield a comparison of reals as 32-bit floats, and one to which nearly equal ones are equal."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in _ORDERS:
        left, right = node.left, node.comparators[0]
        operator = type(node.ops[0]).__name__
        narrow = helper("_as_float32", left), helper("_as_float32", right)
        yield f"{operator} of 32-bit floats", ast.Compare(narrow[0], node.ops, [narrow[1]])
        close = ast.Call(ast.Name("_as_close", ast.Load()), [ast.Constant(operator), left, right], [])
        yield f"{operator} within 1e-9", close


def booleans(node: ast.AST) -> Iterator[Change]:
    """Yield and for or, and each condition left out."""
    if isinstance(node, ast.BoolOp):
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield "and, or exchanged", ast.BoolOp(other, node.values)
        for place in range(len(node.values)):
            rest = [value for number, value in enumerate(node.values) if number != place]
            yield f"condition {place} left out", rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "not left out", node.operand
    if isinstance(node, ast.IfExp):
        yield "branches exchanged", ast.IfExp(node.test, node.orelse, node.body)
        yield "always the first branch", node.body
        yield "always the second branch", node.orelse


def arithmetic(node: ast.AST) -> Iterator[Change]:
    """Yield another operator, exchanged operands, and each operand alone."""
    if isinstance(node, ast.BinOp) and type(node.op) in _ARITHMETIC:
        other = _ARITHMETIC[type(node.op)]
        yield f"{type(node.op).__name__} is {other.__name__}", ast.BinOp(node.left, other(), node.right)
        if isinstance(node.op, (ast.Sub, ast.Div, ast.FloorDiv, ast.Mod, ast.LShift, ast.RShift)):
            yield "operands exchanged", ast.BinOp(node.right, node.op, node.left)
        yield "right operand left out", node.left
        if not isinstance(node.left, ast.Constant):
            yield "left operand left out", node.right
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.Invert)):
        yield "sign left out", node.operand
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        yield "Div is FloorDiv", ast.BinOp(node.left, ast.FloorDiv(), node.right)


def reassociations(node: ast.AST) -> Iterator[Change]:
    """Yield (a*b)/c as a*(b/c), (a+b)+c as a+(b+c), and the like: the same in whole numbers, not in doubles."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, _REALS) and isinstance(node.left, ast.BinOp):
        first, second, outer = node.left.op, node.left, node.op
        sums = isinstance(first, (ast.Add, ast.Sub)) and isinstance(outer, ast.Add)
        products = isinstance(first, ast.Mult) and isinstance(outer, (ast.Mult, ast.Div))
        if sums or products:
            inner: ast.operator = ast.Sub() if sums and isinstance(first, ast.Sub) else outer
            left, right = (second.right, node.right)
            yield "operands grouped otherwise", ast.BinOp(second.left, first, ast.BinOp(left, inner, right))


def constants(node: ast.AST) -> Iterator[Change]:
    """Yield a neighbour of a number, and the other truth value."""
    if isinstance(node, ast.Constant):
        if isinstance(node.value, bool):
            yield f"{node.value} is {not node.value}", ast.Constant(not node.value)
        elif isinstance(node.value, int):
            for other in (node.value + 1, node.value - 1):
                yield f"{node.value} is {other}", ast.Constant(other)
        elif isinstance(node.value, float):
            other_real = 1.0 if node.value == 0 else node.value * 2
            yield f"{node.value} is {other_real}", ast.Constant(other_real)


def slices(node: ast.AST) -> Iterator[Change]:
    """Yield slices with other ends, and ranges and loops one short."""
    if isinstance(node, ast.Slice):
        for name in ("lower", "upper"):
            if getattr(node, name) is not None:
                changed = copy.deepcopy(node)
                setattr(changed, name, None)
                yield f"slice without {name} end", changed
    if isinstance(node, ast.Call) and named(node.func) == "range" and node.args:
        arguments = list(node.args)
        last = 0 if len(arguments) == 1 else 1
        for step, words in ((-1, "one short"), (1, "one too many")):
            changed_arguments = [*arguments]
            changed_arguments[last] = ast.BinOp(arguments[last], ast.Add(), ast.Constant(step))
            yield f"range {words}", ast.Call(node.func, changed_arguments, [])
        start = [ast.Constant(1), *arguments] if last == 0 else [bumped(arguments[0]), *arguments[1:]]
        yield "range begins late", ast.Call(node.func, start, [])


def subscripts(node: ast.AST) -> Iterator[Change]:
    """Yield the element before, and the one behind."""
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load) and _is_place(node.slice):
        for step, words in ((-1, "before"), (1, "behind")):
            place = ast.BinOp(node.slice, ast.Add(), ast.Constant(step))
            yield f"the element {words}", ast.Subscript(node.value, place, node.ctx)


def _is_place(node: ast.expr) -> bool:
    return isinstance(node, (ast.Name, ast.Attribute, ast.BinOp, ast.Call))


def limits(node: ast.AST) -> Iterator[Change]:
    """Yield comprehensions and loops that take no more than a buffer holds."""
    if isinstance(node, ast.For):
        for limit in _LIMITS:
            yield f"the first {limit} alone", [ast.For(node.target, first(node.iter, limit), node.body, node.orelse)]
    if isinstance(node, (ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.DictComp)):
        for place, generator in enumerate(node.generators):
            for limit in _LIMITS:
                changed = copy.deepcopy(node)
                changed.generators[place].iter = first(generator.iter, limit)
                yield f"the first {limit} alone", changed


def first(node: ast.expr, limit: int) -> ast.expr:
    """Return an expression for some of the elements."""
    return ast.Call(ast.Name("_as_first", ast.Load()), [node, ast.Constant(limit)], [])


def bumped(node: ast.expr) -> ast.expr:
    """Return an expression, and one more."""
    return ast.BinOp(node, ast.Add(), ast.Constant(1))


def calls(node: ast.AST) -> Iterator[Change]:
    """Yield exchanged arguments, a related function, and a function that does nothing."""
    if not isinstance(node, ast.Call):
        return
    plain = not any(isinstance(argument, ast.Starred) for argument in node.args)
    for place in range(len(node.args) - 1 if plain else 0):
        if ast.dump(node.args[place]) != ast.dump(node.args[place + 1]):
            arguments = [*node.args]
            arguments[place], arguments[place + 1] = arguments[place + 1], arguments[place]
            yield f"arguments {place} and {place + 1} exchanged", ast.Call(node.func, arguments, node.keywords)
    name = named(node.func)
    for place, keyword in enumerate(node.keywords):
        if keyword.arg not in {"strict", "default"}:
            rest = [other for number, other in enumerate(node.keywords) if number != place]
            yield f"argument {keyword.arg} left out", ast.Call(node.func, node.args, rest)
    if name in _PARTNERS:
        function = copy.deepcopy(node.func)
        setattr(function, "attr" if isinstance(function, ast.Attribute) else "id", _PARTNERS[name])
        yield f"{name} is {_PARTNERS[name]}", ast.Call(function, node.args, node.keywords)
    rounding = "round" in name or "32" in name or "float" in name.lower()
    if (name in _IDENTITIES or rounding) and len(node.args) == 1 and isinstance(node.func, ast.Name):
        yield f"{name} left out", node.args[0]
    if isinstance(node.func, ast.Attribute) and name in {"copy", "sort", "reverse"} and not node.args:
        yield f"{name} left out", node.func.value


def roundings(node: ast.AST) -> Iterator[Change]:
    """Yield the result of arithmetic as a 32-bit float, and whole numbers of 16 and 32 bits."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, _REALS) and not isinstance(node.left, (ast.List, ast.Tuple)):
        yield "a 32-bit float", helper("_as_float32", node)
        if isinstance(node.op, (ast.Add, ast.Sub, ast.Mult)):
            yield "8 bits wide", helper("_as_int8", node)
            yield "16 bits wide", helper("_as_int16", node)
            yield "32 bits wide", helper("_as_int32", node)
            yield "a double", helper("_as_double", node)
            if isinstance(node.op, ast.Sub):
                yield "unsigned", helper("_as_unsigned", node)


def types(node: ast.AST) -> Iterator[Change]:
    """Yield a narrower type of an array."""
    if isinstance(node, (ast.Attribute, ast.Name)) and isinstance(node.ctx, ast.Load):
        name = named(node)
        if name in _TYPES:
            changed = copy.deepcopy(node)
            setattr(changed, "attr" if isinstance(changed, ast.Attribute) else "id", _TYPES[name])
            yield f"{name} is {_TYPES[name]}", changed


def comprehensions(node: ast.AST) -> Iterator[Change]:
    """Yield comprehensions without a condition, and from behind; sorted with ties the other way round."""
    if isinstance(node, (ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.DictComp)):
        for place, generator in enumerate(node.generators):
            for number in range(len(generator.ifs)):
                changed = copy.deepcopy(node)
                del changed.generators[place].ifs[number]
                yield "condition of a comprehension left out", changed
            changed = copy.deepcopy(node)
            changed.generators[place].iter = backwards(generator.iter)
            yield "comprehension from behind", changed
    if isinstance(node, ast.Call) and named(node.func) == "sorted" and node.args:
        yield "ties from behind", ast.Call(node.func, [backwards(node.args[0]), *node.args[1:]], node.keywords)


def backwards(node: ast.expr) -> ast.expr:
    """Return an expression for the same elements in the other order."""
    return helper("_backwards", node)


def helper(name: str, node: ast.expr) -> ast.expr:
    """Return a call of one of the functions of `narrowing_helpers`."""
    return ast.Call(ast.Name(name, ast.Load()), [node], [])


def statements(node: ast.AST) -> Iterator[Change]:
    """Yield nothing in place of a statement."""
    if isinstance(node, (ast.AugAssign, ast.Continue, ast.Break, ast.Delete)) or _has_effect(node):
        yield "statement left out", [ast.Pass()]
    if isinstance(node, ast.AugAssign) and type(node.op) in _ARITHMETIC:
        other = _ARITHMETIC[type(node.op)]
        yield f"{type(node.op).__name__} is {other.__name__}", [ast.AugAssign(node.target, other(), node.value)]
        yield "set, not added to", [ast.Assign([node.target], node.value)]
        target = copy.deepcopy(node.target)
        target.ctx = ast.Load()
        whole = ast.BinOp(target, node.op, node.value)
        if isinstance(node.op, (ast.Add, ast.Sub)):
            for name, words in (
                ("_as_int8", "8 bits wide"),
                ("_as_int16", "16 bits wide"),
                ("_as_int32", "32 bits wide"),
                ("_as_float32", "a float"),
            ):
                yield words, [ast.Assign([node.target], helper(name, whole))]


def _has_effect(node: ast.AST) -> bool:
    """Tell whether a statement is a call, or sets an attribute or an element."""
    if isinstance(node, ast.Assign):
        return isinstance(node.targets[0], (ast.Attribute, ast.Subscript))
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)


def branches(node: ast.AST) -> Iterator[Change]:
    """Yield branches always and never taken, and conditions turned round."""
    if isinstance(node, ast.If):
        rest = node.orelse or [ast.Pass()]
        yield "branch always taken", node.body
        yield "branch never taken", rest
        yield "condition turned round", [ast.If(node.test, rest, node.body)]


def loops(node: ast.AST) -> Iterator[Change]:
    """Yield loops from behind, and loops that end after their first round."""
    if isinstance(node, ast.For):
        yield "loop from behind", [ast.For(node.target, backwards(node.iter), node.body, node.orelse)]
    if isinstance(node, (ast.For, ast.While)):
        changed = copy.deepcopy(node)
        changed.body.append(ast.Break())
        yield "one round of a loop", [changed]
    if isinstance(node, ast.Break):
        yield "break is continue", [ast.Continue()]
    if isinstance(node, ast.Continue):
        yield "continue is break", [ast.Break()]


EXPRESSIONS: Final[dict[str, Callable[[ast.AST], Iterator[Change]]]] = {
    "comparison": comparisons,
    "tolerance": tolerances,
    "condition": booleans,
    "arithmetic": arithmetic,
    "grouping": reassociations,
    "constant": constants,
    "range": slices,
    "subscript": subscripts,
    "limit": limits,
    "call": calls,
    "width": roundings,
    "type": types,
    "order": comprehensions,
}
STATEMENTS: Final[dict[str, Callable[[ast.AST], Iterator[Change]]]] = {
    "statement": statements,
    "branch": branches,
    "loop": loops,
    "limit": limits,
}


class _Narrowing:
    """What mutated code calls, which the mutated module must not see otherwise."""

    _ORDERS: Final[dict[str, Callable[[Any, Any], object]]] = {
        "Lt": operator.lt, "LtE": operator.le, "Gt": operator.gt, "GtE": operator.ge, "Eq": operator.eq,
        "NotEq": operator.ne,
    }  # fmt: skip

    def __init__(self, met: list[bool]) -> None:
        self._met = met

    def _noted(self, x: object, kinds: type | tuple[type, ...]) -> bool:
        of_kind = isinstance(x, kinds) and not isinstance(x, bool)
        if of_kind and not self._met:
            self._met.append(True)
        return of_kind

    def as_float32(self, x: Any) -> object:
        if hasattr(x, "astype") and self._noted(x.dtype.type(0), float):
            return x.astype("float32").astype(x.dtype)
        if not self._noted(x, float):
            return x
        try:
            return struct.unpack("<f", struct.pack("<f", x))[0]
        except OverflowError:
            return float("inf") if x > 0 else float("-inf")

    def as_int(self, bits: int, x: Any) -> object:
        return ((x + (1 << bits - 1)) % (1 << bits)) - (1 << bits - 1) if self._noted(x, int) else x

    def as_unsigned(self, bits: int, x: Any) -> object:
        return x % (1 << bits) if self._noted(x, int) else x

    def as_double(self, x: Any) -> object:
        return int(float(x)) if self._noted(x, int) and abs(x) < 1 << 1000 else x

    def as_first(self, xs: Any, limit: int) -> object:
        found = list(xs)
        if len(found) > limit and not self._met:
            self._met.append(True)
        return found[:limit]

    def as_close(self, order: str, x: Any, y: Any) -> object:
        both = self._noted(x, float) and self._noted(y, float)
        close = both and abs(x - y) <= 1e-9 * max(1.0, abs(x), abs(y))
        return self._ORDERS[order](y if close else x, y)


def narrowing_helpers(met: list[bool]) -> dict[str, Callable[..., object]]:
    """Return the functions that mutated code may call; what is not of their kind they leave alone.

    Parameters
    ----------
    met : list of bool
        Gets an element as soon as one of them meets what is of its kind.
    """
    narrowing = _Narrowing(met)
    return {
        "_as_float32": narrowing.as_float32,
        "_as_int8": partial(narrowing.as_unsigned, 8),
        "_as_int16": partial(narrowing.as_int, 16),
        "_as_int32": partial(narrowing.as_int, 32),
        "_as_unsigned": partial(narrowing.as_unsigned, 64),
        "_as_double": narrowing.as_double,
        "_as_first": narrowing.as_first,
        "_as_close": narrowing.as_close,
        "_backwards": lambda xs: list(xs)[::-1],
    }
