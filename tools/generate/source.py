"""Building blocks of emitted source: lines with indentation, and functions shared by versions.

A codec function is written once for each distinct body: versions in which a struct has the same
layout share it, because the emitted text, names of called functions included, is the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from tools.generate.model import FieldSpec, MessageSpec, StructSpec
from tools.generate.names import snake

WIDTH = 100
SELF = "@self"


class Lines:
    """Source lines at a current depth of indentation."""

    def __init__(self, depth: int = 0) -> None:
        self.lines: list[str] = []
        self._depth = depth

    def add(self, line: str) -> None:
        self.lines.append("    " * self._depth + line if line else "")

    def call(self, head: str, items: list[str], tail: str) -> None:
        """Add `head` + items + `tail`, one item per line where one line is too short."""
        line = head + ", ".join(items) + tail
        if len(line) + 4 * self._depth <= WIDTH or not items:
            self.add(line)
            return
        self.add(head)
        with self.block():
            for item in items:
                self.add(item + ",")
        self.add(tail)

    def condition(self, tests: list[str]) -> None:
        """Add an `if` on all of `tests`, one per line where one line is too short."""
        line = f"if {' and '.join(tests)}:"
        if len(line) + 4 * self._depth <= WIDTH:
            self.add(line)
            return
        self.add("if (")
        with self.block():
            for number, test in enumerate(tests):
                self.add(f"and {test}" if number else test)
        self.add("):")

    @contextmanager
    def block(self, head: str | None = None) -> Iterator[None]:
        """Indent what is added inside; `head` is the line that opens the block."""
        if head is not None:
            self.add(head)
        self._depth += 1
        yield
        self._depth -= 1


@dataclass(slots=True)
class Module:
    """The codec part of one generated module, in the making."""

    spec: MessageSpec
    functions: list[str] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    formats: dict[str, str] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    defaults: set[str] = field(default_factory=set)
    ones: dict[str, str] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)

    def helper(self, name: str) -> str:
        """Note that the module must import `name` from `primitives`."""
        self.used.add(name)
        return name

    def function(self, base: str, parameters: str, body: Lines) -> str:
        """The name of the function with this body, emitted on first sight.

        `SELF` in the body stands for the function's own name.
        """
        text = "\n".join(body.lines)
        key = f"{base}({parameters})\n{text}"
        name = self.names.get(key)
        if name is None:
            name = base
            count = self.counts[base] = self.counts.get(base, 0) + 1
            if count > 1:
                name += f"_{count}"
            self.names[key] = name
            self.functions.append(f"def {name}({parameters}):\n{text.replace(SELF, name)}\n")
        return name

    def format(self, prefix: str, codes: str) -> str:
        """The name of the module's `pack` or `unpack_from` for these `struct` codes."""
        spelled = codes.replace("?", "o").replace("16s", "u")
        name = f"_{prefix}_{spelled}"
        self.formats[name] = f'{name} = {self.helper(prefix + "er")}(">{codes}")'
        return name

    def default(self, struct: str) -> str:
        """The name of the frozen default of `struct`."""
        self.defaults.add(struct)
        return f"_{snake(struct).upper()}_DEFAULT"

    def one(self, struct: str) -> str:
        """The name of what `starmap(make, ...)` takes to make one object of `struct`."""
        name = f"_ONE_{snake(struct).upper()}"
        self.ones[name] = f"{name} = (({self.alias(struct)},),)"
        return name

    def struct(self, name: str) -> StructSpec:
        return self.spec.root if name == self.spec.name else self.spec.structs[name]

    def alias(self, struct: str) -> str:
        """How codec functions name the class of `struct`."""
        return self.spec.name if struct == self.spec.name else f"_{struct}"

    def is_flexible(self, field_: FieldSpec, version: int) -> bool:
        """Whether the field has compact lengths (a header's client id never has)."""
        if field_.flexible is not None:
            return version in field_.flexible
        return self.spec.is_flexible_in(version)


def literal(value: object, *, module: Module | None = None) -> str:
    """A default as source text."""
    if value == b"\0" * 16 and isinstance(value, bytes):
        return module.helper("ZERO_UUID") if module else "ZERO_UUID"
    if isinstance(value, str):
        return f'"{value}"'
    return repr(value)


def is_default(module: Module, spec: FieldSpec, value: str, *, exact: bool = True) -> str:
    """A condition that holds when `value` is the field's default.

    Without `exact` it may fail for a value equal to a shared default struct.
    """
    default = spec.default
    if default is None:
        return f"{value} is None"
    if spec.is_struct and not spec.is_array:
        shared = module.default(spec.type)
        return f"({value} is {shared} or {value} == {shared})" if exact else f"{value} is {shared}"
    if not default and not spec.nullable.is_empty:
        return f"(not {value} and {value} is not None)"
    if not default:
        return f"not {value}"
    return f"{value} == {literal(default, module=module)}"


def tagged_fields(struct: StructSpec, version: int) -> list[FieldSpec]:
    found = [spec for spec in struct.fields if spec.is_tagged_in(version)]
    return sorted(found, key=lambda spec: spec.tag or 0)
