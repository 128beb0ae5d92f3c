"""What an expression is once it was read: a tree of values that can be compared and printed.

`str()` of a tree is an expression that reads as the same tree.
"""

from __future__ import annotations

from typing import NamedTuple

from kafkawire.dump.filter.amounts import Amount
from kafkawire.dump.filter.asking import Argument
from kafkawire.dump.filter.named_errors import NamedErrors
from kafkawire.dump.filter.paths import Path, is_path
from kafkawire.dump.filter.patterns import Pattern

Value = Pattern | Amount | NamedErrors | bool | None


class Ask(NamedTuple):
    """An operator of the table with its argument."""

    code: str
    argument: Argument

    def __str__(self) -> str:
        if self.code:
            return f"~{self.code}" if self.argument is None else f"~{self.code} {self.argument}"
        assert isinstance(self.argument, Pattern)
        if not self.argument.is_regex and is_path(self.argument.text):
            return f'"{self.argument.text}"'
        return str(self.argument)


class Compare(NamedTuple):
    """A path, and what it is compared with; without a comparison, whether something is there."""

    path: Path
    comparison: str
    """`=` or `!=`; empty without a value, and for an `Amount`, which has its own."""
    value: Value

    def __str__(self) -> str:
        if isinstance(self.value, Amount):
            return f"{self.path.text} {self.value.comparison} {self.value.text}"
        if not self.comparison:
            return self.path.text
        if isinstance(self.value, bool | None):
            shown = {True: "true", False: "false", None: "null"}[self.value]
            return f"{self.path.text} {self.comparison} {shown}"
        return f"{self.path.text} {self.comparison} {self.value}"


class Not(NamedTuple):
    """The opposite."""

    part: Node

    def __str__(self) -> str:
        return f"!{_inner(self.part)}"


class Every(NamedTuple):
    """All of them, two at least."""

    parts: tuple[Node, ...]

    def __str__(self) -> str:
        return " & ".join(map(_inner, self.parts))


class Some(NamedTuple):
    """One of them, two at least."""

    parts: tuple[Node, ...]

    def __str__(self) -> str:
        return " | ".join(map(_inner, self.parts))


Node = Ask | Compare | Not | Every | Some


def _inner(node: Node) -> str:
    return f"({node})" if isinstance(node, Every | Some) else str(node)
