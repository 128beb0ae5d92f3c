"""Finds tests that assert nothing, neither themselves nor in what they call.

What they call is looked for by name in the test's module and in those of `tests` that it imports,
methods as well as functions, and fixtures too. Such a test can only show that nothing is raised;
then its name has to say so: `..._without_error`, or `..._without_another_error` if one is expected.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.support.suite.tidy_trees import Function, statements

SAYS_SO = ("without_error", "without_another_error")
CHECKS = ("raises", "warns", "fail")
"""What pytest has beside `assert`."""
Named = Function | ast.ClassDef


class Module(NamedTuple):
    """By the name of each function, method and class: what is called there; and what asserts."""

    called: dict[str, set[str]]
    asserting: frozenset[str]


def silent_tests(file: str, root: Path) -> list[str]:
    """The names of a file's tests that assert nothing and lack `without_error` in their names."""
    module = read(file, root)
    return [
        name
        for name in module.called
        if name.startswith("test_")
        and not any(words in name for words in SAYS_SO)
        and name not in module.asserting
    ]


@cache
def read(file: str, root: Path) -> Module:
    """A module of the tests, and with it those that it imports."""
    tree = ast.parse((root / file).read_text())
    called: dict[str, set[str]] = {}
    asserting: set[str] = set()
    imported = {"tests/conftest.py"} if "/test_" in file else set()
    for node in statements(tree):
        if isinstance(node, Named):
            within = list(ast.walk(node))
            called.setdefault(node.name, set()).update(_called(node, within))
            if any(map(_is_check, within)):
                asserting.add(node.name)
    for node in tree.body:  # those that are only for types may go round in a circle
        if isinstance(node, ast.ImportFrom):
            imported |= set(_files(node, root))
    others = [read(each, root).asserting for each in imported - {file}]
    foreign = frozenset().union(*others) - called.keys()
    return Module(called, frozenset(_spread(called, asserting, foreign)))


def _spread(called: dict[str, set[str]], asserting: set[str], foreign: frozenset[str]) -> set[str]:
    """What asserts by itself or by what it calls, in this module and in others."""
    while True:
        known = asserting | foreign
        more = {name for name, calls in called.items() if name not in asserting and calls & known}
        if not more:
            return asserting
        asserting |= more


def _files(node: ast.ImportFrom, root: Path) -> Iterator[str]:
    """The files of `tests` or `tools` that an import may mean: a module, or what is in it."""
    base = (node.module or "").replace(".", "/")
    for path in (base, *(f"{base}/{each.name}" for each in node.names)):
        if path.startswith(("tests/", "tools/", "compat/")) and (root / f"{path}.py").is_file():
            yield f"{path}.py"


def _is_check(node: ast.AST) -> bool:
    if isinstance(node, ast.Assert):
        return True
    if isinstance(node, ast.Raise) and node.exc is not None:
        return "AssertionError" in ast.unparse(node.exc)
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return False
    # A process that checks, and fails if it does not like what it finds.
    if any(each.arg == "check" and ast.unparse(each.value) == "True" for each in node.keywords):
        return True
    is_pytest = isinstance(node.func.value, ast.Name) and node.func.value.id == "pytest"
    return node.func.attr.startswith("assert_") or (is_pytest and node.func.attr in CHECKS)


def _called(function: Named, within: list[ast.AST]) -> set[str]:
    """The names of what a function calls, hands on or takes as a fixture, or a class inherits."""
    names = {each.arg for each in function.args.args} if isinstance(function, Function) else set()
    for node in within:
        if isinstance(node, ast.Name):
            names.add(node.id)
        elif isinstance(node, ast.Attribute):
            names.add(node.attr)
    return names
