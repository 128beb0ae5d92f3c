"""Lines of files and functions, parameters of functions, attributes of classes."""

from __future__ import annotations

import ast
from pathlib import Path
from statistics import median
from typing import NamedTuple

GENERATED = "protocol/messages/"
Function = ast.FunctionDef | ast.AsyncFunctionDef


class Measure:
    """Numbers with the names of what has them."""

    def __init__(self) -> None:
        self._found: list[tuple[int, str]] = []

    def add(self, number: int, name: str) -> None:
        """Take one of them."""
        self._found.append((number, name))

    def median(self) -> tuple[str, list[str]]:
        """The number in the middle, which needs no name."""
        return f"{median(number for number, _ in self._found):.0f}", []

    def greatest(self) -> tuple[str, list[str]]:
        """The greatest number, and what has it."""
        number, name = max(self._found)
        return str(number), [name]

    def above(self, bound: int) -> tuple[str, list[str]]:
        """How many exceed `bound`, and which, the greatest first."""
        found = sorted(((n, name) for n, name in self._found if n > bound), reverse=True)
        return str(len(found)), [f"{name} ({number})" for number, name in found]


class Sizes(NamedTuple):
    """What is measured of a package."""

    files: Measure
    functions: Measure
    parameters: Measure
    attributes: Measure


def sizes_of(package: Path) -> Sizes:
    """Measure all modules of `package` but the generated messages."""
    sizes = Sizes(Measure(), Measure(), Measure(), Measure())
    for path in sorted(package.rglob("*.py")):
        name = str(path.relative_to(package))
        text = path.read_text()
        if name.startswith(GENERATED) or text.startswith("# Generated"):
            continue
        sizes.files.add(text.count("\n"), name)
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, Function):
                _add_function(sizes, node, f"{name}:{node.name}")
            elif isinstance(node, ast.ClassDef):
                sizes.attributes.add(len(_attributes(node)), f"{name}:{node.name}")
    return sizes


def _add_function(sizes: Sizes, node: Function, name: str) -> None:
    sizes.functions.add((node.end_lineno or node.lineno) - node.lineno + 1, name)
    arguments = node.args
    names = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    count = len([each for each in names if each.arg not in ("self", "cls")])
    sizes.parameters.add(count, name)


def _attributes(node: ast.ClassDef) -> set[str]:
    """The names that its methods set on `self`."""
    return {
        each.attr
        for each in ast.walk(node)
        if isinstance(each, ast.Attribute)
        and isinstance(each.ctx, ast.Store)
        and isinstance(each.value, ast.Name)
        and each.value.id == "self"
    }
