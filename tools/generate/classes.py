"""Emits the module of a message: its classes, then its codec.

The classes are what people read and type checkers see; the functions below them are for the
machine and carry no annotations.
"""

from __future__ import annotations

import textwrap

from tools.generate.decoding import decode_one
from tools.generate.encoding import encode_one
from tools.generate.model import FieldSpec, MessageSpec, StructSpec
from tools.generate.source import Lines, Module, literal

MYPY = (
    "allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable",
    'disable-error-code="has-type, var-annotated"',
)
"""Codec functions are not annotated; the classes are checked in full."""

TYPES = {"bool": "bool", "float64": "float", "string": "str", "uuid": "bytes", "bytes": "bytes"}


def annotation(spec: FieldSpec, owner: str, *, parameter: bool = False) -> str:
    """The type of a field as a user sees it; parameters take more than attributes hold."""
    if spec.is_struct:
        kind = f"{owner}.{spec.type}"
    elif spec.type == "records":
        kind = "Sendable | Sequence[Sendable]" if parameter else "Records"
    else:
        kind = TYPES.get(spec.type, "int")
    if spec.is_array:
        kind = f"Sequence[{kind}]" if kind == "int" else f"list[{kind}]"
    return f"{kind} | None" if is_optional(spec) else kind


def is_optional(spec: FieldSpec) -> bool:
    return not spec.nullable.is_empty or spec.default is None


def described(lines: Lines, text: str) -> None:
    """Add `text`, wrapped."""
    for line in textwrap.wrap(text, 92) or [""]:
        lines.add(line)


def docstring(lines: Lines, message: MessageSpec, struct: StructSpec) -> None:
    if struct is message.root:
        kind = message.kind
        if message.api_key >= 0:
            kind += f" of api key {message.api_key}" if kind in ("request", "response") else ""
        kind = kind.capitalize()
        flexible = "" if message.flexible.is_empty else f", flexible {message.flexible}"
        summary = f"{kind}, versions {message.versions}{flexible}."
        first = struct.about or summary
    else:
        first, summary = struct.about or f"{struct.name} of `{message.name}`.", ""
    lines.add('"""' + textwrap.wrap(first, 88)[0])
    for line in textwrap.wrap(first, 88)[1:]:
        lines.add(line)
    if summary and summary != first:
        lines.add("")
        lines.add(summary)
    if struct.fields:
        lines.add("")
    for spec in struct.fields:
        entry = f"- {spec.attribute}: {field_doc(spec)}"
        for number, line in enumerate(textwrap.wrap(entry, 88)):
            lines.add(line if number == 0 else "  " + line)
    lines.add('"""')


def field_doc(spec: FieldSpec) -> str:
    kind = f"[]{spec.type}" if spec.is_array else spec.type
    notes = [kind, str(spec.versions)]
    if not spec.nullable.is_empty:
        notes.append(f"null {spec.nullable}" if spec.nullable != spec.versions else "null")
    if not spec.tagged.is_empty:
        notes.append(f"tag {spec.tag}")
    text = ", ".join(notes)
    fits = not spec.about.endswith('"') and "\\" not in spec.about
    assert fits, f"{spec.name}: not for a docstring"
    return f"{text}. {spec.about}" if spec.about else text


def constructor(lines: Lines, module: Module, struct: StructSpec) -> None:
    if not struct.fields:
        return_type = "    def __init__(self) -> None:"
        lines.add(return_type.strip())
        with lines.block():
            lines.add("self.unknown_tags = None")
        return
    lines.add("def __init__(")
    with lines.block():
        lines.add("self,")
        lines.add("*,")
        for spec in struct.fields:
            kind = annotation(spec, module.spec.name, parameter=True)
            lines.add(f"{spec.attribute}: {kind} = {parameter_default(module, spec)},")
    lines.add(") -> None:")
    with lines.block():
        for spec in struct.fields:
            assignment(lines, module, spec)
        lines.add("self.unknown_tags = None")


def parameter_default(module: Module, spec: FieldSpec) -> str:
    if spec.default is None:
        return "None"
    if spec.is_array or spec.is_struct:
        return module.helper("NEW")
    return literal(spec.default, module=module)


def assignment(lines: Lines, module: Module, spec: FieldSpec) -> None:
    kind, name = annotation(spec, module.spec.name), spec.attribute
    target = f"self.{name}: {kind}"
    if spec.type == "records":
        lines.add(f"{target} = {name}  # type: ignore[assignment]")
    elif spec.default is None or not (spec.is_array or spec.is_struct):
        lines.add(f"{target} = {name}")
    else:
        if spec.is_array:
            new = "[]"
        elif spec.is_shared_default:
            new = module.default(spec.type)
        else:
            new = f"{module.spec.name}.{spec.type}()"
        line = f"{target} = {new} if {name} is NEW else {name}"
        lines.call(f"{target} = ", [f"{new} if {name} is NEW else {name}"], "") if len(
            line
        ) < 88 else wrapped(lines, target, new, name)


def wrapped(lines: Lines, target: str, new: str, name: str) -> None:
    lines.add(f"{target} = (")
    with lines.block():
        lines.add(f"{new} if {name} is NEW else {name}")
    lines.add(")")


def class_body(lines: Lines, module: Module, struct: StructSpec) -> None:
    docstring(lines, module.spec, struct)
    names = [f'"{spec.attribute}"' for spec in struct.fields]
    lines.add("")
    lines.call("__slots__ = (", names, ",)" if len(names) == 1 else ")")
    lines.add("_FIELDS = __slots__")
    for spec in struct.fields:
        if spec.type == "records":
            lines.add(f'_RECORDS = "{spec.attribute}"')


def emit(spec: MessageSpec) -> str:
    """The source of the module of one message."""
    module = Module(spec)
    encoders = {v: encode_one(module, spec.name, v) for v in every(spec)}
    decoders = {v: decode_one(module, spec.name, v) for v in every(spec)}
    lines = Lines()
    module.helper("Message")
    lines.add(f"class {spec.name}(Message):")
    with lines.block():
        class_body(lines, module, spec.root)
        since = spec.flexible.first if not spec.flexible.is_empty else None
        lines.add("")
        lines.add(f"API_KEY = {spec.api_key}")
        lines.add(f"VERSIONS = ({spec.versions.first}, {spec.versions.last})")
        flexible = module.helper("NEVER_FLEXIBLE") if since is None else str(since)
        lines.add(f"FLEXIBLE_SINCE = {flexible}")
        for struct in spec.structs.values():
            lines.add("")
            lines.add(f"class {struct.name}({module.helper('Struct')}):")
            with lines.block():
                class_body(lines, module, struct)
                lines.add("")
                constructor(lines, module, struct)
        lines.add("")
        constructor(lines, module, spec.root)
    tail = Lines()
    table(tail, spec.name, "_ENCODERS", encoders)
    table(tail, spec.name, "_DECODERS", decoders)
    return "\n".join([*head(module), *lines.lines, *middle(module), *tail.lines]) + "\n"


def every(spec: MessageSpec) -> range:
    return range(spec.versions.first, spec.versions.last + 1)


def table(lines: Lines, name: str, attribute: str, functions: dict[int, str]) -> None:
    lines.call(f"{name}.{attribute} = {{", [f"{v}: {f}" for v, f in functions.items()], "}")


def head(module: Module) -> list[str]:
    spec, used = module.spec, module.used
    if module.defaults:
        used.add("freeze")
    lines = Lines()
    lines.add(f'"""Generated from {spec.source}; do not edit.')
    lines.add("")
    lines.add("Remake it with: python -m tools.generate")
    lines.add('"""')
    lines.add("")
    for setting in MYPY:
        lines.add(f"# mypy: {setting}")
    lines.add("")
    lines.add("from __future__ import annotations")
    lines.add("")
    lines.call("from kafkawire.protocol.primitives import (", sorted(used, key=sort_key), ")")
    typed = [
        "from collections.abc import Sequence" if uses_sequence(spec) else "",
        "from kafkawire.protocol.buffers import Records, Sendable" if uses_records(spec) else "",
    ]
    if any(typed):
        lines.add("")
        lines.add("TYPE_CHECKING = False")
        with lines.block("if TYPE_CHECKING:"):
            for line in filter(None, typed):
                lines.add(line)
    return [*lines.lines, "", ""]


def sort_key(name: str) -> tuple[int, str]:
    return (0 if name.isupper() else 1 if name[0].isupper() else 2, name)


def all_fields(spec: MessageSpec) -> list[FieldSpec]:
    return [f for struct in (spec.root, *spec.structs.values()) for f in struct.fields]


def uses_records(spec: MessageSpec) -> bool:
    return any(found.type == "records" for found in all_fields(spec))


def uses_sequence(spec: MessageSpec) -> bool:
    return uses_records(spec) or any(
        found.is_array and annotation(found, spec.name).startswith("Sequence")
        for found in all_fields(spec)
    )


def middle(module: Module) -> list[str]:
    """Formats, aliases, shared defaults and codec functions."""
    lines = Lines()
    lines.add("")
    lines.add("")
    for text in sorted(module.formats.values()):
        lines.add(text)
    for name in module.spec.structs:
        lines.add(f"_{name} = {module.spec.name}.{name}")
    for text in module.ones.values():
        lines.add(text)
    for name in sorted(module.defaults):
        default = module.default(name)
        lines.add(f"{default} = _{name}()")
        lines.add(f"freeze({default})")
    functions = [line for function in module.functions for line in ["", "", *function.splitlines()]]
    return [*lines.lines, *functions, "", ""]
